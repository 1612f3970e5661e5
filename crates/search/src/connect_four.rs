//! Connect Four on boards of up to 64 bits: a game to try the search on.

use std::error::Error;
use std::fmt::{self, Display};

use zobrist::{Feature, Hasher, KeyTable, Keys, Kind, Layout, Source};

use crate::game::Game;
use crate::value::{LOST, loss_in, win_in};

/// Connect Four on a board of `WIDTH` columns and `HEIGHT` rows: the players drop stones into
/// columns, and the first with four in a row, in any direction, wins. Columns count from 0 on the
/// left.
///
/// A column is encoded in `HEIGHT` + 1 bits, from the bottom: 1 for each stone of the player who
/// began and 0 for those of the other, a 1 where the next stone will lie, and zeros. The bits
/// identify the position. Each bit has a key, and the keys are linearly independent, so that
/// different positions have different hashes; mirror images share one.
///
/// [`bounds`](Game::bounds) sees wins with the next move and forced losses without a search. Moves
/// that let the opponent win at once are left out of the list if there are others.
///
/// ```
/// use zobrist_search::connect_four::ConnectFour;
/// use zobrist_search::{Game, Search, win_in};
///
/// let game = ConnectFour::<7, 6>::with_moves("445566")?; // three in a row, two above them
/// assert_eq!(Search::new(&()).solve(&game).value, win_in(1));
/// assert_eq!(game.hash(), ConnectFour::<7, 6>::with_moves("443322")?.hash());
/// # Ok::<(), zobrist_search::connect_four::ConnectFourError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<const WIDTH: u32, const HEIGHT: u32> {
    /// The stones of the player to move.
    ours: u64,
    /// The stones of both.
    stones: u64,
    count: u32,
    hash: Hasher<ColumnKeys>,
    mirrored: Hasher<ColumnKeys>,
    outlook: Outlook,
}

/// State of a position as far as it is known without a search. Moves are sets of bits of the board.
#[derive(Clone, Copy, Debug)]
enum Outlook {
    /// The last move won.
    Lost,
    /// The board is full.
    Full,
    /// These moves win.
    Wins(u64),
    /// Whatever is played, the opponent wins next; these moves are as good as any.
    Losing(u64),
    /// These moves do not lose at once.
    Open(u64),
}

const BIT: Kind = Kind::first("column bit", 64);
const LAYOUT: Layout = BIT.layout();
static KEYS: KeyTable<u64, 64> = Source::bch(1988, 64).table_u64(LAYOUT);

/// The keys as a type without fields, so that a hasher is no larger than its hash.
#[derive(Clone, Copy, Debug)]
struct ColumnKeys;

impl Keys for ColumnKeys {
    type Key = u64;
    #[inline(always)]
    fn key(&self, feature: Feature) -> u64 {
        KEYS.key(feature)
    }
    fn layout(&self) -> Layout {
        LAYOUT
    }
}

impl<const WIDTH: u32, const HEIGHT: u32> ConnectFour<WIDTH, HEIGHT> {
    const COLUMN: u32 = {
        assert!(WIDTH >= 1 && HEIGHT >= 1, "a board has at least one column and one row");
        assert!(WIDTH * (HEIGHT + 1) <= 64, "a board has at most 64 bits");
        HEIGHT + 1
    };
    /// True if four stones fit side by side. If not, four columns may have more than 64 bits, and
    /// shifts by as many would overflow.
    const IS_WIDE: bool = WIDTH >= 4;
    const BOTTOM: u64 = {
        let (mut bits, mut column) = (0, 0);
        while column < WIDTH {
            bits |= 1 << (column * Self::COLUMN);
            column += 1;
        }
        bits
    };
    const BOARD: u64 = Self::BOTTOM * ((1 << HEIGHT) - 1);

    /// Creates the empty board.
    #[must_use]
    pub fn new() -> Self {
        let columns = (0..WIDTH).map(|column| BIT.at((column * Self::COLUMN) as usize));
        let hash = Hasher::of(ColumnKeys, columns);
        let outlook = Outlook::Full;
        let game = ConnectFour { ours: 0, stones: 0, count: 0, hash, mirrored: hash, outlook };
        ConnectFour { outlook: game.outlook(), ..game }
    }

