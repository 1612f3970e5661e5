// zobrist: a transposition table, keys for Zobrist hashing, hashers, histories and book probes.
//
//     #include <zobrist.h>
//
//     zobrist_table *table;
//     if (zobrist_table_new(64 << 20, &table) != ZOBRIST_OK) { // 64 MiB
//         fprintf(stderr, "%s\n", zobrist_last_error());
//         exit(1);
//     }
//     uint64_t hash = 0x463b96181691fc9c, payload; // of your position; your score, depth and move
//     zobrist_table_store(table, hash, 31 << 16 | 796, 40000); // after a search of 40,000 nodes
//     if (zobrist_table_probe(table, hash, &payload) == ZOBRIST_OK) {
//         // 64 bits as they were stored, never torn
//     }
//     zobrist_table_free(table);
//
// Link with `pkg-config --cflags --libs zobrist`.
//
// Errors. A function that can fail returns a zobrist_status; zobrist_last_error() has the text of
// the last error of the thread: what was expected, what came, what to do. The text is kept by
// thread and not passed by each call, so that calls stay short, and those that succeed do nothing
// for it. Functions that return a value return 0 or null on an error, and zobrist_last_status() has
// the code. No exception and no panic leaves a function; a panic is a fault of the library, prints a
// line on standard error, and is ZOBRIST_PANIC. If memory for anything but a table is refused, the
// process is aborted, as by most libraries.
//
// Pointers. A null pointer is the error ZOBRIST_NULL, except where a function says that it may be
// null. Every other pointer leads to a value, an array or a text that lives during the call; texts
// end with NUL and are in UTF-8 (paths are any bytes on Unix). Memory that a function writes to is
// used by nothing else during the call, also not as another argument. A function that makes an
// object writes it to `out`, null if it fails; the caller frees it by the function of its type.
//
// Threads. Any number of threads may call functions that take an object as const, at the same time:
// every probe and store of a table, every look-up in keys or a book. A function that takes an object
// without const (and frees, resizes or changes it) must be alone with that object; different
// objects are independent. A table, keys and a book serve all threads of a program; a hasher and a
// history belong to one.
//
// Cost. Probes, stores, prefetches and the functions of a hasher allocate nothing.


#ifndef ZOBRIST_H
#define ZOBRIST_H

#include <stddef.h>
#include <stdint.h>

// A state occurs for the n-th time: in chess the third, with the side to move, rights and en
// passant in the hash.
#define ZOBRIST_RULE_FOLD 0

// Positional superko: a play makes a position that was there before. The hash is that of the
// stones.
#define ZOBRIST_RULE_POSITIONAL 1

// Situational superko: a play leaves a position that the same player has left before.
#define ZOBRIST_RULE_SITUATIONAL 2

// Natural situational superko: a play makes a position that the same player has made before.
#define ZOBRIST_RULE_NATURAL 3

// Simple ko: a play makes the position before the last play.
#define ZOBRIST_RULE_SIMPLE_KO 4

// The game begins, or a position is set up.
#define ZOBRIST_STEP_START 0

// A player makes a move that makes a position.
#define ZOBRIST_STEP_PLAY 1

// A player passes.
#define ZOBRIST_STEP_PASS 2

// An opening book in Polyglot's format. It never changes, so that any thread may probe it at any
// time.
typedef struct zobrist_book zobrist_book;

// An incremental hasher: it keeps the hash of a state while features come and go. It does not know
// which features are present. One thread at a time may use it.
typedef struct zobrist_hasher zobrist_hasher;

// The states of one game, and a rule by which they repeat. One thread at a time may use it.
typedef struct zobrist_history zobrist_history;

// A set of keys: a key for each feature of a layout, by slots from 0. A kind is a family of
// features with consecutive slots, such as "piece". It never changes, so that any thread may use
// it at any time.
typedef struct zobrist_key_set zobrist_key_set;

