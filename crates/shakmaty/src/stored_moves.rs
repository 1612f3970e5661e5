//! Games whose moves are stored without text.

use zobrist::Changes;
use zobrist_chess::{PackedMove, Scheme};

use crate::game_error::GameError;
use crate::hashed::Hashed;
use crate::packed::unpack_move;
use crate::positions::Positions;
use crate::rules::HashablePosition;
use crate::set_up::{Begun, GameOptions, SetUp, begin};

/// Replays a game whose moves are stored in sixteen bits each, and hands every position to
/// `positions`, as [`replay_game`](crate::replay_game) does. Returns the number of plies.
///
/// ```
/// use shakmaty::Move;
/// use zobrist_chess::{Fide, PackedMove};
/// use zobrist_shakmaty::{GameOptions, Hashed, Positions, HashablePosition, SetUp, replay_moves};
///
/// struct Last(usize);
/// impl Positions<Fide, ()> for Last {
///     fn position<P: HashablePosition>(&mut self, ply: usize, _: Option<Move>, _: &Hashed<Fide, P, ()>) {
///         self.0 = ply;
///     }
/// }
///
/// let e4 = PackedMove::new(12, 28, None);
/// let mut last = Last(0);
/// replay_moves(&SetUp::default(), [e4], GameOptions::default(), (), &mut last)?;
/// assert_eq!(last.0, 1);
/// # Ok::<(), zobrist_shakmaty::GameError>(())
/// ```
///
/// # Errors
/// When the tags are not understood or a move is not legal. Positions before the fault
/// have been handed over by then.
pub fn replay_moves<S: Scheme, C: Changes>(
    set_up: &SetUp,
    moves: impl IntoIterator<Item = PackedMove>,
    options: GameOptions,
    changes: C,
    positions: &mut impl Positions<S, C>,
) -> Result<usize, GameError> {
    let game = begin(set_up, options, changes)?;
    game.show(positions);
    match game {
        Begun::Chess(game) => play_all(game, moves, positions),
        Begun::Other(game) => play_all(game, moves, positions),
    }
}

fn play_all<S: Scheme, P: HashablePosition, C: Changes>(
    mut game: Hashed<S, P, C>,
    moves: impl IntoIterator<Item = PackedMove>,
    positions: &mut impl Positions<S, C>,
) -> Result<usize, GameError> {
    let mut ply = 0;
    for packed in moves {
        ply += 1;
        let m = unpack_move(game.position(), packed).ok_or_else(|| GameError::Move {
            ply,
            san: packed.to_string(),
            ambiguous: false,
        })?;
        game.play_unchecked(m);
        positions.position(ply, Some(m), &game);
    }
    Ok(ply)
}
