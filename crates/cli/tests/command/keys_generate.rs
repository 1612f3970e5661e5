//! `zobrist keys generate`: keys of every source and layout, and errors.

use zobrist::{Kind, Layout, Source};

use crate::tool::{Folder, zobrist};

const PIECE: Kind = Kind::first("piece", 768);
const CASTLING: Kind = PIECE.then("castling", 4);
const EN_PASSANT: Kind = CASTLING.then("en-passant", 8);
const CHESS: Layout = EN_PASSANT.then("turn", 1).layout();

const STONE: Kind = Kind::first("stone", 2 * 19 * 19);
const GO: Layout = STONE.then("turn", 1).layout();

fn generate(options: &str) -> String {
    zobrist(["keys", "generate"].into_iter().chain(options.split(' '))).done()
}

fn refused(options: &str) -> String {
    zobrist(["keys", "generate"].into_iter().chain(options.split(' '))).refused()
}

fn lines<K: Copy + std::fmt::LowerHex>(keys: &[K]) -> String {
    let digits = 2 * size_of::<K>();
    keys.iter().map(|key| format!("{key:0digits$x}\n")).collect()
}

#[test]
fn every_source_in_every_order() {
    let sources = [
        ("splitmix64", Source::splitmix64(5)),
        ("xoshiro256++", Source::xoshiro256_plus_plus(5)),
        ("xorshift64*", Source::xorshift64_star(5)),
        ("xorshift32", Source::xorshift32(5)),
        ("mt19937", Source::mt19937(5)),
        ("mt19937-64", Source::mt19937_64(5)),
        ("kiss64", Source::kiss64(5)),
        ("jsf64", Source::jsf64(5)),
        ("xoshiro256**", Source::xoshiro256_star_star(5)),
        ("xoroshiro128**", Source::xoroshiro128_star_star(5)),
        ("pcg32", Source::pcg32(5)),
        ("pcg64", Source::pcg64(5)),
        ("minstd", Source::minstd(5)),
        ("minstd0", Source::minstd0(5)),
        ("drand48", Source::drand48(5)),
        ("glibc-random", Source::glibc_random(5)),
        ("msvc-rand", Source::msvc_rand(5)),
        ("java-random", Source::java_random(5)),
        ("csharp-random", Source::csharp_random(5)),
        ("go-random", Source::go_random(5)),
        ("python-random", Source::python_random(5)),
        ("overlapping", Source::splitmix64(5).overlapping()),
        ("rotated", Source::splitmix64(5).rotated(64)),
    ];
    for (name, source) in sources {
        let options = format!("--layout chess --source {name} --seed 5 --bits 64");
        let by_kind = generate(&options);
        assert_eq!(by_kind, lines(source.keys::<u64>(CHESS).as_slice()), "{name}");
        assert_eq!(generate(&format!("{options} --order by-kind")), by_kind);
        let sequential = generate(&format!("{options} --order sequential"));
        assert_eq!(sequential, lines(source.sequential().keys::<u64>(CHESS).as_slice()), "{name}");
        assert_ne!(sequential, by_kind);
    }
    for (alias, name) in [
        ("xoshiro256plusplus", "xoshiro256++"),
        ("xorshift64star", "xorshift64*"),
        ("xoshiro256starstar", "xoshiro256**"),
        ("xoroshiro128starstar", "xoroshiro128**"),
        ("dotnet-random", "csharp-random"),
        ("go-math-rand", "go-random"),
        ("glibc-rand", "glibc-random"),
        ("rkiss", "jsf64"),
    ] {
        assert_eq!(
            generate(&format!("{alias} --layout go:5")),
            generate(&format!("{name} --layout go:5"))
        );
    }
}

#[test]
fn invalid_numbers_are_explained() {
    for (options, expected) in [
        ("generate splitmix64 --layout go:5 --seed 0x+5", "a number below 2^64, decimal or 0x…"),
        ("generate splitmix64 --layout go:5 --best-of 0", "a number of seeds, 1 or more"),
        ("forge --count 0", "a number of pairs, 1 or more"),
    ] {
        let message = zobrist(["keys"].into_iter().chain(options.split(' '))).refused();
        assert!(message.contains(&format!(": expected {expected}\n")), "{message}");
    }
}

