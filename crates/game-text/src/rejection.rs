//! Rejected input, with its place.

use std::fmt::{self, Display};
use std::io;
use std::sync::Arc;

use zobrist_shakmaty::pgn::{Languages, PgnError};
use zobrist_storage::is_change;

use crate::other_kind::OtherKind;

/// A line, game or file that was rejected, and its place.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rejection {
    /// The name of the file.
    pub file: Arc<str>,
    /// The place in the file on the disk at which the piece begins that was read alone; line and
    /// byte are then those of the text of the piece.
    pub piece: Option<u64>,
    /// The line, from 1.
    pub line: u64,
    /// The byte, from 0, in the file after decompression.
    pub offset: u64,
    /// The expected text and the one that was found.
    pub reason: String,
    /// True if the game is kept up to this place: it is shortened, not rejected.
    pub shortens: bool,
    /// True if the file has changed while it was read: what was read of it before may be half of
    /// one file and half of another.
    pub changed: bool,
    /// The kind that the file looks like, if it is rejected as a whole since it holds no game.
    pub looks_like: Option<OtherKind>,
    /// The option by which more of a game could be read.
    pub remedy: Remedy,
}

/// The option by which more of a game could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remedy {
    /// Languages by whose letters of the pieces all of it can be read.
    pub languages: Languages,
    /// True if it has moves that can be read before a last one that cannot.
    pub lacks_last_move: bool,
}

/// The end of the reason of a game that is shortened.
pub const KEPT: &str = "; kept the moves before it";

impl Rejection {
    /// A rejection of what stands at a place.
    #[must_use]
    pub fn new(file: Arc<str>, line: u64, offset: u64, reason: String) -> Rejection {
        Rejection {
            file,
            piece: None,
            line,
            offset,
            reason,
            shortens: false,
            changed: false,
            looks_like: None,
            remedy: Remedy::default(),
        }
    }

    /// A rejection of a file that holds no game, by its first bytes.
    #[must_use]
    pub fn without_games(file: Arc<str>, kind: OtherKind) -> Rejection {
        let reason = format!("no game: it looks like {kind}");
        Rejection { looks_like: Some(kind), ..Rejection::new(file, 1, 0, reason) }
    }

    /// Line and byte are those of the text of a piece that begins at this byte of the file on the
    /// disk.
    #[must_use]
    pub fn of_piece(self, piece: Option<u64>) -> Rejection {
        Rejection { piece, ..self }
    }

    /// The reason is this fault of a game.
    #[must_use]
    pub fn by_fault(self, fault: &PgnError) -> Rejection {
        let lacks_last_move = fault.is_last_move && fault.plies > 0;
        let languages = fault.languages;
        Rejection { remedy: Remedy { languages, lacks_last_move }, ..self }
    }

    /// The error is the reason why no more of the file can be read.
    #[must_use]
    pub fn by_error(self, error: &io::Error) -> Rejection {
        Rejection { changed: is_change(error), ..self }
    }

    /// Turns the rejection of a game into its shortening: the moves before the place are kept.
    #[must_use]
    pub fn shortening(self) -> Rejection {
        let reason = self.reason + KEPT;
        Rejection { reason, shortens: true, ..self }
    }
}

impl Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rejection { file, piece, line, offset, reason, looks_like, .. } = self;
        if let Some(kind) = looks_like {
            return write!(f, "no game in {file}: it looks like {kind}");
        }
        match piece {
            // The line in the file is not known.
            Some(piece) => write!(
                f,
                "{file}: byte {offset} of the text of the piece from byte {piece} of the file: {reason}"
            ),
            None => write!(f, "{file}:{line} (byte {offset}): {reason}"),
        }
    }
}
