//! Chains, liberties, the last captures and the ko point against the definition.

use std::collections::HashSet;

use proptest::prelude::*;
use zobrist_go::{Board, Color, Game, Move, Point, Rule, Rules, Suicide};

use crate::definition::{Made, Position, Record};

/// Compares all chains of a board with the definition.
fn chains_are_right(board: &Board, position: &Position) {
    for point in position.points() {
        let Some(color) = position.stone(point) else {
            assert!(board.chain(point).is_none());
            continue;
        };
        let chain = board.chain(point).unwrap();
        let (stones, _) = position.region(point);
        let beside = |liberty: &Point| board.neighbors(*liberty).any(|by| stones.contains(&by));
        let liberties: HashSet<Point> = position
            .points()
            .into_iter()
            .filter(|point| position.stone(*point).is_none() && beside(point))
            .collect();

        assert_eq!(chain.color(), color);
        assert_eq!(chain.stones().next(), Some(point));
        let found: Vec<Point> = chain.stones().collect();
        assert_eq!((found.len(), chain.stone_count()), (stones.len(), stones.len()));
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), stones);
        assert!(position.points().iter().all(|at| chain.contains(*at) == stones.contains(at)));

        let found: Vec<Point> = chain.liberties().collect();
        assert_eq!((found.len(), chain.liberty_count()), (liberties.len(), liberties.len()));
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), liberties);
        assert_eq!(chain.is_in_atari(), liberties.len() == 1);
        let only = liberties.iter().next().filter(|_| liberties.len() == 1);
        assert_eq!(chain.last_liberty().as_ref(), only);
        for count in 0..6 {
            assert_eq!(chain.has_more_liberties_than(count), liberties.len() > count);
        }
    }
}

/// The stones that the last ply took off.
fn gone(record: &Record) -> HashSet<(Color, Point)> {
    let [.., (before, _), (now, made)] = &record.plies[..] else { return HashSet::new() };
    let was_there = |point: Point| Some((before.stone(point)?, point));
    let mut gone: HashSet<_> = now.points().into_iter().filter_map(was_there).collect();
    gone.retain(|(color, point)| now.stone(*point) != Some(*color));
    assert!(gone.is_empty() || !matches!(made, Made::Pass(_)));
    gone
}

