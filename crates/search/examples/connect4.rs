//! Solves a position of Connect Four with a table of 64 MiB and, up to a billion nodes, without
//! one.
//!
//! ```text
//! cargo run --release -p zobrist-search --example connect4            # 44444: half a minute
//! cargo run --release -p zobrist-search --example connect4 -- ""      # the empty board: minutes
//! ```

use std::error::Error;
use std::time::Instant;

use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{PackedEntry, Search, SearchTable, plies_to_end};
use zobrist_transposition::{Small, Table, TwoTier};

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).unwrap_or("44444".into());
    let game = ConnectFour::<7, 6>::with_moves(&moves)?;

    // Values, bounds and moves of this game fit in 13 bits, so a slot of 64 has a tag of 40.
    let table = Table::<u64, PackedEntry<8, 0, 3>, TwoTier, Small>::new(64 << 20)?;
    compare(&game, &table)
}

fn compare(game: &ConnectFour<7, 6>, table: &impl SearchTable<u64>) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let solution = Search::new(table).solve(game);
    let time = start.elapsed().as_secs_f64();
    match plies_to_end(solution.value) {
        None => println!("a draw"),
        Some(1) => println!("a win in 1 ply"), // a game that is lost is over, or takes two
        Some(plies) if solution.value > 0 => println!("a win in {plies} plies"),
        Some(plies) => println!("a loss in {plies} plies"),
    }
    let columns: Vec<String> = solution.line.iter().map(|m| (m + 1).to_string()).collect();
    println!("{}", columns.join(" "));
    println!("{:>13} nodes with a table of 64 MiB, {time:.1} s", solution.nodes);

    let start = Instant::now();
    let without = Search::new(&()).max_nodes(1_000_000_000).solve(game);
    let time = start.elapsed().as_secs_f64();
    let more = if without.is_solved() { "" } else { " and more: given up" };
    println!("{:>13} nodes without a table{more}, {time:.1} s", without.nodes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_game() {
        let game = ConnectFour::with_moves("44444432655555367233").unwrap();
        compare(&game, &Table::<u64, PackedEntry>::new(1 << 20).unwrap()).unwrap();
    }
}