    /// Creates the position after these moves from the empty board: a digit per move, its column
    /// counted from 1. A tenth column has no digit; [`make`](Game::make) takes any.
    ///
    /// # Errors
    /// At the first character that is not a column, or where no stone can be played because the
    /// column is full or the game is over.
    pub fn with_moves(moves: &str) -> Result<Self, ConnectFourError> {
        let mut game = Self::new();
        for (index, digit) in moves.char_indices() {
            let column = digit.to_digit(10).and_then(|digit| digit.checked_sub(1));
            let Some(column) = column.filter(|column| *column < WIDTH) else {
                return Err(ConnectFourError::NoColumn { index, digit, width: WIDTH });
            };
            if game.is_over() {
                return Err(ConnectFourError::Over { index, digit });
            }
            if !game.can_play(column) {
                return Err(ConnectFourError::Full { index, digit, height: HEIGHT });
            }
            game.make(column as u8);
        }
        Ok(game)
    }

    /// Returns the number of stones on the board.
    #[must_use]
    pub fn stones(&self) -> u32 {
        self.count
    }

    /// Returns bits that two positions share if and only if they are equal or mirror images: the
    /// smaller of the encodings of both. [`hash`](Game::hash) differs for different bits.
    #[must_use]
    pub fn canonical_bits(&self) -> u64 {
        let first = if self.count.is_multiple_of(2) { self.ours } else { self.ours ^ self.stones };
        // The sum has a bit above the stones of every column, on the board or just above it.
        let bits = first | (self.stones + Self::BOTTOM);
        let column = |bits: u64, i: u32| bits >> (i * Self::COLUMN) & ((1 << Self::COLUMN) - 1);
        let mirrored = (0..WIDTH)
            .fold(0, |image, i| image | column(bits, i) << ((WIDTH - 1 - i) * Self::COLUMN));
        bits.min(mirrored)
    }

    /// Returns true if someone has won or the board is full.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.outlook, Outlook::Lost | Outlook::Full)
    }

    /// Returns true if a column, counted from 0, exists and has room.
    #[must_use]
    pub fn can_play(&self, column: u32) -> bool {
        column < WIDTH && self.stones >> (column * Self::COLUMN + HEIGHT - 1) & 1 == 0
    }

    /// The lowest free bit of each column that has room.
    #[inline(always)]
    fn free(&self) -> u64 {
        (self.stones + Self::BOTTOM) & Self::BOARD
    }

    /// The free bits that complete four of these stones in a row.
    #[inline(always)]
    fn winning_bits(stones: u64, all: u64) -> u64 {
        let up = stones << 1 & stones << 2 & stones << 3;
        if !Self::IS_WIDE {
            return up & Self::BOARD & !all;
        }
        // Along a row and both diagonals.
        let across = [Self::COLUMN, Self::COLUMN - 1, Self::COLUMN + 1].map(|step| {
            let two_before = stones << step & stones << (2 * step);
            let two_after = stones >> step & stones >> (2 * step);
            two_before & (stones << (3 * step) | stones >> step)
                | two_after & (stones >> (3 * step) | stones << step)
        });
        (up | across[0] | across[1] | across[2]) & Self::BOARD & !all
    }

    /// True if four of these stones are in a row.
    #[inline(always)]
    fn has_four(stones: u64) -> bool {
        let is_there = |step| {
            let two = stones & stones >> step;
            two & two >> (2 * step) != 0
        };
        let across = [Self::COLUMN, Self::COLUMN - 1, Self::COLUMN + 1];
        is_there(1) || Self::IS_WIDE && across.into_iter().any(is_there)
    }

    #[inline(always)]
    fn outlook(&self) -> Outlook {
        let theirs = self.ours ^ self.stones;
        if Self::has_four(theirs) {
            return Outlook::Lost;
        }
        let free = self.free();
        if free == 0 {
            return Outlook::Full;
        }
        let wins = Self::winning_bits(self.ours, self.stones) & free;
        if wins != 0 {
            return Outlook::Wins(wins);
        }
        let dangers = Self::winning_bits(theirs, self.stones);
        let forced = dangers & free;
        if forced & forced.wrapping_sub(1) != 0 {
            return Outlook::Losing(forced);
        }
        let answers = if forced != 0 { forced } else { free };
        // A stone below a square where the opponent wins gives it to them.
        match answers & !(dangers >> 1) {
            0 => Outlook::Losing(answers),
            safe => Outlook::Open(safe),
        }
    }

    /// The number of the corresponding bit in the mirrored position.
    #[inline(always)]
    fn mirror(slot: u32) -> u32 {
        let column = slot / Self::COLUMN;
        slot + (WIDTH - 1) * Self::COLUMN - 2 * column * Self::COLUMN
    }

    /// True if both mirror images are hashed as the mirrored one. The low half of the hash decides:
    /// a table takes its bucket from the high bits, and the smaller of two hashes has small ones
    /// more often.
    #[inline(always)]
    fn is_mirrored(&self) -> bool {
        self.mirrored.hash().rotate_left(32) < self.hash.hash().rotate_left(32)
    }
}

