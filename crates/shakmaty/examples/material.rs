//! A chess search by material alone, with and without a transposition table.
//!
//! ```text
//! cargo run --release -p zobrist-shakmaty --example material
//! cargo run --release -p zobrist-shakmaty --example material -- "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1" 12
//! ```

use std::error::Error;
use std::time::Instant;

use shakmaty::{Chess, Color, Move, Position, Role};
use zobrist_chess::Fide;
use zobrist_search::{Game, LOST, PackedEntry, Search, SearchTable, Solution, plies_to_end};
use zobrist_shakmaty::{Hashed, Undo, read_position};
use zobrist_transposition::Table;

/// A position and its hash. The search ignores repetition and the fifty-move rule, which are not in
/// the hash.
#[derive(Clone)]
struct Material(Hashed<Fide, Chess>);

impl Game for Material {
    type Key = u64;
    type Move = Move;
    type Undo = Undo<Hashed<Fide, Chess>>;

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

/// By Em. Lasker and G. Reichhelm, 1901. The pawns are blocked, so that many paths of the kings
/// lead to the same position.
const POSITION: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let fen = args.next().unwrap_or(POSITION.into());
    let depth = args.next().map_or(Ok(16), |depth| depth.parse())?;
    let game = Material(Hashed::new(Fide, read_position::<Chess>(fen.as_bytes(), None)?));
    let table = Table::<u64, PackedEntry>::new(4 << 20)?;
    println!("without a table");
    let without = report(&(), &game, depth);
    println!("with a table of 4 MiB");
    let with = report(&table, &game, depth);
    if let (Some(plies), true) = (plies_to_end(with.value), with.value > 0) {
        println!("mate in {}", (plies + 1) / 2);
    }
    println!("{:.1} times as many nodes without", without.nodes as f64 / with.nodes as f64);
    Ok(())
}

/// Searches one ply deeper at a time and prints the result.
fn report(table: &impl SearchTable<u64>, game: &Material, depth: u32) -> Solution<Move> {
    let start = Instant::now();
    let solution = Search::new(table).deepen(game, depth);
    let line: Vec<String> = solution.line.iter().map(Move::to_string).collect();
    println!("  value {:>6}  nodes {:>10}  {:.2} s", solution.value, solution.nodes, {
        start.elapsed().as_secs_f64()
    });
    println!("  {}", line.join(" "));
    solution
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use zobrist_search::win_in;

    use super::*;

    fn game(fen: &str) -> Material {
        Material(Hashed::new(Fide, read_position::<Chess>(fen.as_bytes(), None).unwrap()))
    }

    const MATE_IN_TWO: &str = "k7/8/2K5/8/8/8/8/7R w - - 0 1";

    #[test]
    fn a_mate_in_two_is_found_by_any_search() {
        let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
        for threads in [1, 2].map(|count| NonZeroUsize::new(count).unwrap()) {
            let with = Search::new(&table).threads(threads).deepen(&game(MATE_IN_TWO), 4);
            let without = Search::new(&()).threads(threads).deepen(&game(MATE_IN_TWO), 4);
            assert_eq!((with.value, without.value), (win_in(3), win_in(3)));
            assert_eq!((with.line.len(), without.line.len()), (3, 3));
        }
    }

    /// Plain negamax. At these depths, the table must not change its values.
    fn negamax(game: &mut Material, depth: u32) -> i32 {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if depth == 0 || moves.is_empty() {
            return game.score();
        }
        let mut best = i32::MIN;
        for m in moves {
            let undo = game.make(m);
            let value = -negamax(game, depth - 1);
            game.unmake(m, undo);
            let decided = plies_to_end(value).map_or(0, |_| value.signum());
            best = best.max(value - decided);
        }
        best
    }

    #[test]
    fn values_equal_those_of_plain_negamax() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            let table = Table::<u64, PackedEntry>::new(1 << 18).unwrap();
            for depth in 0..=3 {
                let solution = Search::new(&table).deepen(&game(fen), depth);
                assert_eq!(solution.value, negamax(&mut game(fen), depth), "{fen} {depth}");
            }
        }
    }
}
