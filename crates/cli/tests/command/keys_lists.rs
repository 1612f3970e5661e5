//! Lists of keys in files: every format, and errors.

use crate::tool::{COMPRESSIONS, Folder, zobrist, zobrist_on};

const RANDOM64: &str = include_str!("../../../chess/tests/vectors/polyglot-random64.txt");

/// The keys that are read from a file of this name and content.
fn read(name: &str, content: impl AsRef<[u8]>, options: &[&str]) -> String {
    let folder = Folder::with(name, content);
    folder.zobrist(["keys", "generate", name].iter().chain(options).copied()).done()
}

/// The keys that are read from program text, on which there is a report.
#[track_caller]
fn read_text(name: &str, content: impl AsRef<[u8]>, options: &[&str]) -> String {
    let folder = Folder::with(name, content);
    let run = folder.zobrist(["keys", "generate", name].iter().chain(options).copied());
    let report = format!("zobrist: {name}: read 781 literals of 64 bits as they stand");
    assert!(run.code == 0 && run.stderr.starts_with(&report), "{}", run.stderr);
    run.stdout
}

fn refused(name: &str, content: impl AsRef<[u8]>, options: &[&str]) -> String {
    let folder = Folder::with(name, content);
    folder.zobrist(["keys", "generate", name].iter().chain(options).copied()).refused()
}

/// Lines of hex turned into other texts: each key through `key`, between two ends.
fn written(begin: &str, key: impl Fn(&str) -> String, between: &str, end: &str) -> String {
    let keys: Vec<String> = RANDOM64.lines().map(key).collect();
    format!("{begin}{}{end}", keys.join(between))
}

#[test]
fn lines_of_hex() {
    assert_eq!(read("list", RANDOM64, &["--layout", "chess"]), RANDOM64);
    assert_eq!(read("list.txt", RANDOM64.to_uppercase(), &["--bits", "64"]), RANDOM64);
    assert_eq!(zobrist_on(RANDOM64, ["keys", "generate", "-"]).done(), RANDOM64);
    let odd = written("# Random64\n\n", |key| format!("  0x{key} // a key"), "\r\n", "");
    assert_eq!(read("odd.hex", &odd, &[]), RANDOM64);
    for (end, compress) in COMPRESSIONS {
        assert_eq!(read(&format!("list.{end}"), compress(RANDOM64.as_bytes()), &[]), RANDOM64);
    }
    // The name of a source is a file if it is written as a path.
    let folder = Folder::with("bch", "00ff\n");
    assert_eq!(folder.zobrist(["keys", "generate", "./bch"]).done(), "00ff\n");
}

#[test]
fn the_width_of_keys() {
    assert_eq!(read("x", "1\nabc\n", &[]), "00000001\n00000abc\n");
    assert_eq!(read("x", "1\n123456789\n", &[]), "0000000000000001\n0000000123456789\n");
    assert_eq!(read("x", "0001\n0abc\n", &[]), "0001\n0abc\n");
    assert_eq!(read("x", "1\nabc\n", &["--bits", "64"]), "0000000000000001\n0000000000000abc\n");
    for (name, text, place) in [
        ("x", "1\n123456789\n", "x:2 (byte 2)"),
        ("x.json", "[\"1\",\n \"123456789\"]", "x.json:2 (byte 7)"),
        ("x.json", "{\"bits\": 32,\n\"keys\": [\n1,\n4886718345]}", "x.json:4 (byte 26)"),
    ] {
        let message = refused(name, text, &["--bits", "32"]);
        let reason = format!(
            "zobrist: {place}: {}expected keys of 32 bits, got 0x123456789 as key 1",
            if name == "x" { "" } else { "read as JSON: " },
        );
        assert!(message.starts_with(&reason), "{message}");
    }
}

