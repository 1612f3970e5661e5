//! Languages by the endings of file names, as far as they differ in comments and strings.

use std::path::Path;

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C and C++: a backslash joins lines, also in comments.
    C,
    CSharp,
    /// Rust, Swift and Kotlin: comments nest, and Rust's strings can span lines.
    Rust,
    /// JavaScript and TypeScript: `#` begins a name.
    Script,
    /// `#` begins a comment, and `//` divides.
    Python,
    /// Unknown, or one that looks like C.
    Other,
}

const LANGUAGES: [(Language, &[&str]); 6] = [
    (Language::C, &["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inc"]),
    (Language::CSharp, &["cs"]),
    (Language::Rust, &["rs", "swift", "kt"]),
    (Language::Script, &["js", "mjs", "cjs", "jsx", "ts", "mts", "tsx"]),
    (Language::Python, &["py"]),
    (Language::Other, &["go", "java", "d", "zig"]),
];

/// Languages whose comments or strings differ, by the endings of their files.
const UNREAD: [(&str, &[&str]); 20] = [
    ("Ada", &["adb", "ads"]),
    ("assembler", &["asm", "s", "nasm"]),
    ("Basic", &["bas", "vb"]),
    ("Clojure", &["clj", "cljs"]),
    ("Elixir", &["ex", "exs"]),
    ("Erlang", &["erl", "hrl"]),
    ("F#", &["fs", "fsx"]),
    ("Fortran", &["f", "f90"]),
    ("Haskell", &["hs", "lhs"]),
    ("Julia", &["jl"]),
    ("Lisp", &["lisp", "lsp", "el", "scm", "rkt"]),
    ("Lua", &["lua"]),
    ("Nim", &["nim"]),
    ("OCaml", &["ml", "mli"]),
    ("Pascal", &["pas", "pp", "dpr", "lpr"]),
    ("Perl", &["pl", "pm"]),
    ("R", &["r"]),
    ("Ruby", &["rb"]),
    ("SQL", &["sql"]),
    ("Tcl", &["tcl"]),
];

/// What follows the last dot of a name, in lower case, ignoring the ending of a compression.
pub fn extension(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let plain = [".zst", ".gz", ".bz2"].iter().find_map(|end| name.strip_suffix(end));
    let file = Path::new(plain.unwrap_or(&name));
    file.extension().map(|end| end.to_string_lossy().into_owned())
}

impl Language {
    /// The language of program text that is read, by the name of its file.
    pub fn known(file: &str) -> Option<Language> {
        LANGUAGES.iter().find(|(_, ends)| is_one(ends, file)).map(|(language, _)| *language)
    }

    pub fn of(file: &str) -> Language {
        Language::known(file).unwrap_or(Language::Other)
    }
}

/// The name of a language that is not read, if the name of its file tells it.
pub fn unread(file: &str) -> Option<&'static str> {
    UNREAD.iter().find(|(_, ends)| is_one(ends, file)).map(|(name, _)| *name)
}

fn is_one(ends: &[&str], file: &str) -> bool {
    extension(file).is_some_and(|end| ends.contains(&end.as_str()))
}
