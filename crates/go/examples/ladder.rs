//! Reads ladders: is a chain captured by a chase in which every move is an atari?
//!
//! ```text
//! cargo run --release -p zobrist-go --example ladder
//! ```

use zobrist_go::{Board, Color, Point};

/// The name of a ladder on 19x19, Black's stones, White's, of which the first is chased by Black,
/// and if it is captured.
type Ladder = (&'static str, &'static str, &'static str, bool);

const LADDERS: [Ladder; 7] = [
    ("across the open board", "C4 D3 E3", "D4", true),
    ("a breaker on the way", "C4 D3 E3", "D4 Q16", false),
    ("a stone beside the way", "C4 D3 E3", "D4 Q12", true),
    ("a helper before the breaker", "C4 D3 E3 N12", "D4 Q16", true),
    ("a chaser in atari", "C4 D3 E3", "D4 C3 D2 E2 F3", false),
    ("along the edge to the corner", "K1", "L1", true),
    ("along the edge to a friend", "K1", "L1 P1", false),
];

/// The moves of the ladder, if the chain is captured.
fn read((_, black, white, _): Ladder) -> Option<Vec<(Color, Point)>> {
    let mut board = Board::new(19, 19).expect("there are boards of this size");
    let points = |names: &str| -> Vec<Point> {
        names.split(' ').map(|name| name.parse().expect("the name of a point")).collect()
    };
    for (color, names) in [(Color::Black, black), (Color::White, white)] {
        points(names).into_iter().for_each(|point| {
            board.place(color, point).expect("the point is empty");
        });
    }
    board.ladder_moves(points(white)[0])
}

fn main() {
    for ladder in LADDERS {
        match read(ladder) {
            Some(moves) => println!("{}: captured in {} moves", ladder.0, moves.len()),
            None => println!("{}: escapes", ladder.0),
        }
    }
}

#[test]
fn verdicts() {
    LADDERS
        .into_iter()
        .for_each(|ladder| assert_eq!(read(ladder).is_some(), ladder.3, "{ladder:?}"));
}