#[test]
fn json() {
    let strings = written("[\"", str::to_owned, "\", \"", "\"]");
    assert_eq!(read("list.json", &strings, &[]), RANDOM64);
    assert_eq!(read("list", format!("[{strings}, []]"), &[]), RANDOM64);
    let number = |key: &str| u64::from_str_radix(key, 16).unwrap();
    let unsigned = written(" [\n", |key| number(key).to_string(), ",\n", "]\n");
    assert_eq!(read("list", unsigned, &[]), RANDOM64);
    let signed = written("[", |key| number(key).cast_signed().to_string(), ",", "]");
    assert_eq!(read("list", signed, &[]), RANDOM64);
    for (text, message) in [
        ("[\"12\",\n \"xy\"]", "list.json:2 (byte 8): read as JSON: expected a key in hex"),
        ("[1, 2.5]", "expected a whole number below 2^64, got 2.5; write wider keys as hex"),
        ("[1.0]", "expected a whole number below 2^64, got 1.0; write wider keys as hex"),
        (
            "[1, true]",
            "list.json:1 (byte 4): read as JSON: invalid type: boolean `true`, expected a key",
        ),
        ("[1, 2", "EOF"),
        ("{\"list\": []}", "missing field `keys`"),
        ("[]", "list.json: expected keys, got none"),
        ("{\"keys\": [\"100\"], \"bits\": 8}", "expected keys of 8 bits, got 0x100 as key 0"),
    ] {
        let found = refused("list.json", text, &[]);
        assert!(found.starts_with("zobrist: list.json") && found.contains(message), "{found}");
    }
}

#[test]
fn the_error_for_text_that_begins_like_json_names_the_format() {
    let found = refused("list", "[\"1\", y]\n", &[]);
    assert_eq!(found, "zobrist: list:1 (byte 6): read as JSON: expected value\n");
    let found = refused("games", "[Event \"x\"]\n\n1. e4 *\n", &[]);
    let reason = "zobrist: games:3 (byte 13): expected number literals of 128, 64 or 32 bits, got 1 \
                  small number; ";
    assert!(found.starts_with(reason), "{found}");
}

#[test]
fn program_text() {
    let c = written(
        "/* 3 */ #include <stdint.h>\nconst int n = 781;\nuint64_t Random64[781] = {\n  U64(0x",
        str::to_uppercase,
        "),\n  U64(0x",
        "),\n};\nint main(void) { return n; }\n",
    );
    assert_eq!(read_text("random.c", &c, &["--layout", "chess"]), RANDOM64);
    assert_eq!(read_text("random", &c, &[]), RANDOM64);
    let mut latin = b"// Fran\xe7ois\n".to_vec();
    latin.extend_from_slice(c.as_bytes());
    assert_eq!(read_text("random.txt", latin, &["--input", "code"]), RANDOM64);
    let rust = written("pub static K: [u64; 781] = [0x", str::to_owned, ", 0x", "];\n");
    assert_eq!(read_text("random.rs", rust, &[]), RANDOM64);
}

/// Exports are read again, with their name if they state it.
#[test]
fn exports() {
    for lang in ["c", "cpp", "rust", "go", "java", "python", "csharp", "json", "hex"] {
        for (bits, source) in [("32", "zobrist"), ("64", "polyglot"), ("128", "zobrist")] {
            let export = zobrist(["keys", "export", source, "--bits", bits, "--lang", lang]).done();
            let keys = zobrist(["keys", "generate", source, "--bits", bits]).done();
            // Too long to show.
            assert!(read("keys", &export, &["--bits", bits]) == keys, "{lang} {bits}");
        }
    }
    let export = zobrist(["keys", "export", "zobrist", "--lang", "json"]).done();
    let folder = Folder::with("keys.json", &export);
    let again = folder.zobrist(["keys", "export", "keys.json", "--lang", "json"]).done();
    let member = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.contains(&format!("\"{name}\":")));
        line.unwrap().to_owned()
    };
    for name in ["name", "bits", "fingerprint", "layout", "test"] {
        assert_eq!(member(&again, name), member(&export, name));
    }
    // A key that has been changed is found.
    let first = export.find("\"keys\": [\n    \"").unwrap() + 16;
    let digit = if export.as_bytes()[first] == b'0' { "1" } else { "0" };
    let changed = format!("{}{digit}{}", &export[..first], &export[first + 1..]);
    let message = refused("keys.json", changed, &[]);
    assert!(message.contains("expected keys with the fingerprint da9c45f6164d001a"), "{message}");
}

