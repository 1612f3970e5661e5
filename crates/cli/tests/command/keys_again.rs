//! Exports that are read again: their metadata is true.

use crate::tool::{Folder, zobrist};

const TEXTS: [&str; 10] = ["c", "cpp", "rust", "go", "java", "js", "ts", "python", "csharp", "lua"];

fn export(options: &str) -> String {
    zobrist(["keys", "export"].into_iter().chain(options.split(' '))).done()
}

#[test]
fn every_width_of_every_language() {
    for lang in TEXTS.into_iter().chain(["json", "hex"]) {
        for (bits, source) in [("32", "zobrist"), ("64", "polyglot"), ("128", "zobrist")] {
            let text = export(&format!("{source} --bits {bits} --lang {lang}"));
            let keys = zobrist(["keys", "generate", source, "--bits", bits]).done();
            let folder = Folder::with("keys", &text);
            // Too long to show.
            assert!(folder.zobrist(["keys", "generate", "keys"]).done() == keys, "{lang} {bits}");
            let again = folder.zobrist(["keys", "export", "keys", "--lang", "json"]).done();
            let first = export(&format!("{source} --bits {bits} --lang json"));
            let fingerprint = |text: &str| {
                let line = text.lines().find(|line| line.contains("fingerprint"));
                line.map(str::to_owned)
            };
            assert_eq!(fingerprint(&again), fingerprint(&first), "{lang} {bits}");
        }
    }
}

