//! The languages and formats of exports.

use clap::ValueEnum;

/// A language or a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// C99, a header
    C,
    /// C++17, a header
    #[value(alias = "c++")]
    Cpp,
    /// Rust, a module
    Rust,
    /// Go, a package
    Go,
    /// Java 8 (16 for 128 bits), the class ZobristKeys
    Java,
    /// JavaScript, an ES module
    Js,
    /// TypeScript, an ES module
    Ts,
    /// Python 3, a module
    Python,
    /// C# (.NET 7 for 128 bits), a static class
    Csharp,
    /// Lua 5.1 to 5.4 and LuaJIT, a module
    Lua,
    /// A JSON object
    Json,
    /// A NumPy array, with its metadata in NAME.npy.json
    Npy,
    /// Lines of hex, with comments
    Hex,
}
