//! `zobrist keys export`: the metadata in every export.

use crate::tool::{Folder, zobrist};

const LANGUAGES: [&str; 12] =
    ["c", "cpp", "rust", "go", "java", "js", "ts", "python", "csharp", "lua", "json", "hex"];

fn export(options: &str) -> String {
    zobrist(["keys", "export"].into_iter().chain(options.split(' '))).done()
}

fn refused(options: &str) -> String {
    zobrist(["keys", "export"].into_iter().chain(options.split(' '))).refused()
}

/// The fingerprint is that of the scheme, and the test that of the table.
#[test]
fn every_export_begins_with_its_metadata() {
    for lang in LANGUAGES {
        for (options, facts) in [
            ("polyglot", ["polyglot", "published(781 words)", "327e71f38b43a493", "none"]),
            ("fide", ["fide", "published(781 words)", "6003b7b89e3ccabf", "none"]),
            (
                "zobrist --bits 128",
                ["zobrist", "bch(seed 1970, capacity 1024)", "18e050ff652bb80e", "any 25 keys"],
            ),
            (
                "stockfish",
                ["stockfish", "xorshift64*(seed 1070372, sequential)", "no-pawns", "none"],
            ),
            ("--layout go:9 --seed 77", ["bch(seed 77, capacity 163)", "stone", "turn", "any 15"]),
        ] {
            let text = export(&format!("{options} --lang {lang}"));
            for fact in facts {
                assert!(text.contains(fact), "{lang} {options}: {fact}: {text}");
            }
            assert!(text.ends_with('\n') && !text.contains('@'), "{lang}");
            let is_data = ["json", "hex"].contains(&lang);
            let mut lines = text.lines().filter(|line| !line.contains("layout"));
            let is_tidy = |line: &str| line.len() <= 100 && line.trim_end() == line;
            assert!(is_data || lines.all(is_tidy), "{lang}");
            let features = "0, 767, 768, 771, 772, 779, 780";
            assert!(is_data || options != "polyglot" || text.contains(features), "{lang}");
        }
        let polyglot = export(&format!("polyglot --lang {lang}"));
        assert!(polyglot.contains(&hash_of_polyglot()), "{lang}");
    }
}

/// The hash of the test of Polyglot's keys, from the lines of the table itself.
fn hash_of_polyglot() -> String {
    let table = include_str!("../../../chess/tests/vectors/polyglot-random64.txt");
    let keys: Vec<u64> = table.lines().map(|key| u64::from_str_radix(key, 16).unwrap()).collect();
    let features = [0, 767, 768, 771, 772, 779, 780];
    format!("{:016x}", features.iter().fold(0, |hash, feature| hash ^ keys[*feature]))
}

#[test]
fn json_is_json() {
    let text = export("splitmix64 --layout chess --seed 9 --bits 32 --lang json");
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(object["seed"], 9);
    assert_eq!(object["bits"], 32);
    assert_eq!(object["source"], "splitmix64(seed 9, by-kind)");
    assert_eq!(object["layout"][3]["name"], "turn");
    assert_eq!(object["keys"].as_array().unwrap().len(), 781);
    let test = object["test"]["features"].as_array().unwrap();
    let key = |feature: &serde_json::Value| {
        let key = object["keys"][feature.as_u64().unwrap() as usize].as_str().unwrap();
        u32::from_str_radix(key, 16).unwrap()
    };
    let hash = test.iter().map(key).fold(0, |hash, key| hash ^ key);
    assert_eq!(object["test"]["hash"], format!("{hash:08x}"));
}

#[test]
fn a_list_of_unknown_features() {
    let folder = Folder::with("my keys.v2.txt", "# mine\n0001\n0abc\n");
    let c = folder.zobrist(["keys", "export", "my keys.v2.txt", "--lang", "c"]).done();
    for fact in [
        "// name: my keys\n",
        "// source: my keys.v2.txt\n",
        "// bits: 16\n",
        "// layout: 2 = key 2\n",
        "ZOBRIST_FIRST_KEY = 0, // of 2\n",
        "typedef uint32_t zobrist_hash;",
        "    0x00000001U, 0x00000abcU,\n",
    ] {
        assert!(c.contains(fact), "{c}");
    }
    // A name ends no comment, and no language sees an escape in it.
    let name = "a*slash \\u000a ?> @len@.txt";
    folder.write(name, "1\n");
    let java = folder.zobrist(["keys", "export", name, "--lang", "java"]).done();
    assert!(java.contains("// source: a*slash _u000a __ _len_.txt\n"), "{java}");
}

