// Keys for Zobrist hashing, made by `zobrist keys export`.
// source: bch(seed 2026, capacity 9)
// bits: 64
// layout: 9 = stone 8 + turn 1
// guarantee: any 15 keys are independent
// fingerprint: 2d339a442dea76ee
// stone: those of Black, then those of White, each on the points 2 * row + column, from the lower
//   left corner
// turn: 1 when White is to move

#ifndef ZOBRIST_KEYS_H
#define ZOBRIST_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The first feature of each kind, and the number of all.
enum {
    ZOBRIST_FIRST_STONE = 0, // of 8
    ZOBRIST_FIRST_TURN = 8, // of 1
    ZOBRIST_FEATURES = 9
};

// A key or a hash: the hash of a state is the XOR of the keys of its features.
typedef uint64_t zobrist_hash;

// The key of each feature.
static const zobrist_hash zobrist_keys[ZOBRIST_FEATURES] = {
    // stone 8
    0xc77294aba8151dc3ULL, 0xe0dc6848810c9f41ULL, 0xfeb86e9c585dcc4dULL, 0x3ca7139648be290eULL,
    0x9e56a1e70fc53e31ULL, 0xbb4987ec854c4551ULL, 0x7a4925f4f5d2ff60ULL, 0x5bdbc22e36f8cb3eULL,
    // turn 1
    0xa65ca1b6b6635340ULL,
};

// Puts a key into a hash, or takes it out again.
static inline zobrist_hash zobrist_combine(zobrist_hash hash, zobrist_hash key) {
    return hash ^ key;
}

// Puts a feature into a hash, or takes it out again.
static inline zobrist_hash zobrist_toggle(zobrist_hash hash, size_t feature) {
    return zobrist_combine(hash, zobrist_keys[feature]);
}

// The key of a stone: of Black 0 or White 1, on 2 * row + column.
static inline zobrist_hash zobrist_stone_key(size_t color, size_t point) {
    return zobrist_keys[ZOBRIST_FIRST_STONE + 4 * color + point];
}

// The keys of zobrist_stone_key by [color][point].
static const zobrist_hash (*const zobrist_stone_keys)[4] =
    (const zobrist_hash (*)[4])&zobrist_keys[ZOBRIST_FIRST_STONE];

// The key of White to move.
static inline zobrist_hash zobrist_turn_key(void) {
    return zobrist_keys[ZOBRIST_FIRST_TURN];
}

// True if the first and the last feature of each kind have the hash that they should.
static inline bool zobrist_self_test(void) {
    static const size_t features[] = {
        0, 7, 8,
    };
    zobrist_hash hash = 0;
    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i) {
        hash = zobrist_toggle(hash, features[i]);
    }
    return hash == 0x3af5f733288e85bdULL;
}

#endif
