//! Connect Four from the empty board, beside another solver.

use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Result, ensure};
use connect_four_ai::{Position, Solver};
use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{PackedEntry, Search, win_in};
use zobrist_transposition::{Small, Table, TwoTier};

/// The board after a few stones in the middle, for several rounds, and the empty one, once.
const POSITIONS: [(&str, usize); 2] = [("44444432", 5), ("", 1)];

pub fn run() -> Result<()> {
    for (moves, rounds) in POSITIONS {
        let stones = moves.len();
        println!("\nsolve: Connect Four after {stones} stones, exactly");
        let game = ConnectFour::<7, 6>::with_moves(moves)?;
        // The first player, who is to move, wins with his last stone, the 41st on the board.
        let expected = win_in(41 - stones as i32);
        for round in 1..=rounds {
            for threads in [1, 2].map(|count| NonZeroUsize::new(count).unwrap()) {
                let table = Table::<u64, PackedEntry<8, 0, 3>, TwoTier, Small>::new(64 << 20)?;
                let start = Instant::now();
                let solution = Search::new(&table).threads(threads).solve(&game);
                let seconds = start.elapsed().as_secs_f64();
                ensure!(solution.value == expected, "the value is {}", solution.value);
                let who = format!(
                    "{threads} thread{}, 64 MiB",
                    if threads.get() == 1 { "" } else { "s" }
                );
                report(round, &who, seconds, solution.nodes);
            }
            let position = Position::from_moves(moves)
                .map_err(|error| anyhow::anyhow!("connect-four-ai: {error:?}"))?;
            let mut solver = Solver::empty();
            let start = Instant::now();
            let score = solver.solve(&position);
            let seconds = start.elapsed().as_secs_f64();
            ensure!(score == 1, "connect-four-ai gives {score}");
            let who = "connect-four-ai 1.0.0, 128 MiB, no book";
            report(round, who, seconds, solver.explored_positions as u64);
        }
    }
    Ok(())
}

fn report(round: usize, who: &str, seconds: f64, nodes: u64) {
    let rate = nodes as f64 / seconds / 1e6;
    println!(
        "  {round}  {who:<40} {seconds:>8.2} s {nodes:>13} nodes {rate:>7.2} million a second"
    );
}
