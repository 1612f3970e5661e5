    /// <summary>A position of chess and its hash.</summary>
    public struct Position
    {
        /// <summary>The position in FEN.</summary>
        public readonly string Fen;
        /// <summary>Its hash.</summary>
        public readonly @type@ Hash;

        /// <summary>A position with its hash.</summary>
        public Position(string fen, @type@ hash)
        {
            Fen = fen;
            Hash = hash;
        }
    }

    /// <summary>Positions for the test of an engine. The hash of each FEN must be equal:
    /// <code>foreach (var position in ZobristKeys.Positions)
    ///     Assert.Equal(position.Hash, HashOf(position.Fen));</code></summary>
    public static readonly Position[] Positions =
    {
@rows@
    };
