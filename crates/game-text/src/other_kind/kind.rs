//! The kinds of files that are given in place of games.

use std::fmt::{self, Display};

/// A kind of file that holds no games of chess in PGN, by its first bytes or its text.
///
/// It is what a file looks like: nothing behind its first bytes is read for it. Its text is a noun
/// with its article, where it has one: `JSON`, `an HTML page`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OtherKind {
    /// One or more values of JSON, arrays or objects.
    Json,
    /// A web page.
    Html,
    /// Another text in XML.
    Xml,
    /// Games of Go, or of another game, in SGF.
    Sgf,
    /// A database of SQLite.
    Sqlite,
    /// A file of a database of Scid.
    Scid,
    /// A file of a database of ChessBase.
    ChessBase,
    /// A table in Parquet.
    Parquet,
    /// The text that Git LFS keeps in place of a file.
    LfsPointer,
    /// A document in PDF.
    Pdf,
    /// A document in RTF.
    Rtf,
    /// An opening book in Polyglot's format.
    Book,
    /// The configuration of a simulation.
    Simulation,
    /// Another text in TOML.
    Configuration,
    /// The rows of a lattice run.
    Run,
    /// A list of keys.
    Keys,
    /// Lines of FEN or EPD.
    Positions,
    /// A potential of the embedded-atom method.
    Potential,
    /// Zeros, which stand where a disk has lost data.
    Zeros,
    /// Bytes that are no text.
    Binary,
    /// Comments of PGN.
    Comments,
    /// Any other text.
    Text,
}

impl OtherKind {
    /// True if games may stand behind the first bytes, as in a web page.
    pub(crate) fn may_precede_games(self) -> bool {
        matches!(self, OtherKind::Html | OtherKind::Xml | OtherKind::Positions)
    }
}

impl Display for OtherKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OtherKind::Json => "JSON",
            OtherKind::Html => "an HTML page",
            OtherKind::Xml => "XML",
            OtherKind::Sgf => "games of Go in SGF",
            OtherKind::Sqlite => "an SQLite database",
            OtherKind::Scid => "a file of a Scid database",
            OtherKind::ChessBase => "a file of a ChessBase database",
            OtherKind::Parquet => "a Parquet file",
            OtherKind::LfsPointer => "a Git LFS pointer",
            OtherKind::Pdf => "a PDF document",
            OtherKind::Rtf => "an RTF document",
            OtherKind::Book => "an opening book",
            OtherKind::Simulation => "the configuration of a simulation",
            OtherKind::Configuration => "a TOML file",
            OtherKind::Run => "the CSV of a lattice run",
            OtherKind::Keys => "a list of keys in hex digits",
            OtherKind::Positions => "lines of FEN or EPD",
            OtherKind::Potential => "a potential in the setfl format",
            OtherKind::Zeros => "zero bytes alone",
            OtherKind::Binary => "binary data",
            OtherKind::Comments => "comments alone",
            OtherKind::Text => "plain text",
        })
    }
}
