//! Schemes that are composed at run time.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Debug, Display};

use zobrist::source::SourceError;
use zobrist::{AnyKey, Combine, Feature, Fingerprint, Guarantee, Key, Keys, Layout, Source};

use crate::feature::ChessFeature;
use crate::layout::{ChessLayout, PositionParts};
use crate::scheme::{Scheme, wide_source};
use crate::secondary::SecondaryKey;
use crate::vocabulary::EnPassant;

/// A scheme that is composed at run time: any layout, any keys, any convention. Clones share the
/// keys.
///
/// ```
/// use zobrist::{Combine, Source};
/// use zobrist_chess::{
///     Castling, ChessLayout, Color, ComposedScheme, EnPassant, EnPassantKeys, Part, Pieces,
///     RightOrder, Scheme, Turn,
/// };
///
/// let layout = ChessLayout::of(&[
///     Part::Pieces(Pieces::of("PNBRQKpnbrqk")),
///     Part::Turn(Turn::Of(Color::Black)),
///     Part::Castling(Castling::Sets(RightOrder::STANDARD)),
///     Part::EnPassant(EnPassantKeys::File),
/// ]);
/// let keys = Source::xoshiro256_plus_plus(42).sequential().words(layout.layout(), 64);
/// let scheme = ComposedScheme::new("rookie", layout, EnPassant::Always, 64, Combine::Xor, &keys)?;
/// assert_eq!(scheme.keys().len(), 793);
/// # Ok::<(), zobrist_chess::ComposeError>(())
/// ```
#[derive(Clone)]
pub struct ComposedScheme {
    scheme: Arc<Composed>,
    /// The secondary key that takes the place of the main hash.
    secondary: Option<usize>,
}

#[derive(Clone)]
struct Composed {
    name: Box<str>,
    layout: ChessLayout,
    en_passant: EnPassant,
    bits: u32,
    combine: Combine,
    keys: Box<[AnyKey]>,
    wide: Box<[u128]>,
    source: Option<Source<'static>>,
    secondary: Vec<SecondaryKey>,
}

impl ComposedScheme {
    /// Composes a scheme from its layout, its en passant rule, and a key of `bits` bits for each
    /// slot of the layout. The name of a built-in scheme is not refused here;
    /// [`SchemeDescription::compose`](crate::SchemeDescription::compose) and indexes refuse it.
    ///
    /// # Errors
    /// When the name is not one (words of a-z and 0-9 joined by `-`, `_` or `.`), the width is none
    /// of 16, 24, 32, 64 and 128 (by XOR) or not that of the sum, there are more or fewer keys than
    /// features, or a key has more bits.
    pub fn new(
        name: &str,
        layout: ChessLayout,
        en_passant: EnPassant,
        bits: u32,
        combine: Combine,
        keys: &[u128],
    ) -> Result<ComposedScheme, ComposeError> {
        if !is_name(name) {
            return Err(ComposeError::Name { got: name.into() });
        }
        let is_width = match combine {
            Combine::Xor => matches!(bits, 16 | 24 | 32 | 64 | 128),
            Combine::Sum(modulus) => matches!(bits, 16 | 24 | 32 | 47 | 48 | 64) && bits == modulus,
        };
        if !is_width {
            return Err(ComposeError::Bits { got: bits });
        }
        let features = layout.layout().len();
        if keys.len() != features {
            return Err(ComposeError::Keys { expected: features, got: keys.len() });
        }
        if let Some(slot) = keys.iter().position(|key| key.checked_shr(bits).unwrap_or(0) != 0) {
            return Err(ComposeError::Wide { slot, bits });
        }
        Ok(ComposedScheme {
            scheme: Arc::new(Composed {
                name: name.into(),
                layout,
                en_passant,
                bits,
                combine,
                keys: keys.iter().map(|key| AnyKey::new(*key, combine)).collect(),
                wide: wide_source(features).words(layout.layout(), 128).into(),
                source: None,
                secondary: Vec::new(),
            }),
            secondary: None,
        })
    }

    /// Returns a scheme that is compiled in, whose keys combine by XOR, as a composed one.
    pub(crate) fn of<S: Scheme>(scheme: &S) -> ComposedScheme {
        let keys: Vec<u128> = scheme.keys().iter().map(|key| key.to_word()).collect();
        let (layout, rule) = (*scheme.chess_layout(), scheme.en_passant());
        let combine = Combine::Xor;
        let composed =
            ComposedScheme::new(scheme.name(), layout, rule, scheme.bits(), combine, &keys);
        let composed = composed.expect("a scheme that is compiled in has the keys of its layout");
        match scheme.source() {
            Some(source) => composed.from_source(source),
            None => composed,
        }
    }

    /// Returns the scheme with a statement of the source that made its keys, and so the guarantee
    /// of that source.
    #[must_use]
    pub fn from_source(mut self, source: Source<'static>) -> ComposedScheme {
        Arc::make_mut(&mut self.scheme).source = Some(source);
        self
    }

    /// Returns the scheme with secondary keys. The hash is then the main one.
    #[must_use]
    pub fn with_secondary(mut self, keys: Vec<SecondaryKey>) -> ComposedScheme {
        Arc::make_mut(&mut self.scheme).secondary = keys;
        self.secondary = None;
        self
    }

    /// Returns how keys combine.
    #[must_use]
    pub fn combine(&self) -> Combine {
        self.scheme.combine
    }

