//! Replays the games of a text, one after the other.

use zobrist::Changes;
use zobrist_chess::Scheme;

use super::error::PgnError;
use super::game::Game;
use super::replay::replay_game;
use crate::game_start::GameOptions;
use crate::game_visitor::GameVisitor;

/// Receives the games of a text, each from its beginning to its end.
pub trait GamesVisitor<S: Scheme, C: Changes>: GameVisitor<S, C> {
    /// Is told that a game begins: its number in the text, from 0, and its offset, in bytes.
    /// Returns the receiver of the features of its first position and of all changes to them.
    fn begin_game(&mut self, number: usize, offset: usize) -> C;

    /// Is told how the game of a number has ended.
    fn end_game(&mut self, number: usize, end: GameEnd);
}

/// The end of the replay of a game.
///
/// Closed: a visitor keeps or drops what it has taken of a game, and has to know for each end.
#[derive(Clone, Debug)]
pub enum GameEnd {
    /// It was replayed to its end.
    Taken,
    /// Its text has no tag, move or result.
    LeftOut,
    /// It has a bad move, and the moves before are taken.
    Shortened(RejectedGame),
    /// It cannot be replayed to its end.
    Rejected(RejectedGame),
}

/// A game that cannot be replayed to its end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RejectedGame {
    /// The number of the game in the text, from 0.
    pub number: usize,
    /// The offset of the fault in the text, in bytes.
    pub at: usize,
    /// The reason why it cannot be replayed.
    pub error: PgnError,
}

/// Replays the games of a text that end at `ends`, as [`GameScanner`](super::GameScanner) finds
/// them, and calls `visitor` with each of them and its positions. If `keep_valid`, a game with a
/// [bad move](PgnError::is_bad_move) is shortened and not rejected.
///
/// ```
/// use zobrist_shakmaty::pgn::{GameEnd, GamesVisitor, replay_games};
/// use zobrist_shakmaty::shakmaty::Move;
/// use zobrist_shakmaty::{Fide, GameOptions, GameVisitor, HashablePosition, Hashed};
///
/// #[derive(Default)]
/// struct Plies {
///     of_game: usize,
///     taken: usize,
/// }
///
/// impl GameVisitor<Fide, ()> for Plies {
///     fn position<P: HashablePosition>(
///         &mut self,
///         ply: usize,
///         _: Option<Move>,
///         _: &Hashed<Fide, P, ()>,
///     ) {
///         self.of_game = ply;
///     }
/// }
///
/// impl GamesVisitor<Fide, ()> for Plies {
///     fn begin_game(&mut self, _: usize, _: usize) {}
///
///     fn end_game(&mut self, _: usize, end: GameEnd) {
///         match end {
///             GameEnd::Taken | GameEnd::Shortened(_) => self.taken += self.of_game,
///             GameEnd::LeftOut | GameEnd::Rejected(_) => {}
///         }
///     }
/// }
///
/// let text = b"1. e4 e5 *\n\n1. d4 Ke4 *\n\n1. c4 {c5 *\n";
/// let mut plies = Plies::default();
/// replay_games(&Fide, text, &[12, 25, text.len()], GameOptions::default(), true, &mut plies);
/// assert_eq!(plies.taken, 2 + 1);
/// ```
///
/// # Panics
/// When a game ends beyond the text, or before it begins.
#[inline]
pub fn replay_games<S: Scheme, C: Changes>(
    scheme: &S,
    text: &[u8],
    ends: &[usize],
    options: GameOptions,
    keep_valid: bool,
    visitor: &mut impl GamesVisitor<S, C>,
) {
    let mut start = 0;
    for (number, end) in ends.iter().enumerate() {
        let game = Game::new(&text[start..*end], start as u64);
        let offset = game.offset() as usize;
        let changes = visitor.begin_game(number, offset);
        let end_of_game = match replay_game(scheme, game.text(), options, changes, visitor) {
            Ok(Some(_)) => GameEnd::Taken,
            Ok(None) => GameEnd::LeftOut,
            Err(error) => {
                let shortens = keep_valid && error.is_bad_move();
                let game = RejectedGame { number, at: offset + error.offset, error };
                if shortens { GameEnd::Shortened(game) } else { GameEnd::Rejected(game) }
            }
        };
        visitor.end_game(number, end_of_game);
        start = *end;
    }
}
