//! What a book is made by.

use shakmaty::Color;

/// How a book is made of games.
///
/// A move of a position weighs `win` for every game that its side won after it, `draw` for
/// every draw and `loss` for every game lost. `docs/polyglot-books.md` has the rules in full.
///
/// ```
/// use zobrist_shakmaty::BookOptions;
///
/// let options = BookOptions { min_games: 10, ..BookOptions::default() };
/// assert_eq!((options.win, options.draw, options.loss), (2, 1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookOptions {
    /// What a game counts that the side to move has won.
    pub win: u32,
    /// What a draw counts.
    pub draw: u32,
    /// What a game counts that the side to move has lost.
    pub loss: u32,
    /// What a game counts whose result is not known; `None` leaves such games out.
    pub unknown: Option<u32>,
    /// In how many games a move must have been played.
    pub min_games: u64,
    /// What a move must have scored, in percent: wins and half the draws, of the games
    /// whose result is known.
    pub min_score: f64,
    /// The side whose moves are taken; `None` takes both.
    pub only: Option<Color>,
    /// How many plies of a game are read.
    pub max_ply: usize,
    /// How weights are brought to sixteen bits.
    pub scale: BookScale,
    /// Whether moves that weigh nothing stay in the book: a program never plays them.
    pub keep_zero: bool,
    /// Whether the book is the one that `polyglot make-book` makes: a move counts as often
    /// as a game repeats it, an unknown result is a draw, and moves of equal weight stand
    /// in the order in which they first came.
    pub compat: bool,
}

impl Default for BookOptions {
    fn default() -> BookOptions {
        BookOptions {
            win: 2,
            draw: 1,
            loss: 0,
            unknown: None,
            min_games: 3,
            min_score: 0.0,
            only: None,
            max_ply: 1024,
            scale: BookScale::Book,
            keep_zero: false,
            compat: false,
        }
    }
}

/// How the weights of a book are brought to sixteen bits.
///
/// Only where one is beyond 65535: then they are multiplied by 65535 and divided by the
/// largest, to the nearest whole number, but never to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookScale {
    /// All by the largest of the book.
    #[default]
    Book,
    /// Those of each position by the largest of the position.
    Position,
    /// A weight that is not 0 becomes 1.
    Uniform,
}