// A concurrent transposition table: payloads of 64 bits by hash, in slots of 16 bytes. When a
// bucket is full, entries that took little work and old ones give way. No entry is torn.
typedef struct zobrist_table zobrist_table;

// The result of a call: `ZOBRIST_OK`, `ZOBRIST_NOT_FOUND`, or an error, of which
// `zobrist_last_error` has the text.
typedef int32_t zobrist_status;

// A kind of features: its name and the number of its features.
typedef struct {
    // A name of 1 to 31 bytes of UTF-8.
    const char *name;
    // The number of features.
    uint32_t size;
} zobrist_kind_size;

// A repeated state.
typedef struct {
    // The number of times that the state has been counted, this time included; 0 if the step is
    // no repetition under the rule, and the other fields are then 0.
    uint32_t count;
    // The last earlier ply of the state; 0 is the first state of the history.
    uint32_t earlier;
    // The number of plies since then.
    uint32_t cycle;
} zobrist_repetition;

// A move of a book.
typedef struct {
    // The move as Polyglot packs it: from the lowest bit 3 bits each for file and rank of its end,
    // file and rank of its origin, and the piece of a promotion (0 none, knight 1 to queen 4).
    // Castling is the king's move to its own rook.
    uint16_t packed;
    // How often the move should be played, relative to the others; 0 is never.
    uint16_t weight;
    // Data that a program has learned, 0 if there are none.
    uint32_t learn;
} zobrist_book_move;

// The call did what it says.
#define ZOBRIST_OK 0

// There is no such entry, kind or state. It is no error, and has no text.
#define ZOBRIST_NOT_FOUND 1

// A pointer is null that may not be.
#define ZOBRIST_NULL 2

// An argument has a value that the function does not take.
#define ZOBRIST_INVALID 3

// The system could not read or write a file.
#define ZOBRIST_IO 4

// A file, or a text, is not what the function reads, or is damaged.
#define ZOBRIST_FORMAT 5

// There is not enough memory for a table.
#define ZOBRIST_MEMORY 6

// The library has a fault, and the call may have been done in part. Free the object.
#define ZOBRIST_PANIC 7

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the text of the last error of this thread, in UTF-8; an empty one if there was none. It
// is valid until the next error of the thread, or the end of the thread.
const char *zobrist_last_error(void);

// Returns the code of the last error of this thread, `ZOBRIST_OK` if there was none. A call that
// succeeds does not change it: it is for functions that return a value and no status.
zobrist_status zobrist_last_status(void);

// Creates an empty table of at most `bytes` bytes, which may be any number from 64 on.
//
// Errors: `ZOBRIST_INVALID` if there is no room for an entry, `ZOBRIST_MEMORY`.
zobrist_status zobrist_table_new(size_t bytes, zobrist_table **out);

// Frees a table; null is nothing to free. No other thread may be using it.
void zobrist_table_free(zobrist_table *table);

// Writes the payload that is stored for a hash to `payload`, and returns `ZOBRIST_OK`; or writes 0
// and returns `ZOBRIST_NOT_FOUND`. Costs one cache line from memory. Any thread, at any time.
zobrist_status zobrist_table_probe(const zobrist_table *table, uint64_t hash, uint64_t *payload);

// Stores a payload for a hash, in place of the payload of that hash if there is one. `work` is the
// number of nodes that were searched for it: entries of little work give way first. Any thread, at
// any time; if two store in one bucket at the same time, one of the two entries may be lost.
zobrist_status zobrist_table_store(const zobrist_table *table,
                                   uint64_t hash,
                                   uint64_t payload,
                                   uint64_t work);

// Begins to bring the cache line of a hash from memory, for a probe or a store that comes soon.
// Any thread, at any time.
zobrist_status zobrist_table_prefetch(const zobrist_table *table, uint64_t hash);

