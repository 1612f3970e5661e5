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
    /// The file of the program.
    main: &'static str,
    /// The program. It prints the hash of `@FEATURES@` in hex, the keys that `@SHOW@` shows and the
    /// positions with their hashes, and fails when the self-test does.
    program: &'static str,
    /// The call of the accessor of a kind, as a statement of the program, from its words and
    /// arguments.
    show: fn(&[&str], &str) -> String,
    /// Shows an element of its array; the indices stand in brackets.
    show_element: fn(&[&str], &str) -> String,
    /// The text of the program that prints the positions, if there are any.
    positions: &'static str,
    /// The commands that compile and run it.
    commands: &'static [&'static [&'static str]],
}

/// The questions of a program to an export.
pub struct Questions<'a> {
    pub is_wide: bool,
    /// True if keys add.
    pub adds: bool,
    pub has_positions: bool,
    pub features: &'a [usize],
    /// The words of accessors, such as `en-passant`, and their arguments.
    pub keys: &'a [(String, Vec<usize>)],
    /// The words of arrays, and their indices.
    pub elements: &'a [(String, Vec<usize>)],
}

/// The answers of an export.
#[derive(Debug, PartialEq, Eq)]
pub struct Answers {
    pub hash: u128,
    pub keys: Vec<u128>,
    pub elements: Vec<u128>,
    /// FEN and hash.
    pub positions: Vec<(String, u128)>,
}

