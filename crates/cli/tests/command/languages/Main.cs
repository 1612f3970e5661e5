static class Program {
    static int Main() {
        var hash = ZobristKeys.@TAKE@(ZobristKeys.Key(0), 0);
        var empty = hash;
        foreach (int feature in new[] {@FEATURES@}) hash = ZobristKeys.@PUT@(hash, feature);
        System.Console.WriteLine(hash.ToString("x"));
        foreach (int feature in new[] {@FEATURES@}) hash = ZobristKeys.@TAKE@(hash, feature);
        @SHOW@
        @POSITIONS@
        return ZobristKeys.SelfTest() && hash == empty && hash == 0 ? 0 : 1;
    }
}