// Starts a new generation, such as the search of the next move: entries of before count as older,
// and give way first. After 31 new generations they count as current again. Any thread.
zobrist_status zobrist_table_new_generation(const zobrist_table *table);

// Empties a table on `threads` threads, from 1 (as which 0 counts) to 1,024. Other threads may use
// the table meanwhile; what they store may stay.
zobrist_status zobrist_table_clear(const zobrist_table *table, size_t threads);

// Resizes a table to at most `bytes` bytes on `threads` threads, and keeps its entries as far as
// there is room, if it is and was of 128 KiB or more; smaller tables start empty. Both sizes are
// in memory until it is done. No other thread may be using the table.
//
// Errors: those of `zobrist_table_new`; the table stays as it was.
zobrist_status zobrist_table_resize(zobrist_table *table, size_t bytes, size_t threads);

// Saves a table as a file, with the fingerprint of its keys (`zobrist_key_set_fingerprint`, or a
// number of your own; give it another one if the meaning of payloads changes). A file at the path
// is replaced when the new one is whole. Other threads may use the table meanwhile.
//
// Errors: `ZOBRIST_IO`; a file that was there stays as it was.
zobrist_status zobrist_table_save(const zobrist_table *table,
                                  const char *path,
                                  uint64_t fingerprint);

// Creates a table from a file that `zobrist_table_save` wrote.
//
// Errors: `ZOBRIST_IO`; `ZOBRIST_FORMAT` if it is no such file, is damaged, or has another
// fingerprint; `ZOBRIST_MEMORY`.
zobrist_status zobrist_table_load(const char *path, uint64_t fingerprint, zobrist_table **out);

// Returns the size of a table in bytes; 0 for null. Any thread.
uint64_t zobrist_table_bytes(const zobrist_table *table);

// Returns how much of a table holds entries of the current generation, in thousandths, as UCI's
// `hashfull` is defined; 0 for null. Estimated from 1,000 of its buckets. Any thread.
uint32_t zobrist_table_fill(const zobrist_table *table);

// Creates a set from an array of `key_count` keys of 64 bits that combine by XOR, such as that of
// an export in C: the keys of the first kind, then those of the next. `name` is for the
// fingerprint. The array is copied.
//
// Errors: `ZOBRIST_INVALID` if the kinds are not 1 to 24 of different names, or do not have as
// many features as there are keys.
zobrist_status zobrist_key_set_from_array(const char *name,
                                          const zobrist_kind_size *kinds,
                                          size_t kind_count,
                                          const uint64_t *keys,
                                          size_t key_count,
                                          zobrist_key_set **out);

// Frees a set; null is nothing to free. Hashers that were made of it keep their keys, but the
// array of `zobrist_key_set_array` ends with the last of them.
void zobrist_key_set_free(zobrist_key_set *keys);

// Returns the name of a set; null for null. It is valid as long as the set.
const char *zobrist_key_set_name(const zobrist_key_set *keys);

// Returns the fingerprint of a set, by which stored data of other keys are told apart; 0 for null.
uint64_t zobrist_key_set_fingerprint(const zobrist_key_set *keys);

// Returns the number of keys; 0 for null.
uint32_t zobrist_key_set_len(const zobrist_key_set *keys);

// Returns the keys as an array by slot, for code that combines them itself; null for null. It is
// valid as long as the set.
const uint64_t *zobrist_key_set_array(const zobrist_key_set *keys);

// Returns 0 if keys combine by XOR, and else the number of bits n of a sum: keys are added modulo
// 2^n. 0 for null.
uint32_t zobrist_key_set_sum_bits(const zobrist_key_set *keys);

// Returns the name of a kind by its position, from 0; null beyond the last. It is valid as long as
// the set.
const char *zobrist_key_set_kind(const zobrist_key_set *keys, uint32_t position);

