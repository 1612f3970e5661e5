//! Why a game of a file in SGF is refused.

use zobrist_game_text::OtherKind;
use zobrist_go::sgf::{Fault, SgfError, TextPosition};
use zobrist_input::WholeFile;

/// The reason why a game is refused, and its place.
#[derive(Debug)]
pub struct Refusal {
    /// The beginning of the game, if `None`.
    pub place: Option<TextPosition>,
    /// The reason in words.
    pub reason: String,
}

impl Refusal {
    /// The refusal of a game that cannot be read, or of a file without games, with what it looks
    /// like.
    pub fn of(file: &WholeFile, error: &SgfError) -> Refusal {
        let mut refusal = Refusal::from(error);
        if error.fault == Fault::Nothing
            && let Some(kind) = OtherKind::of_begin(&file.name, &file.bytes, true)
        {
            refusal.reason += &format!("; the file looks like {kind}");
        }
        refusal
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal { place: None, reason }
    }
}

impl From<&SgfError> for Refusal {
    fn from(error: &SgfError) -> Refusal {
        Refusal { place: Some(error.place), reason: error.fault.to_string() }
    }
}
