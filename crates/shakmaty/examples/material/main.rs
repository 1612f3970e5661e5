//! A chess search by material alone, with and without a transposition table.
//!
//! ```text
//! cargo run --release -p zobrist-shakmaty --example material
//! cargo run --release -p zobrist-shakmaty --example material -- "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1" 12
//! ```

mod game;

use std::error::Error;
use std::time::Instant;

use game::Material;
use shakmaty::{Chess, Move};
use zobrist_chess::Fide;
use zobrist_search::{PackedEntry, Search, SearchTable, Solution, plies_to_end};
use zobrist_shakmaty::{Hashed, read_position};
use zobrist_transposition::Table;

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
fn report(table: &impl SearchTable<u64>, game: &Material<Fide>, depth: u32) -> Solution<Move> {
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

    use zobrist_search::{Game, win_in};

    use super::*;

    fn game(fen: &str) -> Material<Fide> {
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
    fn negamax(game: &mut Material<Fide>, depth: u32) -> i32 {
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
