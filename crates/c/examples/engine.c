// A chess engine that speaks UCI, with the rules of chess, in 300 lines: alpha-beta with a
// transposition table, hashes that moves update, and draws by repetition, all by <zobrist.h>.
// `go perft N` compares the hash of every position with that of its facts from scratch.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zobrist.h>

enum { NONE = '.', BORDER = ' ', MAX_MOVES = 256, MATE = 30000, INFINITE = 32000 };
enum { UPPER = 1, LOWER = 2, EXACT = 3 }; // a stored score is at most, at least or exactly the value
// The board has a border of two ranks and one file, so that a step stays in the array.
enum { A1 = 21, E1 = 25, A8 = 91, E8 = 95, H8 = 98, SQUARES = 120 };
// Steps of a rook (four), a bishop (four) and a knight.
static const int STEPS[16] = { 1, -1, 10, -10, 11, 9, -9, -11, 21, 19, 12, 8, -8, -12, -19, -21 };
static const int WORTH[128] = { ['p'] = 100, ['n'] = 320, ['b'] = 330, ['r'] = 500, ['q'] = 900 };
static const unsigned LOST_RIGHTS[SQUARES] = { [A1] = 2, [E1] = 3, [28] = 1, [A8] = 8, [E8] = 12, [H8] = 4 };
typedef struct {
    char at[SQUARES]; // letters of FEN
    bool white;       // to move
    unsigned rights;  // K 1, Q 2, k 4, q 8
    int behind;       // the square behind a pawn that has just moved two squares, or 0
    int clock;        // halfmoves since a capture or a pawn's move
} position;
typedef struct { uint8_t from, to; char promotion; } move; // a small letter, or NONE
typedef struct { int16_t score; uint8_t depth, bound; move best; } entry; // of the table: a mate counts from there
static zobrist_table *table;
static zobrist_hasher *hasher;
static zobrist_history *history;
static uint32_t piece_slot[128][SQUARES], castling_slot, en_passant_slot, turn_slot;
static unsigned long long nodes;

static void check(zobrist_status status) {
    if (status != ZOBRIST_OK) fprintf(stderr, "engine: %s\n", zobrist_last_error()), exit(1);
}
static bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
static bool is_own(const position *p, char c) { return isalpha(c) && is_white(c) == p->white; }
static bool is_taken(const position *p, char c) { return isalpha(c) && is_white(c) != p->white; }
static uint8_t square_of(const char *name) { return (uint8_t)(A1 + name[0] - 'a' + 10 * (name[1] - '1')); }
static char own(const position *p, char role) { return (char)(p->white ? toupper(role) : role); }

// Changes a square and the hash.
static void put(position *p, int square, char piece) {
    const char before = p->at[square];
    if (before != NONE) check(zobrist_hasher_remove(hasher, piece_slot[(int)before][square]));
    if (piece != NONE) check(zobrist_hasher_insert(hasher, piece_slot[(int)piece][square]));
    p->at[square] = piece;
}

// Inserts or removes the keys of rights, en passant and turn, as the scheme polyglot has them: en
// passant counts if a pawn stands beside the one that has moved.
static void change_state(const position *p, zobrist_status change(zobrist_hasher *, uint32_t)) {
    for (unsigned right = 0; right < 4; ++right)
        if (p->rights >> right & 1) check(change(hasher, castling_slot + right));
    const int pawn = p->behind + (p->white ? -10 : 10);
    if (p->behind && (p->at[pawn - 1] == own(p, 'p') || p->at[pawn + 1] == own(p, 'p')))
        check(change(hasher, en_passant_slot + (uint32_t)(pawn % 10 - 1)));
    if (p->white) check(change(hasher, turn_slot));
}

static uint64_t hash_from_scratch(const position *p) {
    check(zobrist_hasher_set(hasher, 0));
    for (int i = A1; i <= H8; ++i)
        if (isalpha(p->at[i])) check(zobrist_hasher_insert(hasher, piece_slot[(int)p->at[i]][i]));
    change_state(p, zobrist_hasher_insert);
    return zobrist_hasher_hash(hasher);
}

// True if a piece but a pawn makes this step, or goes on in its direction.
static bool makes_step(char piece, int step, bool goes_on) {
    const char role = (char)tolower(piece);
    return strchr(step < 4 ? "rqk" : step < 8 ? "bqk" : "n", role) && !(goes_on && strchr("kn", role));
}