// Finds a kind by its name, and writes the slot of its first feature and the number of its
// features, where `first` and `size` are not null. `ZOBRIST_NOT_FOUND` if there is none.
zobrist_status zobrist_key_set_find(const zobrist_key_set *keys,
                                    const char *kind,
                                    uint32_t *first,
                                    uint32_t *size);

// Writes the slot of the feature of a kind with this index, from 0. `ZOBRIST_NOT_FOUND` if there
// is no such kind, `ZOBRIST_INVALID` if it has no such index.
zobrist_status zobrist_key_set_slot(const zobrist_key_set *keys,
                                    const char *kind,
                                    uint32_t index,
                                    uint32_t *out);

// Writes the key of the feature of a kind with this index, from 0. Errors as for
// `zobrist_key_set_slot`.
zobrist_status zobrist_key_set_key(const zobrist_key_set *keys,
                                   const char *kind,
                                   uint32_t index,
                                   uint64_t *out);

// Writes the slot of a piece of chess on a square, whatever the order of pieces and squares in the
// scheme. `piece` is a letter of FEN, a capital for White; `square` is 0 for a1, 1 for b1, to 63
// for h8.
//
// Errors: `ZOBRIST_INVALID` if there is no such piece or square, or if the set is not of a scheme
// of chess.
zobrist_status zobrist_key_set_piece(const zobrist_key_set *keys,
                                     char piece,
                                     uint32_t square,
                                     uint32_t *out);

// Creates the set of a built-in scheme of chess: `polyglot`, `fide`, `fen`, `zobrist`,
// `stockfish-1.9`, `stockfish-2.3`, `stockfish-11`, `stockfish-15.1`, `stockfish-18`, `chess-768`,
// `chess-793`, `chess-832` or `chess-896`, in 64 bits.
//
// Errors: `ZOBRIST_INVALID` if there is none of the name.
zobrist_status zobrist_key_set_named(const char *name, zobrist_key_set **out);

// Creates the set of a scheme of chess that a file describes, in TOML (docs/schemes.md). Keys may
// be in another file, which the description names: one of hex digits, a key a line, or bytes
// (`raw`).
//
// Errors: `ZOBRIST_IO`, `ZOBRIST_FORMAT`. A scheme of 128 bits is refused.
zobrist_status zobrist_key_set_from_scheme(const char *path, zobrist_key_set **out);

// Creates a set from lines of hex that `zobrist keys export --lang hex` wrote: of any game, with
// its name, its kinds and its fingerprint in the first comment. The file of a scheme of chess
// knows more: `zobrist_key_set_piece` needs it.
//
// Errors: `ZOBRIST_IO`, `ZOBRIST_FORMAT`: also when the keys do not have that fingerprint, or have
// 128 bits.
zobrist_status zobrist_key_set_from_export(const char *path, zobrist_key_set **out);

// Creates a hasher of the empty state, whose hash is 0. It shares the keys, and the set may be
// freed before it.
zobrist_status zobrist_hasher_new(const zobrist_key_set *keys, zobrist_hasher **out);

// Frees a hasher; null is nothing to free.
void zobrist_hasher_free(zobrist_hasher *hasher);

// Adds the key of a feature that comes into the state, by its slot.
//
// Errors: `ZOBRIST_INVALID` if there is no such slot; the hash then stays as it was.
zobrist_status zobrist_hasher_insert(zobrist_hasher *hasher, uint32_t slot);

// Takes out the key of a feature that leaves the state. Errors as for `zobrist_hasher_insert`.
zobrist_status zobrist_hasher_remove(zobrist_hasher *hasher, uint32_t slot);

// Takes out the key of one feature and adds that of another: a piece that moves. Errors as for
// `zobrist_hasher_insert`.
zobrist_status zobrist_hasher_replace(zobrist_hasher *hasher, uint32_t before, uint32_t after);

// Returns the hash of the state; 0 for null.
uint64_t zobrist_hasher_hash(const zobrist_hasher *hasher);

