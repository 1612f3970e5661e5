//! The kinds of mends.

use std::fmt::{self, Display};

/// A mend in the text of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Mend {
    /// A tag `Result` that means a result is written as the standard does.
    ResultSpelling,
    /// A tag `Result` that was missing, or said nothing, has the result after the moves.
    Result,
    /// `SetUp "1"` stands beside the `FEN`.
    SetUp,
    /// The name of a tag has the case of the standard.
    TagName,
    /// The value of a tag stands in `"`, not in typographic quotes.
    Quotes,
    /// The text is UTF-8: once for a game.
    Encoding,
}

impl Mend {
    /// All of them.
    pub const ALL: [Mend; 6] = [
        Mend::ResultSpelling,
        Mend::Result,
        Mend::SetUp,
        Mend::TagName,
        Mend::Quotes,
        Mend::Encoding,
    ];

    /// The name, which is also how it is displayed.
    pub const fn name(self) -> &'static str {
        match self {
            Mend::ResultSpelling => "spelling of Result",
            Mend::Result => "missing Result",
            Mend::SetUp => "SetUp beside FEN",
            Mend::TagName => "case of a tag's name",
            Mend::Quotes => "quotes of a tag",
            Mend::Encoding => "text that was not UTF-8",
        }
    }
}

impl Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
