// Moves that can be taken back (the cuckoo tables of M. van Kervinck): @count@ of all pieces but
// pawns, @ways@. The difference of a move, 0 in
// an empty place, is in the place of its lowest bits or in that of the bits from @shift@ on.
//
// The side to move can repeat the position of three, five, ... plies ago if
// zobrist_reversible_move(zobrist_@from@(its hash, the hash now)) is not 0, the piece is its own
// and nothing stands between the two squares. No move since then may be a capture, a pawn's, or
// one that loses a castling right, and neither hash may have the key of a clock.
enum {
    ZOBRIST_REVERSIBLE_PLACES = @places@
};

static const zobrist_hash zobrist_reversible_differences[ZOBRIST_REVERSIBLE_PLACES] = {
@differences@
};

// The move in each place: 4096 * piece + 64 * square + square, numbered as the keys are.
static const uint16_t zobrist_reversible_moves[ZOBRIST_REVERSIBLE_PLACES] = {
@moves@
};

// The move that makes a difference, or 0.
static inline uint16_t zobrist_reversible_move(zobrist_hash difference) {
    size_t place = (size_t)(difference@low@ & (ZOBRIST_REVERSIBLE_PLACES - 1));
    if (@differ@)
        place = (size_t)((difference@low@ >> @shift@) & (ZOBRIST_REVERSIBLE_PLACES - 1));
    if (@differ@)
        return 0;
    return zobrist_reversible_moves[place];
}
