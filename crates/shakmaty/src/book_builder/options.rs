//! The options for making a book.

use shakmaty::Color;

/// The options for making a book from games.
///
/// The weight of a move is the sum of its points: `win` for every game that its player won, `draw`
/// for every draw and `loss` for every game lost. `docs/book-weights.md` has all rules.
///
/// ```
/// use zobrist_shakmaty::BookOptions;
///
/// let mut options = BookOptions::default();
/// options.min_games = 10;
/// assert_eq!((options.win, options.draw, options.loss), (2, 1, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BookOptions {
    /// Points for a game that the player of the move won.
    pub win: u32,
    /// Points for a draw.
    pub draw: u32,
    /// Points for a game that the player of the move lost.
    pub loss: u32,
    /// Points for a game of unknown result; `None` leaves such games out.
    pub unknown: Option<u32>,
    /// Minimum number of games of a move.
    pub min_games: u64,
    /// Minimum score of a move in percent: wins and half of the draws, among games of known result.
    /// No move reaches NaN.
    pub min_score: f64,
    /// Side whose moves are in the book; `None` for both.
    pub only: Option<Color>,
    /// Number of plies of each game that count.
    pub max_ply: usize,
    /// The way to scale weights to 16 bits.
    pub scale: BookScale,
    /// Keeps moves of weight 0, which programs never play.
    pub keep_zero: bool,
    /// Makes the book that `polyglot make-book` makes: a move counts as often as a game repeats it,
    /// an unknown result is a draw, and moves of equal weight are in the order of their first
    /// games.
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

/// The ways to scale the weights of a book to 16 bits.
///
/// Except by [`Uniform`](BookScale::Uniform), weights are scaled only if one exceeds 65535: they
/// are multiplied by 65535 and divided by the largest, to the nearest whole number, but never to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookScale {
    /// Scales by the largest weight of the book.
    #[default]
    Book,
    /// Scales the weights of each position by its largest.
    Position,
    /// Sets all weights above 0 to 1.
    Uniform,
}