// Sets the hash, to that of a state before a move that is taken back, or to 0 for the empty state.
//
// Errors: `ZOBRIST_INVALID` if keys are added modulo 2^n, and the hash has more than n bits.
zobrist_status zobrist_hasher_set(zobrist_hasher *hasher, uint64_t hash);

// Creates the history of a game that has no state yet. `rule` is one of `ZOBRIST_RULE_...`;
// `times` is the n of `ZOBRIST_RULE_FOLD`, from 1, and 0 for the other rules.
//
// Errors: `ZOBRIST_INVALID`.
zobrist_status zobrist_history_new(uint32_t rule, uint32_t times, zobrist_history **out);

// Frees a history; null is nothing to free.
void zobrist_history_free(zobrist_history *history);

// Adds the state with this hash, to which a step of a player leads, and writes the repetition that
// it is to `out`, which may be null. `step` is one of `ZOBRIST_STEP_...`, `player` a number from 0
// to 255; it may always be 0 where the hash has the side to move. Memory grows now and then; a ply
// takes about 16 bytes, and 16 to 32 for an index.
//
// Errors: `ZOBRIST_INVALID`.
zobrist_status zobrist_history_push(zobrist_history *history,
                                    uint32_t step,
                                    uint32_t player,
                                    uint64_t hash,
                                    zobrist_repetition *out);

// Adds a state as `zobrist_history_push` does, after a move that no earlier state can recur after:
// in chess a capture, a pawn's move, the loss of a castling right.
zobrist_status zobrist_history_push_irreversible(zobrist_history *history,
                                                 uint32_t step,
                                                 uint32_t player,
                                                 uint64_t hash,
                                                 zobrist_repetition *out);

// Writes the repetition that `zobrist_history_push` would find to `out`. The history does not
// change.
//
// Errors: `ZOBRIST_INVALID`.
zobrist_status zobrist_history_test(const zobrist_history *history,
                                    uint32_t step,
                                    uint32_t player,
                                    uint64_t hash,
                                    zobrist_repetition *out);

// Takes the last state back. `ZOBRIST_NOT_FOUND` if there is none.
zobrist_status zobrist_history_pop(zobrist_history *history);

// Forgets all states and keeps the memory.
zobrist_status zobrist_history_clear(zobrist_history *history);

// Returns the number of states; 0 for null.
uint32_t zobrist_history_len(const zobrist_history *history);

// Returns the number of times that the current state has been counted since the last irreversible
// move, this time included; 0 for null, and if there is no state or the rule does not count it.
uint32_t zobrist_history_count(const zobrist_history *history);

// Reads a book from a file, whole.
//
// Errors: `ZOBRIST_IO`; `ZOBRIST_FORMAT` if it is not a whole number of entries.
zobrist_status zobrist_book_open(const char *path, zobrist_book **out);

// Creates a book over the `size` bytes of the caller, such as those of a mapped file, which must
// stay as they are until the book is freed. Nothing is copied.
//
// Errors: `ZOBRIST_FORMAT` if they are not a whole number of entries.
zobrist_status zobrist_book_over(const uint8_t *bytes, size_t size, zobrist_book **out);

// Frees a book; null is nothing to free. No other thread may be using it.
void zobrist_book_free(zobrist_book *book);

// Finds the moves of a position by its hash in the scheme `polyglot`. Writes their number to
// `count`, and the first `room` of them, in the order of the book, to `moves`, which may be null
// if `room` is 0. `ZOBRIST_NOT_FOUND` if the book does not have the position; `count` is then 0.
// Allocates nothing.
zobrist_status zobrist_book_probe(const zobrist_book *book,
                                  uint64_t hash,
                                  zobrist_book_move *moves,
                                  size_t room,
                                  size_t *count);

// Writes the number of entries of a book to `out`.
zobrist_status zobrist_book_len(const zobrist_book *book, size_t *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ZOBRIST_H */
