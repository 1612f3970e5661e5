    /** The number of places for moves that can be taken back. */
    public static final int REVERSIBLE_PLACES = @places@;

    /** The tables as text: as numbers, they are too much code for the initializer of a class. */
    private static final class ReversibleText {
        static final String[] DIFFERENCES = {
@differences@
        };

        static final String[] MOVES = {
@moves@
        };

        static @hashtype@[] differences() {
            @hashtype@[] differences = new @hashtype@[REVERSIBLE_PLACES];
            for (int i = 0; i < REVERSIBLE_PLACES; i++) {
                String row = DIFFERENCES[i / @row@];
                int at = @digits@ * (i % @row@);
                differences[i] = @parsed@;
            }
            return differences;
        }

        static int[] moves() {
            int[] moves = new int[REVERSIBLE_PLACES];
            for (int i = 0; i < REVERSIBLE_PLACES; i++) {
                int at = 4 * (i % 16);
                moves[i] = Integer.parseInt(MOVES[i / 16].substring(at, at + 4), 16);
            }
            return moves;
        }
    }

    private static final @hashtype@[] REVERSIBLE_DIFFERENCES = ReversibleText.differences();

    private static final int[] REVERSIBLE_MOVES = ReversibleText.moves();

    /**
     * Differences of moves that can be taken back (the cuckoo tables of M. van Kervinck): @count@
     * of all pieces but pawns, @ways@.
     * The difference of a move, 0 in an empty place, is in the place of its lowest bits or
     * in that of the bits from @shift@ on.
     */
    public static @hashtype@[] reversibleDifferences() {
        return REVERSIBLE_DIFFERENCES.clone();
    }

    /** The move in each place: 4096 * piece + 64 * square + square, numbered as the keys are. */
    public static int[] reversibleMoves() {
        return REVERSIBLE_MOVES.clone();
    }

    /**
     * The move that makes a difference, or 0.
     *
     * <p>The side to move can repeat the position of three, five, ... plies ago if
     * {@code reversibleMove(@from@(its hash, the hash now))} is not 0, the piece is its own and
     * nothing stands between the two squares. No move since then may be a capture, a pawn's, or one
     * that loses a castling right, and neither hash may have the key of a clock.
     */
    public static int reversibleMove(@hashtype@ difference) {
        int place = @low@ & (REVERSIBLE_PLACES - 1);
        if (@differ@) {
            place = @high@ & (REVERSIBLE_PLACES - 1);
        }
        return @differ@ ? 0 : REVERSIBLE_MOVES[place];
    }
