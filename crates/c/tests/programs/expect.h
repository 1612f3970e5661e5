// Checks that say where they failed.
#ifndef EXPECT_H
#define EXPECT_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zobrist.h>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: expected %s; the last error: %s\n", __FILE__, __LINE__,        \
                #condition, zobrist_last_error());                                                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

// The call fails with this status, and its text has these words.
#define EXPECT_ERROR(call, status, words)                                                          \
    do {                                                                                           \
        EXPECT((call) == (status));                                                                \
        EXPECT(zobrist_last_status() == (status));                                                 \
        EXPECT(strstr(zobrist_last_error(), words) != NULL);                                       \
    } while (0)

#endif
