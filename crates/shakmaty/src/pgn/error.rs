//! The error of a game that cannot be read or replayed to its end.

use std::error::Error;
use std::fmt::{self, Display};

use super::language::Languages;
use crate::game_error::GameError;

/// The first fault of a game that cannot be read or replayed to its end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PgnError {
    /// Offset in the text of the game, in bytes: that of the wrong word, or of the opening bracket
    /// of a tag, a comment or a variation that is not terminated.
    pub offset: usize,
    /// Number of legal plies before the fault.
    pub plies: usize,
    /// The fault.
    pub error: GameError,
    /// The languages by whose letters of the pieces the whole game is legal, if the fault is a bad
    /// move.
    pub languages: Languages,
    /// True if the fault is a bad move after which no move comes.
    pub is_last_move: bool,
}

impl PgnError {
    pub(super) fn new(offset: usize, plies: usize, error: GameError) -> PgnError {
        PgnError { offset, plies, error, languages: Languages::default(), is_last_move: false }
    }

    /// Returns true if the fault is a move: null, illegal, ambiguous, or a word that is not a move.
    /// The game up to it is valid.
    #[must_use]
    pub fn is_bad_move(&self) -> bool {
        matches!(self.error, GameError::Word { .. } | GameError::Move { .. })
    }
}

impl Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)?;
        match self.languages.is_empty() {
            true => Ok(()),
            false => write!(f, "; the whole game is legal with the letters of {}", self.languages),
        }
    }
}

impl Error for PgnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}
