//! An opening book made from games.

mod entries;
mod options;
mod rows;

use std::error::Error;
use std::fmt::{self, Display};
use std::num::NonZeroUsize;

use shakmaty::{Color, KnownOutcome, Move, Outcome};
use zobrist::Hasher;
use zobrist_chess::{Polyglot, SchemeKeys};

use crate::hashed::Hashed;
use crate::packed::pack_move;
use crate::positions::Positions;
use crate::result_tag::GameResultTag;
use crate::rules::HashablePosition;

pub use entries::MadeBook;
pub use options::{BookOptions, BookScale};
use rows::{First, PLACE_SHIFT, Refused, Row, Rows, place};

/// Counts the moves of games and makes a book from them, in Polyglot's format.
///
/// Hand over each game as [`replay_game`](crate::replay_game) reports it, between
/// [`begin_game`](BookBuilder::begin_game) and [`end_game`](BookBuilder::end_game):
///
/// ```
/// use std::num::NonZeroUsize;
/// use zobrist::Hasher;
/// use zobrist_chess::SchemeKeys;
/// use zobrist_shakmaty::{BookBuilder, BookOptions, GameOptions, replay_game};
///
/// let mut builder = BookBuilder::new(BookOptions { min_games: 1, ..BookOptions::default() });
/// for (number, game) in ["1. e4 1-0", "1. d4 1/2-1/2"].iter().enumerate() {
///     let changes = Hasher::new(SchemeKeys::new());
///     builder.begin_game(number as u64);
///     replay_game(game.as_bytes(), GameOptions::default(), changes, &mut builder)?;
///     builder.end_game();
/// }
/// let book = builder.finish(NonZeroUsize::MIN)?;
/// let moves: Vec<_> = book.entries.iter().map(|e| (e.played.to_string(), e.weight)).collect();
/// assert_eq!(moves, [("e2e4".to_owned(), 2), ("d2d4".to_owned(), 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Games that you have in another form need no text: call [`position`](Positions::position) with
/// the first position, then with each move and the position after it, and finally
/// [`result`](Positions::result). All positions are of standard chess or Chess960, which is what
/// books know.
///
/// For several threads, give each a builder and [`join`](BookBuilder::join) them. The book is the
/// same whatever the order of the games and however they were shared out; memory grows with the
/// number of different moves, by 16 bytes for each, and about three times that at the end.
#[derive(Clone, Debug)]
pub struct BookBuilder {
    options: BookOptions,
    number: u64,
    /// Whether the current game has begun and not ended.
    open: bool,
    /// The key of the last position.
    key: u64,
    plies: Vec<Ply>,
    /// What the tag says, and what follows the moves.
    result: GameResultTag,
    table: Table,
    /// Memory that the system refused: the table lacks games and is empty.
    refused: Option<Refused>,
}

/// The reason why a book was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MakeBookError {
    /// The system refused memory for the moves of the games.
    Refused {
        /// The number of bytes asked for.
        bytes: usize,
    },
}

impl Display for MakeBookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MakeBookError::Refused { bytes } => write!(
                f,
                "the system refused {bytes} bytes of memory for the moves; take fewer games or \
                 fewer plies of each"
            ),
        }
    }
}

impl Error for MakeBookError {}

/// A move of the current game: its place, and in the bits below who played it and the ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ply(u128);

const WHITE: u128 = 1 << (PLACE_SHIFT - 1);
const PLY_MASK: u128 = WHITE - 1;

impl Ply {
    #[inline]
    fn new(place: u128, by: Color, ply: usize) -> Ply {
        Ply(place | by.fold_wb(WHITE, 0) | ply as u128 & PLY_MASK)
    }

    fn place(self) -> u128 {
        self.0 >> PLACE_SHIFT << PLACE_SHIFT
    }

    fn by(self) -> Color {
        Color::from_white(self.0 & WHITE != 0)
    }

    fn ply(self) -> u64 {
        (self.0 & PLY_MASK) as u64
    }
}

/// Whether two moves of a game may be of one position: false for most games, without sorting.
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
    Plain(Rows<()>),
    /// With the game and the ply in which a move first came.
    Compat(Rows<(u64, u64)>),
}

impl BookBuilder {
    /// Creates a builder without games.
    pub fn new(mut options: BookOptions) -> BookBuilder {
        if options.min_score.is_nan() {
            // No score reaches this either, but it is equal to itself: builders can be joined.
            options.min_score = f64::INFINITY;
        }
        let table =
            if options.compat { Table::Compat(Rows::new()) } else { Table::Plain(Rows::new()) };
        BookBuilder {
            options,
            number: 0,
            open: false,
            key: 0,
            plies: Vec::new(),
            result: GameResultTag::default(),
            table,
            refused: None,
        }
    }