impl<const WIDTH: u32, const HEIGHT: u32> Default for ConnectFour<WIDTH, HEIGHT> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const WIDTH: u32, const HEIGHT: u32> Game for ConnectFour<WIDTH, HEIGHT> {
    type Key = u64;
    /// A column, counted from 0.
    type Move = u8;
    type Undo = Self;

    #[inline(always)]
    fn hash(&self) -> u64 {
        if self.is_mirrored() { self.mirrored.hash() } else { self.hash.hash() }
    }

    /// Appends the moves from the middle outwards.
    #[inline(always)]
    fn moves(&self, moves: &mut Vec<u8>) {
        let (Outlook::Wins(listed) | Outlook::Losing(listed) | Outlook::Open(listed)) =
            self.outlook
        else {
            return;
        };
        let mirrored = self.is_mirrored();
        for i in 0..WIDTH {
            // Of seven columns 3, 2, 4, 1, 5, 0, 6; of six 3, 2, 4, 1, 5, 0.
            let (middle, away) = (WIDTH / 2, i.div_ceil(2));
            let column = if i % 2 == 1 { middle - away } else { middle + away };
            let column = if mirrored { WIDTH - 1 - column } else { column };
            if listed >> (column * Self::COLUMN) & ((1 << HEIGHT) - 1) != 0 {
                moves.push(column as u8);
            }
        }
    }

    #[inline(always)]
    fn make(&mut self, column: u8) -> Self {
        let before = *self;
        let first = u32::from(column) * Self::COLUMN;
        let bit = (self.stones + (1 << first)) & ((1 << HEIGHT) - 1) << first;
        debug_assert!(bit != 0, "column {column} is full");
        let slot = bit.trailing_zeros();
        let mirror = Self::mirror(slot);
        let feature = |slot: u32| BIT.at(slot as usize);
        self.hash.insert(feature(slot + 1));
        self.mirrored.insert(feature(mirror + 1));
        if self.count % 2 == 1 {
            self.hash.remove(feature(slot));
            self.mirrored.remove(feature(mirror));
        }
        self.ours ^= self.stones;
        self.stones |= bit;
        self.count += 1;
        self.outlook = self.outlook();
        before
    }

    #[inline(always)]
    fn unmake(&mut self, _: u8, before: Self) {
        *self = before;
    }

    fn score(&self) -> i32 {
        if matches!(self.outlook, Outlook::Lost) { LOST } else { 0 }
    }

    #[inline(always)]
    fn bounds(&self) -> (i32, i32) {
        let left = (WIDTH * HEIGHT - self.count) as i32;
        match self.outlook {
            Outlook::Lost => (LOST, LOST),
            Outlook::Full => (0, 0),
            Outlook::Wins(_) => (win_in(1), win_in(1)),
            Outlook::Losing(_) => (loss_in(2), loss_in(2)),
            // Nobody wins with the next two stones, and then the board is full.
            Outlook::Open(_) if left <= 2 => (0, 0),
            Outlook::Open(_) => (if left < 4 { 0 } else { loss_in(4) }, win_in(3)),
        }
    }

    /// Returns the number of squares on which another stone of the player would then win.
    #[inline(always)]
    fn priority(&self, column: u8) -> i32 {
        let first = u32::from(column) * Self::COLUMN;
        let bit = (self.stones + (1 << first)) & ((1 << HEIGHT) - 1) << first;
        Self::winning_bits(self.ours | bit, self.stones | bit).count_ones() as i32
    }
}

