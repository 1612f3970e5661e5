//! Schemes: a layout, keys and conventions under a name, frozen forever.

use zobrist::{Feature, Fingerprint, Guarantee, Key, KeyTable, Keys, Layout, Source};

use crate::layout::{ChessLayout, PositionParts};
use crate::polyglot::POLYGLOT_RANDOM64;
use crate::vocabulary::{Color, EnPassant, Role};

/// A scheme: a frozen way to hash chess positions.
///
/// The built-in schemes are types without data, so that everything about them is known at compile
/// time; their layouts are constants, too ([`Polyglot::LAYOUT`]). A scheme of your own, from a file
/// or composed at run time, is a `ComposedScheme`. `docs/schemes.md` is
/// the specification.
///
/// ```
/// use zobrist::{Changes, Hasher};
/// use zobrist_chess::{CastlingRights, Color, Polyglot, Role};
///
/// // The hash of a board of your own: kings on e1 and e8, White to move.
/// let layout = Polyglot::LAYOUT;
/// let mut hasher = Hasher::new(Polyglot);
/// hasher.insert(layout.piece(Color::White, Role::King, 4));
/// hasher.insert(layout.piece(Color::Black, Role::King, 60));
/// hasher.insert_all(layout.castling(CastlingRights::NONE));
/// hasher.insert_all(layout.turn(Color::White));
/// assert_eq!(hasher.hash(), 0x5e85_4d7a_97eb_14c6);
/// ```
pub trait Scheme: Keys<Key: Key> + Clone + Send + Sync + 'static {
    /// Returns the name of the scheme, which stored data carry.
    fn name(&self) -> &str;

    /// Returns the layout: which features positions have.
    fn chess_layout(&self) -> &ChessLayout;

    /// Returns the rule by which a capture en passant is one of them.
    fn en_passant(&self) -> EnPassant;

    /// Returns all keys in slot order.
    fn keys(&self) -> &[Self::Key];

    /// Returns keys of 128 bits for the same features, to distinguish positions by the conventions
    /// of this scheme, whatever the width of its hashes. They are not part of the scheme: nothing
    /// but the equality of their sums is meaningful.
    fn wide_keys(&self) -> &[u128];

    /// Returns the source of the keys; `None` if they came from a file.
    fn source(&self) -> Option<Source<'static>>;

    /// Returns the number of bits of a hash.
    fn bits(&self) -> u32 {
        Self::Key::BITS
    }

    /// Returns true if keys combine by XOR, so that linear independence says something about them.
    fn is_linear(&self) -> bool {
        Self::Key::LINEAR
    }

    /// Returns the hash whose bits are those of a number.
    fn hash_of(&self, word: u128) -> Self::Key {
        Self::Key::from_word(word)
    }

    /// Returns the guarantee of linear independence of small sets of keys.
    fn guarantee(&self) -> Guarantee {
        self.source().map_or(Guarantee::None, |source| source.guarantee(self.bits()))
    }

    /// Returns the fingerprint of the scheme.
    fn fingerprint(&self) -> Fingerprint {
        Fingerprint::new(self.name(), self.layout(), self.keys())
    }

    /// Calls `each` with every feature of a position.
    fn for_each_feature(&self, position: &PositionParts, each: impl FnMut(Feature)) {
        self.chess_layout().for_each_feature(position, each);
    }

    /// Returns the slot of each piece on a1, by `8 * (color as usize) + 1 + role as usize`, if a
    /// piece on another square has the slot that many further, and a move changes nothing but
    /// pieces, rights, the en passant file, the turn and what variants have.
    #[doc(hidden)]
    fn first_slots(&self) -> Option<&'static [u16; 16]> {
        None
    }
}

/// The slots of [`Scheme::first_slots`].
const fn slots_of_pieces(layout: &ChessLayout) -> [u16; 16] {
    let mut slots = [0; 16];
    let mut i = 0;
    while i < 6 {
        let role = Role::ALL[i];
        slots[1 + i] = layout.piece(Color::Black, role, 0).slot() as u16;
        slots[9 + i] = layout.piece(Color::White, role, 0).slot() as u16;
        i += 1;
    }
    slots
}

/// The scheme `S` with hashes of 128 bits, to distinguish positions within one program: see
/// [`Scheme::wide_keys`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Wide<S>(
    /// The scheme whose conventions decide which positions are the same.
    pub S,
);

impl<S: Scheme> Keys for Wide<S> {
    type Key = u128;
    #[inline(always)]
    fn key(&self, feature: Feature) -> u128 {
        self.0.wide_keys()[feature.slot()]
    }
    fn layout(&self) -> Layout {
        self.0.layout()
    }
}

impl<S: Scheme> Scheme for Wide<S> {
    /// Not the name of anything that is stored.
    fn name(&self) -> &str {
        "wide"
    }
    #[inline(always)]
    fn chess_layout(&self) -> &ChessLayout {
        self.0.chess_layout()
    }
    #[inline(always)]
    fn en_passant(&self) -> EnPassant {
        self.0.en_passant()
    }
    fn keys(&self) -> &[u128] {
        self.0.wide_keys()
    }
    #[inline(always)]
    fn wide_keys(&self) -> &[u128] {
        self.0.wide_keys()
    }
    fn source(&self) -> Option<Source<'static>> {
        Some(wide_source(self.layout().len()))
    }
    fn for_each_feature(&self, position: &PositionParts, each: impl FnMut(Feature)) {
        self.0.for_each_feature(position, each);
    }
    #[inline(always)]
    fn first_slots(&self) -> Option<&'static [u16; 16]> {
        self.0.first_slots()
    }
}

