//! Chess as a game to search: alpha-beta over material and mobility, with a quiescence search of
//! captures where the search stops.

use anyhow::{Result, bail};
use shakmaty::{Chess, Color, Move, Position};
use zobrist_chess::{Scheme, Zobrist};
use zobrist_search::{Game, LOST};
use zobrist_shakmaty::{Hashed, Undo, en_passant_file};

use super::evaluation::{capture_priority, piece_value, quiescence};
use super::table::Named;
use super::trial::Subject;

/// A position of chess and its hash by the scheme `zobrist`. Repetitions and the fifty-move rule
/// are ignored: they are not in the hash.
#[derive(Clone)]
pub(crate) struct ChessGame(Hashed<Zobrist<u64>, Chess>);

/// Everything that the value of a position depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedChess {
    /// Four bits a square: the color, and a number of the piece from 1 to 7. A rook that may castle
    /// has one of its own.
    planes: [u64; 4],
    /// The side to move and the file of a capture en passant that is legal, if any.
    turn: u8,
}

/// The number of a rook that may castle; the roles have 1 to 6.
const CASTLING_ROOK: u32 = 7;

impl ChessGame {
    /// A game from a position.
    ///
    /// # Errors
    /// When no move is legal.
    pub(crate) fn new(position: Chess) -> Result<ChessGame> {
        if position.legal_moves().is_empty() {
            let how = if position.is_check() { "checkmate" } else { "stalemate" };
            bail!("expected a position with a legal move, got a {how}");
        }
        Ok(ChessGame(Hashed::new(Zobrist::new(), position)))
    }

    fn packed(&self) -> PackedChess {
        let position = self.0.position();
        let (roles, colors) = position.board().clone().into_bitboards();
        let rooks = u64::from(position.castles().castling_rights());
        let mut planes = [u64::from(colors.white), 0, 0, 0];
        let mut add = |number: u32, squares: u64| {
            for (bit, plane) in planes[1..].iter_mut().enumerate() {
                *plane |= if number >> bit & 1 == 1 { squares } else { 0 };
            }
        };
        roles.into_iter().zip(1..).for_each(|(squares, number)| add(number, u64::from(squares)));
        add(CASTLING_ROOK, rooks);
        let en_passant = en_passant_file(position, self.0.scheme().en_passant());
        let file = en_passant.map_or(8, |file| file as u8);
        PackedChess { planes, turn: file << 1 | u8::from(position.turn() == Color::White) }
    }
}

impl Game for ChessGame {
    type Key = Named<PackedChess>;
    type Move = Move;
    type Undo = Box<Undo<Hashed<Zobrist<u64>, Chess>>>;

    fn hash(&self) -> Named<PackedChess> {
        Named { hash: self.0.hash(), position: self.packed() }
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend_from_slice(&self.0.position().legal_moves());
    }

    fn make(&mut self, m: Move) -> Self::Undo {
        Box::new(self.0.make(m))
    }

    fn unmake(&mut self, _: Move, undo: Self::Undo) {
        self.0.unmake(*undo);
    }

    fn score(&self) -> i32 {
        let position = self.0.position();
        if position.legal_moves().is_empty() {
            return if position.is_check() { LOST } else { 0 };
        }
        quiescence(position)
    }

    /// Captures and promotions before other moves, the most valuable victim and the least valuable
    /// attacker first.
    fn priority(&self, m: Move) -> i32 {
        let captured = if m.is_capture() { 10_000 + capture_priority(m) } else { 0 };
        captured + m.promotion().map_or(0, piece_value)
    }
}

impl Subject for ChessGame {
    type Packed = PackedChess;
    /// A proof of a false match would be followed to the end of the game.
    const KEEPS_PROOFS: bool = false;
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use zobrist_commands_input::positions::read_chess;

    use super::*;

    fn packed(fen: &str) -> PackedChess {
        ChessGame::new(read_chess(fen).unwrap()).unwrap().packed()
    }

    /// Equal hashes and equal packed positions are the same thing, over a tree with castling,
    /// captures en passant and promotions.
    #[test]
    fn packed_positions_differ_where_hashes_do() {
        fn walk(game: &mut ChessGame, depth: u32, seen: &mut HashMap<PackedChess, u64>) {
            let Named { hash, position } = game.hash();
            assert_eq!(*seen.entry(position).or_insert(hash), hash);
            if depth > 0 {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                for m in moves {
                    let undo = game.make(m);
                    walk(game, depth - 1, seen);
                    game.unmake(m, undo);
                }
            }
        }
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for fen in [kiwipete, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
            let mut seen = HashMap::new();
            walk(&mut ChessGame::new(read_chess(fen).unwrap()).unwrap(), 3, &mut seen);
            let hashes: std::collections::HashSet<u64> = seen.values().copied().collect();
            assert!(seen.len() > 500);
            assert_eq!(hashes.len(), seen.len());
        }
    }

    #[test]
    fn side_rights_and_en_passant_are_in_the_packed_position() {
        let all = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
            "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
            "4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1",
        ];
        let packed_all: std::collections::HashSet<_> = all.iter().map(|fen| packed(fen)).collect();
        assert_eq!(packed_all.len(), all.len());
        // No pawn can capture here, and the counters do not matter.
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
        assert_eq!(packed(&format!("{after_e4} e3 0 1")), packed(&format!("{after_e4} - 7 9")));
    }

    #[test]
    fn the_end_of_a_game_is_refused() {
        let error = |fen| ChessGame::new(read_chess(fen).unwrap()).err().unwrap().to_string();
        assert!(error("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").ends_with("got a checkmate"));
        assert!(error("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").ends_with("got a stalemate"));
    }
}
