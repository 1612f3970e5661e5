//! Schemes: a layout, keys and conventions under a name, frozen forever.

use core::marker::PhantomData;

use zobrist::{Feature, Fingerprint, Guarantee, Key, KeyTable, Layout, Source};

use crate::layout::ChessLayout;
use crate::polyglot::POLYGLOT_RANDOM64;
use crate::vocabulary::EnPassant;

/// A scheme: a frozen way to hash chess positions.
///
/// Schemes are types without data, so that everything about them is known at compile time.
/// `docs/schemes.md` is the specification.
///
/// ```
/// use zobrist::{Changes, Hasher, Keys};
/// use zobrist_chess::{CastlingRights, Color, Polyglot, Role, Scheme, SchemeKeys};
///
/// // The hash of a board of your own: kings on e1 and e8, White to move.
/// let layout = Polyglot::LAYOUT;
/// let mut hasher = Hasher::new(SchemeKeys::<Polyglot>::new());
/// hasher.insert(layout.piece(Color::White, Role::King, 4));
/// hasher.insert(layout.piece(Color::Black, Role::King, 60));
/// hasher.insert_all(layout.castling(CastlingRights::NONE));
/// hasher.insert_all(layout.turn(Color::White));
/// assert_eq!(hasher.hash(), 0x5e85_4d7a_97eb_14c6);
/// ```
pub trait Scheme: Copy + Send + Sync + 'static {
    /// The type of a hash.
    type Key: Key;
    /// The name of the scheme, which stored data carry.
    const NAME: &'static str;
    /// The layout: which features positions have.
    const LAYOUT: ChessLayout;
    /// The rule by which an en passant file is one of them.
    const EN_PASSANT: EnPassant;

    /// Returns the key of a feature.
    ///
    /// # Panics
    /// When the feature is not of the scheme's layout.
    fn key(feature: Feature) -> Self::Key;

    /// Returns all keys in slot order.
    fn keys() -> &'static [Self::Key];

    /// Returns keys of 128 bits for the same features, to distinguish positions by the conventions of
    /// this scheme, whatever the width of its hashes. They are not part of the scheme: nothing but the
    /// equality of their sums is meaningful.
    fn wide_keys() -> &'static [u128];

    /// Returns the source of the keys.
    fn source() -> Source;

    /// Returns the guarantee of linear independence of small sets of keys.
    fn guarantee() -> Guarantee {
        Self::source().guarantee(Self::Key::BITS)
    }

    /// Returns the fingerprint of name, layout and keys.
    fn fingerprint() -> Fingerprint {
        Fingerprint::new(Self::NAME, Self::LAYOUT.layout(), Self::keys())
    }
}

/// The keys of a scheme, without data of their own: a [`Hasher`](zobrist::Hasher) with them is no
/// larger than its hash.
#[derive(Clone, Copy, Debug, Default)]
pub struct SchemeKeys<S>(PhantomData<S>);

impl<S: Scheme> SchemeKeys<S> {
    /// Creates the keys of the scheme, at no cost.
    pub const fn new() -> SchemeKeys<S> {
        SchemeKeys(PhantomData)
    }
}

impl<S: Scheme> zobrist::Keys for SchemeKeys<S> {
    type Key = S::Key;
    #[inline(always)]
    fn key(&self, feature: Feature) -> S::Key {
        S::key(feature)
    }
    fn layout(&self) -> Layout {
        S::LAYOUT.layout()
    }
}

/// The scheme `S` with hashes of 128 bits, to distinguish positions within one program: see
/// [`Scheme::wide_keys`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Wide<S>(PhantomData<S>);

