//! The keys of a described scheme, in the commands that take keys.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::keys_collisions::games;
use crate::tool::{Folder, zobrist};

/// The keys of an engine in the order of its arrays: pieces, side to move, castling, en passant.
fn keys() -> Vec<u64> {
    let mut state = 42_u64;
    let mut keys: Vec<u64> = (0..793)
        .map(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        })
        .collect();
    for [a, b, c] in DEPENDENCIES {
        keys[c] = keys[a] ^ keys[b];
    }
    keys
}

/// The slot of a white knight on g1.
const KNIGHT_G1: usize = 64 + 6;

/// Slots whose keys XOR to zero: white knights on g1 and f3, and a capture en passant on the
/// e-file; white knights on b4 and b5, and a capture on the a-file, where no pawn can stand beside.
const DEPENDENCIES: [[usize; 3]; 2] = [[KNIGHT_G1, 64 + 21, 785 + 4], [64 + 25, 64 + 33, 785]];

/// The keys as the engine declares them.
fn header() -> String {
    let list = |keys: &[u64]| {
        let keys: Vec<String> = keys.iter().map(|key| format!("{key:#018x}ULL")).collect();
        format!("{{{}}}", keys.join(", "))
    };
    let keys = keys();
    let pieces: Vec<String> = keys[..768].chunks(64).map(list).collect();
    format!(
        "#include <stdint.h>\n\
         static const uint64_t Piece[12][64] = {{{}}};\n\
         static const uint64_t BlackToMove = {:#018x}ULL;\n\
         static const uint64_t Castling[16] = {};\n\
         static const uint64_t EnPassant[8] = {};\n",
        pieces.join(",\n"),
        keys[768],
        list(&keys[769..785]),
        list(&keys[785..]),
    )
}

/// A scheme with that layout, with these lines at the beginning.
pub fn scheme(first: &str) -> String {
    format!(
        "name = \"rookie\"\n{first}\n\
         layout = [\"pieces\", \"turn\", \"castling\", \"en-passant\"]\n\
         pieces = {{ order = \"PNBRQKpnbrqk\" }}\n\
         turn = {{ key-for = \"black\" }}\n\
         castling = {{ keys = \"sets\" }}\n\
         en-passant = {{ keys = \"file\", counts = \"always\" }}\n"
    )
}

const FROM_HEADER: &str = "keys = { file = \"zobrist.h\" }";
const FROM_SOURCE: &str = "keys = { source = \"splitmix64\", seed = 7 }";

/// A folder with the engine's header and its scheme.
fn engine() -> Folder {
    let folder = Folder::with("zobrist.h", header());
    folder.write("rookie.toml", scheme(FROM_HEADER));
    folder
}

fn lines(keys: &[u64]) -> String {
    keys.iter().map(|key| format!("{key:016x}\n")).collect()
}

