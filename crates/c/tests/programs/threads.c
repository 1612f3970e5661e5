// Threads of POSIX in one table: no payload is torn, and errors stay in their thread.
//
//     threads ROUNDS
#include "expect.h"
#include <pthread.h>

enum { THREADS = 4, KEYS = 256 };
static zobrist_table *table;
static zobrist_key_set *keys;
static uint64_t rounds;

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static void *play(void *number) {
    const uint64_t own = (uint64_t)(uintptr_t)number;
    zobrist_hasher *hasher;
    uint64_t found = 0, payload;
    EXPECT(zobrist_last_status() == ZOBRIST_OK);
    EXPECT(zobrist_hasher_new(keys, &hasher) == ZOBRIST_OK);
    for (uint64_t n = 0; n < rounds; ++n) {
        // Both halves of a payload say which key it belongs to.
        const uint64_t hash = mix(n * 7 % KEYS + 1), half = hash >> 32;
        EXPECT(zobrist_table_prefetch(table, hash) == ZOBRIST_OK);
        if (zobrist_table_probe(table, hash, &payload) == ZOBRIST_OK) {
            EXPECT(((payload >> 32 ^ payload) & 0xffffffff) == half);
            ++found;
        }
        const uint64_t low = mix(n ^ own << 40) & 0xffffffff;
        EXPECT(zobrist_table_store(table, hash, (low ^ half) << 32 | low, n) == ZOBRIST_OK);
        EXPECT(zobrist_hasher_insert(hasher, (uint32_t)(n % 781)) == ZOBRIST_OK);
    }
    char expected[32];
    snprintf(expected, sizeof expected, "got %u", 1000 + (unsigned)own);
    EXPECT_ERROR(zobrist_hasher_insert(hasher, 1000 + (uint32_t)own), ZOBRIST_INVALID, expected);
    EXPECT(found > rounds / 4);
    zobrist_hasher_free(hasher);
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    EXPECT(argc == 2 && (rounds = strtoull(argv[1], NULL, 10)) > 0);
    EXPECT(zobrist_table_new(4 << 10, &table) == ZOBRIST_OK); // room for as many
    EXPECT(zobrist_key_set_named("polyglot", &keys) == ZOBRIST_OK);
    for (uintptr_t i = 0; i < THREADS; ++i) EXPECT(!pthread_create(&threads[i], NULL, play, (void *)i));
    for (int i = 0; i < THREADS; ++i) EXPECT(!pthread_join(threads[i], NULL));
    EXPECT(zobrist_last_status() == ZOBRIST_OK);
    zobrist_key_set_free(keys);
    zobrist_table_free(table);
    puts("no payload was torn");
    return 0;
}
