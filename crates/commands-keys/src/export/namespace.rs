//! The name that `--namespace` gives an export in place of its own.

use anyhow::{Result, bail};

use super::language::Language;

/// Keywords, and the names that headers and compilers with extensions define: `linux` and `unix`
/// are macros of GNU C++.
const CPP: &str = "NULL alignas alignof and and_eq asm auto bitand bitor bool break case catch \
    char char16_t char32_t char8_t class co_await co_return co_yield compl concept const const_cast \
    consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum \
    explicit export extern false float for friend goto if inline int linux long main mutable \
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register \
    reinterpret_cast requires return short signed sizeof static static_assert static_cast std struct \
    switch template this thread_local throw true try typedef typeid typename union unix unsigned \
    using virtual void volatile wchar_t while xor xor_eq";

const RUST: &str = "Self abstract as async await become box break const continue crate do dyn else \
    enum extern false final fn for gen if impl in let loop macro match mod move mut override priv \
    pub ref return self static struct super trait true try type typeof unsafe unsized use virtual \
    where while yield";

const GO: &str = "break case chan const continue default defer else fallthrough for func go goto if \
    import interface main map package range return select struct switch type var";

const JAVA: &str = "abstract assert boolean break byte case catch char class const continue default \
    do double else enum extends false final finally float for goto if implements import instanceof \
    int interface long native new null package private protected public return short static \
    strictfp super switch synchronized this throw throws transient true try void volatile while";

const CSHARP: &str = "abstract as base bool break byte case catch char checked class const continue \
    decimal default delegate do double else enum event explicit extern false finally fixed float \
    for foreach goto if implicit in int interface internal is lock long namespace new null object \
    operator out override params private protected public readonly ref return sbyte sealed short \
    sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked \
    unsafe ushort using virtual void volatile while";

/// Checks a name for a language.
///
/// # Errors
/// When the language takes no name, or not this one.
pub(crate) fn check(language: Language, name: &str) -> Result<()> {
    let (what, separator, keywords) = match language {
        // The text after the prefix makes another name of a keyword.
        Language::C => ("a prefix in C", None, ""),
        Language::Cpp => ("a namespace of C++, such as `engine::keys`", Some("::"), CPP),
        Language::Rust => ("a module of Rust", None, RUST),
        Language::Go => ("a package of Go", None, GO),
        Language::Java => ("a package of Java, such as `org.example.keys`", Some("."), JAVA),
        Language::Csharp => ("a namespace of C#, such as `Engine.Keys`", Some("."), CSHARP),
        Language::Js | Language::Ts | Language::Python | Language::Lua => bail!(
            "--namespace: an export to this language is a module, whose name is that of its file; \
             name the file by --output"
        ),
        Language::Json | Language::Npy | Language::Hex => {
            bail!("--namespace is for program text; JSON, NumPy arrays and hex have no names")
        }
    };
    let parts: Vec<&str> = match separator {
        Some(separator) => name.split(separator).collect(),
        None => vec![name],
    };
    let is_identifier = |part: &&str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !part.contains("__")
    };
    if !parts.iter().all(is_identifier) {
        bail!(
            "--namespace: expected {what}: letters, digits and single `_`, a letter first, got \
             `{name}`"
        );
    }
    match parts.iter().find(|part| keywords.split(' ').any(|word| word == **part)) {
        Some(word) => bail!("--namespace: expected {what}, got `{name}`: `{word}` is reserved"),
        None => Ok(()),
    }
}

/// Indents the lines of a text by four columns more, for one more pair of braces around them.
pub(crate) fn indented(text: &str) -> String {
    let lines = text.lines().map(|line| match line {
        "" => "\n".to_owned(),
        line => format!("    {line}\n"),
    });
    lines.collect()
}
