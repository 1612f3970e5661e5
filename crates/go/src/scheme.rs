//! The scheme `go`: its layout and its keys.
//!
//! The side to move is not in the hash: positional superko is about the stones alone. Pair the hash
//! with the player where it matters, as the situational rules of a history do.

use zobrist::{
    Feature, Fingerprint, Grid, Guarantee, Key, KeyTable, Kind, Layout, Source, Symmetries,
};

use crate::color::Color;
use crate::point::{CELLS, MAX_SIDE, Point};

/// The year of Zobrist's report.
const SEED: u64 = 1970;
const CAPACITY: usize = 2048;

/// The scheme `go`: stones and the size of the board are features; the side to move,
/// the ko point, prisoners and passes are not. [`GoSituation`](crate::GoSituation) has keys for
/// the turn, passes and the ko point as well, for the tables of a search.
///
/// Under superko a transposition table keyed by these is wrong:
/// [its docs](crate::GoSituation#superko) say why, and what to do.
///
/// ```
/// use zobrist_go::{Board, Color, GoScheme, Point};
///
/// let mut board = Board::new(9, 9)?;
/// let point = Point::new(2, 6).unwrap();
/// let empty = board.hash();
/// board.place(Color::Black, point)?;
/// assert_eq!(board.hash(), empty ^ GoScheme::key::<u64>(GoScheme::stone(Color::Black, point)));
/// assert_eq!(GoScheme::guarantee::<u64>().to_string(), "any 11 keys are independent");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoScheme;

impl GoScheme {
    /// The name that stored bytes carry.
    pub const NAME: &'static str = "go";
    /// The features of a position.
    pub const LAYOUT: Layout = HEIGHT.layout();

    /// Returns the feature of a stone on the board.
    #[inline]
    #[must_use]
    pub const fn stone(color: Color, point: Point) -> Feature {
        STONE.at(MAX_SIDE * MAX_SIDE * color.index() + point.grid_index())
    }

    /// Returns the color and the point of a feature that [`stone`](GoScheme::stone) made; `None`
    /// for other features.
    #[must_use]
    pub const fn stone_of(feature: Feature) -> Option<(Color, Point)> {
        let Some(index) = STONE.index_of(feature) else { return None };
        let color = if index < MAX_SIDE * MAX_SIDE { Color::Black } else { Color::White };
        let index = index % (MAX_SIDE * MAX_SIDE);
        match Point::new(index % MAX_SIDE, index / MAX_SIDE) {
            Some(point) => Some((color, point)),
            None => None,
        }
    }

    /// Returns the features of the size of a board.
    ///
    /// # Panics
    /// When a side is not from 1 to 25.
    #[must_use]
    pub const fn size(width: usize, height: usize) -> [Feature; 2] {
        assert!(width > 0 && height > 0, "a board has at least one point");
        [WIDTH.at(width - 1), HEIGHT.at(height - 1)]
    }

    /// Returns the key of a feature, of 64 or 128 bits.
    ///
    /// # Panics
    /// When the scheme has no such feature.
    #[must_use]
    pub fn key<K: GoKey>(feature: Feature) -> K {
        K::table()[feature]
    }

    /// Returns the guarantee of the keys.
    #[must_use]
    pub fn guarantee<K: GoKey>() -> Guarantee {
        K::table().guarantee()
    }

    /// Returns the source of the keys.
    #[must_use]
    pub const fn source() -> Source<'static> {
        Source::bch(SEED, CAPACITY)
    }

    /// Returns the fingerprint of name, layout and keys.
    #[must_use]
    pub fn fingerprint<K: GoKey>() -> Fingerprint {
        K::table().fingerprint(GoScheme::NAME)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// The types of the scheme's keys: `u64` and `u128`.
pub trait GoKey: Key + core::hash::Hash + sealed::Sealed + Send + Sync + 'static {
    /// Returns the keys in slot order.
    fn table() -> &'static KeyTable<Self, BOARD_FEATURES>;

    /// Returns the keys of [`GoSituation`](crate::GoSituation) in slot order; the first are those
    /// of [`table`](GoKey::table).
    fn situations() -> &'static KeyTable<Self, SITUATION_FEATURES>;

    /// The key of a stone at a cell.
    #[doc(hidden)]
    fn stone_at(color: Color, cell: usize) -> Self;
}