#[test]
fn files_that_are_not_lists_are_refused() {
    let broken = RANDOM64.replacen("44db015024623547", "44db01502462354g", 1);
    let message = refused("list.txt", &broken, &["--layout", "chess"]);
    assert_eq!(
        message,
        "zobrist: list.txt:3 (byte 34): expected a key in hex, of up to 32 digits, got \
         \"44db01502462354g\"\n"
    );
    for (text, message) in [
        ("Hello\n", "x:1 (byte 0): expected a key in hex"),
        ("12\n\n0x\n", "x:3 (byte 4): expected a key in hex"),
        ("12\n-3\n", "x:2 (byte 3): expected a key in hex"),
        (&format!("12\n{}\n", "1".repeat(33)), "x:2 (byte 3): expected a key in hex, of up to 32"),
        ("", "x: expected keys, got none"),
        ("# nothing\n", "x: expected keys, got none"),
        ("0x1ULL\n", "got \"0x1ULL\"; --input code reads program text"),
        (
            "# two\n11329126462075137345\n3096006490854172103\n",
            "x:2 (byte 6): expected keys in hex, got what looks like a list of decimal numbers; \
             --input code reads them as decimal",
        ),
        (
            "int x = 3;\n",
            "x:1 (byte 8): expected number literals of 128, 64 or 32 bits, got 1 small",
        ),
        ("a = {0x1,\n 0x15g, 7};\n", "x:2 (byte 11): expected hexadecimal digits"),
    ] {
        let found = refused("x", text, &[]);
        assert!(found.starts_with("zobrist: ") && found.contains(message), "{text:?}: {found}");
    }
    let folder = Folder::new();
    let message = folder.zobrist(["keys", "generate", "."]).refused();
    assert!(message.contains("it is a directory"), "{message}");
}

#[test]
fn a_wrong_number_of_keys() {
    let short: String = RANDOM64.lines().take(780).map(|key| format!("{key}\n")).collect();
    let message = refused("short.txt", &short, &["--layout", "chess"]);
    assert_eq!(
        message,
        "zobrist: --layout does not fit short.txt: expected 768, 781, 782, 793, 794, 832, 896 or 939 keys for a \
         layout of chess, got 780; other keys or another order are described by a scheme file, --source NAME.toml \
         (docs/schemes.md)\n"
    );
    let message = refused("short.txt", &short, &["--layout", "chess:781"]);
    assert!(message.contains("expected 781 keys for the layout chess:781 (781 = piece 768"));
    assert!(message.ends_with("got 780\n"), "{message}");
    let message = refused("short.txt", &short, &["--layout", "shogi"]);
    assert!(message.contains("unknown layout `shogi`"), "{message}");
}

#[test]
fn bytes_alone() {
    let words = RANDOM64.lines().map(|key| u64::from_str_radix(key, 16).unwrap());
    let little: Vec<u8> = words.clone().flat_map(u64::to_le_bytes).collect();
    let big: Vec<u8> = words.flat_map(u64::to_be_bytes).collect();
    let layout = ["--layout", "chess"];
    for (bytes, form) in [(&little, "raw"), (&big, "raw-be")] {
        let options = ["--input", form].into_iter().chain(layout).collect::<Vec<_>>();
        assert_eq!(read("keys.bin", bytes, &options), RANDOM64, "{form}");
    }
    // Bytes of text are bytes, also a mark of their order.
    assert_eq!(read("k", "\u{feff}12345", &["--input", "raw-be"]), "efbbbf3132333435\n");
    let half = little.len() / 2;
    let keys = read("k", &little[..half - half % 4], &["--input", "raw", "--bits", "32"]);
    assert_eq!(keys.lines().next(), Some("33776d41"));
    for (bytes, options, reason) in [
        (
            &little[1..],
            &["--input", "raw"][..],
            "keys.bin (byte 6240): expected numbers of 8 bytes",
        ),
        (
            &little,
            &["--input", "raw", "--lines", "1-2"],
            "keys.bin: expected text for a range of lines, got bytes; leave out --lines",
        ),
        (&[], &["--input", "raw"], "keys.bin: expected keys, got none"),
    ] {
        let message = refused("keys.bin", bytes, options);
        assert!(message.contains(reason), "{message}");
    }
}

/// Editors on Windows write a byte order mark.
#[test]
fn a_byte_order_mark_is_not_a_key() {
    let folder = Folder::new();
    for (name, text) in [("keys.hex", "0x1\n0x2\n"), ("keys.json", "[1, 2]\n")] {
        let audits = ["", "\u{feff}"].map(|mark| {
            folder.write(name, format!("{mark}{text}"));
            folder.zobrist(["keys", "generate", name]).done()
        });
        assert_eq!(audits[0], audits[1]);
    }
}
