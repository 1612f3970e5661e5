//! Errors of replaying a game.

use std::error::Error;
use std::fmt::{self, Display};

use shakmaty::variant::Variant;

use crate::pgn::is_null_move;
use crate::read_position::ReadPositionError;

/// The error of a game that cannot be replayed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum GameError {
    /// The text is not PGN: something is not terminated.
    Unterminated(Unterminated),
    /// More text follows the game: moves after its result, or another game.
    MoreText,
    /// The `FEN` tag holds no legal position.
    Fen(ReadPositionError),
    /// The `Variant` tag names a variant that shakmaty does not know.
    UnknownVariant(String),
    /// The `Variant` tag names a variant other than the requested one.
    OtherVariant {
        /// The requested variant.
        expected: Variant,
        /// The variant of the game.
        got: Variant,
    },
    /// The scheme has no features for the variant of the game.
    NoVariants(Variant),
    /// A word is where a move should be, and is not a move.
    Word {
        /// The word.
        word: String,
    },
    /// A move is illegal or ambiguous.
    Move {
        /// The ply that it would have led to: 1 for the first move.
        ply: usize,
        /// The move as written.
        san: String,
        /// True if several legal moves are written this way; false if none is.
        ambiguous: bool,
    },
}

/// The parts of a game that have to be terminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unterminated {
    /// A tag pair.
    Tag,
    /// A comment in braces.
    Comment,
    /// A variation in parentheses.
    Variation,
}

impl Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Unterminated(what) => {
                let what = match what {
                    Unterminated::Tag => "tag",
                    Unterminated::Comment => "comment",
                    Unterminated::Variation => "variation",
                };
                write!(f, "expected PGN, got an unterminated {what}")
            }
            GameError::MoreText => f.write_str("expected one game, got more text after it"),
            GameError::Fen(error) => write!(f, "FEN tag: {error}"),
            GameError::UnknownVariant(name) => write!(f, "unknown variant {:?}", excerpt(name)),
            GameError::OtherVariant { expected, got } => {
                write!(f, "expected a game of {expected}, got one of {got}")
            }
            GameError::NoVariants(variant) => {
                write!(f, "the scheme has no features for variants, got a game of {variant}")
            }
            GameError::Word { word } => write!(f, "expected a move, got {:?}", excerpt(word)),
            GameError::Move { ply, san, ambiguous } => {
                let what = match ambiguous {
                    true => "ambiguous",
                    false if is_null_move(san.as_bytes()) => "null",
                    false => "illegal",
                };
                write!(f, "{what} move {san} at ply {ply}")
            }
        }
    }
}

/// The beginning of a text that may be of any length, for a message.
fn excerpt(text: &str) -> &str {
    text.char_indices().nth(60).map_or(text, |(end, _)| &text[..end])
}

impl Error for GameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_position::read_position;

    #[test]
    fn a_faulty_fen_tag_is_explained_once() {
        let cause = read_position::<shakmaty::Chess>(b"8/8 w", None).unwrap_err();
        let error = GameError::Fen(cause.clone());
        assert_eq!(error.to_string(), format!("FEN tag: {cause}"));
        assert!(error.source().is_none());
    }
}
