class Main {
    static String digits(Object hash) {
        if (hash instanceof Integer) return String.format("%08x", hash);
        if (hash instanceof Long) return String.format("%016x", hash);
        // A record is printed with its two numbers.
        String[] halves = hash.toString().replaceAll("[^-0-9,]", "").split(",");
        return String.format("%016x%016x", Long.valueOf(halves[0]), Long.valueOf(halves[1]));
    }

    static void show(Object hash) { System.out.println(digits(hash)); }

    public static void main(String[] args) {
        var empty = ZobristKeys.@TAKE@(ZobristKeys.key(0), 0);
        var hash = empty;
        for (int feature : new int[] {@FEATURES@}) hash = ZobristKeys.@PUT@(hash, feature);
        show(hash);
        for (int feature : new int[] {@FEATURES@}) hash = ZobristKeys.@TAKE@(hash, feature);
        @SHOW@
        @POSITIONS@
        boolean isEmpty = digits(hash).equals(digits(empty)) && digits(hash).matches("0+");
        if (!ZobristKeys.selfTest() || !isEmpty) System.exit(1);
    }
}
