//! Text of a file that fails while it is read, and is not accepted in part.

use std::fmt::{self, Display};

use zobrist_game_text::Rejection;

/// A file that failed, what has become of the work, and what its user can do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BrokenFile<'a> {
    /// The place up to which the file could be read, and the reason.
    pub failure: &'a Rejection,
    /// What has become of the work, such as `no book was written`.
    pub outcome: &'static str,
    /// What the user can do.
    pub advice: String,
}

/// The words in which a program gives advice.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BrokenFileWords {
    /// How to do the same work again, such as `run the same command again`.
    pub again: &'static str,
    /// The work that an interrupted build keeps, such as `what was read`.
    pub progress: &'static str,
    /// The name of what accepts a part of a file, such as `--partial`; `None` if it is not told.
    pub partial: Option<&'static str>,
}

impl BrokenFileWords {
    /// Creates words, none of which name what accepts a part of a file.
    #[must_use]
    pub const fn new(again: &'static str, progress: &'static str) -> BrokenFileWords {
        BrokenFileWords { again, progress, partial: None }
    }
}

impl<'a> BrokenFile<'a> {
    /// For work of another kind.
    #[must_use]
    pub const fn new(
        failure: &'a Rejection,
        outcome: &'static str,
        advice: String,
    ) -> BrokenFile<'a> {
        BrokenFile { failure, outcome, advice }
    }

    /// For the build of an index. `kept` is that of
    /// [`IngestError::Source`](crate::IngestError::Source), with the text of its error.
    pub fn of_index(
        failure: &'a Rejection,
        kept: Result<bool, String>,
        words: &BrokenFileWords,
    ) -> BrokenFile<'a> {
        let BrokenFileWords { again, progress, partial } = words;
        let mut advice = match kept {
            Ok(true) => format!("mend the file and {again}, which continues"),
            Ok(false) => format!("mend the file and {again}"),
            Err(error) => format!("{progress} cannot be kept: {error}; mend the file"),
        };
        advice.extend(partial.map(accept_with));
        BrokenFile { failure, outcome: "nothing was put into the index", advice }
    }

    /// For the making of a book; `partial` accepts a part of a file.
    #[must_use]
    pub fn of_book(failure: &'a Rejection, partial: &str) -> BrokenFile<'a> {
        let advice = "mend the file".to_owned() + &accept_with(partial);
        BrokenFile { failure, outcome: "no book was written", advice }
    }
}

fn accept_with(partial: &str) -> String {
    format!(", or accept what can be read with {partial}")
}

impl Display for BrokenFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BrokenFile { failure, outcome, advice } = self;
        write!(f, "{failure}; {outcome}; {advice}")
    }
}
