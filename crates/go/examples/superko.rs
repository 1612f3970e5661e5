//! A random game under positional superko: how often a rule that looks one move back would
//! not have been enough.
//!
//! ```text
//! cargo run --release -p zobrist-go --example superko
//! ```

use zobrist::source::SplitMix64;
use zobrist_go::{Game, Move, Point, Rule, Rules, Suicide};

fn main() {
    let mut random = SplitMix64::new(2026);
    let rules = Rules::new(Rule::Positional, Suicide::MultiStone);
    let (mut moves, mut kos, mut longer) = (0, 0, 0);
    for _ in 0..200 {
        let mut game = Game::new(4, 4, rules).expect("there are boards of this size");
        while !game.is_over() && game.ply() < 200 {
            let color = game.to_move();
            // Moves that superko forbids, by the length of the cycle.
            for point in game.board().points() {
                if let Err(zobrist_go::PlayError::Repeats { repetition, .. }) =
                    game.check(color, point)
                {
                    if repetition.cycle == 2 { kos += 1 } else { longer += 1 }
                }
            }
            let points: Vec<Point> = game
                .legal_points(color)
                .filter(|point| !game.board().is_eye(color, *point))
                .collect();
            let played = match points.len() as u64 {
                0 => Move::Pass,
                count => Move::Play(points[(random.next_u64() % count) as usize]),
            };
            game.play(played).expect("the move is legal");
            moves += 1;
        }
    }
    println!("{moves} moves; {kos} retakings of a ko forbidden, and {longer} longer repetitions");
    assert!(kos > 0 && longer > 0);
}