impl<S: Scheme> Scheme for Wide<S> {
    type Key = u128;
    /// Not the name of anything that is stored.
    const NAME: &'static str = "wide";
    const LAYOUT: ChessLayout = S::LAYOUT;
    const EN_PASSANT: EnPassant = S::EN_PASSANT;
    #[inline(always)]
    fn key(feature: Feature) -> u128 {
        S::wide_keys()[feature.slot()]
    }
    fn keys() -> &'static [u128] {
        S::wide_keys()
    }
    #[inline(always)]
    fn wide_keys() -> &'static [u128] {
        S::wide_keys()
    }
    fn source() -> Source {
        Source::bch(SEED, CAPACITY)
    }
}

/// The seed of every default source here: the year of Zobrist's report.
const SEED: u64 = 1970;
/// The capacity of every default source here.
const CAPACITY: usize = 1024;

static POLYGLOT: KeyTable<u64, 781> =
    Source::published(&POLYGLOT_RANDOM64).table_u64(ChessLayout::castling_by_right().layout());
static POLYGLOT_WIDE: KeyTable<u128, 781> =
    Source::bch(SEED, CAPACITY).table_u128(ChessLayout::castling_by_right().layout());

macro_rules! scheme_on_polyglot_keys {
    ($(#[$doc:meta])* $scheme:ident, $name:literal, $en_passant:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $scheme;

        impl Scheme for $scheme {
            type Key = u64;
            const NAME: &'static str = $name;
            const LAYOUT: ChessLayout = ChessLayout::castling_by_right();
            const EN_PASSANT: EnPassant = EnPassant::$en_passant;
            #[inline(always)]
            fn key(feature: Feature) -> u64 {
                POLYGLOT[feature]
            }
            fn keys() -> &'static [u64] {
                POLYGLOT.as_slice()
            }
            #[inline(always)]
            fn wide_keys() -> &'static [u128] {
                POLYGLOT_WIDE.as_slice()
            }
            fn source() -> Source {
                POLYGLOT.source()
            }
        }
    };
}

scheme_on_polyglot_keys! {
    /// The scheme `polyglot`: Polyglot's keys and its en passant rule, as in opening books and
    /// python-chess.
    Polyglot, "polyglot", PseudoLegal
}

scheme_on_polyglot_keys! {
    /// The scheme `fide`: Polyglot's keys, with the en passant file where the capture is legal, so
    /// that what the Laws of Chess call the same position has the same hash. Chess960 positions
    /// whose rights differ only in the file of the rook share a hash, too.
    Fide, "fide", Legal
}

scheme_on_polyglot_keys! {
    /// The scheme `fen`: Polyglot's keys, with the en passant file after every double step, as many
    /// programs write FEN.
    Fen, "fen", Always
}

/// The scheme `zobrist` of this project, in 32, 64 and 128 bits (`K` is `u32`,
/// `u64` or `u128`).
///
/// It has keys from the default source, en passant as in [`Fide`], castling by rook file so
/// that Chess960 is exact, and everything that variants add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zobrist<K>(PhantomData<K>);

macro_rules! zobrist_scheme {
    ($($key:ty, $table:ident, $keys:ident;)*) => {$(
        static $keys: KeyTable<$key, 939> = Source::bch(SEED, CAPACITY)
            .$table(ChessLayout::castling_by_rook_file().layout());

        impl Scheme for Zobrist<$key> {
            type Key = $key;
            const NAME: &'static str = "zobrist";
            const LAYOUT: ChessLayout = ChessLayout::castling_by_rook_file();
            const EN_PASSANT: EnPassant = EnPassant::Legal;
            #[inline(always)]
            fn key(feature: Feature) -> $key {
                $keys[feature]
            }
            fn keys() -> &'static [$key] {
                $keys.as_slice()
            }
            #[inline(always)]
            fn wide_keys() -> &'static [u128] {
                ZOBRIST_128.as_slice()
            }
            fn source() -> Source {
                $keys.source()
            }
        }
    )*};
}

zobrist_scheme! {
    u32, table_u32, ZOBRIST_32;
    u64, table_u64, ZOBRIST_64;
    u128, table_u128, ZOBRIST_128;
}
