
    /** A key or a hash. */
    public record Hash(long high, long low) {
        /** The hash of nothing. */
        public static final Hash EMPTY = new Hash(0, 0);
    }
