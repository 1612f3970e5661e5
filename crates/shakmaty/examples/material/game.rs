//! Chess by material alone, as a game to be searched.

use shakmaty::{Chess, Color, Move, Position, Role};
use zobrist_chess::Scheme;
use zobrist_search::{Game, LOST};
use zobrist_shakmaty::{Hashed, Undo};

/// A position and its hash. The search ignores repetition and the fifty-move rule, which are not in
/// the hash.
#[derive(Clone)]
pub(crate) struct Material<S: Scheme>(pub(crate) Hashed<S, Chess>);

impl<S: Scheme<Key = u64> + Clone + Send> Game for Material<S> {
    type Key = u64;
    type Move = Move;
    type Undo = Undo<Hashed<S, Chess>>;

    fn hash(&self) -> u64 {
        self.0.hash()
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        if !self.0.position().is_insufficient_material() {
            moves.extend_from_slice(&self.0.position().legal_moves());
        }
    }

    fn make(&mut self, m: Move) -> Self::Undo {
        self.0.make(m)
    }

    fn unmake(&mut self, _: Move, undo: Self::Undo) {
        self.0.unmake(undo);
    }

    /// In hundredths of a pawn.
    fn score(&self) -> i32 {
        let position = self.0.position();
        if position.legal_moves().is_empty() {
            return if position.is_check() { LOST } else { 0 };
        }
        if position.is_insufficient_material() {
            return 0;
        }
        let side = |color: Color| -> i32 {
            let pieces = Role::ALL.map(|role| {
                let count = position.board().by_piece(role.of(color)).count() as i32;
                count * piece_value(role)
            });
            pieces.into_iter().sum()
        };
        side(position.turn()) - side(!position.turn())
    }

    /// Orders captures by most valuable victim, least valuable attacker.
    fn priority(&self, m: Move) -> i32 {
        let captured =
            m.capture().map_or(0, |role| 10 * piece_value(role) - piece_value(m.role()) + 10_000);
        captured + m.promotion().map_or(0, piece_value)
    }
}

fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 300,
        Role::Bishop => 310,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}