#[track_caller]
fn run<'a>(folder: &Folder, words: &'a str) -> crate::tool::Run {
    folder.zobrist(words.split(' ').collect::<Vec<&'a str>>())
}

#[test]
fn keys_and_layout_of_a_file() {
    let folder = engine();
    for named in ["rookie.toml", "--source rookie.toml", "--scheme rookie.toml"] {
        let generated = run(&folder, &format!("keys generate {named}")).done();
        assert!(generated == lines(&keys()), "{named}");
    }
    // Options that agree with the file may be given, too.
    let words = "keys generate rookie.toml --layout chess --bits 64 --format csv";
    let rows = run(&folder, words).done();
    let row = |slot: usize| rows.lines().nth(slot + 1).unwrap().to_owned();
    let key = |slot: usize| format!("{:016x}", keys()[slot]);
    assert_eq!(row(768), format!("768,turn,0,{},black to move", key(768)));
    assert_eq!(row(KNIGHT_G1), format!("70,piece,70,{},white knight g1", key(KNIGHT_G1)));
}

/// An audit decodes the features of the described layout, with which `--legal` can work.
#[test]
fn an_audit_knows_what_keys_mean() {
    let folder = engine();
    let audit = |options: &str| -> Value {
        let words = format!("keys audit rookie.toml --weight 3 --format jsonl{options}");
        serde_json::from_str(&run(&folder, &words).done()).unwrap()
    };
    let report = audit("");
    assert_eq!([&report["set"], &report["origin"]], ["rookie", "rookie.toml"]);
    assert_eq!(report["dependencies"], json!(DEPENDENCIES));
    let kinds: Vec<&str> = report["layout"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kind| kind["name"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["piece", "turn", "castling", "en-passant"]);
    assert_eq!(report["piece_order"]["pieces"], "PNBRQKpnbrqk");
    let meaning = run(&folder, "schemes check rookie.toml").done();
    let fingerprint = report["scheme_fingerprint"].as_str().unwrap();
    assert!(meaning.contains(&format!("fingerprint {fingerprint}")), "{meaning}");
    // The rule of the file says when a capture counts.
    assert_eq!(audit(" --legal")["dependencies"], json!(DEPENDENCIES));
    folder.write("rookie.toml", scheme(FROM_HEADER).replace("always", "beside"));
    assert_eq!(audit(" --legal")["dependencies"], json!(DEPENDENCIES[..1]));
    let text = run(&folder, "keys audit rookie.toml --weight 3").done();
    for expected in ["layout         rookie: piece 768, turn 1, castling 16", "white knight f3"] {
        assert!(text.contains(expected), "{text}");
    }
}

/// An export is about the scheme, and is read again with the meaning of its keys unknown.
#[test]
fn exports_that_are_read_again() {
    let folder = engine();
    let about = |source: &str| -> Value {
        let run = run(&folder, &format!("keys export {source} --lang json"));
        // Standard error says of an export that it has no conventions.
        assert_eq!((run.code, run.stderr.is_empty()), (0, source.ends_with(".toml")), "{source}");
        serde_json::from_str(&run.stdout).unwrap()
    };
    let first = about("rookie.toml");
    assert_eq!([&first["name"], &first["source"]], ["rookie", "rookie.toml"]);
    for lang in ["c", "rust", "python", "js", "lua", "hex", "json", "npy"] {
        let file = format!("keys.{lang}");
        run(&folder, &format!("keys export rookie.toml --lang {lang} -o {file}")).done();
        if lang == "c" {
            let text = std::fs::read_to_string(folder.path(&file)).unwrap();
            for line in [
                "// name: rookie\n",
                "// layout: 793 = piece 768 + turn 1 + castling 16 + en-passant 8\n",
                "    ZOBRIST_FIRST_TURN = 768, // of 1\n",
            ] {
                assert!(text.contains(line), "{line}");
            }
        }
        assert!(run(&folder, &format!("keys generate {file}")).done() == lines(&keys()), "{lang}");
        let again = about(&file);
        for field in ["name", "bits", "fingerprint", "scheme_fingerprint", "layout", "keys"] {
            assert_eq!(again[field], first[field], "{lang} {field}");
        }
        let words = format!("keys audit {file} --weight 3 --format jsonl");
        let report: Value = serde_json::from_str(&run(&folder, &words).done()).unwrap();
        assert_eq!(report["dependencies"], json!(DEPENDENCIES), "{lang}");
    }
    // The kinds are Polyglot's with one key for each set of rights, but not the order of the
    // pieces.
    let moved = scheme(FROM_SOURCE).replace(
        "\"turn\", \"castling\", \"en-passant\"",
        "\"castling\", \"en-passant\", \"turn\"",
    );
    folder.write("moved.toml", moved);
    run(&folder, "keys export moved.toml --lang c -o moved.c").done();
    let message = run(&folder, "keys audit moved.c --weight 2 --legal").refused();
    assert!(message.contains("--legal needs a layout of chess"), "{message}");
    let message = run(&folder, "keys audit moved.toml --layout chess:793").refused();
    assert!(message.contains("its layout is rookie (793 = piece 768 + castling 16"), "{message}");
    // A built-in scheme is known by its name.
    run(&folder, "keys export stockfish-15.1 --lang c -o sf.c").done();
    let report = run(&folder, "keys audit sf.c --weight 2 --format jsonl").done();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["piece_order"]["pieces"], "PNBRQKpnbrqk");
    assert_eq!(report["scheme_fingerprint"], "af04a0d3e1e8199c");
}

#[test]
fn forged_pairs_share_the_hash_of_the_file() {
    let folder = engine();
    let pairs = run(&folder, "keys forge --scheme rookie.toml --count 2").done();
    let rows: Vec<(&str, &str)> = pairs.lines().map(|row| row.split_once('\t').unwrap()).collect();
    assert_eq!(rows.len(), 4);
    for pair in rows.chunks(2) {
        assert_eq!(pair[0].0, pair[1].0);
        assert_ne!(pair[0].1, pair[1].1);
    }
    folder.write("pairs.txt", &pairs);
    let checked = run(&folder, "hash --check pairs.txt --scheme rookie.toml");
    assert_eq!((checked.code, checked.stdout.as_str()), (0, ""), "{}", checked.stderr);
    let checked = run(&folder, "hash --check pairs.txt --scheme fen");
    assert_eq!(checked.code, 1, "the keys are others");
}

#[test]
fn collisions_are_those_of_the_hashes() {
    let folder = engine();
    folder.write("games.pgn", games(40));
    let rows = run(&folder, "hash --unique games.pgn --scheme rookie.toml").done();
    let mut groups = HashMap::<u64, u64>::new();
    for row in rows.lines() {
        *groups.entry(u64::from_str_radix(&row[..4], 16).unwrap()).or_default() += 1;
    }
    let pairs: u64 = groups.values().map(|size| size * (size - 1) / 2).sum();
    assert!(pairs > 10, "{pairs}");
    let words = "keys collisions games.pgn --summary --bits 16 --sets 3 --format jsonl";
    let found = run(&folder, &format!("{words} --source rookie.toml,kiss64,rookie.toml"));
    let rows: Vec<Value> =
        found.stdout.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let of = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<Value>>();
    assert_eq!(of("source"), ["rookie", "kiss64"], "{}", found.stderr);
    assert_eq!(of("sets"), [1, 3]);
    assert_eq!([&rows[0]["min"], &rows[0]["max"]], [pairs, pairs]);
    // Keys that exist are as independent as those of their source.
    let words = "keys collisions --tree 1 --sets 1 --bits 32,64 --format csv";
    let rows =
        zobrist(format!("{words} --scheme chess-832 --source chess-832,bch").split_whitespace());
    let guarantees: Vec<&str> =
        rows.stdout.lines().map(|row| row.rsplit(',').nth(1).unwrap()).collect();
    assert_eq!(guarantees, ["guaranteed", "0", "13", "0", "13", "7", "13"], "{}", rows.stderr);
    folder.write("same.toml", scheme(FROM_SOURCE));
    folder.write("narrow.toml", scheme(&format!("bits = 32\n{FROM_SOURCE}")));
    for (options, message) in [
        (
            "--scheme fide --source rookie.toml",
            "the source `rookie` has 793 keys in the order of its own layout",
        ),
        (
            "--scheme chess-793 --source rookie.toml",
            "or name the scheme of the positions by --scheme",
        ),
        ("--scheme same.toml --source same.toml,rookie.toml", "two sources have the name `rookie`"),
        (
            "--scheme narrow.toml --source narrow.toml --bits 40",
            "keys of 32 bits, which make no hashes of 40",
        ),
        ("--source none.toml", "cannot read none.toml"),
        (
            "--source zobrist.h",
            "zobrist.h does not fit --scheme fide: expected 781 keys for the layout chess:781 (781 = ",
        ),
        (
            "--scheme rookie.toml --source go",
            "the source `go` has 1300 keys in the order of its own",
        ),
    ] {
        let found = run(&folder, &format!("keys collisions --tree 1 {options}")).refused();
        assert!(found.contains(message), "{options}: {found}");
    }
}

#[test]
fn bytes_of_either_order() {
    let folder = Folder::new();
    let bytes = |of: fn(u64) -> [u8; 8]| keys().into_iter().flat_map(of).collect::<Vec<u8>>();
    folder.write("little.bin", bytes(u64::to_le_bytes));
    folder.write("big.bin", bytes(u64::to_be_bytes));
    for endian in ["little", "big"] {
        let first = format!("keys = {{ raw = \"{endian}.bin\", endian = \"{endian}\" }}");
        folder.write("rookie.toml", scheme(&first));
        let generated = run(&folder, "keys generate rookie.toml").done();
        assert!(generated == lines(&keys()), "{endian}");
    }
    folder.write("big.bin", &bytes(u64::to_be_bytes)[8..]);
    let message = run(&folder, "keys generate rookie.toml").refused();
    assert!(message.contains("big.bin: expected 793 keys, as rookie.toml describes"), "{message}");
}

#[test]
fn a_path_is_relative_to_the_scheme() {
    let folder = engine();
    std::fs::create_dir(folder.path("engine")).unwrap();
    folder.write("engine/rookie.toml", scheme("keys = { file = \"../zobrist.h\" }"));
    let generated = run(&folder, "keys generate engine/rookie.toml").done();
    assert!(generated == lines(&keys()));
    let first = format!("keys = {{ file = {:?} }}", folder.path("zobrist.h").display().to_string());
    folder.write("engine/rookie.toml", scheme(&first));
    let generated = run(&folder, "keys generate engine/rookie.toml").done();
    assert!(generated == lines(&keys()));
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = engine();
    folder.write("layout.toml", "[[kind]]\nname = \"piece\"\nsize = 793\n");
    let swapped = scheme(FROM_HEADER).replace("\"turn\", \"castling\"", "\"castling\", \"turn\"");
    folder.write("swapped.toml", swapped);
    folder.write("missing.toml", scheme("keys = { file = \"missing.h\" }"));
    folder.write("narrow.toml", scheme(&format!("bits = 32\n{FROM_HEADER}")));
    folder.write("raw.bin", keys().into_iter().flat_map(u64::to_le_bytes).collect::<Vec<u8>>());
    let wide = "combine = \"sum47\"\nkeys = { raw = \"raw.bin\", endian = \"little\" }";
    folder.write("wide.toml", scheme(wide));
    folder.write("typo.toml", scheme(FROM_SOURCE).replace("order", "oder"));
    for (options, message) in [
        ("swapped.toml", "expected sizes 768, 16, 1, 8"),
        ("swapped.toml", "got 768, 1, 16, 8, in the order of the file; give `layout` the order"),
        ("missing.toml", "cannot read the keys that missing.toml names"),
        (
            "narrow.toml",
            "zobrist.h:2 (byte 60): expected number literals of 32 bits, got 793 of 64",
        ),
        ("wide.toml", "47 bits"),
        ("typo.toml", "typo.toml: line 4, column "),
        ("none.toml", "cannot read none.toml: "),
        ("layout.toml", "got a layout (tables `[[kind]]`); a layout belongs to --layout"),
        (
            "--layout rookie.toml",
            "got a scheme; name it by --source, which takes its layout, too\n",
        ),
        ("rookie.toml --layout chess:781", "expected 781 keys for the layout chess:781"),
        ("rookie.toml --layout chess:793", "its layout is rookie (793 = piece 768 + turn 1"),
        ("rookie.toml --layout layout.toml", "leave out --layout"),
        ("rookie.toml --bits 32", "has hashes of 64 bits, not of 32; leave --bits out"),
        ("rookie.toml --input code", "`rookie.toml` is a scheme"),
        ("rookie.toml --lines 1-9", "`rookie.toml` is a scheme"),
        ("rookie.toml --halves low,high", "`rookie.toml` is a scheme"),
        ("rookie.toml --seed 1", "--seed is for generators"),
        ("rookie.toml --order sequential", "--order is for generators"),
        ("rookie.toml --capacity 1024", "--capacity is for generators"),
        ("rookie.toml --best-of 2", "--best-of is for generators"),
        ("rookie.toml --max-size 100", "cannot read rookie.toml: expected at most 100 bytes"),
    ] {
        let found = run(&folder, &format!("keys generate {options}")).refused();
        assert!(found.contains(message), "{options}: {found}");
    }
}

/// Linear algebra over GF(2) is for XOR.
#[test]
fn sums_are_refused_where_only_xor_makes_sense() {
    let folder = Folder::new();
    for bits in [16, 24, 32, 47, 48, 64] {
        folder.write("sum.toml", scheme(&format!("combine = \"sum{bits}\"\n{FROM_SOURCE}")));
        for words in [
            "keys audit sum.toml",
            "keys forge --scheme sum.toml",
            "keys collisions --tree 1 --scheme sum.toml --source sum.toml",
        ] {
            let message = run(&folder, words).refused();
            let expected = format!("rookie has keys that add modulo 2^{bits}: ");
            assert!(message.contains(&expected), "{words}: {message}");
            assert!(message.contains("linear independence says nothing about sums; take keys"));
        }
    }
}

const LANGUAGES: [&str; 13] =
    ["c", "cpp", "rust", "go", "java", "js", "ts", "python", "csharp", "lua", "json", "npy", "hex"];

/// An export states the modulus, and keys that are read again have it.
#[test]
fn sums_are_exported_with_their_modulus() {
    let folder = Folder::new();
    for bits in [47_u32, 48, 64] {
        folder.write("sum.toml", scheme(&format!("combine = \"sum{bits}\"\n{FROM_SOURCE}")));
        let keys = run(&folder, "keys generate sum.toml").done();
        let digits = bits.div_ceil(4) as usize;
        assert!(keys.lines().all(|key| key.len() == digits), "{bits}");
        for lang in LANGUAGES {
            let words = format!("keys export sum.toml --lang {lang} --force -o keys.{lang}");
            run(&folder, &words).done();
            let about = if lang == "npy" { "keys.npy.json" } else { &format!("keys.{lang}") };
            let text = std::fs::read_to_string(folder.path(about)).unwrap();
            let stated = match lang {
                "json" | "npy" => format!("  \"combine\": \"sum{bits}\",\n"),
                _ => format!(" bits: {bits}, added modulo 2^{bits}\n"),
            };
            assert!(text.contains(&stated) && !text.contains('@'), "{text}");
            let again = run(&folder, &format!("keys generate keys.{lang}")).done();
            assert!(again == keys, "{lang} {bits}");
            let message = run(&folder, &format!("keys audit keys.{lang}")).refused();
            assert!(message.contains("rookie has keys that add modulo"), "{message}");
            // It may be the file of keys of such a scheme.
            let keys_of_file =
                format!("combine = \"sum{bits}\"\nkeys = {{ file = \"keys.{lang}\" }}");
            folder.write("again.toml", scheme(&keys_of_file));
            assert!(run(&folder, "keys generate again.toml").done() == keys, "{lang} {bits}");
        }
        let words = "keys export sum.toml --lang js --js-keys";
        let message = run(&folder, &format!("{words} pairs")).refused();
        assert!(message.contains("the halves of pairs combine by XOR"), "{message}");
        let sum48 = run(&folder, &format!("{words} sum48"));
        assert_eq!(sum48.code == 0, bits == 48, "{}", sum48.stderr);
    }
}

/// A header with numbers before the keys, and a table with a border, as engines keep them.
#[test]
fn numbers_that_are_no_keys_are_left_out() {
    let folder = Folder::new();
    let keys = keys();
    let mut numbers = vec![7, 8, 9];
    let place = |slot: usize| 120 * (1 + slot / 64) + 21 + 10 * (slot % 64 / 8) + slot % 8;
    let mut table = vec![1; 13 * 120];
    (0..768).for_each(|slot| table[place(slot)] = keys[slot]);
    numbers.extend(table);
    numbers.extend(&keys[768..]);
    let lines: String = numbers.iter().map(|key| format!("{key:016x}\n")).collect();
    folder.write("keys.hex", lines);
    let text = scheme("keys = { file = \"keys.hex\", skip = 3 }");
    let border = "order = \".PNBRQKpnbrqk\", board = \"10x12\"";
    folder.write("border.toml", text.replace("order = \"PNBRQKpnbrqk\"", border));
    folder.write("rookie.h", header());
    folder.write("rookie.toml", scheme("keys = { file = \"rookie.h\" }"));
    let expected = folder.zobrist(["schemes", "check", "rookie.toml"]).done();
    assert_eq!(folder.zobrist(["schemes", "check", "border.toml"]).done(), expected);
    // One number is missing.
    let text = std::fs::read_to_string(folder.path("border.toml")).unwrap();
    folder.write("border.toml", text.replace("skip = 3", "skip = 4"));
    let refused = folder.zobrist(["schemes", "check", "border.toml"]).refused();
    assert!(
        refused.contains("keys.hex: expected 1585 keys after 4 skipped ones, as border.toml"),
        "{refused}"
    );
}

/// Every built-in scheme is a set of keys.
#[test]
fn built_in_schemes_by_name() {
    for (name, keys) in [
        ("stockfish-1.9", 849),
        ("stockfish-2.3", 781),
        ("stockfish-11", 782),
        ("stockfish-15.1", 812),
        ("stockfish-18", 812),
        ("chess-768", 768),
        ("chess-793", 793),
        ("chess-832", 832),
        ("chess-896", 896),
    ] {
        let generated = zobrist(["keys", "generate", name, "--layout", "chess"]).done();
        assert_eq!(generated.lines().count(), keys, "{name}");
        let message = zobrist(["keys", "generate", name, "--bits", "32"]).refused();
        assert!(message.contains("64 bits, not of 32"), "{message}");
    }
}

/// Sizes of layouts of chess without keys of castling rights.
#[test]
fn layouts_by_their_sizes() {
    for size in ["768", "832", "896"] {
        let layout = format!("chess:{size}");
        let rows =
            zobrist(["keys", "generate", "splitmix64", "--layout", &layout, "--format", "csv"])
                .done();
        assert_eq!(rows.lines().count() - 1, size.parse::<usize>().unwrap());
        // A pawn cannot stand on e8, so that its slot is that of the side to move.
        assert!(rows.contains(",white pawn e7\n") && !rows.contains(",white pawn e8\n"), "{size}");
        let list = zobrist(["keys", "generate", "splitmix64", "--layout", &layout]).done();
        let folder = Folder::with("list.txt", list);
        let words = "keys audit list.txt --layout chess --weight 2 --format jsonl";
        let report: Value = serde_json::from_str(&run(&folder, words).done()).unwrap();
        assert_eq!(report["piece_order"]["pieces"], "PNBRQKpnbrqk", "{size}");
        assert_eq!(report["piece_order"]["squares"], "a1 b1 … h8", "{size}");
    }
    let message = zobrist(["keys", "generate", "bch", "--layout", "chess:800"]).refused();
    let sizes = "`chess:781` (or 768, 782, 793, 794, 832, 896, 939)";
    assert!(message.contains(sizes), "{message}");
}
