//! Errors of descriptions, with their places.

use super::{ROOKIE, error};

/// A file with one line replaced: the error is that of the line.
#[test]
fn errors_say_where_and_what() {
    let known = "`name`, `bits`, `combine`, `keys`, `layout`, `pieces`, `turn`, `castling`, \
                 `en-passant`, `start`, `clock`, `pocket` or `secondary`";
    let cases: &[(&str, &str, &str)] = &[
        ("name     = \"rookie\"\n", "", "line 1, column 1: expected a field `name`, got none"),
        (
            "\"rookie\"",
            "\"Rookie\"",
            "line 1, column 12: expected a name of words of a-z and 0-9, joined by `-`, `_` or \
             `.`, got \"Rookie\"",
        ),
        ("= 64", "= 48", "line 2, column 12: expected 16, 24, 32, 64 or 128, got 48"),
        ("= 64", "= -1", "line 2, column 12: expected 16, 24, 32, 64 or 128, got -1"),
        ("\"xor\"", "\"sum48\"", "line 2, column 12: expected 48, the bits of `sum48`, got 64"),
        (
            "\"xor\"",
            "\"and\"",
            "line 3, column 12: expected \"xor\", \"sum16\", \"sum24\", \"sum32\", \"sum47\", \"sum48\" or \
             \"sum64\", got \"and\"",
        ),
        (
            "combine ",
            "combines",
            &format!("line 3, column 1: expected one of the fields {known}, got `combines`"),
        ),
        (
            "xoshiro256++",
            "xoshiro",
            "line 4, column 23: expected the name of a source: bch, splitmix64, xoshiro256++, \
             xoshiro256**, xoroshiro128**, xorshift64*, xorshift32, pcg32, pcg64, mt19937, mt19937-64, \
             kiss64, jsf64, minstd, minstd0, drand48, glibc-random, msvc-rand, java-random, \
             csharp-random, go-random, python-random, overlapping, rotated, polyglot or \
             stockfish, got \"xoshiro\"",
        ),
        (", seed = 42", "", "line 4, column 12: expected a field `seed`, got none"),
        (
            "seed = 42",
            "seed = 42.5",
            "line 4, column 46: expected a number from 0 to 18446744073709551615, got 42.5",
        ),
        (
            "sequential",
            "once",
            "line 4, column 57: expected \"by-kind\" or \"sequential\", got \"once\"",
        ),
        (
            "seed = 42",
            "seed = 42, capacity = 1024",
            "line 4, column 50: expected no `capacity` beside `source`, got 1024",
        ),
        (
            "\"xoshiro256++\", seed = 42",
            "\"xorshift64*\", seed = 0",
            "line 4, column 45: expected a seed of xorshift64* from 1 to 18446744073709551615, got 0",
        ),
        (
            "\"xoshiro256++\", seed = 42",
            "\"mt19937\", seed = 4294967296",
            "line 4, column 41: expected a seed of mt19937 from 0 to 4294967295, got 4294967296",
        ),
        (
            "\"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "\"bch\", seed = 42, capacity = 792",
            "line 4, column 52: expected a number from 793 to 16777216, got 792",
        ),
        (
            "\"xoshiro256++\", seed = 42",
            "\"bch\", seed = 42",
            "line 4, column 41: expected no `draw` beside `source`, got \"sequential\"",
        ),
        (
            "draw = \"sequential\"",
            "draw = \"sequential\", skip = 16777217",
            "line 4, column 78: expected a number from 0 to 16777216, got 16777217",
        ),
        (
            "draw = \"sequential\"",
            "skip = -1",
            "line 4, column 57: expected a number from 0 to 16777216, got -1",
        ),
        (
            "\"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "\"bch\", seed = 42, skip = 1",
            "line 4, column 41: expected no `skip` beside `source`, got 1",
        ),
        (
            "\"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "\"stockfish\", skip = 1",
            "line 4, column 36: expected no `skip` beside `source`, got 1",
        ),
        (
            "\"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "\"polyglot\"",
            "line 4, column 23: expected a source for 793 keys, got \"polyglot\", which has 781",
        ),
        (
            "source = \"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "seed = 42",
            "line 4, column 12: expected a table with one of `source`, `file`, `lines`, `raw` or `hex`, \
             got none of them",
        ),
        (
            "source = \"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "raw = \"random.bin\", file = \"zobrist.h\"",
            "line 4, column 12: expected a table with one of `source`, `file`, `lines`, `raw` or `hex`, \
             got `raw`, too",
        ),
        (
            "source = \"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "raw = \"random.bin\"",
            "line 4, column 12: expected a field `endian`, got none",
        ),
        (
            "source = \"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "raw = \"random.bin\", endian = \"middle\"",
            "line 4, column 43: expected \"little\" or \"big\", got \"middle\"",
        ),
        (
            "source = \"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "file = \"zobrist.h\", endian = \"big\"",
            "line 4, column 34: expected no `endian` beside `file`, got \"big\"",
        ),
        (
            "source = \"xoshiro256++\", seed = 42, draw = \"sequential\"",
            "hex = [\"0x1\", \"2\"]",
            "line 4, column 20: expected 793 keys, got 2",
        ),
        (
            "{ source = \"xoshiro256++\", seed = 42, draw = \"sequential\" }",
            "\"zobrist.h\"",
            "line 4, column 12: expected a table with one of `source`, `file`, `lines`, `raw` or `hex`, \
             got \"zobrist.h\"",
        ),
        (
            "\"turn\"",
            "\"side\"",
            "line 5, column 23: expected \"pieces\", \"turn\", \"castling\", \"en-passant\", \
             \"empty\", \"no-en-passant\", \"start\", \"no-pawns\", \"clock\", \"promoted\", \
             \"pocket\", \"checks\" or \"variant\", got \"side\"",
        ),
        (
            "\"turn\"",
            "\"turn\", \"turn\"",
            "line 5, column 31: expected each part once, got \"turn\" again",
        ),
        ("\"pieces\", ", "", "line 5, column 12: expected \"pieces\" in `layout`, got none"),
        (
            "\"turn\", ",
            "",
            "line 10, column 2: expected \"turn\" in `layout`, for a section with keys of its own, \
             got none",
        ),
        (
            "[turn]\nkey-for  = \"black\"\n",
            "",
            "line 5, column 23: expected a section `[turn]` for \"turn\", got none",
        ),
        (
            "\"en-passant\"]",
            "\"en-passant\", \"clock\"]",
            "line 5, column 57: expected a section `[clock]` for \"clock\", got none",
        ),
        (
            "PNBRQKpnbrqk",
            "PNBRQKpnbrqq",
            "line 7, column 12: expected the twelve letters \"PNBRQKpnbrqk\" in the order of the \
             keys, each once, got \"PNBRQKpnbrqq\"",
        ),
        (
            "order    = \"PNBRQKpnbrqk\"\n",
            "",
            "line 6, column 2: expected a field `order`, got none",
        ),
        (
            "first = \"a1\"",
            "first = \"e4\"",
            "line 8, column 22: expected \"a1\", \"h1\", \"a8\" or \"h8\", got \"e4\"",
        ),
        ("run = \"rank\"", "run = 8", "line 8, column 34: expected \"rank\" or \"file\", got 8"),
        (
            "\"piece-square\"",
            "\"square\"",
            "line 9, column 12: expected \"piece-square\", \"square-piece\", \"role-square-color\" or \
             \"color-square-role\", got \"square\"",
        ),
        (
            "\"piece-square\"",
            "\"role-square-color\"",
            "line 7, column 12: expected the colors of each role side by side, as in \
             \"PpNnBbRrQqKk\", for `index = \"role-square-color\"`, got \"PNBRQKpnbrqk\"",
        ),
        (
            "keys     = \"file\"",
            "keys     = \"square\"\ntable = \"pieces\"",
            "line 17, column 9: expected a dot in `order` of `[pieces]`, the row of no piece, for \
             `table`, got none",
        ),
        (
            "keys     = \"file\"",
            "keys     = \"file\"\ntable = \"pieces\"",
            "line 17, column 1: expected no `table` beside `keys = \"file\"`, got \"pieces\"",
        ),
        (
            "key-for  = \"black\"",
            "",
            "line 10, column 2: expected a field `key-for` or `keys`, got none",
        ),
        (
            "\"black\"",
            "\"red\"",
            "line 11, column 12: expected \"black\", \"white\" or \"both\", got \"red\"",
        ),
        (
            "key-for  = \"black\"",
            "keys     = \"slot\"",
            "line 5, column 23: expected only parts with keys of their own, which `[turn]` has \
             not, got \"turn\"",
        ),
        (
            "\"sets\"",
            "\"all\"",
            "line 13, column 12: expected \"rights\", \"sets\", \"rooks\", \"kings\", \"slots\" or \
             \"none\", got \"all\"",
        ),
        (
            "\"KQkq\"",
            "\"KQk-\"",
            "line 14, column 12: expected the four letters \"KQkq\", that of bit 0 first, each \
             once, got \"KQk-\"",
        ),
        (
            "\"sets\"",
            "\"kings\"",
            "line 14, column 1: expected no `order` beside `keys = \"kings\"`, got \"KQkq\"",
        ),
        ("\"sets\"", "\"rooks\"", "line 12, column 2: expected a field `by`, got none"),
        (
            "\"sets\"\norder    = \"KQkq\"",
            "\"slots\"",
            "line 5, column 31: expected only parts with keys of their own, which `[castling]` has \
             not, got \"castling\"",
        ),
        (
            "keys     = \"file\"",
            "keys     = \"pawns\"",
            "line 15, column 2: expected a field `pawn`, got none",
        ),
        ("counts   = \"always\"\n", "", "line 15, column 2: expected a field `counts`, got none"),
        (
            "\"always\"",
            "\"never\"",
            "line 17, column 12: expected \"always\", \"beside\" or \"legal\", got \"never\"",
        ),
        ("[turn]", "[turn", "line 10, column 6: expected TOML, got unclosed table, expected `]`"),
    ];
    for (old, new, expected) in cases {
        assert!(ROOKIE.contains(old), "{old}");
        assert_eq!(error(&ROOKIE.replacen(old, new, 1)), *expected, "{old} -> {new}");
    }
}

