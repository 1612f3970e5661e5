@about@
#ifndef ZOBRIST_KEYS_H
#define ZOBRIST_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The first feature of each kind, and the number of all.
enum {
@kinds@
    ZOBRIST_FEATURES = @len@
};@pieces@

// A key or a hash: the hash of a state is the @combination@ of the keys of its features.
@type@

// The key of each feature.
static const zobrist_hash zobrist_keys[ZOBRIST_FEATURES] = {
@keys@
};

@functions@

// True if the first and the last feature of each kind have the hash that they should.
static inline bool zobrist_self_test(void) {
    static const size_t features[] = {
@features@
    };
    zobrist_hash hash = @zero@;
    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i) {
        hash = zobrist_@put@(hash, features[i]);
    }
    return @equal@;
}@samples@

#endif