#[test]
fn a_numpy_array_has_its_metadata_in_another_file() {
    let folder = Folder::new();
    assert_eq!(
        folder.zobrist(["keys", "export", "fen", "--lang", "npy", "-o", "k.npy"]).done(),
        ""
    );
    let array = std::fs::read(folder.path("k.npy")).unwrap();
    assert_eq!(array.len(), 128 + 781 * 8);
    assert_eq!(array[128..136], 0x9d39_247e_3377_6d41_u64.to_le_bytes());
    let about = std::fs::read_to_string(folder.path("k.npy.json")).unwrap();
    let about: serde_json::Value = serde_json::from_str(&about).unwrap();
    assert_eq!(about["fingerprint"], "ddd8e0fb274ef41a");
    assert_eq!(about["test"]["hash"], hash_of_polyglot().as_str());
    // On standard output there is only the array.
    let mut command = assert_cmd::Command::new(crate::tool::ZOBRIST);
    let output = command.args(["keys", "export", "fen", "--lang", "npy"]).output().unwrap();
    assert!(output.stdout == array);
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&output.stderr).unwrap(), about);
}

#[test]
fn keys_that_a_language_cannot_hold_are_refused() {
    for (options, message) in [
        ("polyglot --lang c --js-keys pairs", "--js-keys is for `--lang js` and `--lang ts`"),
        ("--layout go:9 --bits 32 --lang js --js-keys pairs", "keys of 32 bits are one number"),
        ("zobrist --bits 128 --lang ts --js-keys pairs", "a pair holds 64 bits, not 128"),
        ("zobrist --bits 32 --lang js --js-keys sum48", "leave out --bits"),
        ("kiss64 --best-of 2 --layout go:9 --lang js --js-keys sum48", "nothing of keys that add"),
        ("polyglot --lang c --lua-keys pairs", "--lua-keys is for `--lang lua`"),
        ("--layout go:9 --bits 32 --lang lua --lua-keys pairs", "keys of 32 bits are one number"),
        ("zobrist --bits 128 --lang lua --lua-keys pairs", "`--lua-keys hex` holds them"),
        ("zobrist --bits 32 --lang lua --lua-keys sum47", "have 47 bits, the high ones of 64"),
        ("polyglot", "--lang"),
        ("polyglot --lang cobol", "possible values"),
        ("nothing --lang c", "`nothing` is neither a file nor a source"),
        ("--lang c", "name one with --layout"),
    ] {
        let found = refused(options);
        assert!(found.contains(message), "{options}: {found}");
    }
    let folder = Folder::with("short.txt", "00000001\n");
    folder.write("big.toml", "[[kind]]\nname = \"a\"\nsize = 125001\n");
    let message =
        folder.zobrist(["keys", "export", "--layout", "big.toml", "--lang", "lua"]).refused();
    assert!(message.contains("room for 250000 numbers, and 250002 are needed"), "{message}");
    let args = ["keys", "export", "short.txt", "--lang", "js", "--js-keys", "sum48"];
    assert!(folder.zobrist(args).refused().contains("48 bits; short has keys of 32"));
}

#[test]
fn a_failed_export_keeps_the_earlier_file() {
    let folder = Folder::with("k.java", "what was there");
    let args = ["keys", "export", "--layout", "go:60", "--lang", "java", "--force", "-o", "k.java"];
    folder.zobrist(args).refused();
    assert_eq!(std::fs::read_to_string(folder.path("k.java")).unwrap(), "what was there");
}

/// The comment at the beginning of an export, its lines without their marks and unwrapped.
fn header(text: &str, mark: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().map_while(|line| line.strip_prefix(mark)) {
        match (line.strip_prefix("   "), lines.last_mut()) {
            (Some(rest), Some(last)) => {
                last.push(' ');
                last.push_str(rest);
            }
            _ => lines.push(line.trim().to_owned()),
        }
    }
    lines
}

