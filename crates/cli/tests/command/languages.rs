//! Third-party compilers and interpreters that run exported keys.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

/// A language, and the commands that run a program in it.
pub struct Language {
    /// As `--lang` names it.
    pub name: &'static str,
    /// The file that the export is written to.
    pub file: &'static str,
    /// The tools, each with an argument to which it only replies.
    tools: &'static [[&'static str; 2]],
    /// True if `ZOBRIST_COMPILERS=required` asks for it.
    required: bool,
    /// The file of the program that prints the hash of `@FEATURES@` in hex, and fails when
    /// the self-test does.
    main: &'static str,
    /// The program for keys of one number, and for those of two or of 128 bits.
    programs: [&'static str; 2],
    /// The commands that compile and run it.
    commands: &'static [&'static [&'static str]],
}

impl Language {
    /// True if the machine has the tools. If not, reports it, or fails if the language is required.
    pub fn is_here(&self) -> bool {
        let missing = self.tools.iter().find(|[tool, argument]| {
            !Command::new(program(tool))
                .arg(argument)
                .output()
                .is_ok_and(|output| output.status.success())
        });
        let Some([tool, _]) = missing else { return true };
        let message = format!("exports to {} are not tried: there is no {tool}", self.name);
        let required = env::var("ZOBRIST_COMPILERS").is_ok_and(|value| value == "required");
        assert!(!(required && self.required), "{message}");
        // Not by a macro, since the harness captures its output.
        writeln!(io::stderr(), "left out: {message}").ok();
        false
    }

    /// Compiles and runs a program next to the export in `folder`; returns its output, or the messages of
    /// a failure.
    pub fn run(&self, folder: &Path, is_wide: bool, features: &[usize]) -> Result<String, String> {
        let features: Vec<String> = features.iter().map(usize::to_string).collect();
        let program_text = self.programs[usize::from(is_wide)];
        let text = program_text.replace("@FEATURES@", &features.join(", "));
        fs::write(folder.join(self.main), text).unwrap();
        for (file, text) in [
            ("go.mod", "module example\n\ngo 1.18\n"),
            ("package.json", "{\"type\": \"module\"}\n"),
            ("keys.csproj", PROJECT),
        ] {
            fs::write(folder.join(file), text).unwrap();
        }
        let mut printed = String::new();
        for command in self.commands {
            let output = Command::new(program(command[0]))
                .args(&command[1..])
                .current_dir(folder)
                .env("GOCACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("go"))
                .output()
                .unwrap();
            let [out, err] =
                [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
            if !output.status.success() {
                return Err(format!("{}: {command:?}: {out}{err}", self.name));
            }
            assert_eq!(err, "", "{}: {command:?}", self.name);
            printed = out;
        }
        Ok(printed.trim().to_owned())
    }
}

/// The program that runs a tool: for Python, the requested one.
pub fn program(tool: &str) -> String {
    match tool {
        "python3" => env::var("ZOBRIST_PYTHON").unwrap_or_else(|_| tool.to_owned()),
        // The program of the compiler itself, in any folder.
        "rustc" => env::var("RUSTC").unwrap_or_else(|_| tool.to_owned()),
        "./main" => "./main".to_owned(),
        _ => tool.to_owned(),
    }
}

pub const C: Language = Language {
    name: "c",
    file: "zobrist_keys.h",
    tools: &[["cc", "--version"]],
    required: true,
    main: "main.c",
    programs: [
        r#"
#include "zobrist_keys.h"
#include <stdio.h>
int main(void) {
    static const size_t features[] = {@FEATURES@};
    zobrist_hash hash = 0;
    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i)
        hash = zobrist_toggle(hash, features[i]);
    printf("%0*llx\n", (int)(2 * sizeof hash), (unsigned long long)hash);
    return zobrist_self_test() ? 0 : 1;
}
"#,
        r#"
#include "zobrist_keys.h"
#include <inttypes.h>
#include <stdio.h>
int main(void) {
    static const size_t features[] = {@FEATURES@};
    zobrist_hash hash = {0, 0};
    for (size_t i = 0; i < sizeof features / sizeof features[0]; ++i)
        hash = zobrist_toggle(hash, features[i]);
    printf("%016" PRIx64 "%016" PRIx64 "\n", hash.high, hash.low);
    return zobrist_self_test() ? 0 : 1;
}
"#,
    ],
    commands: &[
        &[
            "cc",
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Wshadow",
            "-Wconversion",
            "-Werror",
            "main.c",
            "-o",
            "main",
        ],
        &["./main"],
    ],
};

pub const CPP: Language = Language {
    name: "cpp",
    file: "zobrist_keys.hpp",
    tools: &[["c++", "--version"]],
    required: true,
    main: "main.cpp",
    programs: [
        r#"
#include "zobrist_keys.hpp"
#include <cstdio>
int main() {
    zobrist::Hash hash = 0;
    for (std::size_t feature : {@FEATURES@})
        hash = zobrist::toggle(hash, feature);
    std::printf("%0*llx\n", int(2 * sizeof hash), static_cast<unsigned long long>(hash));
    return zobrist::self_test() ? 0 : 1;
}
"#,
        r#"
#include "zobrist_keys.hpp"
#include <cinttypes>
#include <cstdio>
int main() {
    zobrist::Hash hash;
    for (std::size_t feature : {@FEATURES@})
        hash = zobrist::toggle(hash, feature);
    std::printf("%016" PRIx64 "%016" PRIx64 "\n", hash.high, hash.low);
    return zobrist::self_test() && hash != zobrist::Hash{} ? 0 : 1;
}
"#,
    ],
    commands: &[
        &[
            "c++",
            "-std=c++17",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Wshadow",
            "-Wconversion",
            "-Werror",
            "main.cpp",
            "-o",
            "main",
        ],
        &["./main"],
    ],
};

const RUST_PROGRAM: &str = r#"
fn main() {
    let features: &[usize] = &[@FEATURES@];
    let hash = features.iter().fold(0, |hash, feature| keys::toggle(hash, *feature));
    println!("{hash:0digits$x}", digits = 2 * size_of::<keys::Hash>());
    assert!(keys::self_test());
}
"#;

pub const RUST: Language = Language {
    name: "rust",
    file: "keys.rs",
    tools: &[["rustc", "--version"]],
    required: true,
    main: "main.rs",
    programs: [RUST_PROGRAM; 2],
    commands: &[
        &["rustc", "--edition=2024", "-Dwarnings", "-Dmissing_docs", "--crate-type=lib", "keys.rs"],
        &["rustc", "--edition=2024", "-Dwarnings", "--extern=keys=libkeys.rlib", "main.rs"],
        &["./main"],
    ],
};

pub const GO: Language = Language {
    name: "go",
    file: "zobristkeys/keys.go",
    tools: &[["go", "version"]],
    required: true,
    main: "main.go",
    programs: [
        r#"package main

import (
	"example/zobristkeys"
	"fmt"
	"os"
	"unsafe"
)

func main() {
	var hash zobristkeys.Hash
	for _, feature := range []int{@FEATURES@} {
		hash = zobristkeys.Toggle(hash, feature)
	}
	fmt.Printf("%0*x\n", 2*unsafe.Sizeof(hash), hash)
	if !zobristkeys.SelfTest() {
		os.Exit(1)
	}
}
"#,
        r#"package main

import (
	"example/zobristkeys"
	"fmt"
	"os"
)

func main() {
	var hash zobristkeys.Hash
	for _, feature := range []int{@FEATURES@} {
		hash = zobristkeys.Toggle(hash, feature)
	}
	fmt.Printf("%016x%016x\n", hash.High, hash.Low)
	if !zobristkeys.SelfTest() {
		os.Exit(1)
	}
}
"#,
    ],
    commands: &[&["go", "vet", "./..."], &["go", "run", "."]],
};

pub const JAVA: Language = Language {
    name: "java",
    file: "ZobristKeys.java",
    tools: &[["javac", "-version"], ["java", "-version"]],
    required: true,
    main: "Main.java",
    programs: [
        r#"
class Main {
    static String hex(int hash) { return String.format("%08x", hash); }
    static String hex(long hash) { return String.format("%016x", hash); }
    public static void main(String[] args) {
        var hash = ZobristKeys.key(0);
        hash ^= hash;
        for (int feature : new int[] {@FEATURES@}) hash = ZobristKeys.toggle(hash, feature);
        System.out.println(hex(hash));
        if (!ZobristKeys.selfTest()) System.exit(1);
    }
}
"#,
        r#"
class Main {
    public static void main(String[] args) {
        var hash = ZobristKeys.Hash.EMPTY;
        for (int feature : new int[] {@FEATURES@}) hash = ZobristKeys.toggle(hash, feature);
        System.out.println(String.format("%016x%016x", hash.high(), hash.low()));
        var empty = ZobristKeys.toggle(ZobristKeys.key(1), 1);
        if (!ZobristKeys.selfTest() || !empty.equals(ZobristKeys.Hash.EMPTY)) System.exit(1);
    }
}
"#,
    ],
    commands: &[
        &["javac", "-Xlint:all", "-Werror", "Main.java", "ZobristKeys.java"],
        &["java", "-cp", ".", "Main"],
    ],
};

/// For every type of keys: numbers and BigInts, pairs, and sums.
const JAVASCRIPT_PROGRAM: &str = r#"
import * as keys from "./keys.js";
const features = [@FEATURES@];
if (keys.insert) {
  let hash = keys.empty();
  for (const feature of features) hash = keys.insert(hash, feature);
  console.log(keys.hex(hash));
  for (const feature of features) hash = keys.remove(hash, feature);
  if (hash !== keys.empty()) process.exit(1);
} else if (keys.empty) {
  let hash = keys.empty();
  for (const feature of features) hash = keys.toggle(hash, feature);
  console.log(keys.hex(hash));
} else {
  const digits = typeof keys.KEYS[0] === "bigint" ? keys.KEYS : [];
  let hash = digits.length ? 0n : 0;
  for (const feature of features) hash = keys.toggle(hash, feature);
  console.log(hash.toString(16));
}
if (!keys.selfTest() || keys.FIRST_PIECE !== 0) process.exit(1);
"#;

pub const JAVASCRIPT: Language = Language {
    name: "js",
    file: "keys.js",
    tools: &[["node", "--version"]],
    required: true,
    main: "main.js",
    programs: [JAVASCRIPT_PROGRAM; 2],
    commands: &[&["node", "main.js"]],
};

pub const TYPESCRIPT: Language = Language {
    name: "ts",
    file: "keys.ts",
    tools: &[["tsc", "--version"], ["node", "--version"]],
    required: true,
    main: "main.js",
    programs: [JAVASCRIPT_PROGRAM; 2],
    commands: &[
        // Not the library of browsers, which would take long to check.
        &[
            "tsc",
            "--strict",
            "--noUncheckedIndexedAccess",
            "--target",
            "es2020",
            "--lib",
            "es2020",
            "--skipLibCheck",
            "keys.ts",
        ],
        &["node", "main.js"],
    ],
};

const PYTHON_PROGRAM: &str = r#"
import functools, sys, keys
print(f"{functools.reduce(keys.toggle, [@FEATURES@], 0):x}")
sys.exit(not keys.self_test())
"#;

pub const PYTHON: Language = Language {
    name: "python",
    file: "keys.py",
    tools: &[["python3", "--version"]],
    required: true,
    main: "main.py",
    programs: [PYTHON_PROGRAM; 2],
    commands: &[&["python3", "-B", "-W", "error", "main.py"]],
};

const PROJECT: &str = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup>\
    <OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework>\
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors></PropertyGroup></Project>\n";

const CSHARP_PROGRAM: &str = r#"
static class Program {
    static int Main() {
        var hash = ZobristKeys.Key(0);
        hash ^= hash;
        foreach (int feature in new[] {@FEATURES@}) hash = ZobristKeys.Toggle(hash, feature);
        System.Console.WriteLine(hash.ToString("x"));
        return ZobristKeys.SelfTest() ? 0 : 1;
    }
}
"#;

pub const CSHARP: Language = Language {
    name: "csharp",
    file: "ZobristKeys.cs",
    tools: &[["dotnet", "--version"]],
    required: false,
    main: "Main.cs",
    programs: [CSHARP_PROGRAM; 2],
    commands: &[&["dotnet", "run"]],
};

/// Another compiler of C#, with a library without numbers of 128 bits.
pub const CSHARP_BY_MONO: Language = Language {
    name: "csharp",
    file: "ZobristKeys.cs",
    tools: &[["mcs", "--version"], ["mono", "--version"]],
    required: true,
    main: "Main.cs",
    programs: [CSHARP_PROGRAM; 2],
    commands: &[
        &["mcs", "-langversion:7", "-warn:4", "-warnaserror", "Main.cs", "ZobristKeys.cs"],
        &["mono", "Main.exe"],
    ],
};
