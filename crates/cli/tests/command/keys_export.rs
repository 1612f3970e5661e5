//! `zobrist keys export`: the metadata in every export.

use crate::tool::{Folder, zobrist};

const LANGUAGES: [&str; 11] =
    ["c", "cpp", "rust", "go", "java", "js", "ts", "python", "csharp", "json", "hex"];

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
fn keys_that_javascript_cannot_hold_are_refused() {
    for (options, message) in [
        ("polyglot --lang c --js-keys pairs", "--js-keys is for `--lang js` and `--lang ts`"),
        ("--layout go:9 --bits 32 --lang js --js-keys pairs", "keys of 32 bits are one number"),
        ("zobrist --bits 128 --lang ts --js-keys pairs", "a pair holds 64 bits, not 128"),
        ("zobrist --bits 32 --lang js --js-keys sum48", "leave out --bits"),
        ("kiss64 --best-of 2 --layout go:9 --lang js --js-keys sum48", "nothing of keys that add"),
        ("polyglot", "--lang"),
        ("polyglot --lang cobol", "possible values"),
        ("nothing --lang c", "`nothing` is neither a file nor a source"),
        ("--lang c", "name one with --layout"),
    ] {
        let found = refused(options);
        assert!(found.contains(message), "{options}: {found}");
    }
    let folder = Folder::with("short.txt", "00000001\n");
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