#[test]
fn the_header_states_the_conventions() {
    const POLYGLOT: &[&str] = &[
        "conventions: those of the scheme polyglot",
        "pieces: 768 for the pieces p P n N b B r R q Q k K, each on the squares a1, b1, ... to h8 \
         (rank by rank)",
        "index in pieces: 64 * piece + square, each numbered from 0 in that order; squares of other keys \
         are numbered alike",
        "castling: 4 for the castling rights K Q k q",
        "en-passant: 8 for the file of a capture en passant, a to h (it counts when a pawn stands \
         beside, legal or not)",
        "turn: 1 when White is to move",
    ];
    for (lang, mark) in [
        ("c", "//"),
        ("cpp", "//"),
        ("rust", "//!"),
        ("go", "//"),
        ("java", "//"),
        ("js", "//"),
        ("ts", "//"),
        ("python", "#"),
        ("csharp", "//"),
        ("lua", "--"),
        ("hex", "#"),
    ] {
        let of = |options: &str| header(&export(&format!("{options} --lang {lang}")), mark);
        let lines = of("polyglot");
        let start = lines.iter().position(|line| line.starts_with("conventions")).unwrap();
        assert_eq!(lines[start..start + POLYGLOT.len()], *POLYGLOT, "{lang}");
        for (options, facts) in [
            ("fide", &["when a capture is legal"][..]),
            ("fen", &["after every double step"]),
            ("--layout chess", &["those of the layout chess:781, assumed", "p P n N", "beside"]),
            (
                "stockfish-15.1",
                &[
                    "castling: 16 for the sets of castling rights (K 1, Q 2, k 4, q 8)",
                    "turn: 1 when Black is to move",
                    "no-pawns: 1 that only pawn hashes have",
                    "clock: 18 for the halfmove clock from 14 on, in steps of 8",
                    "secondary key pawn: the pieces P p on their squares, also no-pawns",
                    "secondary key material: the numbers of P N B R Q K p n b r q k",
                ],
            ),
            ("chess-768", &["turn: Black to move on the slot of a white pawn on e8"]),
            (
                "--layout go:9",
                &["those of Black, then those of White, each on the points 9 * row + column"],
            ),
            ("go", &["the points 25 * row + column", "width: 25 for the width of the board"]),
        ] {
            let lines = of(options).join("\n");
            for fact in facts {
                assert!(lines.contains(fact), "{lang} {options}: {fact}: {lines}");
            }
        }
    }
}

/// The fields are those of the file of a scheme.
#[test]
fn json_states_the_conventions_in_fields() {
    let about = |options: &str| -> serde_json::Value {
        serde_json::from_str(&export(&format!("{options} --lang json"))).unwrap()
    };
    let polyglot = about("polyglot");
    assert_eq!(
        polyglot["conventions"],
        serde_json::json!({
            "assumed": false,
            "layout": ["pieces", "castling", "en-passant", "turn"],
            "pieces": {
                "order": "pPnNbBrRqQkK",
                "squares": {"first": "a1", "run": "rank"},
                "index": "piece-square",
            },
            "turn": {"key-for": "white"},
            "castling": {"keys": "rights", "order": "KQkq"},
            "en-passant": {"keys": "file", "counts": "beside"},
        })
    );
    assert_eq!(polyglot["meaning"]["turn"], "1 when White is to move");
    assert_eq!(polyglot["combine"], "xor");
    assert_eq!(polyglot["positions"].as_array().unwrap().len(), 12);
    assert_eq!(polyglot["positions"][0]["hash"], "463b96181691fc9c");
    assert_eq!(about("--layout chess")["conventions"]["assumed"], true);
    let stockfish = about("stockfish-15.1");
    assert_eq!(stockfish["conventions"]["clock"]["from"], 14);
    assert_eq!(stockfish["conventions"]["secondary"]["pawn"]["pieces"], "Pp");
    let go = about("--layout go:9");
    assert!(go["conventions"].is_null() && go["positions"].is_null(), "{go}");
    assert!(about("--layout go:9")["meaning"]["stone"].is_string());
}

