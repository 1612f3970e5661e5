// The loops of the benchmark, in C: each probe and store is a call of <zobrist.h>.

#include <stdint.h>
#include <zobrist.h>

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

static uint64_t key_of(uint64_t n, uint32_t bits) { return mix(n & ((UINT64_C(1) << bits) - 1)); }

// The payload that belongs to a key.
static uint32_t payload(uint64_t key) { return (uint32_t)(key >> 7); }

// The payload of a key, 0 if there is none.
static uint64_t found(const zobrist_table *table, uint64_t key) {
    uint64_t value;
    zobrist_table_probe(table, key, &value);
    return value;
}

// Stores the payloads of keys whose numbers are multiples of an odd number, so that they are not in order.
void interface_fill(const zobrist_table *table, uint32_t bits) {
    for (uint64_t n = 0; n < UINT64_C(1) << bits; ++n) {
        const uint64_t key = key_of(n * 0x9e3779b97f4a7c15, bits);
        zobrist_table_store(table, key, payload(key), n & 1023);
    }
}

// Nine probes, then a store; the key of each depends on what the last found.
uint64_t interface_dependent(const zobrist_table *table, uint32_t bits, uint64_t operations, uint64_t seed) {
    uint64_t x = seed;
    for (uint64_t first = 0; first < operations; first += 10) {
        for (uint64_t n = 0; n < 9; ++n) {
            x += first + n + found(table, key_of(x, bits));
        }
        const uint64_t key = key_of(x, bits);
        x += first + 9 + (uint64_t)zobrist_table_store(table, key, payload(key), x & 1023);
    }
    return x;
}

// Nine probes, then a store, of keys that depend on nothing.
uint64_t interface_independent(const zobrist_table *table, uint32_t bits, uint64_t operations, uint64_t seed) {
    uint64_t sum = 0;
    for (uint64_t first = seed; first < seed + operations; first += 10) {
        for (uint64_t n = 0; n < 9; ++n) {
            sum += found(table, key_of(first + n, bits));
        }
        const uint64_t key = key_of(first + 9, bits);
        zobrist_table_store(table, key, payload(key), first & 1023);
    }
    return sum;
}
