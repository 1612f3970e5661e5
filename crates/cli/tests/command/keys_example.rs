//! `zobrist keys export`: the example in the comment of the positions is a test of an engine.

use std::fs;
use std::process::Command;

use crate::keys_compiled::export;
use crate::languages::{C, CPP, JAVA, Language, program};
use crate::tool::Folder;

/// A program around the example of an export.
struct Example<'a> {
    language: &'a Language,
    /// The file of the program.
    main: &'static str,
    /// The text before and after the example.
    around: [&'static str; 2],
    commands: [&'a [&'a str]; 2],
}

const AROUND_C: [&str; 2] = [
    "#include \"zobrist_keys.h\"
#include <string.h>
static int wrong;
static zobrist_hash hash_of(const char *fen) {
    for (size_t i = 0; i < ZOBRIST_POSITIONS; ++i)
        if (strcmp(fen, zobrist_positions[i].fen) == 0)
            return wrong ? zobrist_toggle(zobrist_positions[i].hash, i) : zobrist_positions[i].hash;
    return zobrist_positions[0].hash;
}
static int test(void) {
",
    "    return 0;\n}\nint main(void) {\n    const int right = test();\n    wrong = 1;\n    \
             return right == 0 && test() == 1 ? 0 : 1;\n}\n",
];

const AROUND_CPP: [&str; 2] = [
    "#include \"zobrist_keys.hpp\"
using namespace zobrist;
static bool wrong;
static Hash hash_of(const char* fen) {
    for (const Position& position : positions)
        if (fen == position.fen) return wrong ? toggle(position.hash, 0) : position.hash;
    return {};
}
static int test() {
",
    "    return 0;\n}\nint main() {\n    const int right = test();\n    wrong = true;\n    \
             return right == 0 && test() == 1 ? 0 : 1;\n}\n",
];

const AROUND_JAVA: [&str; 2] = [
    "class Main {
    static boolean wrong;
    static void assertEquals(Object expected, Object found) {
        if (!expected.equals(found)) throw new IllegalStateException();
    }
    static Object hashOf(String fen) {
        for (ZobristKeys.Position position : ZobristKeys.positions())
            if (fen.equals(position.fen))
                return wrong ? ZobristKeys.toggle(position.hash, 0) : position.hash;
        return null;
    }
    static void test() {
",
    "    }
    public static void main(String[] args) {
        test();
        wrong = true;
        try { test(); } catch (IllegalStateException e) { return; }
        System.exit(1);
    }
}
",
];

/// The example in the comment of the positions compiles for each width, and finds a wrong hash also
/// in a build without assertions.
#[test]
fn the_example_in_the_comment_is_a_test() {
    let folder = Folder::new();
    for bits in ["32", "64", "128"] {
        let release = if bits == "128" { "16" } else { "8" };
        let javac =
            ["javac", "--release", release, "-Xlint:-options", "Main.java", "ZobristKeys.java"];
        let examples = [
            Example {
                language: &C,
                main: "main.c",
                around: AROUND_C,
                commands: [
                    &["cc", "-std=c99", "-Wall", "-Werror", "-DNDEBUG", "main.c", "-o", "main"],
                    &["./main"],
                ],
            },
            Example {
                language: &CPP,
                main: "main.cpp",
                around: AROUND_CPP,
                commands: [
                    &[
                        "c++",
                        "-std=c++17",
                        "-Wall",
                        "-Werror",
                        "-DNDEBUG",
                        "main.cpp",
                        "-o",
                        "main",
                    ],
                    &["./main"],
                ],
            },
            Example {
                language: &JAVA,
                main: "Main.java",
                around: AROUND_JAVA,
                commands: [&javac, &["java", "-cp", ".", "Main"]],
            },
        ];
        for Example { language, main, around: [before, after], commands } in examples {
            if !language.is_here() {
                continue;
            }
            export(language, &folder, &["--scheme", "zobrist", "--bits", bits]);
            let text = fs::read_to_string(folder.path(language.file)).unwrap();
            folder.write(main, format!("{before}{}{after}", example(&text)));
            for command in commands {
                let output = Command::new(program(command[0]))
                    .args(&command[1..])
                    .current_dir(folder.path("."))
                    .output()
                    .unwrap();
                let error = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(output.status.success(), "{} {bits}: {command:?}: {error}", language.name);
            }
        }
    }
}

/// The example in the comment of the positions of an export.
fn example(text: &str) -> String {
    let code = match text.split_once("<code>") {
        Some((_, rest)) => rest.split_once("</code>").unwrap().0.lines().collect::<Vec<_>>(),
        None => {
            let (_, rest) = text.split_once("the hash of each FEN must be equal:\n").unwrap();
            rest.lines().take_while(|line| line.starts_with("//")).collect()
        }
    };
    let code = code.iter().map(|line| line.trim_start_matches(['/', '*', ' ']).to_owned() + "\n");
    code.collect()
}
