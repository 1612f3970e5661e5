//! Makes opening books from games.

mod entries;
mod move_counts;
mod options;

use std::error::Error;
use std::fmt::{self, Display};
use std::num::NonZeroUsize;

use shakmaty::{Color, KnownOutcome, Move, Outcome};
use zobrist::Hasher;
use zobrist_chess::Polyglot;

use crate::game_visitor::GameVisitor;
use crate::hashable::HashablePosition;
use crate::hashed::Hashed;
use crate::packed::pack_move;
use crate::result_tag::GameResultTag;

pub use entries::BuiltBook;
use move_counts::{
    FirstPlayed, MOVE_SHIFT, MoveCountRow, MoveCounts, MoverResult, OutOfMemory, key_and_move,
};
pub use options::{BookOptions, BookScale};

/// Counts the moves of games and makes a book from them, in Polyglot's format.
///
/// Replay each game with the builder as the visitor, between
/// [`begin_game`](BookBuilder::begin_game) and [`end_game`](BookBuilder::end_game):
///
/// ```
/// use std::num::NonZeroUsize;
/// use zobrist::Hasher;
/// use zobrist_chess::Polyglot;
/// use zobrist_shakmaty::pgn::replay_game;
/// use zobrist_shakmaty::{BookBuilder, BookOptions, GameOptions};
///
/// let mut options = BookOptions::default();
/// options.min_games = 1;
/// let mut builder = BookBuilder::new(options);
/// for (number, game) in ["1. e4 1-0", "1. d4 1/2-1/2"].iter().enumerate() {
///     let changes = Hasher::new(Polyglot);
///     builder.begin_game(number as u64);
///     let options = GameOptions::default();
///     replay_game(&Polyglot, game.as_bytes(), options, changes, &mut builder)?;
///     builder.end_game();
/// }
/// let book = builder.finish(NonZeroUsize::MIN)?;
/// let moves: Vec<_> = book.entries.iter().map(|e| (e.played.to_string(), e.weight)).collect();
/// assert_eq!(moves, [("e2e4".to_owned(), 2), ("d2d4".to_owned(), 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For games in another form than PGN, call [`position`](GameVisitor::position) with the first
/// position, then with each move and the position after it, and finally
/// [`result`](GameVisitor::result). Books are of standard chess and Chess960 only.
///
/// For several threads, give each a builder and [`join`](BookBuilder::join) them. The book does not
/// depend on the order of the games or on their builders. Memory grows with the number of different
/// moves, by 16 bytes for each, and about three times that at the end.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    options: BookOptions,
    number: u64,
    /// True between the beginning and the end of a game.
    open: bool,
    /// True if something was left out of the `FEN` of the game.
    has_repaired_start: bool,
    /// The key of the last position.
    key: u64,
    plies: Vec<Ply>,
    result: GameResultTag,
    table: Table,
    /// Memory that the system refused; all games are then dropped.
    out_of_memory: Option<OutOfMemory>,
}

/// The error of a book that could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildBookError {
    /// The system refused memory for the moves of the games.
    OutOfMemory {
        /// Number of bytes requested.
        bytes: usize,
    },
}

impl Display for BuildBookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildBookError::OutOfMemory { bytes } => write!(
                f,
                "the system refused {bytes} bytes of memory for the moves; take fewer games or \
                 fewer plies of each"
            ),
        }
    }
}

impl Error for BuildBookError {}

/// A move of the current game: key and move above [`MOVE_SHIFT`], and below a bit for White, and
/// the ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ply(u128);

const WHITE: u128 = 1 << (MOVE_SHIFT - 1);
const PLY_MASK: u128 = WHITE - 1;

impl Ply {
    #[inline]
    fn new(key_and_move: u128, by: Color, ply: usize) -> Ply {
        Ply(key_and_move | by.fold_wb(WHITE, 0) | ply as u128 & PLY_MASK)
    }

    fn key_and_move(self) -> u128 {
        self.0 >> MOVE_SHIFT << MOVE_SHIFT
    }

    fn by(self) -> Color {
        Color::from_white(self.0 & WHITE != 0)
    }

    fn ply(self) -> u64 {
        (self.0 & PLY_MASK) as u64
    }
}

/// Returns false if the moves of a game are all of different positions, as in most games. A bitmap
/// of some bits of the keys, it may be true by chance.
fn may_repeat(plies: &[Ply]) -> bool {
    const BITS: usize = 1 << 14;
    let mut seen = [0_u64; BITS / 64];
    plies.iter().any(|ply| {
        let bit = (ply.0 >> 64) as usize % BITS;
        let word = &mut seen[bit / 64];
        let repeats = *word >> (bit % 64) & 1 != 0;
        *word |= 1 << (bit % 64);
        repeats
    })
}

#[derive(Clone, Debug)]
enum Table {
    Plain(MoveCounts<()>),
    /// With the game and the ply in which a move was first played.
    Compat(MoveCounts<(u64, u64)>),
}

impl BookBuilder {
    /// Creates a builder without games.
    #[must_use]
    pub fn new(mut options: BookOptions) -> BookBuilder {
        if options.min_score.is_nan() {
            // No score reaches infinity either; unlike NaN, it is equal to itself, as `join` asks.
            options.min_score = f64::INFINITY;
        }
        let table = if options.compat {
            Table::Compat(MoveCounts::new())
        } else {
            Table::Plain(MoveCounts::new())
        };
        BookBuilder {
            options,
            number: 0,
            open: false,
            has_repaired_start: false,
            key: 0,
            plies: Vec::new(),
            result: GameResultTag::default(),
            table,
            out_of_memory: None,
        }
    }