/// Keys of 36 bits are two numbers in JavaScript, and those of 68 in most languages.
#[test]
fn keys_that_are_narrower_than_their_integers() {
    for list in ["12\n0e\n", "123456789\nabcdef012\n", "123456789abcdef01\n0fedcba9876543210\n"] {
        let folder = Folder::with("list", list);
        let about = |file: &str| {
            let text = folder.zobrist(["keys", "export", file, "--lang", "json"]).done();
            let lines = text.lines().filter(|line| !line.contains("\"source\""));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        for lang in TEXTS.into_iter().chain(["json", "hex", "npy"]) {
            let file = format!("keys.{lang}");
            folder.zobrist(["keys", "export", "list", "--lang", lang, "-o", &file]).done();
            assert_eq!(folder.zobrist(["keys", "generate", &file]).done(), list, "{lang}");
            assert_eq!(about(&file), about("list"), "{lang}");
        }
    }
}

#[test]
fn contradictions_to_an_export_are_refused() {
    for lang in ["c", "js", "lua", "hex"] {
        let text = export(&format!("polyglot --lang {lang}"));
        let folder = Folder::with("keys", &text);
        let message = folder.zobrist(["keys", "generate", "keys", "--bits", "32"]).refused();
        assert!(message.contains("expected keys of 64 bits, as the export says"), "{message}");
        let row = text.find("piece 768\n").unwrap() + 10;
        let (head, rows) = text.split_at(row);
        let rows = rows.replacen(['9'], "8", 1);
        folder.write("keys", format!("{head}{rows}"));
        let message = folder.zobrist(["keys", "generate", "keys"]).refused();
        assert!(
            message.contains("expected keys with the fingerprint 327e71f38b43a493"),
            "{message}"
        );
        assert!(message.contains("delete the fingerprint"), "{message}");
        let cut = format!("{head}{}", rows.split_once('\n').unwrap().1);
        folder.write("keys", cut);
        let message = folder.zobrist(["keys", "generate", "keys"]).refused();
        assert!(
            message.contains("expected 781 keys, as the export says (781 = piece"),
            "{message}"
        );
    }
}

/// The literals in the functions and positions of an export are no keys, by whatever name it goes.
#[test]
fn every_type_of_keys_and_every_name() {
    for (options, name) in [
        ("--lang lua --lua-keys hex", "keys.lua"),
        ("--lang lua --lua-keys pairs", "keys.lua"),
        ("--lang js --js-keys bigint", "keys.js"),
        ("--lang c --namespace engine", "keys.h"),
        ("--lang cpp --namespace engine::keys", "keys.hpp"),
        ("--lang rust --namespace keys", "keys.rs"),
        ("--lang csharp --namespace Engine.Keys", "keys.cs"),
        ("--lang java --namespace org.example", "keys.java"),
    ] {
        for set in ["polyglot", "chess-896", "stockfish-15.1"] {
            let folder = Folder::with(name, export(&format!("{set} {options}")));
            let keys = zobrist(["keys", "generate", set]).done();
            let again = folder.zobrist(["keys", "generate", name]).done();
            assert!(again == keys, "{options} {set}");
            // The meaning and the positions are those of the scheme, not of the layout.
            let json = |run: crate::tool::Run| -> Vec<String> {
                let text = run.done();
                let lines = text.lines().map(str::to_owned);
                lines
                    .filter(|line| {
                        !["\"source\"", "\"seed\"", "\"guarantee\""]
                            .iter()
                            .any(|name| line.contains(name))
                    })
                    .collect()
            };
            let again = json(folder.zobrist(["keys", "export", name, "--lang", "json"]));
            assert_eq!(
                again,
                json(zobrist(["keys", "export", set, "--lang", "json"])),
                "{options}"
            );
        }
    }
}

#[test]
fn keys_that_add_are_not_audited() {
    for (lang, way) in [("js", "--js-keys"), ("ts", "--js-keys"), ("lua", "--lua-keys")] {
        for bits in [47, 48] {
            let text = export(&format!("splitmix64 --layout go:5 --lang {lang} {way} sum{bits}"));
            let folder = Folder::with("keys", &text);
            let message = folder.zobrist(["keys", "audit", "keys"]).refused();
            assert!(message.contains("has keys that add"), "{message}");
            let again = folder.zobrist(["keys", "export", "keys", "--lang", lang]).done();
            let body = |text: &str| {
                let body = text.split_once("FEATURES = ").unwrap().1;
                // The layout is Go's, which the kinds do not say.
                body.split_once("]);\n").or_else(|| body.split_once("}\n")).unwrap().0.to_owned()
            };
            assert!(body(&again) == body(&text), "{again}");
        }
    }
}

#[test]
fn an_array_of_numpy() {
    let folder = Folder::new();
    for (bits, source) in [("32", "zobrist"), ("64", "polyglot"), ("128", "zobrist")] {
        let args = ["keys", "export", source, "--bits", bits, "--lang", "npy", "-o", "k.npy"];
        folder.zobrist(args.into_iter().chain(["--force"])).done();
        let keys = zobrist(["keys", "generate", source, "--bits", bits]).done();
        assert!(folder.zobrist(["keys", "generate", "k.npy"]).done() == keys, "{bits}");
        std::fs::rename(folder.path("k.npy"), folder.path("alone.npy")).unwrap();
        let run = folder.zobrist(["keys", "generate", "alone.npy"]);
        assert!(run.code == 0 && run.stdout == keys, "{bits}: {}", run.stderr);
        let has_note = run.stderr.contains("are taken for keys of 128 bits");
        assert_eq!(has_note, bits == "128", "{}", run.stderr);
    }
    // The metadata file belongs to other keys.
    let args = ["keys", "export", "polyglot", "--lang", "npy", "--force", "-o", "k.npy"];
    folder.zobrist(args).done();
    folder.zobrist(["keys", "export", "stockfish-2020", "--lang", "npy", "-o", "b.npy"]).done();
    std::fs::rename(folder.path("b.npy"), folder.path("k.npy")).unwrap();
    let message = folder.zobrist(["keys", "generate", "k.npy"]).refused();
    assert!(message.contains("expected 781 keys, as the export says"), "{message}");
}

#[test]
fn a_list_that_is_twice_as_long_as_its_layout() {
    let text = format!("K = [{}]", "0x00000001, ".repeat(1562));
    let folder = Folder::with("k.js", &text);
    for layout in ["chess", "chess:781"] {
        let message = folder.zobrist(["keys", "generate", "k.js", "--layout", layout]).refused();
        let hint = "; if each key is two numbers, add --bits 64, and --halves if its halves stand in \
                    two lists\n";
        assert!(message.ends_with(hint), "{message}");
    }
    let args = ["keys", "generate", "k.js", "--layout", "chess", "--bits", "64"];
    assert_eq!(folder.zobrist(args).stdout.lines().count(), 781);
    let message = folder.zobrist(["keys", "generate", "k.js", "--layout", "go:5"]).refused();
    assert!(!message.contains("--bits"), "{message}");
    let help = zobrist(["keys", "generate", "--help"]).done();
    let words: Vec<&str> = help.split_whitespace().collect();
    assert!(words.join(" ").contains("joins consecutive numbers into one key"), "{help}");
}

/// All types of keys have the same functions for the hash.
#[test]
fn javascript_has_an_empty_hash_and_its_digits_in_every_way() {
    for options in [
        "zobrist --bits 32",
        "polyglot",
        "polyglot --js-keys bigint",
        "zobrist --bits 128",
        "polyglot --js-keys sum48",
    ] {
        let text = export(&format!("{options} --lang js"));
        for function in ["export function empty()", "export function hex(hash)"] {
            assert!(text.contains(function), "{options}: {text}");
        }
    }
}

/// The name of a file of keys is not that of a scheme, nor is the name in the export of such a
/// file.
#[test]
fn the_name_of_a_file_decides_no_convention() {
    let folder = Folder::new();
    let keys = zobrist(["keys", "generate", "polyglot"]).done();
    let convention = |file: &str, layout: &[&str]| -> serde_json::Value {
        let args = ["keys", "export", file, "--lang", "json"];
        let json = folder.zobrist(args.iter().chain(layout).copied()).done();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["positions"].as_array().unwrap().len(), 12);
        serde_json::json!([
            json["conventions"]["en-passant"]["counts"],
            json["conventions"]["assumed"]
        ])
    };
    let assumed = serde_json::json!(["beside", true]);
    for file in ["my.hex", "fen.hex", "fide.hex", "polyglot.hex"] {
        folder.write(file, &keys);
        assert_eq!(convention(file, &["--layout", "chess"]), assumed, "{file}");
        for lang in ["hex", "json", "c", "lua", "npy"] {
            let export = format!("again.{lang}");
            let args = ["keys", "export", file, "--layout", "chess", "--force", "-o", &export];
            folder.zobrist(args.into_iter().chain(["--lang", lang])).done();
            assert_eq!(convention(&export, &[]), assumed, "{file} {lang}");
        }
    }
    // The name of an export is that of its scheme, without a fingerprint too.
    for (scheme, counts) in [("fen", "always"), ("fide", "legal"), ("polyglot", "beside")] {
        for lang in ["hex", "json", "c"] {
            let text = export(&format!("{scheme} --lang {lang}"));
            let lines = text.lines().filter(|line| !line.contains("fingerprint"));
            let text: String = lines.map(|line| format!("{line}\n")).collect();
            let file = format!("keys.{lang}");
            folder.write(&file, text);
            assert_eq!(
                convention(&file, &[]),
                serde_json::json!([counts, false]),
                "{scheme} {lang}"
            );
        }
    }
}

