//! Canonical hashes, neighborhoods and moves taken back to a ply, against their definitions.

use zobrist::source::SplitMix64;
use zobrist::{Canonical, Hasher, Lanes};
use zobrist_go::{Board, Color, Game, GoKey, GoScheme, Move, Point, Rules};

fn below(random: &mut SplitMix64, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// The definition: the least of the hashes by the lanes of the core.
fn canonical(board: &Board) -> u64 {
    let (width, height) = (board.width(), board.height());
    let stones = board.stones().map(|(color, point)| GoScheme::stone(color, point));
    let features = GoScheme::size(width, height).into_iter().chain(stones);
    if width == height {
        let lanes = Lanes::new(u64::table(), &GoScheme::symmetries::<8>(width, height));
        Canonical::of(&Hasher::of(&lanes, features).hash()).hash
    } else {
        let lanes = Lanes::new(u64::table(), &GoScheme::symmetries::<4>(width, height));
        Canonical::of(&Hasher::of(&lanes, features).hash()).hash
    }
}

/// The definition: what is at each of the eight points around one.
fn neighborhood(board: &Board, at: Point) -> u16 {
    let mut number = 0;
    let mut place = 0;
    for row in -1..=1_isize {
        for column in -1..=1_isize {
            if (row, column) == (0, 0) {
                continue;
            }
            let column = at.column().checked_add_signed(column);
            let row = at.row().checked_add_signed(row);
            let point = column.zip(row).and_then(|(column, row)| Point::new(column, row));
            let content = match point.filter(|point| board.contains(*point)) {
                None => 3,
                Some(point) => board.stone(point).map_or(2, |color| color as u16),
            };
            number |= content << (2 * place);
            place += 1;
        }
    }
    number
}

#[test]
fn a_game_keeps_its_canonical_hash_by_moves_set_ups_and_undoing() {
    let mut random = SplitMix64::new(61);
    let (mut removed, mut undone) = (0, 0);
    for (width, height) in [(1, 1), (3, 3), (5, 5), (4, 3), (2, 7), (25, 25), (25, 2), (9, 9)] {
        let mut game = Game::new(width, height, Rules::default()).unwrap();
        game.keep_canonical_hash();
        for step in 0..240 {
            let points: Vec<Point> = game.board().points().collect();
            match below(&mut random, 12) {
                0 => drop(game.play(Move::Pass)),
                1 => undone += usize::from(game.undo()),
                2 if step % 3 == 0 => {
                    let stones = points.iter().filter(|_| below(&mut random, 4) == 0);
                    let stones: Vec<_> =
                        stones.map(|point| (Color::ALL[point.column() % 2], *point)).collect();
                    let _ = game.set_up(stones, Color::White);
                }
                3 if step % 40 == 0 => game.restart(&game.board().clone(), Color::Black),
                _ => {
                    let point = points[below(&mut random, points.len())];
                    let color = Color::ALL[below(&mut random, 2)];
                    if let Some(stones) = game.try_play(color, point) {
                        removed += usize::from(stones.captured + stones.suicide);
                    }
                }
            }
            let expected = canonical(game.board());
            assert_eq!(game.canonical_hash(), expected, "{}", game.board());
            assert_eq!(game.board().canonical_hash(), expected);
            for point in points {
                assert_eq!(game.board().neighborhood(point), neighborhood(game.board(), point));
            }
        }
    }
    assert!(removed > 50 && undone > 30, "{removed} removed, {undone} undone");
}

#[test]
fn moves_are_taken_back_to_any_ply() {
    let mut game = Game::new(5, 5, Rules::default()).unwrap();
    let mut boards = vec![game.board().clone()];
    for name in ["A1", "pass", "B1", "A2", "pass", "pass", "C3"] {
        game.play(name.parse().unwrap()).unwrap();
        boards.push(game.board().clone());
    }
    let passes = [0, 0, 1, 0, 0, 1, 2, 0];
    for ply in (0..=7).rev() {
        assert!(!game.undo_to(game.ply() + 1));
        assert!(game.undo_to(ply));
        assert_eq!((game.ply(), game.board(), game.passes()), (ply, &boards[ply], passes[ply]));
    }
    assert!(game.undo_to(0));
}