#[test]
fn a_name_takes_the_place_of_the_own_one() {
    for (options, expected) in [
        ("--lang c --namespace rookie", "rookie_piece_key(size_t piece, size_t square)"),
        ("--lang c --namespace rookie", "#ifndef ROOKIE_KEYS_H"),
        ("--lang c --namespace bool", "static const bool_hash bool_keys["),
        ("--lang cpp --namespace rookie::keys", "namespace rookie::keys {"),
        ("--lang rust --namespace rookie", "\npub mod rookie {\n"),
        ("--lang go --namespace rookie", "\npackage rookie\n"),
        ("--lang java --namespace org.example.rookie", "\npackage org.example.rookie;\n"),
        ("--lang csharp --namespace Rookie.Keys", "\nnamespace Rookie.Keys\n{\n"),
    ] {
        let text = export(&format!("polyglot {options}"));
        assert!(text.contains(expected), "{options}: {text}");
        assert!(text.lines().all(|line| line.len() <= 100), "{options}");
        assert!(!text.contains("zobrist_") && !text.contains("ZOBRIST_"), "{options}");
    }
    for (options, message) in [
        ("--lang c --namespace a::b", "expected a prefix in C: letters, digits"),
        ("--lang cpp --namespace main", "`main` is reserved"),
        ("--lang cpp --namespace NULL", "`NULL` is reserved"),
        ("--lang cpp --namespace engine::linux", "`linux` is reserved"),
        ("--lang cpp --namespace unix::keys", "`unix` is reserved"),
        ("--lang cpp --namespace a::class", "got `a::class`: `class` is reserved"),
        ("--lang cpp --namespace a::", "expected a namespace of C++"),
        ("--lang rust --namespace mod", "`mod` is reserved"),
        ("--lang rust --namespace a.b", "expected a module of Rust"),
        ("--lang go --namespace 9a", "expected a package of Go"),
        ("--lang java --namespace org.native", "`native` is reserved"),
        ("--lang csharp --namespace A.b-c", "expected a namespace of C#"),
        ("--lang python --namespace a", "whose name is that of its file"),
        ("--lang js --namespace a", "whose name is that of its file"),
        ("--lang ts --namespace a", "whose name is that of its file"),
        ("--lang lua --namespace a", "whose name is that of its file"),
        ("--lang json --namespace a", "--namespace is for program text"),
        ("--lang npy --namespace a", "--namespace is for program text"),
        ("--lang hex --namespace a", "--namespace is for program text"),
    ] {
        let found = refused(&format!("polyglot {options}"));
        assert!(found.contains(message), "{options}: {found}");
    }
}

/// An array has the nesting of the table. There is none for a single key, for facts on slots of
/// pieces, and for more keys than compilers copy before a program runs.
#[test]
fn arrays_beside_the_functions() {
    let folder = Folder::with(
        "big.toml",
        "[[kind]]\nname = \"small\"\nsize = 32768\n[[kind]]\nname = \"large\"\nsize = 32769\n",
    );
    folder.write("square.toml", crate::keys_compiled::scheme("xor"));
    for (options, present, absent) in [
        ("polyglot --lang c", "(*const zobrist_piece_keys)[64] =\n", "zobrist_turn_keys"),
        ("polyglot --lang cpp", "<std::array<Hash, 64>, 12> piece_keys =", " turn_keys"),
        ("square.toml --lang cpp", "<std::array<Hash, 12>, 64> piece_keys =", "start_keys"),
        ("square.toml --lang rust", "by `[square][piece]`.\npub static PIECE_KEYS", "START_KEYS"),
        ("chess-768 --lang rust", "pub static PIECE_KEYS", "CASTLING_KEYS"),
        ("chess-768 --lang lua", "keys.PIECE_KEYS = ", "EN_PASSANT_KEYS"),
        ("polyglot --lang js", "Object.freeze(key(first + i))", "TURN_KEYS"),
        ("splitmix64 --layout big.toml --lang python", "SMALL_KEYS = ", "LARGE_KEYS"),
        ("bch --layout go:9 --lang go", "var StoneKeys = func() (rows [2][81]Hash)", "TurnKeys"),
    ] {
        let args = ["keys", "export"].into_iter().chain(options.split(' '));
        let text = folder.zobrist(args).done();
        assert!(text.contains(present), "{options}: {present}: {text}");
        assert!(!text.contains(absent), "{options}: {absent}: {text}");
    }
}

#[test]
fn a_language_has_its_own_name_too() {
    let by = |lang: &str| zobrist(["keys", "export", "polyglot", "--lang", lang]).done();
    assert_eq!(by("c++"), by("cpp"));
}
