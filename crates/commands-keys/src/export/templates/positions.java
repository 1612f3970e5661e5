    /** A position of chess and its hash. */
    public static final class Position {
        /** The position in FEN. */
        public final String fen;
        /** Its hash. */
        public final @hashtype@ hash;

        private Position(String fen, @hashtype@ hash) {
            this.fen = fen;
            this.hash = hash;
        }
    }

    private static final Position[] POSITIONS = {
@rows@
    };

    /**
     * Positions for the test of an engine, which must have the hash of each FEN:
     * <code>for (ZobristKeys.Position position : ZobristKeys.positions())
     * assertEquals(position.hash, hashOf(position.fen));</code>
     */
    public static Position[] positions() {
        return POSITIONS.clone();
    }
