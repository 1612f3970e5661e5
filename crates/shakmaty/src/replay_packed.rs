//! Replays games whose moves are stored in sixteen bits each.

use zobrist::Changes;
use zobrist_chess::{PackedMove, Scheme};

use crate::game_error::GameError;
use crate::game_start::{GameOptions, StartTags, StartedGame, start_game};
use crate::game_visitor::GameVisitor;
use crate::hashable::HashablePosition;
use crate::hashed::Hashed;
use crate::packed::unpack_move;

/// Replays a game of packed moves and calls `visitor` with every position, as
/// [`replay_game`](crate::pgn::replay_game) does for PGN. Returns the number of plies.
///
/// ```
/// use shakmaty::Move;
/// use zobrist_chess::{Fide, PackedMove};
/// use zobrist_shakmaty::{
///     GameOptions, GameVisitor, HashablePosition, Hashed, StartTags, replay_packed_moves,
/// };
///
/// struct Last(usize);
/// impl GameVisitor<Fide, ()> for Last {
///     fn position<P: HashablePosition>(
///         &mut self,
///         ply: usize,
///         _: Option<Move>,
///         _: &Hashed<Fide, P, ()>,
///     ) {
///         self.0 = ply;
///     }
/// }
///
/// let e4 = PackedMove::new(12, 28, None);
/// let mut last = Last(0);
/// let (tags, options) = (StartTags::default(), GameOptions::default());
/// replay_packed_moves(&Fide, &tags, [e4], options, (), &mut last)?;
/// assert_eq!(last.0, 1);
/// # Ok::<(), zobrist_shakmaty::GameError>(())
/// ```
///
/// # Errors
/// When the options refuse the tags, or a move is not legal. The visitor has received the positions
/// before that.
pub fn replay_packed_moves<S: Scheme, C: Changes>(
    scheme: &S,
    tags: &StartTags,
    moves: impl IntoIterator<Item = PackedMove>,
    options: GameOptions,
    changes: C,
    visitor: &mut impl GameVisitor<S, C>,
) -> Result<usize, GameError> {
    match start_game(scheme, tags, options, changes)?.0 {
        StartedGame::Chess(game) => play_all(game, moves, visitor),
        StartedGame::Other(game) => play_all(game, moves, visitor),
    }
}

fn play_all<S: Scheme, P: HashablePosition, C: Changes>(
    mut game: Hashed<S, P, C>,
    moves: impl IntoIterator<Item = PackedMove>,
    visitor: &mut impl GameVisitor<S, C>,
) -> Result<usize, GameError> {
    visitor.position(0, None, &game);
    let mut ply = 0;
    for packed in moves {
        let Some(m) = unpack_move(game.position(), packed) else {
            visitor.last_position(ply, &game);
            return Err(GameError::Move {
                ply: ply + 1,
                san: packed.to_string(),
                ambiguous: false,
            });
        };
        ply += 1;
        game.play_unchecked(m);
        visitor.position(ply, Some(m), &game);
    }
    visitor.last_position(ply, &game);
    Ok(ply)
}