/// The reason why a list of moves is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConnectFourError {
    /// A move is not the number of a column.
    NoColumn {
        /// The byte at which it stands in the list, from 0.
        index: usize,
        /// The character that stands there.
        digit: char,
        /// The number of columns.
        width: u32,
    },
    /// A column has no room for another stone.
    Full {
        /// The byte at which the move stands in the list, from 0.
        index: usize,
        /// The character of the move.
        digit: char,
        /// The number of rows.
        height: u32,
    },
    /// The game is over before a move.
    Over {
        /// The byte at which the move stands in the list, from 0.
        index: usize,
        /// The character of the move.
        digit: char,
    },
}

impl Display for ConnectFourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ConnectFourError::NoColumn { index, digit, width } => {
                let last = width.min(9);
                write!(f, "move {}: expected a column from 1 to {last}, got {digit:?}", index + 1)
            }
            ConnectFourError::Full { index, digit, height } => {
                let stones = if height == 1 { "stone" } else { "stones" };
                write!(f, "move {}: column {digit} is full: ", index + 1)?;
                write!(f, "it has {height} {stones} already")
            }
            ConnectFourError::Over { index, digit } => write!(
                f,
                "move {}: the game was over before {digit} was played; leave out what follows",
                index + 1
            ),
        }
    }
}

impl Error for ConnectFourError {}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use zobrist::gf2::rank;
    use zobrist_transposition::{SlotLayout, Small, TwoTier};

    use super::*;
    use crate::table::PackedEntry;

    /// Visits the positions after up to `plies` more moves.
    fn walk(game: &mut ConnectFour<7, 6>, plies: u32, visit: &mut impl FnMut(&ConnectFour<7, 6>)) {
        visit(game);
        if plies == 0 || game.is_over() {
            return;
        }
        for column in (0..7).filter(|column| game.can_play(*column)).collect::<Vec<_>>() {
            let before = game.make(column as u8);
            walk(game, plies - 1, visit);
            game.unmake(column as u8, before);
        }
    }

    #[test]
    fn canonical_bits_are_as_many_as_hashes_and_those_of_the_mirror_image() {
        let (mut bits, mut hashes, mut pairs) = (HashSet::new(), HashSet::new(), HashSet::new());
        // From the second start, columns fill up and games end.
        for start in ["", "11111122222344"] {
            let mut game = ConnectFour::<7, 6>::with_moves(start).unwrap();
            walk(&mut game, 6, &mut |game| {
                bits.insert(game.canonical_bits());
                hashes.insert(game.hash());
                pairs.insert((game.canonical_bits(), game.hash()));
            });
        }
        assert!(bits.len() > 10_000);
        assert_eq!((bits.len(), hashes.len()), (pairs.len(), pairs.len()));
        let of = |moves| ConnectFour::<7, 6>::with_moves(moves).unwrap().canonical_bits();
        assert_eq!(of("4455661"), of("4433227"));
        assert_ne!(of("4455661"), of("4433221"));
        assert_ne!(of("12"), of("21"));
    }

    /// A table of 64 MiB in small slots is exact for the usual board: bucket and tag cover only 60
    /// of the 64 bits, but the 49 keys are independent in these bits alone.
    #[test]
    fn sixty_bits_tell_all_positions_apart() {
        let layout = SlotLayout::of::<u64, PackedEntry<8, 0, 3>, TwoTier, Small>();
        let buckets = (64_u64 << 20) / 64;
        let seen = !(u64::MAX >> buckets.trailing_zeros()) | (u64::MAX >> (64 - layout.tag_bits()));
        assert_eq!(seen.count_ones(), 60);
        let cut: Vec<u64> = KEYS.as_slice()[..49].iter().map(|key| key & seen).collect();
        assert_eq!(rank(&cut), 49);
        // The control: fewer bits than keys cannot.
        let cut: Vec<u64> =
            KEYS.as_slice()[..49].iter().map(|key| key & 0xffff_ffff_ffff).collect();
        assert!(rank(&cut) < 49);
    }
}
