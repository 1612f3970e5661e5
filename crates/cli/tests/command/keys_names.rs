//! `zobrist keys export --namespace`: programs that know the keys by that name.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::languages::{C, CPP, CSHARP_BY_MONO, GO, JAVA, Language, RUST, program};
use crate::tool::Folder;

/// A program that uses an export with a name.
struct Named {
    language: &'static Language,
    namespace: &'static str,
    /// The file of the export, that of the program, and its text.
    files: [&'static str; 3],
    commands: &'static [&'static [&'static str]],
}

const NAMED: [Named; 6] = [
    Named {
        language: &C,
        namespace: "rookie",
        files: [
            "keys.h",
            "main.c",
            "#include \"keys.h\"
int main(void) {
    const rookie_hash hash = rookie_toggle(rookie_turn_key(), ROOKIE_FIRST_TURN);
    return rookie_self_test() && hash == 0 && rookie_positions[0].hash != 0 ? 0 : 1;
}
",
        ],
        commands: &[&["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"], &["./main"]],
    },
    Named {
        language: &CPP,
        namespace: "engine::keys",
        files: [
            "keys.hpp",
            "main.cpp",
            "#include \"keys.hpp\"
static_assert(engine::keys::piece_key(engine::keys::white_king, 4) != engine::keys::turn_key());
int main() { return engine::keys::self_test() ? 0 : 1; }
",
        ],
        commands: &[
            &["c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "main.cpp", "-o", "main"],
            &["./main"],
        ],
    },
    Named {
        language: &RUST,
        namespace: "rookie",
        files: [
            "keys.rs",
            "main.rs",
            "fn main() {
    assert!(keys::rookie::self_test());
    assert_eq!(keys::rookie::combine(keys::rookie::turn_key(), keys::rookie::KEYS[780]), 0);
}
",
        ],
        commands: &[
            &["rustc", "--edition=2024", "-Dwarnings", "--crate-type=lib", "keys.rs"],
            &["rustc", "--edition=2024", "-Dwarnings", "--extern=keys=libkeys.rlib", "main.rs"],
            &["./main"],
        ],
    },
    Named {
        language: &GO,
        namespace: "rookie",
        files: [
            "rookie/keys.go",
            "main.go",
            "package main

import \"example/rookie\"

func main() {
	if !rookie.SelfTest() || rookie.TurnKey() != rookie.Keys[780] {
		panic(\"another key\")
	}
}
",
        ],
        commands: &[&["go", "vet", "./..."], &["go", "run", "."]],
    },
    Named {
        language: &JAVA,
        namespace: "org.example",
        files: [
            "org/example/ZobristKeys.java",
            "Main.java",
            "import org.example.ZobristKeys;
class Main {
    public static void main(String[] args) {
        if (!ZobristKeys.selfTest() || ZobristKeys.turnKey() != ZobristKeys.key(780)) System.exit(1);
    }
}
",
        ],
        commands: &[&["javac", "-Xlint:all", "-Werror", "Main.java"], &["java", "-cp", ".", "Main"]],
    },
    Named {
        language: &CSHARP_BY_MONO,
        namespace: "Engine.Keys",
        files: [
            "keys.cs",
            "main.cs",
            "using Engine.Keys;
static class Program {
    static int Main() {
        return ZobristKeys.SelfTest() && ZobristKeys.TurnKey() == ZobristKeys.Key(780) ? 0 : 1;
    }
}
",
        ],
        commands: &[
            &["mcs", "-langversion:7", "-warn:4", "-warnaserror", "main.cs", "keys.cs"],
            &["mono", "main.exe"],
        ],
    },
];

#[test]
fn programs_that_know_the_keys_by_a_name() {
    for Named { language, namespace, files: [file, main, text], commands } in NAMED {
        if !language.is_here() {
            continue;
        }
        let folder = Folder::with(main, text);
        folder.write("go.mod", "module example\n\ngo 1.18\n");
        fs::create_dir_all(folder.path(file).parent().unwrap()).unwrap();
        let args = ["keys", "export", "polyglot", "--lang", language.name, "-o", file];
        assert_eq!(folder.zobrist(args.into_iter().chain(["--namespace", namespace])).done(), "");
        for command in commands {
            let output = Command::new(program(command[0]))
                .args(&command[1..])
                .current_dir(folder.path("."))
                .env("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go"))
                .output()
                .unwrap();
            let error = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{namespace}: {command:?}: {error}");
        }
        // It is read again.
        let keys = folder.zobrist(["keys", "generate", "polyglot"]).done();
        assert!(folder.zobrist(["keys", "generate", file]).done() == keys, "{namespace}");
    }
}
