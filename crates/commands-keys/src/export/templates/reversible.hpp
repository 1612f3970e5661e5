// Moves that can be taken back (the cuckoo tables of M. van Kervinck): @count@ of all pieces but
// pawns, @ways@. The difference of a move, 0 in
// an empty place, is in the place of its lowest bits or in that of the bits from @shift@ on.
//
// The side to move can repeat the position of three, five, ... plies ago if
// reversible_move(@from@(its hash, the hash now)) is not 0, the piece is its own and nothing
// stands between the two squares. No move since then may be a capture, a pawn's, or one that loses
// a castling right, and neither hash may have the key of a clock.
inline constexpr std::size_t reversible_places = @places@;

inline constexpr std::array<Hash, reversible_places> reversible_differences = {@open@
@differences@
@close@};

// The move in each place: 4096 * piece + 64 * square + square, numbered as the keys are.
inline constexpr std::array<std::uint16_t, reversible_places> reversible_moves = {
@moves@
};

// The move that makes a difference, or 0.
constexpr std::uint16_t reversible_move(Hash difference) {
    std::size_t place = difference@low@ & (reversible_places - 1);
    if (reversible_differences[place] != difference)
        place = (difference@low@ >> @shift@) & (reversible_places - 1);
    return reversible_differences[place] != difference ? 0 : reversible_moves[place];
}
