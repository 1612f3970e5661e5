//! The first fault of a game, and where it is.

use std::error::Error;
use std::fmt::{self, Display};

use crate::game_error::GameError;

/// The first fault of a game that cannot be replayed to its end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// The offset of the fault in the text of the game, in bytes: that of the word, or of what
    /// opens a comment, a variation or a tag that is not terminated.
    pub offset: usize,
    /// The number of plies before the fault.
    pub plies: usize,
    /// What is wrong.
    pub error: GameError,
}

impl Fault {
    pub(super) fn at(offset: usize, plies: usize, error: GameError) -> Fault {
        Fault { offset, plies, error }
    }

    /// Whether the fault is a move: null, illegal, ambiguous, or a word that is no move. All
    /// positions before it have been handed over.
    pub fn is_bad_move(&self) -> bool {
        matches!(self.error, GameError::Word { .. } | GameError::Move { .. })
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}