/// The kinds of a scheme from a file do not say which pieces and squares they mean.
#[test]
fn the_export_of_a_scheme_from_a_file_names_that_file() {
    let folder = Folder::with(
        "rookie.toml",
        crate::scheme_sources::scheme("keys = { source = \"splitmix64\", seed = 7 }"),
    );
    for (lang, file) in [("cpp", "own.hpp"), ("json", "own.json"), ("npy", "own.npy")] {
        let args = ["keys", "export", "--scheme", "rookie.toml", "--lang", lang, "-o", file];
        folder.zobrist(args).done();
        let advice = format!(
            "{file} is the export of the scheme `rookie`, whose file (NAME.toml) alone says which \
             pieces and squares the keys mean: name that file in place of {file}\n"
        );
        let audit = ["keys", "audit", file, "--legal", "--weight", "2"];
        for layout in [&[][..], &["--layout", "chess"], &["--layout", "go:9"]] {
            let message = folder.zobrist(audit.iter().chain(layout).copied()).refused();
            assert!(message.ends_with(&advice), "{layout:?}: {message}");
            assert!(!message.contains("--layout chess"), "{layout:?}: {message}");
        }
        let run = folder.zobrist(["keys", "export", file, "--lang", "hex"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(!run.stdout.contains("# position"), "{}", run.stdout);
        let note = "zobrist: the export is without conventions and positions: ";
        assert_eq!(run.stderr, format!("{note}{advice}"));
    }
    folder.zobrist(["keys", "audit", "rookie.toml", "--legal", "--weight", "2"]).done();
}