/// The point where the play that follows would take a ko back.
fn ko_point(record: &Record) -> Option<Point> {
    let [.., (before, _), (now, Made::Play(by))] = &record.plies[..] else { return None };
    now.points().into_iter().filter(|point| now.stone(*point).is_none()).find(|point| {
        let (after, captured, _) = now.after(!*by, *point);
        captured == 1 && after == *before
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// In games with suicide, moves taken back and positions set up.
    #[test]
    fn a_game_knows_what_the_last_ply_took(
        width in 1_usize..7,
        height in 1_usize..7,
        moves in prop::collection::vec(
            (any::<bool>(), any::<prop::sample::Index>(), 0..12_u8), 0..150,
        ),
    ) {
        let rules = Rules::new(Rule::SimpleKo, Suicide::Allowed);
        let mut game = Game::new(width, height, rules).unwrap();
        let mut record = Record::new(Position::empty(width, height));
        let points = record.now().points();
        for (black, index, number) in moves {
            let color = if black { Color::Black } else { Color::White };
            match number {
                0 | 1 => {
                    prop_assert_eq!(game.undo(), record.plies.len() > 1);
                    record.plies.truncate(game.history().len());
                }
                2 if index.index(4) == 0 => {
                    let (position, _) = index.get(&record.plies).clone();
                    let stones = points.iter().filter_map(|p| Some((position.stone(*p)?, *p)));
                    game.set_up(stones, color).unwrap();
                    record.plies.push((position, Made::Start(!color)));
                }
                3 if index.index(4) == 0 => {
                    game.play_as(color, Move::Pass).unwrap();
                    record.play(color, Move::Pass);
                }
                _ => {
                    let point = *index.get(&points);
                    if game.force(color, Move::Play(point)).is_ok() {
                        record.play(color, Move::Play(point));
                    }
                }
            }
            chains_are_right(game.board(), record.now());
            let stones: Vec<(Color, Point)> = game.last_removed().collect();
            let removed = gone(&record);
            match record.plies.last() {
                // A suicide of one stone leaves the position as it was.
                Some((_, Made::Play(_))) if removed.is_empty() => {
                    prop_assert!(stones.is_empty() || game.board().stone(stones[0].1).is_none());
                    prop_assert!(stones.len() < 2);
                }
                // So does the stone that was played in any other.
                Some((_, Made::Play(by))) if removed.iter().all(|(color, _)| color == by) => {
                    prop_assert_eq!(stones.len(), removed.len() + 1);
                    prop_assert!(removed.iter().all(|stone| stones.contains(stone)));
                }
                _ => {
                    prop_assert_eq!(stones.len(), removed.len());
                    prop_assert_eq!(stones.into_iter().collect::<HashSet<_>>(), removed);
                }
            }
            prop_assert_eq!(game.ko_point(), ko_point(&record));
        }
    }

    /// A variation leaves the board as it was, or as its moves made it.
    #[test]
    fn a_variation_is_taken_back(
        width in 1_usize..7,
        height in 1_usize..7,
        moves in prop::collection::vec(
            (any::<bool>(), any::<prop::sample::Index>(), 0..6_u8), 0..150,
        ),
        keep in any::<bool>(),
    ) {
        let mut board = Board::new(width, height).unwrap();
        let empty = board.clone();
        let mut line = vec![Position::empty(width, height)];
        let mut played = Vec::new();
        let points = line[0].points();
        let mut variation = board.variation();
        for (black, index, number) in moves {
            let color = if black { Color::Black } else { Color::White };
            let point = *index.get(&points);
            let now = line.last().unwrap();
            if number == 0 {
                prop_assert_eq!(variation.undo(), played.pop().is_some());
                line.truncate(1 + played.len());
            } else if now.stone(point).is_some() {
                let error = variation.play(color, point).unwrap_err();
                prop_assert!(error.to_string().contains("already has a"));
            } else {
                let (after, captured, suicide) = now.after(color, point);
                let removed = variation.play(color, point).unwrap();
                prop_assert_eq!((removed.captured, removed.suicide), (captured, suicide));
                line.push(after);
                played.push((color, point));
                prop_assert_eq!(variation.last_removed().count() as u16, captured + suicide);
                prop_assert!(variation.last_removed().eq(variation.board().removed_points(removed)));
            }
            let now = line.last().unwrap();
            prop_assert_eq!(variation.board().hash(), now.hash());
            chains_are_right(variation.board(), now);
            prop_assert_eq!(variation.move_count(), played.len());
            prop_assert!(variation.moves().eq(played.iter().copied()));
        }
        if keep {
            variation.keep();
            chains_are_right(&board, line.last().unwrap());
        } else {
            drop(variation);
            prop_assert_eq!(&board, &empty);
            prop_assert_eq!(board.hash(), empty.hash());
        }
    }
}

/// Chains grow in the order of the moves; a set-up forgets it, even one that changes no stone.
#[test]
fn moves_before_a_set_up_are_taken_back() {
    let mut game = Game::new(5, 5, Rules::default()).unwrap();
    let points = ["B2", "C3", "C2", "D3", "B3", "E3", "A2", "C4", "B4", "D4"];
    for point in points {
        game.play(Move::Play(point.parse().unwrap())).unwrap();
    }
    let stones: Vec<_> = game.board().stones().collect();
    game.set_up(stones, Color::Black).unwrap();
    assert!(game.undo() && game.undo());
    game.play(Move::Pass).unwrap();
    assert!(game.undo());
    for left in (0..points.len() - 1).rev() {
        assert!(game.undo());
        assert_eq!(game.board().stone_count(), left);
        let mut position = Position::empty(5, 5);
        game.board().stones().for_each(|(color, point)| position.set(point, Some(color)));
        chains_are_right(game.board(), &position);
        assert_eq!(game.board().hash(), position.hash());
    }
    assert_eq!(game.ply(), 0);
}

#[test]
#[should_panic = "the removed points are empty"]
fn more_removed_than_empty() {
    let mut board: Board = "O .\nX X\nX .".parse().unwrap();
    let mut removed = board.place(Color::White, "B1".parse().unwrap()).unwrap();
    assert_eq!(removed.captured, 0);
    removed.captured = 9;
    board.removed_points(removed).count();
}