    /// Begins a game. A game that was begun and not ended is forgotten, which is what to do with a
    /// game whose replay fails.
    ///
    /// The `number` is the place of the game among all games; only a book of
    /// [`compat`](BookOptions::compat) depends on it.
    pub fn begin_game(&mut self, number: u64) {
        self.number = number;
        self.open = true;
        self.plies.clear();
        self.result = GameResultTag::default();
    }

    /// Ends a game and counts it.
    ///
    /// The result is that of the `Result` tag; if there is none or it is `*`, that after the moves.
    /// Anything but `1-0`, `0-1` and `1/2-1/2` is unknown.
    ///
    /// If the system refuses memory for the game, the builder forgets all games, and
    /// [`finish`](BookBuilder::finish) returns the error; [`is_refused`](BookBuilder::is_refused) says
    /// so before.
    pub fn end_game(&mut self) {
        if !std::mem::take(&mut self.open) || self.is_refused() {
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
                    self.plies.dedup_by_key(|ply| ply.place());
                }
                count(rows, &self.plies, self.number, |by| outcome(result, by))
            }
            Table::Compat(rows) => {
                let result = match result {
                    Outcome::Unknown => Outcome::Known(KnownOutcome::Draw),
                    known => known,
                };
                count(rows, &self.plies, self.number, |by| outcome(result, by))
            }
        };
        if let Err(refused) = counted {
            self.refuse(refused);
        }
    }

    /// Forgets the games, so that there is memory for the rest of the program.
    fn refuse(&mut self, refused: Refused) {
        self.refused = Some(refused);
        self.table = Table::Plain(Rows::new());
    }

    /// Returns true if the system refused memory: more games are of no use.
    pub fn is_refused(&self) -> bool {
        self.refused.is_some()
    }

    /// Adds the games of another builder to those of this one.
    ///
    /// # Panics
    /// When the other has other options.
    pub fn join(&mut self, other: BookBuilder) {
        assert_eq!(self.options, other.options, "a book is made with one set of options");
        if let Some(refused) = self.refused.or(other.refused) {
            return self.refuse(refused);
        }
        match (&mut self.table, other.table) {
            (Table::Plain(rows), Table::Plain(others)) => rows.join(others),
            (Table::Compat(rows), Table::Compat(others)) => rows.join(others),
            _ => unreachable!("the options determine the table"),
        }
    }

    /// Makes the book from the games that were ended, on `threads` threads, at most 1,024, or fewer if
    /// the system refuses some.
    ///
    /// # Errors
    /// When the system refuses memory, or has refused it for a game.
    pub fn finish(self, threads: NonZeroUsize) -> Result<MadeBook, MakeBookError> {
        if let Some(Refused { bytes }) = self.refused {
            return Err(MakeBookError::Refused { bytes });
        }
        let made = match self.table {
            Table::Plain(rows) => entries::make_book(rows, &self.options, threads),
            Table::Compat(rows) => entries::make_book(rows, &self.options, threads),
        };
        made.map_err(|Refused { bytes }| MakeBookError::Refused { bytes })
    }
}

fn count<F: First>(
    rows: &mut Rows<F>,
    plies: &[Ply],
    number: u64,
    outcome: impl Fn(Color) -> rows::Outcome,
) -> Result<(), Refused> {
    plies.iter().try_for_each(|ply| {
        rows.push(Row::new(ply.place(), outcome(ply.by()), F::new(number, ply.ply())))
    })
}

/// A result for the side that moved.
fn outcome(result: Outcome, by: Color) -> rows::Outcome {
    match result {
        Outcome::Known(KnownOutcome::Decisive { winner }) if winner == by => rows::Outcome::Win,
        Outcome::Known(KnownOutcome::Decisive { .. }) => rows::Outcome::Loss,
        Outcome::Known(KnownOutcome::Draw) => rows::Outcome::Draw,
        Outcome::Unknown => rows::Outcome::Unknown,
    }
}

impl Positions<Polyglot, Hasher<SchemeKeys<Polyglot>>> for BookBuilder {
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
                let place = place(self.key, pack_move(m).bits());
                self.plies.push(Ply::new(place, by, ply));
            }
        }
        self.key = position.hash();
    }

    fn result(&mut self, result: Outcome) {
        self.result.end(result);
    }
}
