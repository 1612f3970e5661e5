//! `zobrist keys export`: an engine that knows an export and its header alone has the hashes of its
//! positions, and one that takes a convention wrongly has not.

use std::path::Path;
use std::process::Command;

use crate::keys_compiled::scheme;
use crate::languages::{CPP, PYTHON, program};
use crate::tool::{Folder, say};

/// Conventions that an engine may take wrongly.
const MISTAKES: [&str; 4] = ["turn", "castling", "squares", "en-passant"];

/// The number of positions with another hash than that of the export.
#[track_caller]
fn wrong(command: &[&str], folder: &Path, mistake: &str) -> u32 {
    let mut program = Command::new(program(command[0]));
    program.args(&command[1..]).current_dir(folder);
    if !mistake.is_empty() {
        program.arg(mistake);
    }
    let output = program.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
}

fn export(folder: &Folder, lang: &str, scheme: &str, file: &str) {
    let args = ["keys", "export", "--lang", lang, "--scheme", scheme, "--force", "-o", file];
    assert_eq!(folder.zobrist(args).done(), "");
}

#[test]
fn an_engine_in_python() {
    let python = program("python3");
    let check = Command::new(&python).args(["-c", "import chess"]).output();
    if !PYTHON.is_here() || !check.is_ok_and(|output| output.status.success()) {
        let message = format!("{python} cannot `import chess` (tests/readers/requirements.txt)");
        let required = std::env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
        assert!(!required, "{message}");
        say(&message);
        return;
    }
    let folder = Folder::with("engine.py", include_str!("languages/engine.py"));
    folder.write("sum.toml", scheme("sum48"));
    folder.write("xor.toml", scheme("xor"));
    for name in ["polyglot", "fide", "fen", "stockfish-15.1", "chess-793", "sum.toml", "xor.toml"] {
        export(&folder, "python", name, "keys.py");
        let command = ["python3", "-B", "engine.py"];
        let wrong = |mistake| wrong(&command, &folder.path("."), mistake);
        assert_eq!(wrong(""), 0, "{name}");
        for mistake in MISTAKES.into_iter().chain(["pieces"]) {
            assert!(wrong(mistake) > 0, "{name}: {mistake}");
        }
    }
}

#[test]
fn an_engine_in_cpp() {
    if !CPP.is_here() {
        return;
    }
    let folder = Folder::with("engine.cpp", include_str!("languages/engine.cpp"));
    folder.write("sum.toml", scheme("sum48").replace("\"legal\"", "\"always\""));
    for (name, defined) in [
        ("polyglot", &[][..]),
        ("fen", &[]),
        ("stockfish-15.1", &["-DCLOCK"]),
        ("sum.toml", &["-DOWN", "-DSUM", "-DCLOCK"]),
    ] {
        export(&folder, "cpp", name, "zobrist_keys.hpp");
        let compiled = Command::new(program("c++"))
            .args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "engine.cpp", "-o", "main"])
            .args(defined)
            .current_dir(folder.path("."))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&compiled.stderr).into_owned();
        assert!(compiled.status.success(), "{name}: {error}");
        let wrong = |mistake| wrong(&["./main"], &folder.path("."), mistake);
        assert_eq!(wrong(""), 0, "{name}");
        for mistake in MISTAKES {
            assert!(wrong(mistake) > 0, "{name}: {mistake}");
        }
    }
}
