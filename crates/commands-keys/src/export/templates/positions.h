// Positions of chess and their hashes. In a test of an engine, the hash of each FEN must be equal:
//     for (size_t i = 0; i < ZOBRIST_POSITIONS; ++i)
//         if (@differ@)
//             return 1;
enum {
    ZOBRIST_POSITIONS = @count@
};

typedef struct {
    const char *fen;
    zobrist_hash hash;
} zobrist_position;

static const zobrist_position zobrist_positions[ZOBRIST_POSITIONS] = {
@rows@
};