static bool is_attacked(const position *p, int square, bool by_white) {
    const int pawn = square + (by_white ? -10 : 10), letter = by_white ? 'P' : 'p';
    if (p->at[pawn - 1] == letter || p->at[pawn + 1] == letter) return true;
    for (int i = 0, to, goes_on; i < 16; ++i) {
        for (to = square + STEPS[i], goes_on = 0; p->at[to] == NONE && i < 8; to += STEPS[i]) goes_on = 1;
        if (is_white(p->at[to]) == by_white && makes_step(p->at[to], i, goes_on)) return true;
    }
    return false;
}

static bool in_check(const position *p, bool white) {
    const char *king = memchr(p->at, white ? 'K' : 'k', SQUARES);
    return king && is_attacked(p, (int)(king - p->at), !white);
}

static move *add(move *end, int from, int to, bool promotes) {
    for (const char *role = promotes ? "qrbn" : "."; *role; ++role)
        *end++ = (move){ (uint8_t)from, (uint8_t)to, *role };
    return end;
}

static move *add_pawn_moves(const position *p, int from, move *end) {
    const int forward = p->white ? 10 : -10, ahead = from + forward, twice = ahead + forward;
    const bool promotes = ahead < A1 + 10 || ahead >= A8, is_home = from / 10 == (p->white ? 3 : 8);
    if (p->at[ahead] == NONE) end = add(end, from, ahead, promotes);
    if (p->at[ahead] == NONE && is_home && p->at[twice] == NONE) end = add(end, from, twice, false);
    for (int to = ahead - 1; to <= ahead + 1; to += 2)
        if (is_taken(p, p->at[to]) || to == p->behind) end = add(end, from, to, promotes);
    return end;
}

// Writes the moves, also those that leave the king in check, and returns their number.
static int moves_of(const position *p, move *list) {
    move *end = list;
    for (int from = A1; from <= H8; ++from) {
        const char piece = p->at[from];
        if (!is_own(p, piece)) continue;
        if (tolower(piece) == 'p') end = add_pawn_moves(p, from, end);
        for (int i = 0; i < 16; ++i)
            for (int to = from + STEPS[i]; makes_step(piece, i, to != from + STEPS[i]); to += STEPS[i]) {
                if (p->at[to] == NONE || is_taken(p, p->at[to])) end = add(end, from, to, false);
                if (p->at[to] != NONE) break;
            }
    }
    const unsigned rights = p->rights >> (p->white ? 0 : 2) & 3;
    const int king = p->white ? E1 : E8;
    if (!rights || in_check(p, p->white)) return (int)(end - list);
    if (rights & 1 && !memcmp(p->at + king + 1, "..", 2) && !is_attacked(p, king + 1, !p->white))
        end = add(end, king, king + 2, false);
    if (rights & 2 && !memcmp(p->at + king - 3, "...", 3) && !is_attacked(p, king - 1, !p->white))
        end = add(end, king, king - 2, false);
    return (int)(end - list);
}

// Plays a move on the board and the hash; false if it leaves the king in check.
static bool play(position *p, move m) {
    const char piece = p->at[m.from], role = (char)tolower(piece);
    const int middle = (m.from + m.to) / 2, distance = abs(m.to - m.from);
    change_state(p, zobrist_hasher_remove);
    p->clock = role == 'p' || p->at[m.to] != NONE ? 0 : p->clock + 1;
    if (role == 'p' && m.to == p->behind) put(p, m.to + (p->white ? -10 : 10), NONE);
    put(p, m.from, NONE);
    put(p, m.to, m.promotion == NONE ? piece : own(p, m.promotion));
    if (role == 'k' && distance == 2) {
        put(p, m.to > m.from ? m.to + 1 : m.to - 2, NONE);
        put(p, middle, own(p, 'r'));
    }
    p->rights &= ~(LOST_RIGHTS[m.from] | LOST_RIGHTS[m.to]);
    p->behind = role == 'p' && distance == 20 ? middle : 0;
    p->white = !p->white;
    change_state(p, zobrist_hasher_insert);
    return !in_check(p, !p->white);
}

