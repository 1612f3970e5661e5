@about@@using@
/// <summary>Keys for Zobrist hashing: the hash of a state is the XOR of its keys.</summary>
public static class ZobristKeys
{
    /// <summary>The number of features.</summary>
    public const int Features = @len@;
@kinds@

    private static readonly @type@[] Keys =
    {
@keys@
    };

    /// <summary>The key of a feature.</summary>
    public static @type@ Key(int feature) => Keys[feature];

    /// <summary>Puts a feature into a hash, or takes it out again.</summary>
    public static @type@ Toggle(@type@ hash, int feature) => hash ^ Keys[feature];

    /// <summary>Whether the first and the last feature of each kind have their hash.</summary>
    public static bool SelfTest()
    {
        int[] features =
        {
@features@
        };
        @type@ hash = default(@type@);
        foreach (int feature in features)
        {
            hash = Toggle(hash, feature);
        }
        return hash == @hash@;
    }
}
