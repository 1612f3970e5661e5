#include "zobrist_keys.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void show(zobrist_hash hash) {
#if @WIDE@
    printf("%016" PRIx64 "%016" PRIx64 "\n", hash.high, hash.low);
#else
    printf("%016llx\n", (unsigned long long)hash);
#endif
}

int main(void) {
    static const size_t features[] = {@FEATURES@};
    static const zobrist_hash empty;
    zobrist_hash hash = empty;
    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i)
        hash = zobrist_@PUT@(hash, features[i]);
    show(hash);
    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i)
        hash = zobrist_@TAKE@(hash, features[i]);
    if (memcmp(&hash, &empty, sizeof hash) != 0) return 1;
    @SHOW@
#if @POSITIONS@
    for (size_t i = 0; i < ZOBRIST_POSITIONS; ++i) {
        printf("%s\t", zobrist_positions[i].fen);
        show(zobrist_positions[i].hash);
    }
    if (ZOBRIST_WHITE_PAWN == ZOBRIST_BLACK_KING) return 1;
#endif
    return zobrist_self_test() ? 0 : 1;
}