/// The source of wide keys for a number of features.
pub(crate) fn wide_source(features: usize) -> Source<'static> {
    Source::bch(SEED, features.next_power_of_two().max(CAPACITY))
}

/// The seed of every default source here: the year of Zobrist's report.
pub(crate) const SEED: u64 = 1970;
/// The capacity of every default source here.
pub(crate) const CAPACITY: usize = 1024;

const OWN_SOURCE: Source = Source::bch(SEED, CAPACITY);
const POLYGLOT_SOURCE: Source = Source::published(&POLYGLOT_RANDOM64);
static POLYGLOT: KeyTable<u64, 781> = POLYGLOT_SOURCE.table_u64(ChessLayout::POLYGLOT.layout());
static POLYGLOT_WIDE: KeyTable<u128, 781> = OWN_SOURCE.table_u128(ChessLayout::POLYGLOT.layout());

/// Makes a type without data a scheme: its constants, its table and its wide table.
macro_rules! scheme {
    ($scheme:ty, $key:ty, $name:literal, $layout:ident, $en_passant:ident, $keys:ident, $wide:ident, $source:expr) => {
        impl $scheme {
            /// The name of the scheme.
            pub const NAME: &'static str = $name;
            /// The layout: which features positions have.
            pub const LAYOUT: ChessLayout = ChessLayout::$layout;
            /// The rule by which a capture en passant is one of them.
            pub const EN_PASSANT: EnPassant = EnPassant::$en_passant;
        }

        impl Keys for $scheme {
            type Key = $key;
            #[inline(always)]
            fn key(&self, feature: Feature) -> $key {
                $keys[feature]
            }
            fn layout(&self) -> Layout {
                const LAYOUT: Layout = ChessLayout::$layout.layout();
                LAYOUT
            }
        }

        impl Scheme for $scheme {
            fn name(&self) -> &str {
                $name
            }
            #[inline(always)]
            fn chess_layout(&self) -> &ChessLayout {
                const LAYOUT: &ChessLayout = &ChessLayout::$layout;
                LAYOUT
            }
            #[inline(always)]
            fn en_passant(&self) -> EnPassant {
                EnPassant::$en_passant
            }
            fn keys(&self) -> &[$key] {
                $keys.as_slice()
            }
            #[inline(always)]
            fn wide_keys(&self) -> &[u128] {
                $wide.as_slice()
            }
            fn source(&self) -> Option<Source<'static>> {
                Some($source)
            }
            #[inline(always)]
            fn first_slots(&self) -> Option<&'static [u16; 16]> {
                const SLOTS: &[u16; 16] = &slots_of_pieces(&ChessLayout::$layout);
                Some(SLOTS)
            }
        }
    };
}

/// The scheme `polyglot`: Polyglot's keys and its en passant rule, as in opening books and
/// python-chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polyglot;

/// The scheme `fide`: Polyglot's keys, with the en passant file where the capture is legal, so
/// that what the Laws of Chess call the same position has the same hash. Chess960 positions
/// whose rights differ only in the file of the rook share a hash, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fide;

/// The scheme `fen`: Polyglot's keys, with the en passant file after every double step, as many
/// programs write FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fen;

scheme! { Polyglot, u64, "polyglot", POLYGLOT, PseudoLegal, POLYGLOT, POLYGLOT_WIDE, POLYGLOT_SOURCE }
scheme! { Fide, u64, "fide", POLYGLOT, Legal, POLYGLOT, POLYGLOT_WIDE, POLYGLOT_SOURCE }
scheme! { Fen, u64, "fen", POLYGLOT, Always, POLYGLOT, POLYGLOT_WIDE, POLYGLOT_SOURCE }

/// The scheme `zobrist` of this project, in 32, 64 and 128 bits (`K` is `u32`,
/// `u64` or `u128`).
///
/// It has keys from the default source, en passant as in [`Fide`], castling by rook file so
/// that Chess960 is exact, and everything that variants add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zobrist<K>(core::marker::PhantomData<K>);

impl<K> Zobrist<K> {
    /// Creates the scheme, at no cost.
    #[must_use]
    pub const fn new() -> Zobrist<K> {
        Zobrist(core::marker::PhantomData)
    }
}

static ZOBRIST_32: KeyTable<u32, 939> = OWN_SOURCE.table_u32(ChessLayout::ZOBRIST.layout());
static ZOBRIST_64: KeyTable<u64, 939> = OWN_SOURCE.table_u64(ChessLayout::ZOBRIST.layout());
static ZOBRIST_128: KeyTable<u128, 939> = OWN_SOURCE.table_u128(ChessLayout::ZOBRIST.layout());

scheme! { Zobrist<u32>, u32, "zobrist", ZOBRIST, Legal, ZOBRIST_32, ZOBRIST_128, OWN_SOURCE }
scheme! { Zobrist<u64>, u64, "zobrist", ZOBRIST, Legal, ZOBRIST_64, ZOBRIST_128, OWN_SOURCE }
scheme! { Zobrist<u128>, u128, "zobrist", ZOBRIST, Legal, ZOBRIST_128, ZOBRIST_128, OWN_SOURCE }