/// The words of a name in one: `enPassant`, or `EnPassant`.
fn camel_case(words: &[&str], first_is_capital: bool) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let words = words.iter().enumerate();
    words
        .map(|(i, word)| if i > 0 || first_is_capital { capital(word) } else { (*word).to_owned() })
        .collect()
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

    /// Compiles and runs a program next to the export in `folder`; returns its output, or the
    /// messages of a failure.
    pub fn ask(&self, folder: &Path, questions: &Questions) -> Result<Answers, String> {
        let features: Vec<String> = questions.features.iter().map(usize::to_string).collect();
        let shown = questions.keys.iter().map(|(name, arguments)| {
            let arguments: Vec<String> = arguments.iter().map(usize::to_string).collect();
            (self.show)(&name.split('-').collect::<Vec<_>>(), &arguments.join(", "))
        });
        let elements = questions.elements.iter().map(|(name, indices)| {
            let indices: String = indices.iter().map(|index| format!("[{index}]")).collect();
            (self.show_element)(&name.split('-').collect::<Vec<_>>(), &indices)
        });
        let shown = shown.chain(elements);
        let [put, take] = if questions.adds { ["insert", "remove"] } else { ["toggle", "toggle"] };
        let is_capital = matches!(self.name, "go" | "csharp");
        let operation = |name: &str| camel_case(&[name], is_capital);
        let number = |is: bool| if is { "1" } else { "0" };
        let positions = match (self.positions, questions.has_positions) {
            ("", has) => number(has),
            (text, true) => text,
            (_, false) => "",
        };
        let text = self
            .program
            .replace("@FEATURES@", &features.join(", "))
            .replace("@PUT@", &operation(put))
            .replace("@TAKE@", &operation(take))
            .replace("@WIDE@", number(questions.is_wide))
            .replace("@POSITIONS@", positions)
            .replace("@SHOW@", &shown.collect::<Vec<_>>().join("\n"));
        fs::write(folder.join(self.main), text).unwrap();
        let printed = self.run(folder)?;
        let hex = |digits: &str| u128::from_str_radix(digits, 16).unwrap();
        let (positions, keys): (Vec<&str>, Vec<&str>) =
            printed.lines().partition(|line| line.contains('\t'));
        Ok(Answers {
            hash: hex(keys[0]),
            keys: keys[1..=questions.keys.len()].iter().map(|key| hex(key)).collect(),
            elements: keys[1 + questions.keys.len()..].iter().map(|key| hex(key)).collect(),
            positions: positions
                .into_iter()
                .filter_map(|line| line.split_once('\t'))
                .map(|(fen, hash)| (fen.to_owned(), hex(hash)))
                .collect(),
        })
    }

    /// Compiles and runs another program next to the export in a folder.
    pub fn run_text(&self, folder: &Path, program: &str) -> Result<String, String> {
        fs::write(folder.join(self.main), program).unwrap();
        self.run(folder)
    }

    /// Compiles and runs the program in a folder.
    pub fn run(&self, folder: &Path) -> Result<String, String> {
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
    program: include_str!("main.c"),
    show: |words, arguments| format!("show(zobrist_{}_key({arguments}));", words.join("_")),
    show_element: |words, indices| format!("show(zobrist_{}_keys{indices});", words.join("_")),
    positions: "",
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
    program: include_str!("main.cpp"),
    show: |words, arguments| format!("show(zobrist::{}_key({arguments}));", words.join("_")),
    show_element: |words, indices| format!("show(zobrist::{}_keys{indices});", words.join("_")),
    positions: "",
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

pub const RUST: Language = Language {
    name: "rust",
    file: "keys.rs",
    tools: &[["rustc", "--version"]],
    required: true,
    main: "main.rs",
    program: include_str!("main.rs.txt"),
    show: |words, arguments| format!("show(keys::{}_key({arguments}));", words.join("_")),
    show_element: |words, indices| {
        format!("show(keys::{}_KEYS{indices});", words.join("_").to_ascii_uppercase())
    },
    positions: "for (fen, hash) in keys::POSITIONS { println!(\"{fen}\\t{hash:x}\"); }",
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
    program: include_str!("main.go.txt"),
    show: |words, arguments| {
        format!("show(zobristkeys.{}Key({arguments}))", camel_case(words, true))
    },
    show_element: |words, indices| {
        format!("show(zobristkeys.{}Keys{indices})", camel_case(words, true))
    },
    positions: "for _, position := range zobristkeys.Positions {\n\t\tfmt.Println(position.FEN + \"\\t\" + digits(position.Hash))\n\t}",
    commands: &[&["go", "vet", "./..."], &["go", "run", "."]],
};

pub const JAVA: Language = Language {
    name: "java",
    file: "ZobristKeys.java",
    tools: &[["javac", "-version"], ["java", "-version"]],
    required: true,
    main: "Main.java",
    program: include_str!("Main.java"),
    show: |words, arguments| {
        format!("show(ZobristKeys.{}Key({arguments}));", camel_case(words, false))
    },
    show_element: |words, indices| {
        let name = words.join("_").to_ascii_uppercase();
        format!("show(ZobristKeys.{name}_KEYS{indices});")
    },
    positions: "for (var position : ZobristKeys.positions()) System.out.println(position.fen + \"\\t\" + digits(position.hash));",
    // Started as quickly as it can be: each process lives for a second.
    commands: &[
        &[
            "javac",
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-Xlint:all",
            "-Werror",
            "Main.java",
            "ZobristKeys.java",
        ],
        &["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", ".", "Main"],
    ],
};

pub const JAVASCRIPT: Language = Language {
    name: "js",
    file: "keys.js",
    tools: &[["node", "--version"]],
    required: true,
    main: "main.js",
    program: include_str!("main.js"),
    show: |words, arguments| format!("show(keys.{}Key({arguments}));", camel_case(words, false)),
    show_element: |words, indices| {
        format!("show(keys.{}_KEYS{indices});", words.join("_").to_ascii_uppercase())
    },
    positions: "",
    commands: &[&["node", "main.js"]],
};

pub const TYPESCRIPT: Language = Language {
    name: "ts",
    file: "keys.ts",
    tools: &[["tsc", "--version"], ["node", "--version"]],
    required: true,
    main: "main.js",
    program: include_str!("main.js"),
    show: |words, arguments| format!("show(keys.{}Key({arguments}));", camel_case(words, false)),
    show_element: |words, indices| {
        format!("show(keys.{}_KEYS{indices});", words.join("_").to_ascii_uppercase())
    },
    positions: "",
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

pub const PYTHON: Language = Language {
    name: "python",
    file: "keys.py",
    tools: &[["python3", "--version"]],
    required: true,
    main: "main.py",
    program: include_str!("main.py"),
    show: |words, arguments| format!("show(keys.{}_key({arguments}))", words.join("_")),
    show_element: |words, indices| {
        format!("show(keys.{}_KEYS{indices})", words.join("_").to_ascii_uppercase())
    },
    positions: "",
    commands: &[&["python3", "-B", "-W", "error", "main.py"]],
};

const PROJECT: &str = "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup>\
    <OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework>\
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors></PropertyGroup></Project>\n";

pub const CSHARP: Language = Language {
    name: "csharp",
    file: "ZobristKeys.cs",
    tools: &[["dotnet", "--version"]],
    required: false,
    main: "Main.cs",
    program: include_str!("Main.cs"),
    show: |words, arguments| {
        let name = camel_case(words, true);
        format!("System.Console.WriteLine(ZobristKeys.{name}Key({arguments}).ToString(\"x\"));")
    },
    show_element: |words, indices| {
        let name = camel_case(words, true);
        format!("System.Console.WriteLine(ZobristKeys.{name}Keys{indices}.ToString(\"x\"));")
    },
    positions: "foreach (var position in ZobristKeys.Positions) System.Console.WriteLine(position.Fen + \"\\t\" + position.Hash.ToString(\"x\"));",
    commands: &[&["dotnet", "run"]],
};

/// Another compiler of C#, with a library without numbers of 128 bits.
pub const CSHARP_BY_MONO: Language = Language {
    name: "csharp",
    file: "ZobristKeys.cs",
    tools: &[["mcs", "--version"], ["mono", "--version"]],
    required: true,
    main: "Main.cs",
    program: include_str!("Main.cs"),
    show: |words, arguments| {
        let name = camel_case(words, true);
        format!("System.Console.WriteLine(ZobristKeys.{name}Key({arguments}).ToString(\"x\"));")
    },
    show_element: |words, indices| {
        let name = camel_case(words, true);
        format!("System.Console.WriteLine(ZobristKeys.{name}Keys{indices}.ToString(\"x\"));")
    },
    positions: "foreach (var position in ZobristKeys.Positions) System.Console.WriteLine(position.Fen + \"\\t\" + position.Hash.ToString(\"x\"));",
    commands: &[
        &["mcs", "-langversion:7", "-warn:4", "-warnaserror", "Main.cs", "ZobristKeys.cs"],
        &["mono", "Main.exe"],
    ],
};

/// The versions of Lua; LuaJIT has the syntax of 5.1 and numbers of its own.
pub const LUA: [Language; 5] = [
    lua(&[["lua5.1", "-v"]], &[&["lua5.1", "main.lua"]]),
    lua(&[["lua5.2", "-v"]], &[&["lua5.2", "main.lua"]]),
    lua(&[["lua5.3", "-v"]], &[&["lua5.3", "main.lua"]]),
    lua(&[["lua5.4", "-v"]], &[&["lua5.4", "main.lua"]]),
    lua(&[["luajit", "-v"]], &[&["luajit", "main.lua"]]),
];

const fn lua(
    tools: &'static [[&'static str; 2]],
    commands: &'static [&'static [&'static str]],
) -> Language {
    Language {
        name: "lua",
        file: "keys.lua",
        tools,
        required: true,
        main: "main.lua",
        program: include_str!("main.lua"),
        show: |words, arguments| format!("show(keys.{}_key({arguments}))", words.join("_")),
        show_element: |words, indices| {
            format!("show(keys.{}_KEYS{indices})", words.join("_").to_ascii_uppercase())
        },
        positions: "",
        commands,
    }
}