    /// True if castling rights or an en passant square that cannot be were left out of the `FEN` of
    /// the game.
    #[must_use]
    pub fn has_repaired_start(&self) -> bool {
        self.has_repaired_start
    }

    /// Begins a game. A game that was begun and not ended, such as one that cannot be replayed,
    /// does not count.
    ///
    /// `number` is the place of the game in the collection, which matters only with
    /// [`compat`](BookOptions::compat).
    pub fn begin_game(&mut self, number: u64) {
        self.number = number;
        self.open = true;
        self.has_repaired_start = false;
        self.plies.clear();
        self.result = GameResultTag::default();
    }

    /// Ends a game and counts it.
    ///
    /// The result is that of the `Result` tag, or the one after the moves if there is no tag or it
    /// is `*`. Results other than `1-0`, `0-1` and `1/2-1/2` are unknown.
    ///
    /// If the system refuses memory for the game, the builder drops all games,
    /// [`is_out_of_memory`](BookBuilder::is_out_of_memory) returns true, and
    /// [`finish`](BookBuilder::finish) returns the error.
    pub fn end_game(&mut self) {
        if !std::mem::take(&mut self.open) || self.is_out_of_memory() {
            return;
        }
        let result = self.result.result();
        if result == Outcome::Unknown && self.options.unknown.is_none() && !self.options.compat {
            return;
        }
        let counted = match &mut self.table {
            Table::Plain(rows) => {
                if may_repeat(&self.plies) {
                    self.plies.sort_unstable();
                    self.plies.dedup_by_key(|ply| ply.key_and_move());
                }
                count(rows, &self.plies, self.number, |by| mover_result(result, by))
            }
            Table::Compat(rows) => {
                let result = match result {
                    Outcome::Unknown => Outcome::Known(KnownOutcome::Draw),
                    known => known,
                };
                count(rows, &self.plies, self.number, |by| mover_result(result, by))
            }
        };
        if let Err(error) = counted {
            self.drop_games(error);
        }
    }

    /// Drops all games, which leaves memory for the rest of the program.
    fn drop_games(&mut self, error: OutOfMemory) {
        self.out_of_memory = Some(error);
        self.table = Table::Plain(MoveCounts::new());
    }

    /// Returns true if the system refused memory, so that more games are of no use.
    #[must_use]
    pub fn is_out_of_memory(&self) -> bool {
        self.out_of_memory.is_some()
    }

    /// Adds the games of another builder to those of this one.
    ///
    /// # Panics
    /// If the other builder has other options.
    pub fn join(&mut self, other: BookBuilder) {
        assert_eq!(self.options, other.options, "a book is made with one set of options");
        if let Some(error) = self.out_of_memory.or(other.out_of_memory) {
            return self.drop_games(error);
        }
        match (&mut self.table, other.table) {
            (Table::Plain(rows), Table::Plain(others)) => rows.join(others),
            (Table::Compat(rows), Table::Compat(others)) => rows.join(others),
            _ => unreachable!("the options determine the table"),
        }
    }

    /// Makes the book from all games that have ended, on `threads` threads, at most 1,024, or fewer
    /// if the system refuses some.
    ///
    /// # Errors
    /// When the system refuses memory, or has refused it for a game.
    pub fn finish(self, threads: NonZeroUsize) -> Result<BuiltBook, BuildBookError> {
        if let Some(OutOfMemory { bytes }) = self.out_of_memory {
            return Err(BuildBookError::OutOfMemory { bytes });
        }
        let made = match self.table {
            Table::Plain(rows) => entries::make_book(rows, &self.options, threads),
            Table::Compat(rows) => entries::make_book(rows, &self.options, threads),
        };
        made.map_err(|OutOfMemory { bytes }| BuildBookError::OutOfMemory { bytes })
    }
}

fn count<F: FirstPlayed>(
    rows: &mut MoveCounts<F>,
    plies: &[Ply],
    number: u64,
    result: impl Fn(Color) -> MoverResult,
) -> Result<(), OutOfMemory> {
    plies.iter().try_for_each(|ply| {
        rows.push(MoveCountRow::new(
            ply.key_and_move(),
            result(ply.by()),
            F::new(number, ply.ply()),
        ))
    })
}

fn mover_result(result: Outcome, by: Color) -> MoverResult {
    match result {
        Outcome::Known(KnownOutcome::Decisive { winner }) if winner == by => MoverResult::Win,
        Outcome::Known(KnownOutcome::Decisive { .. }) => MoverResult::Loss,
        Outcome::Known(KnownOutcome::Draw) => MoverResult::Draw,
        Outcome::Unknown => MoverResult::Unknown,
    }
}

impl GameVisitor<Polyglot, Hasher<Polyglot>> for BookBuilder {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"Result" {
            self.result.tag(value);
        }
    }

    #[inline]
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        played: Option<Move>,
        position: &Hashed<Polyglot, P>,
    ) {
        if let Some(m) = played
            && ply <= self.options.max_ply
        {
            let by = !position.position().turn();
            if self.options.only.is_none_or(|only| only == by) {
                let key_and_move = key_and_move(self.key, pack_move(m).bits());
                self.plies.push(Ply::new(key_and_move, by, ply));
            }
        }
        self.key = position.hash();
    }

    fn repaired_start(&mut self) {
        self.has_repaired_start = true;
    }

    fn result(&mut self, result: Outcome) {
        self.result.end(result);
    }
}
