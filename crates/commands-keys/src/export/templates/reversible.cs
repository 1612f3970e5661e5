    /// <summary>The number of places for moves that can be taken back.</summary>
    public const int ReversiblePlaces = @places@;

    /// <summary>Differences of moves that can be taken back (the cuckoo tables of M. van Kervinck):
    /// @count@ of all pieces but pawns, @ways@.
    /// The difference of a move, 0 in an empty place, is in the place of its lowest bits
    /// or in that of the bits from @shift@ on.
    ///
    /// The side to move can repeat the position of three, five, ... plies ago if
    /// <c>ReversibleMove(@from@(itsHash, hashNow))</c> is not 0, the piece is its own and nothing
    /// stands between the two squares. No move since then may be a capture, a pawn's, or one that
    /// loses a castling right, and neither hash may have the key of a clock.</summary>
    public static readonly @type@[] ReversibleDifferences =
    {
@differences@
    };

    /// <summary>The moves: 4096 * piece + 64 * square + square, numbered as the keys are.</summary>
    public static readonly ushort[] ReversibleMoves =
    {
@moves@
    };

    /// <summary>The move that makes a difference, or 0.</summary>
    public static ushort ReversibleMove(@type@ difference)
    {
        int place = (int)((ulong)difference & (ReversiblePlaces - 1));
        if (ReversibleDifferences[place] != difference)
        {
            place = (int)((ulong)(difference >> @shift@) & (ReversiblePlaces - 1));
        }
        return ReversibleDifferences[place] == difference ? ReversibleMoves[place] : (ushort)0;
    }