// Adds a position to the history, and prefetches its entry.
static void push(const position *p) {
    const uint64_t hash = zobrist_hasher_hash(hasher);
    check(zobrist_table_prefetch(table, hash));
    check((p->clock ? zobrist_history_push : zobrist_history_push_irreversible)(history, ZOBRIST_STEP_PLAY, 0, hash, NULL));
}

// Counts paths of moves; the table has a key for each position and depth, which no search uses.
static uint64_t perft(const position *p, unsigned depth) {
    const uint64_t hash = zobrist_hasher_hash(hasher), key = hash ^ depth * 0x9e3779b97f4a7c15ULL;
    uint64_t count = 0;
    if (hash != hash_from_scratch(p)) abort();
    if (depth == 0) return 1;
    if (zobrist_table_probe(table, key, &count) == ZOBRIST_OK) return count;
    move list[MAX_MOVES];
    for (int i = 0, number = moves_of(p, list); i < number; ++i) {
        position next = *p;
        if (play(&next, list[i])) count += perft(&next, depth - 1);
        check(zobrist_hasher_set(hasher, hash));
    }
    check(zobrist_table_store(table, key, count, count));
    return count;
}

// Material in hundredths of a pawn, and what stands near the center, for the side to move.
static int evaluate(const position *p) {
    int score = 0;
    for (int i = A1; i <= H8; ++i) {
        const int value = WORTH[tolower(p->at[i])] + 16 - abs(2 * (i % 10) - 9) - abs(2 * (i / 10) - 11);
        score += is_own(p, p->at[i]) ? value : is_taken(p, p->at[i]) ? -value : 0;
    }
    return score;
}

// The order in which moves are tried: that of the table, captures of much by little, the others.
static int priority(const position *p, move m, move known) {
    const int gain = WORTH[tolower(p->at[m.to])], cost = WORTH[tolower(p->at[m.from])];
    return !memcmp(&m, &known, sizeof m) ? 1 << 20 : gain ? 16 * gain - cost : m.promotion == 'q' ? 8000 : 0;
}

static int search(const position *p, int depth, int ply, int alpha, const int beta, move *best) {
    uint64_t payload, hash = zobrist_hasher_hash(hasher);
    const unsigned long long before = nodes++;
    if (ply > 0 && (zobrist_history_count(history) > 1 || p->clock >= 100)) return 0;
    const int first_alpha = alpha, quiet = depth <= 0; // captures alone
    entry found = { 0 };
    if (!quiet && zobrist_table_probe(table, hash, &payload) == ZOBRIST_OK) {
        memcpy(&found, &payload, sizeof found);
        const int score = found.score + (found.score > MATE - 1000 ? -ply : found.score < 1000 - MATE ? ply : 0);
        const bool holds = found.bound == EXACT || (found.bound == LOWER ? score >= beta : score <= alpha);
        if (ply > 0 && found.depth >= depth && holds) return score;
    }
    int highest = quiet ? evaluate(p) : -INFINITE;
    if (highest > alpha) alpha = highest;
    move list[MAX_MOVES], chosen = { 0, 0, NONE };
    for (int i = 0, number = alpha < beta ? moves_of(p, list) : 0; i < number && alpha < beta; ++i) {
        for (int j = i + 1; j < number; ++j) {
            const move one = list[i], other = list[j];
            if (priority(p, other, found.best) > priority(p, one, found.best)) list[i] = other, list[j] = one;
        }
        if (quiet && priority(p, list[i], found.best) == 0) break;
        position next = *p;
        if (play(&next, list[i])) {
            push(&next);
            const int score = -search(&next, depth - 1, ply + 1, -beta, -alpha, NULL);
            check(zobrist_history_pop(history));
            if (score > highest) highest = score, chosen = list[i];
            if (score > alpha) alpha = score;
        }
        check(zobrist_hasher_set(hasher, hash));
    }
    if (quiet) return highest;
    if (highest == -INFINITE) return in_check(p, p->white) ? ply - MATE : 0;
    if (best) *best = chosen;
    const int kept = highest + (highest > MATE - 1000 ? ply : highest < 1000 - MATE ? -ply : 0);
    const int bound = highest <= first_alpha ? UPPER : highest >= beta ? LOWER : EXACT;
    const entry made = { (int16_t)kept, (uint8_t)depth, (uint8_t)bound, chosen };
    memcpy(&payload, &made, sizeof made);
    check(zobrist_table_store(table, hash, payload, nodes - before));
    return highest;
}

