//! A scheme that is chosen at run time: one of the types, or a composed one.
//!
//! The four schemes that books and databases share are types without data, so that code is compiled
//! for them; all others are one type, [`ComposedScheme`], so that code is compiled once for all
//! files.

use zobrist::Fingerprint;

use crate::composed::ComposedScheme;
use crate::layout::ChessLayout;
use crate::scheme::Scheme;
use crate::scheme_id::SchemeId;
use crate::vocabulary::EnPassant;
use crate::with_scheme;

/// A scheme that is chosen at run time: one that is compiled in, or a composed one.
///
/// [`with_any_scheme!`](crate::with_any_scheme) runs code with the scheme itself.
///
/// Closed: a scheme is compiled in, or it is not.
#[derive(Clone, Debug)]
pub enum AnyScheme {
    /// A scheme that is compiled in.
    BuiltIn(SchemeId),
    /// A scheme that is composed at run time.
    Composed(ComposedScheme),
}

/// Runs an expression with the scheme of an [`AnyScheme`], given by reference.
///
/// ```
/// use zobrist_chess::{AnyScheme, Scheme, SchemeId, with_any_scheme};
///
/// let any = AnyScheme::from(SchemeId::Fide);
/// assert_eq!(with_any_scheme!(&any, scheme => scheme.keys().len()), 781);
/// ```
#[macro_export]
macro_rules! with_any_scheme {
    ($any:expr, $scheme:ident => $run:expr) => {
        match $any {
            $crate::AnyScheme::BuiltIn(id) => $crate::with_scheme!(*id, $scheme => $run),
            $crate::AnyScheme::Composed(composed) => {
                let $scheme = ::core::clone::Clone::clone(composed);
                $run
            }
        }
    };
}

impl AnyScheme {
    /// Returns the scheme as a composed one, with the same layout, keys and conventions: for code
    /// that need not be compiled for each scheme. Its fingerprint is that of its text, and so
    /// not that of a scheme that is compiled in.
    #[must_use]
    pub fn to_composed(&self) -> ComposedScheme {
        match self {
            AnyScheme::BuiltIn(id) => with_scheme!(*id, scheme => ComposedScheme::of(&scheme)),
            AnyScheme::Composed(scheme) => scheme.clone(),
        }
    }

    /// Returns the name of the scheme, which stored data carry.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            AnyScheme::BuiltIn(id) => id.name(),
            AnyScheme::Composed(scheme) => scheme.name(),
        }
    }

    /// Returns the number of bits of a hash.
    #[must_use]
    pub fn bits(&self) -> u32 {
        match self {
            AnyScheme::BuiltIn(id) => id.bits(),
            AnyScheme::Composed(scheme) => scheme.bits(),
        }
    }

    /// Returns the layout of the scheme.
    #[must_use]
    pub fn layout(&self) -> ChessLayout {
        match self {
            AnyScheme::BuiltIn(id) => id.layout(),
            AnyScheme::Composed(scheme) => *scheme.chess_layout(),
        }
    }

    /// Returns the rule by which a capture en passant is a feature.
    #[must_use]
    pub fn en_passant(&self) -> EnPassant {
        match self {
            AnyScheme::BuiltIn(id) => id.en_passant(),
            AnyScheme::Composed(scheme) => scheme.en_passant(),
        }
    }

    /// Returns the fingerprint of the scheme.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        match self {
            AnyScheme::BuiltIn(id) => id.fingerprint(),
            AnyScheme::Composed(scheme) => scheme.fingerprint(),
        }
    }
}

impl From<SchemeId> for AnyScheme {
    fn from(id: SchemeId) -> AnyScheme {
        AnyScheme::BuiltIn(id)
    }
}

impl From<ComposedScheme> for AnyScheme {
    fn from(scheme: ComposedScheme) -> AnyScheme {
        AnyScheme::Composed(scheme)
    }
}
