//! How a book is made.

use shakmaty::Color;

/// The options for making a book from games.
///
/// A move of a position weighs `win` for every game that its side won after it, `draw` for
/// every draw and `loss` for every game lost. `docs/book-weights.md` has the rules in full.
///
/// ```
/// use zobrist_shakmaty::BookOptions;
///
/// let options = BookOptions { min_games: 10, ..BookOptions::default() };
/// assert_eq!((options.win, options.draw, options.loss), (2, 1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookOptions {
    /// The points that a move gets for a game that its side has won.
    pub win: u32,
    /// The points that a move gets for a draw.
    pub draw: u32,
    /// The points that a move gets for a game that its side has lost.
    pub loss: u32,
    /// The points that a move gets for a game whose result is not known; `None` leaves such games
    /// out.
    pub unknown: Option<u32>,
    /// The least number of games in which a move must have been played.
    pub min_games: u64,
    /// The least score that a move must have, in percent: wins and half the draws, of the games
    /// whose result is known. No move reaches a NaN.
    pub min_score: f64,
    /// The side whose moves are taken; `None` takes both.
    pub only: Option<Color>,
    /// The number of plies of each game that are read.
    pub max_ply: usize,
    /// How weights are brought to sixteen bits.
    pub scale: BookScale,
    /// Whether moves of weight 0 stay in the book: a program never plays them.
    pub keep_zero: bool,
    /// Whether the book is the one that `polyglot make-book` makes: a move counts as often as a
    /// game repeats it, an unknown result is a draw, and moves of equal weight are in the order in
    /// which they first came.
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

/// The ways in which the weights of a book are brought to sixteen bits.
///
/// Except as [`Uniform`](BookScale::Uniform), weights are scaled only if one is beyond 65535: they are
/// then multiplied by 65535 and divided by the largest, to the nearest whole number, but never to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookScale {
    /// All weights are scaled by the largest of the book.
    #[default]
    Book,
    /// The weights of each position are scaled by the largest of the position.
    Position,
    /// Each weight that is not 0 becomes 1.
    Uniform,
}
