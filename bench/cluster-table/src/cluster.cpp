// A transposition table as engines have it: clusters of 32 bytes with three entries of ten, read and
// written as plain words by all threads, without any order between them. The sizes of the fields and the
// rule of replacement are those that Stockfish 15 is known for: 16 bits of the key; the entry of least depth
// goes, less eight for each search since; and, if asked for, a much deeper entry of the same key stays.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include <sys/mman.h>

namespace {

struct Entry {
    std::uint16_t key;
    std::uint16_t move;
    std::int16_t value;
    std::int16_t evaluation;
    std::uint8_t depth;
    std::uint8_t flags; // generation 5 bits, to the end of the game 1, bound 2; 0 if empty
};
static_assert(sizeof(Entry) == 10);

struct alignas(32) Cluster {
    Entry entries[3];
};
static_assert(sizeof(Cluster) == 32);

constexpr std::uint8_t GENERATION = 8;
constexpr std::uint8_t BOUND = 3;
constexpr std::uint8_t EXACT = 3;
// An entry of the same key stays if it is this many plies deeper.
constexpr int MARGIN = 4;

struct Table {
    Cluster* clusters;
    std::size_t count;
    std::uint8_t generation;
    bool keeps_deeper;

    Cluster& of(std::uint64_t key) const {
        return clusters[static_cast<std::size_t>((static_cast<unsigned __int128>(key) * count) >> 64)];
    }

    const Entry* find(std::uint64_t key) const {
        for (const Entry& entry : of(key).entries) {
            if (entry.key == static_cast<std::uint16_t>(key) && entry.flags != 0) {
                return &entry;
            }
        }
        return nullptr;
    }

    int worth(const Entry& entry) const {
        // The generation is above the bound, so that a difference of 8 is one search.
        return entry.depth - static_cast<std::uint8_t>((generation - entry.flags) & 0xf8);
    }

    // Returns the depth of the entry that was there, 0 if none.
    std::uint8_t store(std::uint64_t key, Entry entry) {
        entry.key = static_cast<std::uint16_t>(key);
        entry.flags |= generation;
        Cluster& cluster = of(key);
        Entry* place = &cluster.entries[0];
        for (Entry& other : cluster.entries) {
            if (other.flags == 0 || other.key == entry.key) {
                place = &other;
                break;
            }
            if (worth(other) < worth(*place)) {
                place = &other;
            }
        }
        const bool same = place->flags != 0 && place->key == entry.key;
        if (same && entry.move == 0xffff) {
            entry.move = place->move;
        }
        const std::uint8_t before = place->depth;
        const bool stays = keeps_deeper && same && (entry.flags & BOUND) != EXACT
            && entry.depth + MARGIN <= place->depth;
        if (stays) {
            place->move = entry.move;
        } else {
            *place = entry;
        }
        return before;
    }
};

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

std::uint64_t key_of(std::uint64_t n, std::uint32_t bits) {
    return mix(n & ((std::uint64_t{1} << bits) - 1));
}

// The payload that belongs to a key: a move and a value.
std::uint32_t payload(std::uint64_t key) {
    return static_cast<std::uint32_t>(key >> 7);
}

std::uint64_t word(const Entry* entry) {
    return entry ? (std::uint64_t{entry->move} << 16 | static_cast<std::uint16_t>(entry->value)) : 0;
}

std::uint8_t store_payload(Table& table, std::uint64_t key, std::uint8_t depth) {
    const std::uint32_t of = payload(key);
    return table.store(key, {0, static_cast<std::uint16_t>(of >> 16), static_cast<std::int16_t>(of), 0, depth, EXACT});
}

} // namespace

extern "C" {

// Returns a table of `bytes` bytes on transparent huge pages, or null.
Table* cluster_new(std::size_t bytes, bool keeps_deeper) {
    constexpr std::size_t PAGE = 2 << 20;
    const std::size_t size = (bytes + PAGE - 1) / PAGE * PAGE;
    void* memory = std::aligned_alloc(PAGE, size);
    if (!memory) {
        return nullptr;
    }
    madvise(memory, size, MADV_HUGEPAGE);
    const std::size_t count = bytes / sizeof(Cluster);
    return new (std::nothrow) Table{new (memory) Cluster[count](), count, GENERATION, keeps_deeper};
}

void cluster_free(Table* table) {
    std::free(table->clusters);
    delete table;
}

// Writes a found entry to `found` and returns true.
bool cluster_probe(const Table* table, std::uint64_t key, Entry* found) {
    const Entry* entry = table->find(key);
    if (entry) {
        *found = *entry;
    }
    return entry != nullptr;
}

void cluster_store(Table* table, std::uint64_t key, const Entry* entry) {
    table->store(key, *entry);
}

void cluster_prefetch(const Table* table, std::uint64_t key) {
    __builtin_prefetch(&table->of(key));
}

// Stores the payloads of keys whose numbers are multiples of an odd number, so that they are not in order.
void cluster_fill(Table* table, std::uint32_t bits) {
    for (std::uint64_t n = 0; n < std::uint64_t{1} << bits; ++n) {
        store_payload(*table, key_of(n * 0x9e3779b97f4a7c15ULL, bits), n & 127);
    }
}

// Nine probes, then a store; the key of each depends on what the last found. A probe that finds nothing adds
// a word of the cluster: adding zero would let the processor go on, by prediction, before the memory answers.
std::uint64_t cluster_dependent(Table* table, std::uint32_t bits, std::uint64_t operations, std::uint64_t seed) {
    std::uint64_t x = seed;
    for (std::uint64_t first = 0; first < operations; first += 10) {
        for (std::uint64_t n = 0; n < 9; ++n) {
            const std::uint64_t key = key_of(x, bits);
            const Entry* found = table->find(key);
            x += first + n + word(found ? found : &table->of(key).entries[0]);
        }
        x += first + 9 + store_payload(*table, key_of(x, bits), x & 127);
    }
    return x;
}

// Nine probes, then a store, of keys that depend on nothing.
std::uint64_t cluster_independent(Table* table, std::uint32_t bits, std::uint64_t operations, std::uint64_t seed) {
    std::uint64_t sum = 0;
    for (std::uint64_t first = seed; first < seed + operations; first += 10) {
        for (std::uint64_t n = 0; n < 9; ++n) {
            sum += word(table->find(key_of(first + n, bits)));
        }
        store_payload(*table, key_of(first + 9, bits), first & 127);
    }
    return sum;
}
}
