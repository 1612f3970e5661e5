// Calls every function as an engine would, and with everything that is an error.
//
//     interface DATA SCRATCH
//
// DATA is tests/data, SCRATCH a folder for files.
#include "../data/stones.h" // an export in C, which the header can stand beside
#include "expect.h"

static const char *data, *scratch;

static const char *in(const char *folder, const char *name) {
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(in(scratch, name), "wb");
    EXPECT(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void tables(void) {
    zobrist_table *table = NULL, *again = NULL;
    const uint64_t hash = 0x463b96181691fc9c;
    uint64_t payload = 7;
    EXPECT(zobrist_table_new(1 << 20, &table) == ZOBRIST_OK && table);
    EXPECT(zobrist_table_bytes(table) == 1 << 20);
    EXPECT(zobrist_table_probe(table, hash, &payload) == ZOBRIST_NOT_FOUND && payload == 0);
    EXPECT(zobrist_table_prefetch(table, hash) == ZOBRIST_OK);
    EXPECT(zobrist_table_store(table, hash, UINT64_MAX - 5, 40000) == ZOBRIST_OK);
    EXPECT(zobrist_table_probe(table, hash, &payload) == ZOBRIST_OK && payload == UINT64_MAX - 5);
    EXPECT(zobrist_table_store(table, hash, 0, 1) == ZOBRIST_OK);
    EXPECT(zobrist_table_probe(table, hash, &payload) == ZOBRIST_OK && payload == 0);

    // Half of what a table of 1 MiB has room for.
    uint64_t key = 1;
    for (uint64_t n = 0; n < 32768; ++n, key = key * 6364136223846793005 + 1442695040888963407)
        EXPECT(zobrist_table_store(table, key, n, n) == ZOBRIST_OK);
    EXPECT(zobrist_table_fill(table) > 400 && zobrist_table_fill(table) < 501);
    EXPECT(zobrist_table_new_generation(table) == ZOBRIST_OK && zobrist_table_fill(table) == 0);

    // A table of 128 KiB or more keeps its entries, whatever its sizes are.
    EXPECT(zobrist_table_store(table, hash, 99, 1 << 30) == ZOBRIST_OK);
    EXPECT(zobrist_table_resize(table, 128 << 10, 2) == ZOBRIST_OK);
    EXPECT(zobrist_table_bytes(table) == 128 << 10);
    EXPECT(zobrist_table_probe(table, hash, &payload) == ZOBRIST_OK && payload == 99);
    EXPECT(zobrist_table_resize(table, (1 << 20) + 700, 1) == ZOBRIST_OK);
    EXPECT(zobrist_table_probe(table, hash, &payload) == ZOBRIST_OK && payload == 99);

    EXPECT(zobrist_table_save(table, in(scratch, "table"), 42) == ZOBRIST_OK);
    EXPECT(zobrist_table_clear(table, 2) == ZOBRIST_OK);
    EXPECT(zobrist_table_probe(table, hash, &payload) == ZOBRIST_NOT_FOUND);
    EXPECT(zobrist_table_load(in(scratch, "table"), 42, &again) == ZOBRIST_OK);
    payload = 0;
    EXPECT(zobrist_table_probe(again, hash, &payload) == ZOBRIST_OK && payload == 99);
    zobrist_table_free(again);

    again = table;
    EXPECT_ERROR(zobrist_table_load(in(scratch, "table"), 43, &again), ZOBRIST_FORMAT, "expected the fingerprint");
    EXPECT(again == NULL);
    EXPECT_ERROR(zobrist_table_load(in(scratch, "none"), 42, &again), ZOBRIST_IO, "none");
    write_file("no-table", "a text", 6);
    EXPECT_ERROR(zobrist_table_load(in(scratch, "no-table"), 42, &again), ZOBRIST_FORMAT, "no-table");
    EXPECT_ERROR(zobrist_table_save(table, in(scratch, "no-folder/table"), 42), ZOBRIST_IO, "cannot save");
    EXPECT_ERROR(zobrist_table_new(63, &again), ZOBRIST_INVALID, "64 bytes or more");
    EXPECT_ERROR(zobrist_table_new(SIZE_MAX, &again), ZOBRIST_MEMORY, "make it smaller");
    EXPECT_ERROR(zobrist_table_resize(table, 0, 1), ZOBRIST_INVALID, "64 bytes or more");
    EXPECT(zobrist_table_bytes(table) == ((1 << 20) + 700) / 64 * 64);

    EXPECT_ERROR(zobrist_table_new(64, NULL), ZOBRIST_NULL, "`out`");
    EXPECT_ERROR(zobrist_table_probe(NULL, hash, &payload), ZOBRIST_NULL, "`table`");
    EXPECT_ERROR(zobrist_table_probe(table, hash, NULL), ZOBRIST_NULL, "`payload`");
    EXPECT_ERROR(zobrist_table_store(NULL, hash, 0, 0), ZOBRIST_NULL, "`table`");
    EXPECT_ERROR(zobrist_table_prefetch(NULL, hash), ZOBRIST_NULL, "`table`");
    EXPECT_ERROR(zobrist_table_new_generation(NULL), ZOBRIST_NULL, "`table`");
    EXPECT_ERROR(zobrist_table_clear(NULL, 1), ZOBRIST_NULL, "`table`");
    EXPECT_ERROR(zobrist_table_resize(NULL, 64, 1), ZOBRIST_NULL, "`table`");
    EXPECT_ERROR(zobrist_table_save(NULL, "x", 0), ZOBRIST_NULL, "`table`");
    EXPECT_ERROR(zobrist_table_save(table, NULL, 0), ZOBRIST_NULL, "`path`");
    EXPECT_ERROR(zobrist_table_load(NULL, 0, &again), ZOBRIST_NULL, "`path`");
    EXPECT_ERROR(zobrist_table_load("x", 0, NULL), ZOBRIST_NULL, "`out`");
    EXPECT(zobrist_table_bytes(NULL) == 0 && zobrist_table_fill(NULL) == 0);
    EXPECT(zobrist_last_status() == ZOBRIST_NULL);
    zobrist_table_free(table);
    zobrist_table_free(NULL);
}

// The hash of the start of chess: pieces by letter, the others by kind and index.
static uint64_t start_of(const zobrist_key_set *keys, const char *const *kinds, const uint32_t *indices) {
    static const char *const ranks[] = { "RNBQKBNR", "PPPPPPPP", "", "", "", "", "pppppppp", "rnbqkbnr" };
    zobrist_hasher *hasher;
    uint32_t slot;
    EXPECT(zobrist_hasher_new(keys, &hasher) == ZOBRIST_OK);
    for (uint32_t square = 0; square < 64; ++square) {
        if (!*ranks[square / 8]) continue;
        EXPECT(zobrist_key_set_piece(keys, ranks[square / 8][square % 8], square, &slot) == ZOBRIST_OK);
        EXPECT(zobrist_hasher_insert(hasher, slot) == ZOBRIST_OK);
    }
    for (int i = 0; kinds[i]; ++i) {
        EXPECT(zobrist_key_set_slot(keys, kinds[i], indices[i], &slot) == ZOBRIST_OK);
        EXPECT(zobrist_hasher_insert(hasher, slot) == ZOBRIST_OK);
    }
    const uint64_t hash = zobrist_hasher_hash(hasher);
    zobrist_hasher_free(hasher);
    return hash;
}

// Sets are equal but for what only a scheme of chess knows.
static void expect_same(const zobrist_key_set *one, const zobrist_key_set *other) {
    const uint32_t len = zobrist_key_set_len(one);
    EXPECT(len == zobrist_key_set_len(other));
    EXPECT(!memcmp(zobrist_key_set_array(one), zobrist_key_set_array(other), len * sizeof(uint64_t)));
    EXPECT(!strcmp(zobrist_key_set_name(one), zobrist_key_set_name(other)));
    EXPECT(zobrist_key_set_fingerprint(one) == zobrist_key_set_fingerprint(other));
    EXPECT(zobrist_key_set_sum_bits(one) == zobrist_key_set_sum_bits(other));
    for (uint32_t i = 0; zobrist_key_set_kind(one, i); ++i)
        EXPECT(!strcmp(zobrist_key_set_kind(one, i), zobrist_key_set_kind(other, i)));
}

static void keys_of_schemes(void) {
    zobrist_key_set *keys, *same;
    uint32_t first, size, slot;
    uint64_t key;
    EXPECT(zobrist_key_set_named("polyglot", &keys) == ZOBRIST_OK);
    EXPECT(zobrist_key_set_len(keys) == 781 && zobrist_key_set_sum_bits(keys) == 0);
    EXPECT(zobrist_key_set_fingerprint(keys) == 0x327e71f38b43a493);
    EXPECT(zobrist_key_set_find(keys, "castling", &first, &size) == ZOBRIST_OK && first == 768 && size == 4);
    EXPECT(zobrist_key_set_find(keys, "turn", NULL, NULL) == ZOBRIST_OK);
    EXPECT(zobrist_key_set_find(keys, "stone", &first, &size) == ZOBRIST_NOT_FOUND);
    EXPECT(!strcmp(zobrist_key_set_kind(keys, 2), "en-passant") && !zobrist_key_set_kind(keys, 4));
    EXPECT(zobrist_key_set_key(keys, "piece", 0, &key) == ZOBRIST_OK && key == 0x9d39247e33776d41);
    EXPECT(zobrist_key_set_key(keys, "turn", 0, &key) == ZOBRIST_OK && key == 0xf8d626aaaf278509);
    EXPECT(zobrist_key_set_array(keys)[780] == key);
    EXPECT(zobrist_key_set_slot(keys, "turn", 0, &slot) == ZOBRIST_OK && slot == 780);
    EXPECT(zobrist_key_set_slot(keys, "turns", 0, &slot) == ZOBRIST_NOT_FOUND);
    EXPECT(zobrist_key_set_key(keys, "turns", 0, &key) == ZOBRIST_NOT_FOUND);
    EXPECT_ERROR(zobrist_key_set_slot(keys, "turn", 1, &slot), ZOBRIST_INVALID, "below 1 in the kind \"turn\", got 1");
    EXPECT_ERROR(zobrist_key_set_key(keys, "castling", 4, &key), ZOBRIST_INVALID, "below 4");
    EXPECT_ERROR(zobrist_key_set_piece(keys, 'x', 0, &slot), ZOBRIST_INVALID, "PNBRQKpnbrqk, got 'x'");
    EXPECT_ERROR(zobrist_key_set_piece(keys, 'K', 64, &slot), ZOBRIST_INVALID, "0 to 63, got 64");
    static const char *const kinds[] = { "castling", "castling", "castling", "castling", "turn", NULL };
    static const uint32_t indices[] = { 0, 1, 2, 3, 0 };
    EXPECT(start_of(keys, kinds, indices) == 0x463b96181691fc9c);
    zobrist_key_set_free(keys);

    // An engine's own scheme, from a file and from an export; hashes by `zobrist keys export`.
    static const char *const own_kinds[] = { "castling", NULL };
    static const uint32_t all_rights[] = { 15 };
    static const struct { const char *scheme, *export; uint64_t fingerprint, start; uint32_t sum_bits; } own[] = {
        { "rookie.toml", "rookie.hex", 0xdecefe5adf85f278, 0x300c5734b8f858ec, 0 },
        { "adder.toml", "adder.hex", 0x0249cf334b758467, 0xd3ea4b86ac53, 48 },
    };
    for (int i = 0; i < 2; ++i) {
        EXPECT(zobrist_key_set_from_scheme(in(data, own[i].scheme), &keys) == ZOBRIST_OK);
        EXPECT(zobrist_key_set_fingerprint(keys) == own[i].fingerprint);
        EXPECT(zobrist_key_set_sum_bits(keys) == own[i].sum_bits);
        EXPECT(start_of(keys, own_kinds, all_rights) == own[i].start);
        EXPECT(zobrist_key_set_from_export(in(data, own[i].export), &same) == ZOBRIST_OK);
        expect_same(keys, same);
        EXPECT_ERROR(zobrist_key_set_piece(same, 'K', 4, &slot), ZOBRIST_INVALID, "a scheme of chess");
        zobrist_key_set_free(same);
        zobrist_key_set_free(keys);
    }

    EXPECT_ERROR(zobrist_key_set_named("polygot", &keys), ZOBRIST_INVALID, "polyglot, fide");
    EXPECT(keys == NULL);
    EXPECT_ERROR(zobrist_key_set_named("\xff", &keys), ZOBRIST_INVALID, "UTF-8");
    EXPECT_ERROR(zobrist_key_set_from_scheme(in(data, "rookie.hex"), &keys), ZOBRIST_FORMAT, "line 32, column 17");
    EXPECT_ERROR(zobrist_key_set_from_scheme(in(data, "none.toml"), &keys), ZOBRIST_IO, "none.toml");
    EXPECT_ERROR(zobrist_key_set_from_export(in(data, "rookie.toml"), &keys), ZOBRIST_FORMAT, "line 1: expected a key");
    EXPECT_ERROR(zobrist_key_set_from_export(in(data, "none"), &keys), ZOBRIST_IO, "none");
    EXPECT_ERROR(zobrist_key_set_named(NULL, &keys), ZOBRIST_NULL, "`name`");
    EXPECT_ERROR(zobrist_key_set_named("polyglot", NULL), ZOBRIST_NULL, "`out`");
    EXPECT_ERROR(zobrist_key_set_from_scheme(NULL, &keys), ZOBRIST_NULL, "`path`");
    EXPECT_ERROR(zobrist_key_set_from_export(NULL, &keys), ZOBRIST_NULL, "`path`");
    EXPECT_ERROR(zobrist_key_set_find(NULL, "turn", NULL, NULL), ZOBRIST_NULL, "`keys`");
    EXPECT_ERROR(zobrist_key_set_slot(NULL, "turn", 0, &slot), ZOBRIST_NULL, "`keys`");
    EXPECT_ERROR(zobrist_key_set_key(NULL, "turn", 0, &key), ZOBRIST_NULL, "`keys`");
    EXPECT_ERROR(zobrist_key_set_piece(NULL, 'K', 0, &slot), ZOBRIST_NULL, "`keys`");
    EXPECT(!zobrist_key_set_name(NULL) && !zobrist_key_set_array(NULL) && !zobrist_key_set_kind(NULL, 0));
    EXPECT(!zobrist_key_set_len(NULL) && !zobrist_key_set_fingerprint(NULL) && !zobrist_key_set_sum_bits(NULL));
    zobrist_key_set_free(NULL);
}

// The array of an export in C, and a hasher that outlives its set.
static void keys_of_arrays(void) {
    static const zobrist_kind_size kinds[] = { { "stone", 8 }, { "turn", 1 } };
    static const zobrist_kind_size same[] = { { "stone", 8 }, { "stone", 1 } };
    zobrist_key_set *keys;
    zobrist_hasher *hasher;
    const char *name = "bch(seed 2026, capacity 9)";
    EXPECT(zobrist_key_set_from_array(name, kinds, 2, zobrist_keys, ZOBRIST_FEATURES, &keys) == ZOBRIST_OK);
    EXPECT(zobrist_key_set_fingerprint(keys) == 0x2d339a442dea76ee); // as the export states it
    EXPECT(zobrist_hasher_new(keys, &hasher) == ZOBRIST_OK);
    zobrist_key_set_free(keys);
    EXPECT(zobrist_hasher_hash(hasher) == 0);
    EXPECT(zobrist_hasher_insert(hasher, 3) == ZOBRIST_OK && zobrist_hasher_hash(hasher) == zobrist_keys[3]);
    EXPECT(zobrist_hasher_insert(hasher, 8) == ZOBRIST_OK);
    EXPECT(zobrist_hasher_replace(hasher, 3, 4) == ZOBRIST_OK);
    EXPECT(zobrist_hasher_hash(hasher) == (zobrist_stone_key(1, 0) ^ zobrist_turn_key()));
    EXPECT_ERROR(zobrist_hasher_insert(hasher, 9), ZOBRIST_INVALID, "below 9 (9 = stone 8 + turn 1), got 9");
    EXPECT_ERROR(zobrist_hasher_remove(hasher, UINT32_MAX), ZOBRIST_INVALID, "below 9");
    EXPECT_ERROR(zobrist_hasher_replace(hasher, 0, 9), ZOBRIST_INVALID, "below 9");
    EXPECT(zobrist_hasher_remove(hasher, 8) == ZOBRIST_OK && zobrist_hasher_hash(hasher) == zobrist_keys[4]);
    EXPECT(zobrist_hasher_set(hasher, 77) == ZOBRIST_OK && zobrist_hasher_hash(hasher) == 77);
    zobrist_hasher_free(hasher);

    EXPECT_ERROR(zobrist_key_set_from_array(name, same, 2, zobrist_keys, 9, &keys), ZOBRIST_INVALID, "\"stone\" twice");
    EXPECT_ERROR(zobrist_key_set_from_array(name, kinds, 2, zobrist_keys, 8, &keys), ZOBRIST_INVALID, "expected 9 keys");
    EXPECT_ERROR(zobrist_key_set_from_array(name, kinds, 0, zobrist_keys, 9, &keys), ZOBRIST_INVALID, "1 to 24 kinds");
    EXPECT_ERROR(zobrist_key_set_from_array(NULL, kinds, 2, zobrist_keys, 9, &keys), ZOBRIST_NULL, "`name`");
    EXPECT_ERROR(zobrist_key_set_from_array(name, NULL, 2, zobrist_keys, 9, &keys), ZOBRIST_NULL, "`kinds`");
    EXPECT_ERROR(zobrist_key_set_from_array(name, kinds, 2, NULL, 9, &keys), ZOBRIST_NULL, "`keys`");
    EXPECT_ERROR(zobrist_key_set_from_array(name, kinds, 2, zobrist_keys, SIZE_MAX, &keys), ZOBRIST_INVALID, "at most");
    EXPECT_ERROR(zobrist_key_set_from_array(name, kinds, 2, zobrist_keys, 9, NULL), ZOBRIST_NULL, "`out`");
    EXPECT_ERROR(zobrist_hasher_new(NULL, &hasher), ZOBRIST_NULL, "`keys`");
    EXPECT(hasher == NULL);
    EXPECT_ERROR(zobrist_hasher_insert(NULL, 0), ZOBRIST_NULL, "`hasher`");
    EXPECT_ERROR(zobrist_hasher_remove(NULL, 0), ZOBRIST_NULL, "`hasher`");
    EXPECT_ERROR(zobrist_hasher_replace(NULL, 0, 1), ZOBRIST_NULL, "`hasher`");
    EXPECT_ERROR(zobrist_hasher_set(NULL, 0), ZOBRIST_NULL, "`hasher`");
    EXPECT(zobrist_hasher_hash(NULL) == 0);
    zobrist_hasher_free(NULL);
}

static void histories(void) {
    zobrist_history *history;
    zobrist_repetition found;
    EXPECT(zobrist_history_new(ZOBRIST_RULE_FOLD, 3, &history) == ZOBRIST_OK);
    for (uint64_t ply = 0; ply < 8; ++ply) {
        EXPECT(zobrist_history_push(history, ZOBRIST_STEP_PLAY, 0, ply % 4, &found) == ZOBRIST_OK);
        EXPECT(found.count == 0 && zobrist_history_count(history) == 1 + ply / 4);
    }
    EXPECT(zobrist_history_test(history, ZOBRIST_STEP_PLAY, 0, 0, &found) == ZOBRIST_OK);
    EXPECT(found.count == 3 && found.earlier == 4 && found.cycle == 4 && zobrist_history_len(history) == 8);
    EXPECT(zobrist_history_push_irreversible(history, ZOBRIST_STEP_PLAY, 0, 0, NULL) == ZOBRIST_OK);
    EXPECT(zobrist_history_count(history) == 1);
    EXPECT(zobrist_history_pop(history) == ZOBRIST_OK && zobrist_history_len(history) == 8);
    EXPECT(zobrist_history_clear(history) == ZOBRIST_OK && zobrist_history_len(history) == 0);
    EXPECT(zobrist_history_pop(history) == ZOBRIST_NOT_FOUND && zobrist_history_count(history) == 0);
    EXPECT_ERROR(zobrist_history_push(history, 3, 0, 0, NULL), ZOBRIST_INVALID, "a step from 0 to 2, got 3");
    EXPECT_ERROR(zobrist_history_push(history, 0, 256, 0, NULL), ZOBRIST_INVALID, "a player from 0 to 255, got 256");
    EXPECT_ERROR(zobrist_history_test(history, 0, 0, 0, NULL), ZOBRIST_NULL, "`out`");
    zobrist_history_free(history);

    // Go: after a pass, positional superko still forbids the position before it.
    EXPECT(zobrist_history_new(ZOBRIST_RULE_POSITIONAL, 0, &history) == ZOBRIST_OK);
    EXPECT(zobrist_history_push(history, ZOBRIST_STEP_START, 1, 1, NULL) == ZOBRIST_OK);
    EXPECT(zobrist_history_push(history, ZOBRIST_STEP_PLAY, 0, 11, NULL) == ZOBRIST_OK);
    EXPECT(zobrist_history_push(history, ZOBRIST_STEP_PASS, 1, 11, &found) == ZOBRIST_OK && found.count == 0);
    EXPECT(zobrist_history_test(history, ZOBRIST_STEP_PLAY, 0, 11, &found) == ZOBRIST_OK);
    EXPECT(found.count == 2 && found.earlier == 1 && found.cycle == 2);
    zobrist_history_free(history);
    for (uint32_t rule = ZOBRIST_RULE_SITUATIONAL; rule <= ZOBRIST_RULE_SIMPLE_KO; ++rule) {
        EXPECT(zobrist_history_new(rule, 0, &history) == ZOBRIST_OK);
        zobrist_history_free(history);
    }

    EXPECT_ERROR(zobrist_history_new(ZOBRIST_RULE_FOLD, 0, &history), ZOBRIST_INVALID, "times from 1");
    EXPECT_ERROR(zobrist_history_new(ZOBRIST_RULE_NATURAL, 2, &history), ZOBRIST_INVALID, "got the rule 3");
    EXPECT_ERROR(zobrist_history_new(5, 0, &history), ZOBRIST_INVALID, "got the rule 5");
    EXPECT_ERROR(zobrist_history_new(0, 3, NULL), ZOBRIST_NULL, "`out`");
    EXPECT_ERROR(zobrist_history_push(NULL, 0, 0, 0, NULL), ZOBRIST_NULL, "`history`");
    EXPECT_ERROR(zobrist_history_push_irreversible(NULL, 0, 0, 0, NULL), ZOBRIST_NULL, "`history`");
    EXPECT_ERROR(zobrist_history_test(NULL, 0, 0, 0, &found), ZOBRIST_NULL, "`history`");
    EXPECT_ERROR(zobrist_history_pop(NULL), ZOBRIST_NULL, "`history`");
    EXPECT_ERROR(zobrist_history_clear(NULL), ZOBRIST_NULL, "`history`");
    EXPECT(zobrist_history_len(NULL) == 0 && zobrist_history_count(NULL) == 0);
    zobrist_history_free(NULL);
}

static void books(void) {
    // Entries as Polyglot writes them: e2e4 three times and d2d4 twice at the start, and another.
    static const uint8_t bytes[] = {
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00,
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x02, 0xdb, 0x00, 0x02, 0x00, 0x00, 0x01, 0x02,
        0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9d, 0x02, 0xdb, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00,
    };
    const uint64_t start = 0x463b96181691fc9c;
    zobrist_book *over, *opened, *none;
    zobrist_book_move moves[3];
    size_t count;
    EXPECT(zobrist_book_over(bytes, sizeof bytes, &over) == ZOBRIST_OK);
    write_file("book.bin", bytes, sizeof bytes);
    EXPECT(zobrist_book_open(in(scratch, "book.bin"), &opened) == ZOBRIST_OK);
    const zobrist_book *const both[] = { over, opened };
    for (int i = 0; i < 2; ++i) {
        memset(moves, 0, sizeof moves);
        EXPECT(zobrist_book_len(both[i], &count) == ZOBRIST_OK && count == 3);
        EXPECT(zobrist_book_probe(both[i], start, moves, 3, &count) == ZOBRIST_OK && count == 2);
        EXPECT(moves[0].packed == 0x031c && moves[0].weight == 3 && moves[0].learn == 0);
        EXPECT(moves[1].packed == 0x02db && moves[1].weight == 2 && moves[1].learn == 0x102);
        EXPECT(moves[2].packed == 0);
        EXPECT(zobrist_book_probe(both[i], start, moves, 1, &count) == ZOBRIST_OK && count == 2);
        EXPECT(zobrist_book_probe(both[i], start, NULL, 0, &count) == ZOBRIST_OK && count == 2);
        EXPECT(zobrist_book_probe(both[i], start + 2, moves, 3, &count) == ZOBRIST_NOT_FOUND && count == 0);
    }
    EXPECT(zobrist_book_over(NULL, 0, &none) == ZOBRIST_OK);
    EXPECT(zobrist_book_probe(none, start, moves, 3, &count) == ZOBRIST_NOT_FOUND);
    zobrist_book_free(none);

    EXPECT_ERROR(zobrist_book_over(bytes, 17, &none), ZOBRIST_FORMAT, "a multiple of 16 bytes, got 17");
    EXPECT(none == NULL);
    write_file("book.bin", bytes, 15);
    EXPECT_ERROR(zobrist_book_open(in(scratch, "book.bin"), &none), ZOBRIST_FORMAT, "book.bin");
    EXPECT_ERROR(zobrist_book_open(in(scratch, "none"), &none), ZOBRIST_IO, "none");
    EXPECT_ERROR(zobrist_book_open(NULL, &none), ZOBRIST_NULL, "`path`");
    EXPECT_ERROR(zobrist_book_open("x", NULL), ZOBRIST_NULL, "`out`");
    EXPECT_ERROR(zobrist_book_over(NULL, 16, &none), ZOBRIST_NULL, "`bytes`");
    EXPECT_ERROR(zobrist_book_probe(NULL, 0, moves, 3, &count), ZOBRIST_NULL, "`book`");
    EXPECT_ERROR(zobrist_book_probe(over, 0, NULL, 3, &count), ZOBRIST_NULL, "`moves`");
    EXPECT_ERROR(zobrist_book_probe(over, 0, moves, 3, NULL), ZOBRIST_NULL, "`count`");
    EXPECT_ERROR(zobrist_book_len(NULL, &count), ZOBRIST_NULL, "`book`");
    EXPECT_ERROR(zobrist_book_len(over, NULL), ZOBRIST_NULL, "`out`");
    zobrist_book_free(over);
    zobrist_book_free(opened);
    zobrist_book_free(NULL);
}

int main(int argc, char **argv) {
    EXPECT(argc == 3);
    data = argv[1];
    scratch = argv[2];
    EXPECT(zobrist_last_status() == ZOBRIST_OK && !*zobrist_last_error());
    tables();
    keys_of_schemes();
    keys_of_arrays();
    histories();
    books();
    EXPECT(zobrist_self_test());
    puts("every function");
    return 0;
}