/// Sections that the example has not.
#[test]
fn errors_of_other_sections_say_where_and_what() {
    let cases: &[(&str, &str)] = &[
        ("[start]", "line 18, column 2: expected a field `key`, got none"),
        (
            "[start]\nkey = \"0x10000000000000000\"",
            "line 19, column 7: expected a key of 64 bits in hex digits between quotes, got \
             \"0x10000000000000000\"",
        ),
        (
            "[start]\nkey = 5",
            "line 19, column 7: expected a key of 64 bits in hex digits between quotes, got 5",
        ),
        (
            "[pocket]\nkeys = \"counts\"",
            "line 18, column 2: expected \"pocket\" in `layout`, for a section `[pocket]`, got none",
        ),
        (
            "[secondary.material]\npieces = \"P\"\noffset = 8",
            "line 20, column 1: expected no `offset` beside `by = \"square\"`, got 8",
        ),
        (
            "[secondary.material]\npieces = \"P\"\nby = \"count\"\noffset = 64",
            "line 21, column 10: expected a number from 0 to 63, got 64",
        ),
        (
            "[clock]\nfrom = 14\nkeys = \"lcg(1,2)\"",
            "line 18, column 2: expected a field `step`, got none",
        ),
        (
            "[clock]\nfrom = 14\nstep = 0\nkeys = \"lcg(1,2)\"",
            "line 20, column 8: expected a number from 1 to 65535, got 0",
        ),
        (
            "[clock]\nfrom = 151\nstep = 1\nkeys = \"lcg(1,2)\"",
            "line 19, column 8: expected a number from 0 to 150, got 151",
        ),
        (
            "[clock]\nfrom = 14\nstep = 8\ncount = 18",
            "line 18, column 2: expected \"clock\" in `layout`, or a field `keys`, got none",
        ),
        (
            "[clock]\nfrom = 14\nstep = 8\ncount = 18\nkeys = \"lcg(1,2)\"",
            "line 21, column 1: expected no `count` without \"clock\" in `layout`: given keys go \
             up to 150, got 18",
        ),
        (
            "[clock]\nfrom = 14\nstep = 8\nkeys = \"lcg(1;2)\"",
            "line 21, column 8: expected an array of keys, or \"lcg(a,c)\" with numbers of 64 \
             bits, decimal or 0x, got \"lcg(1;2)\"",
        ),
        (
            "[clock]\nfrom = 14\nstep = 8\nkeys = \"lcg(1,18446744073709551616)\"",
            "line 21, column 8: expected an array of keys, or \"lcg(a,c)\" with numbers of 64 \
             bits, decimal or 0x, got \"lcg(1,18446744073709551616)\"",
        ),
        (
            "[clock]\nfrom = 142\nstep = 8\nkeys = [\"1\"]",
            "line 21, column 8: expected 2 keys, got 1",
        ),
        (
            "[clock]\nfrom = 142\nstep = 8\nkeys = [\"1\",\n \"x\"]",
            "line 22, column 2: expected a key of 64 bits in hex digits between quotes, got \"x\"",
        ),
        ("[secondary]\npawn = 1", "line 19, column 8: expected sections `[secondary.NAME]`, got 1"),
        ("[secondary.pawn]", "line 18, column 12: expected a field `pieces`, got none"),
        (
            "[secondary.Pawn]\npieces = \"Pp\"",
            "line 18, column 12: expected a name of words of a-z and 0-9, joined by `-`, `_` or \
             `.`, got \"Pawn\"",
        ),
        (
            "[secondary.pawn]\npieces = \"PP\"",
            "line 19, column 10: expected letters of FEN such as \"Pp\", each once, got \"PP\"",
        ),
        (
            "[secondary.pawn]\npieces = \"Pp\"\nby = \"file\"",
            "line 20, column 6: expected \"square\", \"count\" or \"total\", got \"file\"",
        ),
        (
            "[secondary.pawn]\npieces = \"Pp\"\nalso = [\"no-pawns\"]",
            "line 20, column 9: expected something that the scheme has keys for, got \"no-pawns\"",
        ),
        (
            "[secondary.pawn]\npieces = \"Pp\"\nalso = [\"clock\"]",
            "line 20, column 9: expected \"start\", \"no-pawns\", \"turn\", \"castling\" or \
             \"en-passant\", got \"clock\"",
        ),
        // A feature is listed twice.
        (
            "[secondary.pawn]\npieces = \"Pp\"\nalso = [\"en-passant\", \"en-passant\"]",
            "line 20, column 23: expected each once, got \"en-passant\"",
        ),
        (
            "[secondary.pawn]\npieces = \"\"",
            "line 18, column 12: expected pieces or other features in a secondary key, got none",
        ),
        (
            "[secondary.pawn]\npieces = \"Pp\"\n[secondary.pawn]\npieces = \"P\"",
            "line 20, column 12: expected TOML, got duplicate key",
        ),
    ];
    for (more, expected) in cases {
        assert_eq!(error(&format!("{ROOKIE}{more}\n")), *expected, "{more}");
    }
    let listed = ROOKIE.replace("\"turn\"", "\"turn\", \"start\"") + "[start]\nkey = \"1\"";
    assert_eq!(
        error(&listed),
        "line 5, column 31: expected no \"start\" in `layout`, since `[start]` gives its key, got it"
    );
    let listed = ROOKIE.replace("\"turn\"", "\"turn\", \"clock\"")
        + "[clock]\nfrom = 0\nstep = 1\ncount = 5\nkeys = \"lcg(1,1)\"";
    assert_eq!(
        error(&listed),
        "line 22, column 1: expected no `keys` beside \"clock\" in `layout`, which has its keys \
         with the others, got \"lcg(1,1)\""
    );
    let with_row = ROOKIE.replace("order    = \"P", "order    = \".P");
    let of_table = with_row.replace("\"file\"", "\"square\"\ntable = \"pieces\"");
    assert_eq!(
        error(&of_table),
        "line 5, column 43: expected no \"en-passant\" in `layout`, since `table` gives its keys, got \
         it"
    );
    let of_table = of_table.replace(", \"en-passant\"]", "]");
    assert_eq!(
        error(&(of_table + "values = []\n")),
        "line 19, column 1: expected no `values` beside `table`, got an array"
    );
    let interleaved = ROOKIE.replace("\"piece-square\"", "\"color-square-role\"");
    assert_eq!(
        error(&(interleaved + "[secondary.m]\npieces = \"P\"\nby = \"count\"\nstride = 16\n")),
        "line 21, column 10: expected no `stride` beside `index = \"color-square-role\"`, got 16"
    );
    let without = ROOKIE.replace("\"en-passant\"]", "\"no-en-passant\"]");
    let without = without.split("[en-passant]").next().unwrap();
    assert_eq!(
        error(without),
        "line 5, column 43: expected a section `[en-passant]` that says which captures count, got \
         none"
    );
    let narrow =
        ROOKIE.replace("bits     = 64", "bits     = 32").replace("xoshiro256++", "rotated");
    assert_eq!(
        error(&narrow),
        "line 4, column 23: expected a source for keys of 32 bits, got \"rotated\", whose keys \
         have 64 to 128"
    );
}

/// Columns count characters.
#[test]
fn places_are_of_characters() {
    let text = "# Ångström\nname = \"a\" # one\nkeys = { file = \"é\", seed = 1 }\nlayout = [\"pieces\"]\n\
                [pieces]\norder = \"PNBRQKpnbrqk\"\n";
    assert_eq!(error(text), "line 3, column 22: expected no `seed` beside `file`, got 1");
    assert_eq!(error(""), "line 1, column 1: expected a field `name`, got none");
}
