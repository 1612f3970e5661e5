//! Keys of a game, compared with the definition at every ply.

use std::collections::BTreeSet;

use zobrist::source::SplitMix64;
use zobrist_go::sgf::read;
use zobrist_go::{Game, Move, Rules};

use super::*;

/// A game of random moves near corners and edges, with captures, passes and set-ups.
fn random_game(random: &mut SplitMix64, (width, height): (usize, usize), moves: usize) -> String {
    let mut text = format!("(;SZ[{width}:{height}]");
    let mut game = Game::new(width, height, Rules::default()).unwrap();
    for _ in 0..moves {
        let empty = game.board().empty_count();
        let color = game.to_move();
        let name = ["B", "W"][color.index()];
        if empty < 2 || random.next_u64().is_multiple_of(40) {
            game.play(Move::Pass).unwrap();
            text += &format!(";{name}[]");
            continue;
        }
        let point = game.board().empty_point(random.next_u64() as usize % empty);
        if game.force(color, Move::Play(point)).is_err() {
            continue;
        }
        let letter = |at: usize| char::from(b'a' + at as u8);
        let at = |p: Point| format!("[{}{}]", letter(p.column()), letter(height - 1 - p.row()));
        text += &format!(";{name}{}", at(point));
        if random.next_u64().is_multiple_of(30) {
            let stones: Vec<_> = game.board().stones().step_by(2).collect();
            let gone: String = stones.iter().map(|(_, p)| at(*p)).collect();
            let kept: Vec<_> =
                game.board().stones().filter(|stone| !stones.contains(stone)).collect();
            game.set_up(kept, game.to_move()).unwrap();
            text += &format!(";AE{gone}");
        }
    }
    text + ")"
}

/// The keys of all parts of a board, by the definition.
fn plain(board: &Board, keys: &mut BTreeSet<u64>) {
    let size = (board.width(), board.height());
    for region in Region::all(size) {
        let stones = region.points.iter();
        let stones: Vec<_> = stones
            .filter_map(|(point, place)| board.stone(*point).map(|color| (color, *place)))
            .collect();
        if !stones.is_empty() {
            keys.insert(key_of(region.kind, size, &stones));
        }
    }
}

#[test]
fn keys_are_those_of_every_position_by_the_definition() {
    let mut random = SplitMix64::new(61);
    for (round, size) in
        [(19, 19), (9, 9), (18, 18), (13, 19), (5, 7), (25, 11)].into_iter().enumerate()
    {
        let text = random_game(&mut random, size, 30 + 10 * round);
        let line = Line::of(&read(text.as_bytes()).unwrap());
        let mut expected = BTreeSet::new();
        let mut board = Board::new(size.0, size.1).unwrap();
        for step in line.steps() {
            match step {
                Step::SetUp(points) => set_up(&mut board, points).unwrap(),
                Step::Move(color, Move::Play(point)) => drop(board.place(color, point).unwrap()),
                _ => {}
            }
            plain(&board, &mut expected);
        }
        let mut keys = LineKeys::new(size).unwrap();
        for _ in 0..2 {
            let (got, is_whole) = keys.of(&line);
            assert!(got.iter().eq(&expected) && is_whole, "{size:?}");
        }
    }
}

/// All images of a window have one key, whichever corner or edge it lies at.
#[test]
fn images_have_one_key() {
    let mut random = SplitMix64::new(7);
    for size in [(19, 19), (18, 18), (12, 12), (13, 11)] {
        let text = random_game(&mut random, size, 60);
        let line = Line::of(&read(text.as_bytes()).unwrap());
        let (mut keys, mut turned) = (LineKeys::new(size).unwrap(), LineKeys::new(size).unwrap());
        let expected = keys.of(&line).0.to_vec();
        for symmetry in Symmetry::all(size, true, true) {
            let mut text = format!("(;SZ[{}:{}]", size.0, size.1);
            let at = |point: Point| {
                let point = symmetry.point(point, size);
                let letter = |at: usize| char::from(b'a' + at as u8);
                format!("[{}{}]", letter(point.column()), letter(size.1 - 1 - point.row()))
            };
            for step in line.steps() {
                match step {
                    Step::SetUp(points) => {
                        let points: String = points.iter().map(|(p, _)| at(*p)).collect();
                        text += &format!(";AE{points}");
                    }
                    Step::Move(color, played) => {
                        let name = ["B", "W"][symmetry.color(color).index()];
                        let played = match played {
                            Move::Pass => "[]".to_owned(),
                            Move::Play(point) => at(point),
                        };
                        text += &format!(";{name}{played}");
                    }
                    Step::Fault => unreachable!(),
                }
            }
            let line = Line::of(&read((text + ")").as_bytes()).unwrap());
            assert_eq!(turned.of(&line).0, expected, "{size:?} {symmetry:?}");
        }
    }
}

#[test]
fn a_game_has_keys_up_to_its_fault() {
    let mut keys = LineKeys::new((9, 9)).unwrap();
    let line = |text: &str| Line::of(&read(text.as_bytes()).unwrap());
    let short = keys.of(&line("(;SZ[9];B[ee];W[ec])")).0.to_vec();
    for text in ["(;SZ[9];B[ee];W[ec];B[ec];W[gg])", "(;SZ[9];B[ee];W[ec];B[zz];W[gg])"] {
        let (got, is_whole) = keys.of(&line(text));
        assert_eq!((got, is_whole), (&short[..], false), "{text}");
    }
    // Suicide of one stone leaves the board as it was.
    let before = "(;SZ[9]AW[ab][ba]";
    let one = keys.of(&line(&format!("{before})"))).0.to_vec();
    assert_eq!(keys.of(&line(&format!("{before};B[aa])"))).0, one);
}