#[test]
fn the_code_in_every_width() {
    let source = Source::bch(1, 723);
    let keys = |options: &str| generate(&format!("--layout go:19 --seed 1 {options}"));
    assert_eq!(keys("--source bch --bits 32"), lines(source.keys::<u32>(GO).as_slice()));
    assert_eq!(keys("--bits 64"), lines(source.keys::<u64>(GO).as_slice()));
    assert_eq!(keys("--bits 128"), lines(source.keys::<u128>(GO).as_slice()));
    // Keys belong to slots: no order changes them.
    for order in ["by-kind", "sequential"] {
        assert_eq!(keys(&format!("--source bch --order {order}")), keys("bch"));
    }
    let roomy = Source::bch(1, 2000).keys::<u64>(GO);
    assert_eq!(keys("--capacity 2000"), lines(roomy.as_slice()));
    assert_ne!(keys("--capacity 2000"), keys("bch"));
}

#[test]
fn published_sets() {
    let random64 = include_str!("../../../chess/tests/vectors/polyglot-random64.txt");
    for scheme in ["polyglot", "fide", "fen"] {
        assert_eq!(generate(scheme), random64);
        assert_eq!(generate(&format!("--scheme {scheme} --bits 64 --layout chess")), random64);
    }
    let stockfish = include_str!("../../../chess/tests/vectors/stockfish.txt");
    assert_eq!(generate("stockfish --layout chess"), stockfish);
    let stockfish = include_str!("../../../chess/tests/vectors/stockfish-2020.txt");
    assert_eq!(generate("stockfish-2020 --layout chess:782"), stockfish);
    // The scheme is the code with its seed and its capacity.
    for bits in ["32", "64", "128"] {
        let code = format!("bch --seed 1970 --capacity 1024 --layout chess:939 --bits {bits}");
        assert_eq!(generate(&format!("zobrist --bits {bits}")), generate(&code));
    }
}

#[test]
fn rows_describe_features() {
    let rows = generate("polyglot --format csv");
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 782);
    assert_eq!(lines[0], "slot,kind,index,key,meaning");
    assert_eq!(lines[1], "0,piece,0,9d39247e33776d41,black pawn a1");
    assert_eq!(lines[781], "780,turn,0,f8d626aaaf278509,white to move");
    let rows = generate("splitmix64 --layout go:9 --bits 32 --format jsonl");
    let last = rows.lines().last().unwrap();
    assert!(last.starts_with("{\"slot\":162,\"kind\":\"turn\",\"index\":0,\"key\":\""), "{last}");
    assert!(last.ends_with("\",\"meaning\":null}"), "{last}");
}

#[test]
fn a_layout_from_a_file() {
    let folder = Folder::with(
        "checkers.toml",
        "# Men and kings of two sides on 32 squares.\n\
         [[kind]]\nname = \"piece\"\nsize = 128\n[[kind]]\nname = \"turn\"\nsize = 1\n",
    );
    let keys = |layout: &str| {
        let args = ["keys", "generate", "splitmix64", "--layout", layout, "--seed", "3"];
        folder.zobrist(args).done()
    };
    const MAN: Kind = Kind::first("piece", 128);
    const LAYOUT: Layout = MAN.then("turn", 1).layout();
    assert_eq!(keys("checkers.toml"), lines(Source::splitmix64(3).keys::<u64>(LAYOUT).as_slice()));
    // A new kind does not change the keys of the others.
    folder.write(
        "more.toml",
        "kind = [{name='piece',size=128},{name='x',size=2},{name='turn',size=1}]",
    );
    let (few, more) = (keys("checkers.toml"), keys("more.toml"));
    assert_eq!(few.lines().last(), more.lines().last());
    assert_eq!(
        few.lines().take(128).collect::<Vec<_>>(),
        more.lines().take(128).collect::<Vec<_>>()
    );
}

