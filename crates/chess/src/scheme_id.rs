//! The built-in schemes as values.

use core::error::Error;
use core::fmt::{self, Display};
use core::str::FromStr;

use zobrist::Fingerprint;

use crate::layout::ChessLayout;
use crate::scheme::{Fen, Fide, Polyglot, Scheme, Zobrist};
use crate::vocabulary::EnPassant;

/// A built-in scheme in one of its widths, for programs that choose the scheme at run time.
///
/// The hashes themselves come from the scheme, which [`with_scheme!`](crate::with_scheme) finds:
/// that macro is the one place that maps these values to the types of the schemes.
///
/// ```
/// use zobrist_chess::SchemeId;
///
/// assert_eq!("fide".parse(), Ok(SchemeId::Fide));
/// assert_eq!("zobrist".parse(), Ok(SchemeId::Zobrist64));
/// assert_eq!(SchemeId::Zobrist64.with_bits(128), Some(SchemeId::Zobrist128));
/// assert_eq!(SchemeId::Fide.with_bits(128), None);
/// assert!("stockfish".parse::<SchemeId>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemeId {
    /// [`Polyglot`](crate::Polyglot), 64 bits.
    Polyglot,
    /// [`Fide`](crate::Fide), 64 bits.
    Fide,
    /// [`Fen`](crate::Fen), 64 bits.
    Fen,
    /// [`Zobrist<u32>`](crate::Zobrist).
    Zobrist32,
    /// [`Zobrist<u64>`](crate::Zobrist).
    Zobrist64,
    /// [`Zobrist<u128>`](crate::Zobrist).
    Zobrist128,
}

/// Runs an expression with the scheme of a [`SchemeId`].
///
/// ```
/// use zobrist_chess::{Scheme, SchemeId, with_scheme};
///
/// let keys = |id: SchemeId| with_scheme!(id, scheme => scheme.keys().len());
/// assert_eq!(keys(SchemeId::Fide), 781);
/// assert_eq!(keys(SchemeId::Zobrist32), 939);
/// ```
#[macro_export]
macro_rules! with_scheme {
    ($id:expr, $scheme:ident => $run:expr) => {
        match $crate::SchemeId::listed($id) {
            $crate::ListedSchemeId::Polyglot => {
                let $scheme = $crate::Polyglot;
                $run
            }
            $crate::ListedSchemeId::Fide => {
                let $scheme = $crate::Fide;
                $run
            }
            $crate::ListedSchemeId::Fen => {
                let $scheme = $crate::Fen;
                $run
            }
            $crate::ListedSchemeId::Zobrist32 => {
                let $scheme = $crate::Zobrist::<u32>::new();
                $run
            }
            $crate::ListedSchemeId::Zobrist64 => {
                let $scheme = $crate::Zobrist::<u64>::new();
                $run
            }
            $crate::ListedSchemeId::Zobrist128 => {
                let $scheme = $crate::Zobrist::<u128>::new();
                $run
            }
        }
    };
}

/// A [`SchemeId`] that is matched without an arm for those to come: [`with_scheme!`] has one for each,
/// and its match stands in the crate of the caller.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum ListedSchemeId {
    Polyglot,
    Fide,
    Fen,
    Zobrist32,
    Zobrist64,
    Zobrist128,
}

impl SchemeId {
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub const fn listed(self) -> ListedSchemeId {
        match self {
            SchemeId::Polyglot => ListedSchemeId::Polyglot,
            SchemeId::Fide => ListedSchemeId::Fide,
            SchemeId::Fen => ListedSchemeId::Fen,
            SchemeId::Zobrist32 => ListedSchemeId::Zobrist32,
            SchemeId::Zobrist64 => ListedSchemeId::Zobrist64,
            SchemeId::Zobrist128 => ListedSchemeId::Zobrist128,
        }
    }

    /// All schemes in all widths, in the order in which they are listed.
    pub const ALL: [SchemeId; 6] = [
        SchemeId::Polyglot,
        SchemeId::Fide,
        SchemeId::Fen,
        SchemeId::Zobrist32,
        SchemeId::Zobrist64,
        SchemeId::Zobrist128,
    ];

    /// Returns the name of the scheme, which stored data carry; all widths share it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SchemeId::Polyglot => Polyglot::NAME,
            SchemeId::Fide => Fide::NAME,
            SchemeId::Fen => Fen::NAME,
            SchemeId::Zobrist32 | SchemeId::Zobrist64 | SchemeId::Zobrist128 => {
                Zobrist::<u64>::NAME
            }
        }
    }

    /// Returns the number of bits of a hash.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            SchemeId::Zobrist32 => 32,
            SchemeId::Zobrist128 => 128,
            _ => 64,
        }
    }

    /// Returns the same scheme in another width; `None` if it does not have it.
    #[must_use]
    pub fn with_bits(self, bits: u32) -> Option<SchemeId> {
        let is_such = |id: &SchemeId| id.name() == self.name() && id.bits() == bits;
        SchemeId::ALL.into_iter().find(is_such)
    }

    /// Returns the layout of the scheme.
    #[must_use]
    pub fn layout(self) -> ChessLayout {
        with_scheme!(self, scheme => *scheme.chess_layout())
    }

    /// Returns the rule by which an en passant file is a feature.
    #[must_use]
    pub fn en_passant(self) -> EnPassant {
        with_scheme!(self, scheme => scheme.en_passant())
    }

    /// Returns the fingerprint of name, layout and keys.
    #[must_use]
    pub fn fingerprint(self) -> Fingerprint {
        with_scheme!(self, scheme => scheme.fingerprint())
    }
}

/// Writes the name of the scheme.
impl Display for SchemeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name of a scheme, which then has 64 bits.
impl FromStr for SchemeId {
    type Err = ParseSchemeIdError;

    fn from_str(name: &str) -> Result<SchemeId, ParseSchemeIdError> {
        let is_such = |id: &SchemeId| id.name() == name && id.bits() == 64;
        SchemeId::ALL.into_iter().find(is_such).ok_or(ParseSchemeIdError(()))
    }
}

/// The error of a name that no built-in scheme has.
///
/// It does not hold the name: this crate does without `alloc`, and an error of [`FromStr`] cannot
/// borrow. The caller has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSchemeIdError(());

impl Display for ParseSchemeIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a scheme:")?;
        let all = SchemeId::ALL.into_iter().filter(|id| id.bits() == 64);
        all.enumerate().try_for_each(|(number, id)| {
            write!(f, "{} {}", if number > 0 { "," } else { "" }, id.name())
        })
    }
}

impl Error for ParseSchemeIdError {}
