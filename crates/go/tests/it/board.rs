//! The board against its definition, in random games of all sizes.

use proptest::prelude::*;
use zobrist::Hasher;
use zobrist_go::{Board, Color, Game, GoScheme, Move, Point, Rule, Rules, Suicide, Trust};

use crate::definition::{self, Position, Record};

/// Moves as numbers: which color, and which point; or a pass.
fn moves(most: usize) -> impl Strategy<Value = Vec<(bool, prop::sample::Index, u8)>> {
    prop::collection::vec((any::<bool>(), any::<prop::sample::Index>(), 0..12_u8), 0..most)
}

fn same(board: &Board, position: &Position) {
    for point in position.points() {
        assert_eq!(board.stone(point), position.stone(point), "{point}\n{board}");
    }
    assert_eq!(board.hash(), position.hash(), "{board}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every move on every point, by either color, gives what the definition gives; so do
    /// the hash without playing, and a hash kept by telling.
    #[test]
    fn moves_are_those_of_the_definition(
        width in 1_usize..8,
        height in 1_usize..8,
        moves in moves(120),
    ) {
        let mut position = Position::empty(width, height);
        let mut board = Board::new(width, height).unwrap();
        let mut wide = Board::<u128>::with_keys(width, height).unwrap();
        let mut recorded = Hasher::of(u64_keys(), GoScheme::size(width, height));
        for (black, index, _) in moves {
            let color = if black { Color::Black } else { Color::White };
            for point in position.points() {
                let Some(after) = board.outcome(color, point) else {
                    prop_assert!(position.stone(point).is_some());
                    continue;
                };
                let (expected, captured, suicide) = position.after(color, point);
                prop_assert_eq!((after.captured, after.suicide), (captured, suicide));
                prop_assert_eq!(after.hash, expected.hash::<u64>());
            }
            let point = *index.get(&position.points());
            if board.place_recording(color, point, &mut recorded).is_err() {
                prop_assert!(position.stone(point).is_some());
                continue;
            }
            let expected = wide.outcome(color, point).unwrap();
            wide.place(color, point).unwrap();
            prop_assert_eq!(wide.hash(), expected.hash);
            position = position.after(color, point).0;
            same(&board, &position);
            prop_assert_eq!(wide.hash(), position.hash::<u128>());
            prop_assert_eq!(recorded.hash(), board.hash());
            prop_assert_eq!((board.area().black, board.area().white), position.area());
            prop_assert_eq!(
                board.empty_count() + board.stones().count(), width * height
            );
            for number in 0..board.empty_count() {
                prop_assert_eq!(board.stone(board.empty_point(number)), None);
            }
        }
        // A board set up is the board that was played to.
        let mut set_up = Board::new(25, 25).unwrap();
        set_up.place(color_of(true), Point::new(24, 24).unwrap()).unwrap();
        set_up.clone_from(&Board::new(width, height).unwrap());
        set_up.set_up(board.stones()).unwrap();
        prop_assert_eq!(&set_up, &board);
        prop_assert_eq!(set_up.hash(), board.hash());
        for point in board.points() {
            for color in Color::ALL {
                prop_assert_eq!(set_up.outcome(color, point), board.outcome(color, point));
            }
        }
    }

    /// Text is read as it is written.
    #[test]
    fn text_comes_back(width in 1_usize..26, height in 1_usize..26, moves in moves(60)) {
        let mut board = Board::new(width, height).unwrap();
        let points: Vec<Point> = board.points().collect();
        for (black, index, _) in moves {
            board.place(color_of(black), *index.get(&points)).ok();
        }
        prop_assert_eq!(&board.to_string().parse::<Board>().unwrap(), &board);
        for point in points {
            prop_assert_eq!(point.to_string().parse::<Point>().unwrap(), point);
            let played = Move::Play(point);
            prop_assert_eq!(played.to_string().parse::<Move>().unwrap(), played);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Legality under every rule, with trust and with proof, passes among the moves, and
    /// moves out of turn; and everything taken back.
    #[test]
    fn games_are_those_of_the_definition(
        size in prop::sample::select(vec![(1, 2), (2, 2), (3, 1), (3, 2), (4, 1), (3, 3), (4, 3)]),
        ko in prop::sample::select(vec![
            Rule::Positional, Rule::Situational, Rule::Natural, Rule::SimpleKo,
            Rule::Fold(1), Rule::Fold(2), Rule::Fold(3),
        ]),
        suicide in prop::sample::select(vec![
            Suicide::Allowed, Suicide::Forbidden, Suicide::MultiStone,
        ]),
        in_turn in any::<bool>(),
        moves in moves(60),
    ) {
        let rules = Rules::new(ko, suicide);
        let mut record = Record::new(Position::empty(size.0, size.1));
        let mut game = Game::new(size.0, size.1, rules).unwrap();
        let board = Board::<u128>::with_keys(size.0, size.1).unwrap();
        let mut trusting = Game::with_proof(board, Color::Black, rules, Trust);
        for (black, index, number) in moves {
            let color = if in_turn { game.to_move() } else { color_of(black) };
            let legal: Vec<Point> = record
                .now()
                .points()
                .into_iter()
                .filter(|point| record.legal(rules, color, *point))
                .collect();
            prop_assert_eq!(game.legal_points(color).collect::<Vec<_>>(), legal.clone());
            prop_assert_eq!(trusting.legal_points(color).collect::<Vec<_>>(), legal.clone());
            let played = match legal[..] {
                [] => Move::Pass,
                _ if number == 0 => Move::Pass,
                _ => Move::Play(*index.get(&legal)),
            };
            game.play_as(color, played).unwrap();
            trusting.play_as(color, played).unwrap();
            record.play(color, played);
            same(game.board(), record.now());
            prop_assert_eq!(game.to_move(), !color);
        }
        while record.plies.len() > 1 {
            record.plies.pop();
            prop_assert!(game.undo() && trusting.undo());
            same(game.board(), record.now());
            let (_, made) = record.plies.last().unwrap();
            let (definition::Made::Start(by)
            | definition::Made::Play(by)
            | definition::Made::Pass(by)) = *made;
            prop_assert_eq!(game.to_move(), !by);
            for color in Color::ALL {
                for point in record.now().points() {
                    let legal = record.legal(rules, color, point);
                    prop_assert_eq!(game.is_legal(color, Move::Play(point)), legal);
                }
            }
        }
        prop_assert!(!game.undo());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A play that is tried, checked or forced repeats a position exactly when the
    /// definition says so, in games with moves taken back and positions set up; and the moves
    /// are those that were made.
    #[test]
    fn no_repetition_is_overlooked(
        size in prop::sample::select(vec![(2, 2), (3, 1), (3, 2), (4, 1), (3, 3), (4, 4)]),
        ko in prop::sample::select(vec![
            Rule::Positional, Rule::Situational, Rule::Natural, Rule::SimpleKo,
            Rule::Fold(1), Rule::Fold(2), Rule::Fold(3),
        ]),
        suicide in prop::sample::select(vec![
            Suicide::Allowed, Suicide::Forbidden, Suicide::MultiStone,
        ]),
        moves in moves(200),
    ) {
        let rules = Rules::new(ko, suicide);
        let mut record = Record::new(Position::empty(size.0, size.1));
        let mut game = Game::new(size.0, size.1, rules).unwrap();
        // The move of each ply, if it was one.
        let mut made = vec![None];
        let points = record.now().points();
        for (black, index, number) in moves {
            let color = color_of(black);
            match number {
                0 => {
                    prop_assert_eq!(game.undo(), record.plies.len() > 1);
                    record.plies.truncate(game.history().len());
                    made.truncate(game.history().len());
                }
                1 => {
                    let (position, _) = index.get(&record.plies).clone();
                    let stones = points.iter().filter_map(|p| Some((position.stone(*p)?, *p)));
                    game.set_up(stones, color).unwrap();
                    record.plies.push((position, definition::Made::Start(!color)));
                    made.push(None);
                }
                2 => {
                    game.play_as(color, Move::Pass).unwrap();
                    record.play(color, Move::Pass);
                    made.push(Some((color, Move::Pass)));
                }
                _ => {
                    let point = *index.get(&points);
                    if record.now().stone(point).is_some() {
                        prop_assert!(game.try_play(color, point).is_none());
                        continue;
                    }
                    let legal = record.legal(rules, color, point);
                    prop_assert_eq!(game.is_legal(color, Move::Play(point)), legal);
                    prop_assert_eq!(game.check(color, point).is_ok(), legal);
                    if number > 3 {
                        prop_assert_eq!(game.try_play(color, point).is_some(), legal);
                        if !legal {
                            continue;
                        }
                    } else {
                        let (stones, said) = game.force(color, Move::Play(point)).unwrap();
                        let allowed = rules.suicide.allows(stones.suicide);
                        prop_assert_eq!(allowed && said.is_none(), legal);
                    }
                    record.play(color, Move::Play(point));
                    made.push(Some((color, Move::Play(point))));
                }
            }
            same(game.board(), record.now());
            prop_assert_eq!(game.history().len(), record.plies.len());
            prop_assert!(game.moves().eq(made.iter().copied().flatten()));
        }
    }
}

#[test]
fn a_board_is_shown_in_a_few_lines() {
    let board: Board = "X . O\n. . .".parse().unwrap();
    let shown = format!("Board {{ hash: {}, rows: [\"X . O\", \". . .\"] }}", board.hash());
    assert_eq!(format!("{board:?}"), shown);
}

/// A move is named as it is written, in either case, and nothing else is one.
#[test]
fn names_of_moves() {
    assert_eq!(Move::Pass.to_string().parse(), Ok(Move::Pass));
    assert_eq!("PASS".parse(), Ok(Move::Pass));
    assert_eq!("d4".parse(), Ok(Move::Play(Point::new(3, 3).unwrap())));
    for name in ["", "pas", "pass ", "I5", "A26", "A0", "tt"] {
        let error = name.parse::<Move>().unwrap_err();
        assert_eq!(error.got, name);
        let expected = format!("{name:?} is not a move: expected pass, or a point such as D4");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

fn color_of(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

fn u64_keys() -> &'static impl zobrist::Keys<Key = u64> {
    <u64 as zobrist_go::GoKey>::table()
}

/// Only captures can repeat? No: suicide can.
#[test]
fn a_suicide_repeats_without_a_capture() {
    let rules = Rules::new(Rule::Positional, Suicide::Allowed);
    let mut game = Game::new(2, 1, rules).unwrap();
    let [left, right] = ["A1", "B1"].map(|name| name.parse().unwrap());
    game.play_as(Color::Black, Move::Play(left)).unwrap();
    let after = game.board().outcome(Color::Black, right).unwrap();
    assert_eq!((after.captured, after.suicide), (0, 2));
    assert_eq!(after.hash, Board::new(2, 1).unwrap().hash());
    assert!(!game.is_legal(Color::Black, Move::Play(right)));
}

/// A pass lifts a simple ko; a superko it does not lift.
#[test]
fn what_a_pass_does_to_a_ko() {
    let board: Board = ". X O .\nX . X O\n. X O .".parse().unwrap();
    let [take, back] = ["B2", "C2"].map(|name| Move::Play(name.parse().unwrap()));
    for (ko, at_once, after_passes) in [
        (Rule::SimpleKo, false, true),
        (Rule::Positional, false, false),
        (Rule::Situational, false, false),
        // The position before was set up, and made by nobody.
        (Rule::Natural, true, true),
    ] {
        let rules = Rules::new(ko, Suicide::Forbidden);
        let mut game = Game::of(board.clone(), Color::White, rules);
        game.play(take).unwrap();
        assert_eq!(game.is_legal(Color::Black, back), at_once, "{ko:?}");
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert!(game.is_over());
        assert_eq!(game.is_legal(Color::Black, back), after_passes, "{ko:?}");
    }
}

#[test]
fn eyes() {
    let board: Board = "
        . X . X .
        X O . O X
        . . X . .
        X X . X X
        . X X X .
    "
    .parse()
    .unwrap();
    let eyes = |color| {
        let eyes: Vec<String> = board
            .points()
            .filter(|point| board.is_eye(color, *point))
            .map(|point| point.to_string())
            .collect();
        eyes.join(" ")
    };
    // A5 and E5 have White across, on the edge; C2 has none of White's.
    assert_eq!(eyes(Color::Black), "A1 E1 C2");
    assert_eq!(eyes(Color::White), "");
}

/// Every size: points, names and the edge.
#[test]
fn every_size_has_its_points() {
    for (width, height) in (1..=25).flat_map(|width| (1..=25).map(move |height| (width, height))) {
        let board = Board::new(width, height).unwrap();
        assert_eq!(board.points().count(), width * height);
        assert_eq!(board.hash(), Position::empty(width, height).hash());
        for point in board.points() {
            let beside = board.neighbors(point).count();
            let inner = |at: usize, side: usize| usize::from(at > 0) + usize::from(at + 1 < side);
            assert_eq!(beside, inner(point.column(), width) + inner(point.row(), height));
        }
        let outside = Point::new(width, 0).or(Point::new(0, height));
        assert!(outside.is_none_or(|point| board.outcome(Color::Black, point).is_none()));
    }
    for (width, height) in [(0, 1), (1, 0), (26, 25), (25, 26)] {
        assert!(Board::new(width, height).is_err());
    }
}

/// A hash kept by `Changes` of a game that is taken back.
#[test]
fn a_hasher_follows_a_board() {
    let mut board = Board::new(3, 3).unwrap();
    let mut hasher = Hasher::of(u64_keys(), GoScheme::size(3, 3));
    board.place_recording(Color::Black, Point::new(1, 1).unwrap(), &mut hasher).unwrap();
    assert_eq!(hasher.hash(), board.hash());
    hasher.remove(GoScheme::stone(Color::Black, Point::new(1, 1).unwrap()));
    assert_ne!(hasher.hash(), board.hash());
}

/// A position can be set up exactly when the definition calls it legal; their number is the count.
#[test]
fn positions_are_those_of_the_definition() {
    for (width, height) in [(1, 1), (3, 2), (2, 3), (5, 1), (3, 3)] {
        let mut board = Board::new(width, height).unwrap();
        let mut legal = 0;
        for number in 0..3_usize.pow((width * height) as u32) {
            let mut position = Position::empty(width, height);
            let mut stones = Vec::new();
            for (place, point) in position.points().into_iter().enumerate() {
                let digit = number / 3_usize.pow(place as u32) % 3;
                if digit > 0 {
                    stones.push((Color::ALL[digit - 1], point));
                    position.set(point, Some(Color::ALL[digit - 1]));
                }
            }
            assert_eq!(board.set_up(stones).is_ok(), position.is_legal(), "{position:?}");
            legal += u64::from(position.is_legal());
        }
        assert_eq!(zobrist_go::count::positions(width, height).unwrap(), legal);
    }
}