macro_rules! go_keys {
    ($($key:ty, $constructor:ident, $table:ident, $situations:ident, $stones:ident;)*) => {$(
        static $table: KeyTable<$key, BOARD_FEATURES> =
            GoScheme::source().$constructor(GoScheme::LAYOUT);
        static $situations: KeyTable<$key, SITUATION_FEATURES> =
            GoScheme::source().$constructor(KO.layout());

        /// Keys by cell, so that a board need not compute column and row. Cells that are on no
        /// board have none.
        static $stones: [[$key; 2]; CELLS] = {
            const KEYS: KeyTable<$key, BOARD_FEATURES> =
                GoScheme::source().$constructor(GoScheme::LAYOUT);
            let mut stones = [[0; 2]; CELLS];
            let mut index = 0;
            while index < MAX_SIDE * MAX_SIDE {
                let Some(point) = Point::new(index % MAX_SIDE, index / MAX_SIDE) else { panic!() };
                stones[point.cell()] = [
                    KEYS.as_slice()[GoScheme::stone(Color::Black, point).slot()],
                    KEYS.as_slice()[GoScheme::stone(Color::White, point).slot()],
                ];
                index += 1;
            }
            stones
        };

        impl GoKey for $key {
            fn table() -> &'static KeyTable<$key, BOARD_FEATURES> {
                &$table
            }
            fn situations() -> &'static KeyTable<$key, SITUATION_FEATURES> {
                &$situations
            }
            #[inline(always)]
            fn stone_at(color: Color, cell: usize) -> $key {
                $stones[cell][color.index()]
            }
        }
    )*};
}

go_keys! {
    u64, table_u64, KEYS_64, SITUATIONS_64, STONES_64;
    u128, table_u128, KEYS_128, SITUATIONS_128, STONES_128;
}

/// A stone of a color on a point of the grid: 625 · color + 25 · row + column.
pub(crate) const STONE: Kind = Kind::first("stone", 2 * MAX_SIDE * MAX_SIDE);
/// The width of the board, less one.
const WIDTH: Kind = STONE.then("width", MAX_SIDE);
/// The height of the board, less one.
const HEIGHT: Kind = WIDTH.then("height", MAX_SIDE);

/// The number of features of `go`; the kinds above are its layout.
const BOARD_FEATURES: usize = HEIGHT.end();

/// White is to move.
pub(crate) const TURN: Kind = HEIGHT.then("turn", 1);
/// The number of passes since the last play, less one.
pub(crate) const PASSES: Kind = TURN.then("passes", 4);
/// The point of the grid on which simple ko forbids a play: 25 · row + column.
pub(crate) const KO: Kind = PASSES.then("ko", MAX_SIDE * MAX_SIDE);

/// The number of features of `go-situation`; all kinds are its layout.
const SITUATION_FEATURES: usize = KO.end();

impl GoScheme {
    /// Returns the rotations and reflections of a board as permutations of the scheme's features:
    /// `N` is 8 for a square, 4 for another rectangle, 2 for a mirror. The size of the board stays
    /// as it is.
    ///
    /// ```
    /// use zobrist::{Canonical, Hasher, Lanes};
    /// use zobrist_go::{Board, Color, GoKey, GoScheme};
    ///
    /// let square = GoScheme::symmetries::<8>(9, 9);
    /// let lanes = Lanes::new(u64::table(), &square);
    /// let class = |point: &str| {
    ///     let mut board = Board::new(9, 9).unwrap();
    ///     let mut hasher = Hasher::of(&lanes, GoScheme::size(9, 9));
    ///     board.place_recording(Color::Black, point.parse().unwrap(), &mut hasher).unwrap();
    ///     assert_eq!(hasher.hash()[0], board.hash());
    ///     Canonical::of(&hasher.hash()).hash
    /// };
    /// assert_eq!(class("C4"), class("D3"));
    /// assert_eq!(class("C4"), class("G6"));
    /// assert_ne!(class("C4"), class("C5"));
    ///
    /// // And the colors exchanged on top.
    /// let both = square.with_involution::<16>(GoScheme::other_color)?;
    /// # assert_eq!(both.slots(), 1300);
    /// # Ok::<(), zobrist::SymmetryError>(())
    /// ```
    ///
    /// # Panics
    /// When the board does not have `N` symmetries, or no board has this size.
    #[must_use]
    pub fn symmetries<const N: usize>(width: usize, height: usize) -> Symmetries<N> {
        let side = crate::MAX_SIDE;
        assert!(
            (1..=side).contains(&width) && (1..=side).contains(&height),
            "a board of {width} x {height} points: expected sides from 1 to {side}"
        );
        Grid::new(width, height).within(side, side).symmetries(GoScheme::LAYOUT, &[STONE])
    }

    /// Returns the slot of the stone of the other color; slots of other features stay as they are.
    #[must_use]
    pub const fn other_color(slot: usize) -> usize {
        if slot < STONE.end() { (slot + STONE.size() / 2) % STONE.size() } else { slot }
    }
}