#[test]
fn invalid_layouts_are_refused() {
    let wrong = |text: &str| {
        let folder = Folder::with("x.toml", text);
        folder.zobrist(["keys", "generate", "--layout", "x.toml"]).refused()
    };
    let too_many: String = (b'a'..=b'y')
        .map(|name| format!("[[kind]]\nname = \"{}\"\nsize = 1\n", char::from(name)))
        .collect();
    for (text, message) in [
        ("", "x.toml:1 (byte 0): expected a table `[[kind]]` with `name` and `size`"),
        ("kind = []", "x.toml: expected a table `[[kind]]`, got none"),
        ("[[kind]]\nname = \"piece\"\n", "missing field `size`"),
        ("[[kind]]\nname = \"a\"\nsize = 1\ncolour = 2", "x.toml:4 (byte 29): expected a table"),
        ("[[kind]]\nname = \"Piece\"\nsize = 1\n", "x.toml:2 (byte 16): expected a name such as"),
        ("[[kind]]\nname = \"a-1\"\nsize = 1\n", "x.toml:2 (byte 16): expected a name such as"),
        ("[[kind]]\nname = \"a\"\nsize = 0\n", "x.toml:3 (byte 27): expected a size from 1"),
        ("[[kind]]\nname = \"a\"\nsize = 16777217\n", "at most 16777216 features"),
        ("kind=[{name='a',size=1},{name='a',size=2}]", "the kind `a` appears twice"),
        (
            "kind=[{name='a-name-of-thirty-two-characters-x',size=1}]",
            "expected a name of at most 31 characters, got \"a-name-of-",
        ),
        ("[[kind]\n", "x.toml:1"),
        (&too_many, "expected at most 24 kinds, got more"),
    ] {
        let found = wrong(text);
        assert!(found.starts_with("zobrist: x.toml") && found.contains(message), "{found}");
    }
    for unknown in ["shogi", "chess:780", "chess:", "go:0", "go:100", "go:x", "go", "x.toml"] {
        let message = refused(&format!("--layout {unknown}"));
        let expected =
            format!("zobrist: unknown layout `{unknown}`: expected `chess`, `chess:781`");
        assert!(message.starts_with(&expected), "{message}");
    }
    assert!(refused("--seed 1").contains("name one with --layout"));
    let folder = Folder::new();
    let message = folder.zobrist(["keys", "generate", "--layout", "."]).refused();
    assert!(message.starts_with("zobrist: cannot read ."), "{message}");
}

#[test]
fn options_that_conflict_are_refused() {
    for (options, message) in [
        ("xorshift64* --seed 0 --layout chess", "expected a seed of xorshift64* from 1 to "),
        (
            "xorshift32 --seed 0 --layout chess",
            "expected a seed of xorshift32 from 1 to 4294967295",
        ),
        (
            "mt19937 --seed 4294967296 --layout chess",
            "from 0 to 4294967295, got 4294967296; `mt19937-64`",
        ),
        ("mt19937 --seed 4294967295 --best-of 2 --layout chess", "got 4294967296"),
        (
            "glibc-random --seed 4294967296 --layout chess",
            "a seed of glibc-random from 0 to 4294967295",
        ),
        (
            "rotated --bits 32 --layout chess",
            "keys of 64 to 128 bits from this source, got 32; take --bits 64",
        ),
        (
            "overlapping --capacity 1024 --layout chess",
            "got one for overlapping; leave out --capacity",
        ),
        ("rotated", "`rotated` makes keys for a layout"),
        ("splitmix64 --seed 18446744073709551615 --best-of 2 --layout chess", "the last seed"),
        ("bch --capacity 780 --layout chess", "expected a capacity from 781"),
        ("bch --capacity 16777217 --layout chess", "to 16777216, got 16777217"),
        ("splitmix64 --capacity 1024 --layout chess", "expected no capacity, which is for bch"),
        ("bch --best-of 8 --layout chess", "any 13 keys are independent, whatever the seed"),
        ("polyglot --bits 32", "hashes of 64 bits, not of 32"),
        ("stockfish --bits 128", "the keys of `stockfish` have 64 bits"),
        ("polyglot --seed 1", "--seed is for generators"),
        ("polyglot --order by-kind", "--order is for generators"),
        ("polyglot --best-of 2", "--best-of is for generators"),
        ("polyglot --layout go:19", "expected 723 keys for the layout go:19"),
        ("polyglot --layout chess:793", "expected 793 keys for the layout chess:793"),
        ("polyglot --input hex", "`polyglot` is a published set"),
        ("bch --layout chess --input hex", "`bch` is a generator"),
        (
            "random --layout chess",
            "`random` is neither a file nor a source: expected a generator (bch, splitmix64, \
             xoshiro256++, xoshiro256**, xoroshiro128**, xorshift64*, xorshift32, pcg32, pcg64, mt19937, \
             mt19937-64, kiss64, jsf64, minstd, minstd0, drand48, glibc-random, msvc-rand, \
             java-random, csharp-random, go-random, python-random, overlapping, rotated), a published set (polyglot, fide,",
        ),
        ("bch --source bch --layout chess", "cannot be used with"),
        ("--layout chess --seed 18446744073709551616", "a number below 2^64"),
        ("--layout chess --bits 48", "[possible values: 32, 64, 128]"),
        ("--layout chess --order random", "[possible values: by-kind, sequential]"),
    ] {
        let found = refused(options);
        assert!(found.contains(message), "{options}: {found}");
    }
}

