@about@
@package@
/** Keys for Zobrist hashing: the hash of a state is the @combination@ of the keys of its features. */
public final class ZobristKeys {
    /** The number of features. */
    public static final int FEATURES = @len@;
@kinds@@pieces@

    private ZobristKeys() {}
@type@
    /** @keydoc@ */
    private static final @element@[] KEYS = {
@keys@
    };

    /** The key of a feature. */
    public static @hashtype@ key(int feature) {
        return @key@;
    }

@functions@

    /** True if the first and the last feature of each kind have the hash that they should. */
    public static boolean selfTest() {
        int[] features = {
@features@
        };
        @hashtype@ hash = @zero@;
        for (int feature : features) {
            hash = @put@(hash, feature);
        }
        return @equal@;
    }@samples@
}
