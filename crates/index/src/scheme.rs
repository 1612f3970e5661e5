//! The schemes that an index can be keyed by.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use shakmaty::{EnPassantMode, Position};
use zobrist::Fingerprint;
use zobrist_chess::{EnPassant, Fen, Fide, Polyglot, Scheme, Zobrist};
use zobrist_shakmaty::{HashablePosition, en_passant_mode, hash};

/// A scheme that an index can be keyed by: it decides which positions count as the same.
///
/// ```
/// use zobrist_index::IndexScheme;
///
/// assert_eq!("fide".parse(), Ok(IndexScheme::Fide));
/// assert!("stockfish".parse::<IndexScheme>().is_err());
/// assert_eq!(IndexScheme::default().name(), "fide");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexScheme {
    /// Polyglot's keys, en passant by pseudo-legal captures.
    Polyglot,
    /// Polyglot's keys, en passant by legal captures: the Laws of Chess.
    #[default]
    Fide,
    /// Polyglot's keys, en passant after every double step.
    Fen,
    /// The keys of `zobrist`, 64 bits.
    Zobrist,
}

/// Runs an expression with the type of a scheme.
macro_rules! with_scheme {
    ($scheme:expr, $S:ident => $run:expr) => {
        match $scheme {
            IndexScheme::Polyglot => {
                type $S = Polyglot;
                $run
            }
            IndexScheme::Fide => {
                type $S = Fide;
                $run
            }
            IndexScheme::Fen => {
                type $S = Fen;
                $run
            }
            IndexScheme::Zobrist => {
                type $S = Zobrist<u64>;
                $run
            }
        }
    };
}

impl IndexScheme {
    /// All schemes, in the order in which they are listed.
    pub const ALL: [IndexScheme; 4] =
        [IndexScheme::Polyglot, IndexScheme::Fide, IndexScheme::Fen, IndexScheme::Zobrist];

    /// Returns the name that the files carry.
    pub const fn name(self) -> &'static str {
        with_scheme!(self, S => S::NAME)
    }

    /// Returns the fingerprint of the keys, which the files also carry.
    pub fn fingerprint(self) -> Fingerprint {
        with_scheme!(self, S => S::fingerprint())
    }

    /// Computes the hash of a position from scratch.
    pub fn hash<P: HashablePosition>(self, position: &P) -> u64 {
        with_scheme!(self, S => hash::<S, P>(position))
    }

    pub(crate) const fn en_passant(self) -> EnPassant {
        with_scheme!(self, S => S::EN_PASSANT)
    }

    /// Returns shakmaty's name for the en passant rule of the scheme: the mode to write FEN in.
    pub const fn en_passant_mode(self) -> EnPassantMode {
        with_scheme!(self, S => en_passant_mode::<S>())
    }

    /// What `S::key` is, at run time.
    pub(crate) fn keys(self) -> &'static [u64] {
        with_scheme!(self, S => S::keys())
    }

    pub(crate) const fn layout(self) -> zobrist_chess::ChessLayout {
        with_scheme!(self, S => S::LAYOUT)
    }

    /// The en passant file that counts, if the rule is not that of `zobrist`.
    pub(crate) fn en_passant_file(self, position: &impl Position) -> Option<usize> {
        let square = match self.en_passant() {
            EnPassant::PseudoLegal => position.pseudo_legal_ep_square(),
            EnPassant::Legal => position.legal_ep_square(),
            EnPassant::Always => position.maybe_ep_square(),
        };
        square.map(|square| square.file() as usize)
    }
}

impl Display for IndexScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for IndexScheme {
    type Err = ParseIndexSchemeError;

    fn from_str(name: &str) -> Result<IndexScheme, ParseIndexSchemeError> {
        let found = IndexScheme::ALL.into_iter().find(|scheme| scheme.name() == name);
        found.ok_or_else(|| ParseIndexSchemeError { got: name.to_owned() })
    }
}

/// The error of a name that no index scheme has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseIndexSchemeError {
    /// The name that was read.
    pub got: String,
}

impl Display for ParseIndexSchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = IndexScheme::ALL.map(IndexScheme::name).join(", ");
        write!(f, "no scheme {:?}: expected one of {names}", self.got)
    }
}

impl Error for ParseIndexSchemeError {}