// Sets up `startpos` or `fen FEN`, with `moves` or without. Neither is checked.
static void read_position(position *p, char *line) {
    const char *start = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *fen = strstr(line, "fen ");
    char *moves = strstr(line, " moves "), board[80], turn, rights[8], behind[4];
    int clock = 0, square = A8;
    sscanf(fen ? fen : start, "fen %79s %c %7s %3s %d", board, &turn, rights, behind, &clock);
    *p = (position){ .white = turn == 'w', .clock = clock };
    memset(p->at, BORDER, SQUARES);
    for (const char *c = board; *c; ++c) {
        if (*c == '/') square -= 18;
        else if (isalpha(*c)) p->at[square++] = *c;
        else for (int empty = *c - '0'; empty > 0; --empty) p->at[square++] = NONE;
    }
    for (unsigned i = 0; i < 4; ++i) p->rights |= strchr(rights, "KQkq"[i]) ? 1U << i : 0;
    if (behind[0] != '-') p->behind = square_of(behind);
    hash_from_scratch(p);
    check(zobrist_history_clear(history));
    check(zobrist_history_push(history, ZOBRIST_STEP_START, 0, zobrist_hasher_hash(hasher), NULL));
    for (char *word = moves ? strtok(moves + 7, " \n") : NULL; word; word = strtok(NULL, " \n")) {
        play(p, (move){ square_of(word), square_of(word + 2), word[4] ? word[4] : NONE });
        push(p);
    }
}

static void go(const position *p, int depth) {
    move best = { 0, 0, NONE };
    nodes = 0;
    check(zobrist_table_new_generation(table));
    for (int d = 1; d <= depth; ++d) {
        const int score = search(p, d, 0, -INFINITE, INFINITE, &best), plies = MATE - abs(score);
        const int mate = score > 0 ? (plies + 1) / 2 : -plies / 2;
        printf("info depth %d nodes %llu hashfull %u score %s %d\n", d, nodes, zobrist_table_fill(table),
            plies < 1000 ? "mate" : "cp", plies < 1000 ? mate : score);
    }
    printf("bestmove %c%c%c%c%.*s\n", 'a' - 1 + best.from % 10, '0' - 1 + best.from / 10,
        'a' - 1 + best.to % 10, '0' - 1 + best.to / 10, best.promotion != NONE, &best.promotion);
}

int main(void) {
    zobrist_key_set *keys;
    check(zobrist_key_set_named("polyglot", &keys));
    for (const char *piece = "PNBRQKpnbrqk"; *piece; ++piece)
        for (uint32_t i = 0; i < 64; ++i)
            check(zobrist_key_set_piece(keys, *piece, i, &piece_slot[(int)*piece][A1 + i % 8 + i / 8 * 10]));
    check(zobrist_key_set_find(keys, "castling", &castling_slot, NULL));
    check(zobrist_key_set_find(keys, "en-passant", &en_passant_slot, NULL));
    check(zobrist_key_set_find(keys, "turn", &turn_slot, NULL));
    check(zobrist_hasher_new(keys, &hasher));
    check(zobrist_history_new(ZOBRIST_RULE_FOLD, 3, &history));
    check(zobrist_table_new(16 << 20, &table));
    zobrist_key_set_free(keys); // the hasher keeps them
    static char line[1 << 16];
    position p;
    unsigned number;
    read_position(&p, line); // of nothing: the start
    while (fgets(line, sizeof line, stdin) && strcmp(line, "quit\n") != 0) {
        if (!strcmp(line, "uci\n")) puts("id name zobrist\nuciok");
        if (!strcmp(line, "isready\n")) puts("readyok");
        if (!strcmp(line, "d\n")) printf("key %016llx\n", (unsigned long long)zobrist_hasher_hash(hasher));
        if (!strncmp(line, "position ", 9)) read_position(&p, line);
        if (sscanf(line, "go depth %u", &number) == 1) go(&p, (int)number);
        if (!strcmp(line, "ucinewgame\n")) check(zobrist_table_clear(table, 1));
        if (sscanf(line, "go perft %u", &number) == 1) printf("nodes %llu\n", (unsigned long long)perft(&p, number));
        fflush(stdout);
    }
    zobrist_table_free(table);
    zobrist_history_free(history);
    zobrist_hasher_free(hasher);
}
