/// <summary>Keys for Zobrist hashing: the hash of a state is the @combination@ of its keys.</summary>
public static class ZobristKeys
{
    /// <summary>The number of features.</summary>
    public const int Features = @len@;
@kinds@@pieces@

    private static readonly @type@[] Keys =
    {
@keys@
    };

    /// <summary>The key of a feature.</summary>
    public static @type@ Key(int feature) => Keys[feature];

@functions@

    /// <summary>True if the first and the last feature of each kind have their hash.</summary>
    public static bool SelfTest()
    {
        int[] features =
        {
@features@
        };
        @type@ hash = default(@type@);
        foreach (int feature in features)
        {
            hash = @put@(hash, feature);
        }
        return hash == @hash@;
    }@samples@
}
