#include "zobrist_keys.hpp"
#include <cinttypes>
#include <cstdio>
#include <type_traits>

template <class Hash>
static void show(Hash hash) {
    if constexpr (std::is_integral_v<Hash>)
        std::printf("%016llx\n", static_cast<unsigned long long>(hash));
    else
        std::printf("%016" PRIx64 "%016" PRIx64 "\n", hash.high, hash.low);
}

int main() {
    zobrist::Hash hash{};
    for (std::size_t feature : {@FEATURES@})
        hash = zobrist::@PUT@(hash, feature);
    show(hash);
    for (std::size_t feature : {@FEATURES@})
        hash = zobrist::@TAKE@(hash, feature);
    if (hash != zobrist::Hash{}) return 1;
    @SHOW@
#if @POSITIONS@
    for (const auto& position : zobrist::positions) {
        std::printf("%s\t", position.fen);
        show(position.hash);
    }
    static_assert(zobrist::white_pawn != zobrist::black_king);
#endif
    return zobrist::self_test() ? 0 : 1;
}