/// With 32 bits and few features, sets differ in the number of dependencies of weight 6: the best
/// of several seeds has the fewest.
#[test]
fn the_best_of_several_seeds() {
    let folder = Folder::with("x.toml", "kind = [{name = 'x', size = 120}]");
    let best = |options: &str| {
        let run = folder.zobrist(["keys", "generate"].into_iter().chain(options.split(' ')));
        assert_eq!(run.code, 0, "{}", run.stderr);
        (run.stdout, run.stderr)
    };
    let counts = |seed: u64| {
        let one = format!("splitmix64 --layout x.toml --bits 32 --best-of 1 --seed {seed}");
        let message = best(&one).1;
        let start = format!(
            "zobrist: splitmix64(seed {seed}, by-kind): rank 32 of 32; \
             dependencies of weight 1 to 6: "
        );
        let counts = message.strip_prefix(&start).unwrap_or_else(|| panic!("{message}"));
        counts.split_whitespace().map(|count| count.parse().unwrap()).collect::<Vec<u64>>()
    };
    let all: Vec<Vec<u64>> = (10..30).map(counts).collect();
    let least = all.iter().min().unwrap();
    let seed = 10 + all.iter().position(|counts| counts == least).unwrap();
    assert!(all.iter().any(|counts| counts != least), "no seed is better than another");
    let (keys, message) = best("splitmix64 --layout x.toml --bits 32 --best-of 20 --seed 10");
    assert!(
        message.starts_with(&format!("zobrist: splitmix64(seed {seed}, by-kind)")),
        "{message}"
    );
    let args = format!("keys generate splitmix64 --layout x.toml --bits 32 --seed {seed}");
    assert_eq!(folder.zobrist(args.split(' ')).done(), keys);
    // If none is better, a message says so.
    let (_, message) = best("kiss64 --layout x.toml --bits 128 --best-of 3 --seed 1");
    assert!(message.contains("the 3 seeds from 1 on are equal"), "{message}");
}

#[test]
fn a_file_is_written_whole() {
    let folder = Folder::with("keys.txt", "what was there");
    let polyglot = ["keys", "generate", "polyglot", "--force", "-o", "keys.txt"];
    folder.zobrist(polyglot.into_iter().chain(["--seed", "1"])).refused();
    assert_eq!(std::fs::read_to_string(folder.path("keys.txt")).unwrap(), "what was there");
    assert_eq!(folder.zobrist(polyglot).done(), "");
    assert_eq!(std::fs::read_to_string(folder.path("keys.txt")).unwrap(), generate("polyglot"));
    assert_eq!(std::fs::read_dir(folder.path(".")).unwrap().count(), 1);
    let message = folder.zobrist(["keys", "generate", "polyglot", "-o", "no/keys.txt"]).refused();
    assert!(message.contains("cannot write no/keys.txt"), "{message}");
}

/// The keys of `go hash`: the hash of an empty board is that of its width and height.
#[test]
fn the_keys_of_go_are_a_published_set() {
    let folder = Folder::with("empty.sgf", "(;GM[1]SZ[9])");
    for bits in ["64", "128"] {
        let rows = folder.zobrist(["go", "hash", "--bits", bits, "empty.sgf"]).done();
        let keys = zobrist(["keys", "generate", "go", "--bits", bits]).done();
        let keys: Vec<u128> =
            keys.lines().map(|key| u128::from_str_radix(key, 16).unwrap()).collect();
        assert_eq!(keys.len(), 1250 + 25 + 25);
        let hash = u128::from_str_radix(rows.split_whitespace().next().unwrap(), 16).unwrap();
        assert_eq!(hash, keys[1250 + 8] ^ keys[1275 + 8]);
    }
    let message = zobrist(["keys", "generate", "go", "--bits", "32"]).refused();
    assert_eq!(message, "zobrist: the keys of `go` have 64 or 128 bits\n");
}
