//! The kinds of mends, and replacements of parts of a text.

use std::fmt::{self, Display};
use std::ops::Range;

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
    #[must_use]
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

/// The replacements in a text, which do not overlap.
#[derive(Debug, Default)]
pub(super) struct Edits {
    edits: Vec<(Range<usize>, Vec<u8>)>,
    mends: Vec<Mend>,
}

impl Edits {
    /// Replaces a part of the text; an empty one is inserted before.
    pub(super) fn replace(&mut self, part: Range<usize>, by: impl Into<Vec<u8>>) {
        self.edits.push((part, by.into()));
    }

    /// Counts a mend, which may take several replacements.
    pub(super) fn count(&mut self, mend: Mend) {
        self.mends.push(mend);
    }

    /// True if nothing is replaced.
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Returns the text with all replacements; `None` if there are none.
    pub(super) fn apply(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        if self.edits.is_empty() {
            return None;
        }
        // Those at one place in the order in which they were made.
        self.edits.sort_by_key(|(part, _)| (part.start, part.end));
        let mut edited = Vec::with_capacity(text.len() + 64);
        let mut at = 0;
        for (part, by) in &self.edits {
            edited.extend_from_slice(&text[at..part.start]);
            edited.extend_from_slice(by);
            at = part.end;
        }
        edited.extend_from_slice(&text[at..]);
        Some(edited)
    }

    pub(super) fn into_mends(self) -> Vec<Mend> {
        self.mends
    }
}
