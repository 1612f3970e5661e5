//! Reads ladders: is a chain captured by a chase in which every move is an atari?
//!
//! ```text
//! cargo run --release -p zobrist-go --example ladder
//! ```

use zobrist_go::{Board, Chain, Color, Game, Move, Point, Rules, Suicide};

/// True if the player who does not own the chain at `target` moves and captures it, with nothing
/// but ataris.
fn is_captured(game: &mut Game, target: Point) -> bool {
    let chain = chain(game, target);
    let chaser = !chain.color();
    if chain.has_more_liberties_than(2) {
        return false;
    }
    if let Some(last) = chain.last_liberty() {
        return game.is_legal(chaser, Move::Play(last));
    }
    let ataris: Vec<Point> = chain.liberties().collect();
    ataris.into_iter().any(|atari| {
        // Suicide is forbidden, and so are repetitions: every ladder ends.
        game.try_play(chaser, atari).is_some() && {
            let is_captured = !escapes(game, target);
            game.undo();
            is_captured
        }
    })
}

/// True if the owner of the chain at `target`, which is in atari, moves and saves it: by its last
/// liberty, or by a capture of chasers beside it.
fn escapes(game: &mut Game, target: Point) -> bool {
    let chain = chain(game, target);
    let runner = chain.color();
    let captures = chasers_in_atari(game.board(), chain);
    let moves: Vec<Point> = captures.chain(chain.last_liberty()).collect();
    moves.into_iter().any(|point| {
        game.try_play(runner, point).is_some() && {
            let escapes = !is_captured(game, target);
            game.undo();
            escapes
        }
    })
}

/// The points where chains beside this one can be captured.
fn chasers_in_atari(board: &Board, chain: Chain<'_>) -> impl Iterator<Item = Point> {
    let beside = chain.stones().flat_map(|stone| board.neighbors(stone));
    let chasers = beside.filter_map(|point| board.chain(point));
    chasers.filter(move |chaser| chaser.color() != chain.color()).filter_map(Chain::last_liberty)
}

fn chain(game: &Game, target: Point) -> Chain<'_> {
    game.board().chain(target).expect("the target has a stone")
}

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

fn read((_, black, white, _): Ladder) -> bool {
    let mut board = Board::new(19, 19).expect("there are boards of this size");
    let points = |names: &str| -> Vec<Point> {
        names.split(' ').map(|name| name.parse().expect("the name of a point")).collect()
    };
    for (color, names) in [(Color::Black, black), (Color::White, white)] {
        points(names).into_iter().for_each(|point| {
            board.place(color, point).expect("the point is empty");
        });
    }
    let rules = Rules::new(Rules::default().ko, Suicide::Forbidden);
    let mut game = Game::of(board, Color::Black, rules);
    is_captured(&mut game, points(white)[0])
}

fn main() {
    for ladder in LADDERS {
        println!("{}: {}", ladder.0, if read(ladder) { "captured" } else { "escapes" });
    }
}

#[test]
fn verdicts() {
    LADDERS.into_iter().for_each(|ladder| assert_eq!(read(ladder), ladder.3, "{ladder:?}"));
}
