// A program with a fault that valgrind must find: the control of the runs under it.
//
//     faulty leak|freed
#include "expect.h"

int main(int argc, char **argv) {
    static const zobrist_kind_size kinds[] = { { "stone", 1 } };
    const uint64_t key = 5;
    zobrist_key_set *keys;
    zobrist_hasher *hasher;
    EXPECT(argc == 2 && zobrist_key_set_from_array("one", kinds, 1, &key, 1, &keys) == ZOBRIST_OK);
    EXPECT(zobrist_hasher_new(keys, &hasher) == ZOBRIST_OK);
    zobrist_key_set_free(keys);
    if (strcmp(argv[1], "leak") == 0) {
        hasher = NULL;
        return 0;
    }
    zobrist_hasher_free(hasher);
    return zobrist_hasher_hash(hasher) == 77;
}