    /// Returns the meaning of a feature of the hash in words. In a secondary key by count, it is
    /// one of a number of pieces: `white queen number 2`.
    #[must_use]
    pub fn describe(&self, feature: Feature) -> String {
        let layout = &self.scheme.layout;
        let secondary = self.secondary.map(|key| &self.scheme.secondary[key]);
        let counts = secondary.filter(|key| key.by_count).map(|key| key.counts);
        match (layout.decode(feature), counts) {
            (Some(ChessFeature::Piece { .. }), Some(counts)) => counts.describe(layout, feature),
            _ => layout.describe(feature).to_string(),
        }
    }

    /// Returns the secondary keys.
    #[must_use]
    pub fn secondary_keys(&self) -> &[SecondaryKey] {
        &self.scheme.secondary
    }

    /// Returns true if the hash is a secondary key, whose features say less than the position:
    /// nothing is stored by it.
    #[must_use]
    pub fn is_secondary(&self) -> bool {
        self.secondary.is_some()
    }

    /// Returns the scheme whose hash is a secondary key of this one; `None` if there is none of
    /// that name.
    #[must_use]
    pub fn secondary(&self, name: &str) -> Option<ComposedScheme> {
        let found = self.scheme.secondary.iter().position(|key| key.name == name)?;
        Some(ComposedScheme { scheme: self.scheme.clone(), secondary: Some(found) })
    }
}

/// True for words of a-z and 0-9 joined by `-`, `_` or `.`.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name.split(['-', '.', '_']).all(|word| {
            !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        })
}

impl Keys for ComposedScheme {
    type Key = AnyKey;
    #[inline]
    fn key(&self, feature: Feature) -> AnyKey {
        self.scheme.keys[feature.slot()]
    }
    fn layout(&self) -> Layout {
        self.scheme.layout.layout()
    }
}

impl Scheme for ComposedScheme {
    fn name(&self) -> &str {
        &self.scheme.name
    }
    fn chess_layout(&self) -> &ChessLayout {
        &self.scheme.layout
    }
    fn en_passant(&self) -> EnPassant {
        self.scheme.en_passant
    }
    fn keys(&self) -> &[AnyKey] {
        &self.scheme.keys
    }
    fn wide_keys(&self) -> &[u128] {
        &self.scheme.wide
    }
    fn source(&self) -> Option<Source<'static>> {
        self.scheme.source
    }
    fn bits(&self) -> u32 {
        self.scheme.bits
    }
    fn is_linear(&self) -> bool {
        self.scheme.combine == Combine::Xor
    }
    fn hash_of(&self, word: u128) -> AnyKey {
        AnyKey::new(word, self.scheme.combine)
    }
    fn guarantee(&self) -> Guarantee {
        match (self.scheme.combine, self.scheme.source) {
            (Combine::Xor, Some(source)) => source.guarantee(self.scheme.bits),
            _ => Guarantee::None,
        }
    }
    fn fingerprint(&self) -> Fingerprint {
        let text = self.to_text();
        match self.secondary {
            None => Fingerprint::of_text(&text),
            // Not that of the main hash, whose stored data must not open.
            Some(key) => {
                let name = &self.scheme.secondary[key].name;
                Fingerprint::of_text(&format!("{text}hash = {name:?}\n"))
            }
        }
    }
    fn for_each_feature(&self, position: &PositionParts, mut each: impl FnMut(Feature)) {
        let layout = &self.scheme.layout;
        match self.secondary {
            None => layout.for_each_feature(position, each),
            Some(key) => {
                self.scheme.secondary[key].for_each_feature(layout, position, &mut each);
            }
        }
    }
}

impl Debug for ComposedScheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComposedScheme").field("name", &self.name()).finish_non_exhaustive()
    }
}

/// The error when a scheme cannot be composed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ComposeError {
    /// The name is not one.
    Name {
        /// The name.
        got: String,
    },
    /// The width does not suit the way in which keys combine.
    Bits {
        /// The width.
        got: u32,
    },
    /// There is not one key for each feature.
    Keys {
        /// The number of features.
        expected: usize,
        /// The number of keys.
        got: usize,
    },
    /// A key has too many bits.
    Wide {
        /// The slot of the first such key.
        slot: usize,
        /// The width of the keys.
        bits: u32,
    },
    /// The source does not make the keys.
    Source(SourceError),
    /// The name belongs to something else.
    Reserved {
        /// The name.
        name: String,
        /// True if a built-in scheme with other values has it.
        is_built_in: bool,
    },
}

impl Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComposeError::Name { got } => write!(
                f,
                "expected a name of words of a-z and 0-9, joined by `-`, `_` or `.`, got {got:?}"
            ),
            ComposeError::Bits { got } => write!(
                f,
                "expected 16, 24, 32, 64 or 128 bits that combine by XOR, or 16, 24, 32, 47, 48 or 64 \
                 that combine by a sum of as many bits, got {got}"
            ),
            ComposeError::Keys { expected, got } => {
                write!(f, "expected {expected} keys, one for each feature, got {got}")
            }
            ComposeError::Wide { slot, bits } => {
                write!(f, "key {slot} (from 0): expected {bits} bits, got more")
            }
            ComposeError::Source(error) => Display::fmt(error, f),
            ComposeError::Reserved { name, is_built_in: true } => write!(
                f,
                "expected the built-in conventions and keys of the scheme `{name}`, got others: a \
                 scheme of your own has a name of its own"
            ),
            ComposeError::Reserved { name, is_built_in: false } => {
                write!(
                    f,
                    "expected a name of its own for the scheme, got the reserved one {name:?}"
                )
            }
        }
    }
}

impl Error for ComposeError {}
