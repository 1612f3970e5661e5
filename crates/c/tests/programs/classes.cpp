// The interface from C++: objects that free themselves, exceptions, threads of the standard library.
//
//     classes DATA ROUNDS
#include <atomic>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include <zobrist.h>

namespace {

template <typename T, void Free(T*)>
struct Freed {
    void operator()(T* object) const { Free(object); }
};
template <typename T, void Free(T*)>
using Owned = std::unique_ptr<T, Freed<T, Free>>;
using Table = Owned<zobrist_table, zobrist_table_free>;
using Keys = Owned<zobrist_key_set, zobrist_key_set_free>;
using Hasher = Owned<zobrist_hasher, zobrist_hasher_free>;

void check(zobrist_status status) {
    if (status != ZOBRIST_OK) throw std::runtime_error(zobrist_last_error());
}

// Calls a function that makes an object.
template <typename Object, typename Function, typename... Arguments>
Object make(Function function, Arguments... arguments) {
    typename Object::pointer object = nullptr;
    check(function(arguments..., &object));
    return Object(object);
}

void expect(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(std::string("expected ") + what);
}

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

} // namespace

int main(int argc, char** argv) try {
    expect(argc == 3, "DATA and ROUNDS");
    const std::string scheme = std::string(argv[1]) + "/rookie.toml";
    const std::uint64_t rounds = std::stoull(argv[2]);
    const auto keys = make<Keys>(zobrist_key_set_from_scheme, scheme.c_str());
    const auto table = make<Table>(zobrist_table_new, std::size_t{256} << 10);

    try {
        make<Keys>(zobrist_key_set_named, "polygot");
        expect(false, "an error");
    } catch (const std::runtime_error& error) {
        expect(std::string(error.what()).find("got \"polygot\"") != std::string::npos, "its text");
    }

    // Every thread plays moves of its own, and finds what the others have stored.
    std::atomic<std::uint64_t> hits{0}, wrong{0};
    std::vector<std::thread> threads;
    for (std::uint64_t number = 0; number < 4; ++number) {
        threads.emplace_back([&, number] {
            const auto hasher = make<Hasher>(zobrist_hasher_new, keys.get());
            for (std::uint64_t n = number; n < rounds; ++n) {
                const auto before = zobrist_hasher_hash(hasher.get());
                const auto from = static_cast<std::uint32_t>(mix(n) % 768), to = (from + 8) % 768;
                check(zobrist_hasher_replace(hasher.get(), from, to));
                const auto hash = zobrist_hasher_hash(hasher.get());
                std::uint64_t payload = 0;
                if (zobrist_table_probe(table.get(), hash, &payload) == ZOBRIST_OK) {
                    ++hits;
                    wrong += payload != mix(hash);
                }
                check(zobrist_table_store(table.get(), hash, mix(hash), n));
                check(zobrist_hasher_set(hasher.get(), before));
            }
        });
    }
    for (auto& thread : threads) thread.join();
    expect(hits > rounds, "entries of other threads");
    expect(wrong == 0, "payloads of their keys");
    std::cout << "all payloads are those of their keys\n";
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
