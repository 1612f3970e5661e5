//! The solver against one without a table, against published values, and against a table that
//! ignores the positions before.

use std::collections::HashMap;

use zobrist::source::SplitMix64;
use zobrist_go::{Board, Step};

use super::*;

fn rules(suicide: Suicide) -> Rules {
    Rules::new(Rule::Positional, suicide)
}

fn value(width: usize, height: usize, suicide: Suicide) -> isize {
    Solver::new(Game::new(width, height, rules(suicide)).unwrap()).value()
}

/// The value for Black by alpha-beta without a table: the definition.
fn plain(game: &mut Game, passes: usize, mut low: isize, mut high: isize) -> isize {
    if passes == 2 {
        return game.board().area().difference();
    }
    let mover = game.to_move();
    let points: Vec<Move> = game.board().points().map(Move::Play).collect();
    let mut best = None;
    for played in [Move::Pass].into_iter().chain(points) {
        if game.play(played).is_err() {
            continue;
        }
        let passes = if played == Move::Pass { passes + 1 } else { 0 };
        let value = plain(game, passes, low, high);
        game.undo();
        match mover {
            Color::Black => {
                best = best.max(Some(value));
                low = low.max(value);
            }
            Color::White => {
                best = Some(best.map_or(value, |best: isize| best.min(value)));
                high = high.min(value);
            }
        }
        if low >= high {
            break;
        }
    }
    best.expect("a pass is legal")
}

fn plain_value(game: &Game) -> isize {
    let points = (game.board().width() * game.board().height()) as isize;
    let steps: Vec<Step> = game.history().iter().map(|(step, _)| step).collect();
    let passes = steps.iter().rev().take_while(|step| matches!(step, Step::Pass(_))).count();
    plain(&mut game.clone(), passes, -points, points)
}

#[test]
fn the_empty_board_without_a_table() {
    for suicide in [Suicide::Allowed, Suicide::Forbidden] {
        for (width, height) in [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)] {
            let game = Game::new(width, height, rules(suicide)).unwrap();
            let expected = plain_value(&game);
            assert_eq!(value(width, height, suicide), expected, "{width}x{height} {suicide}");
        }
    }
}

/// One table serves games with different pasts, where a situation can have different values.
#[test]
fn one_table_for_many_pasts() {
    let mut random = SplitMix64::new(42);
    let mut by_situation = HashMap::new();
    let mut differing = 0;
    for (width, height, games) in [(2, 1, 50), (3, 1, 300), (4, 1, 1000), (2, 2, 1000)] {
        for suicide in [Suicide::Allowed, Suicide::MultiStone, Suicide::Forbidden] {
            let mut solver = Solver::new(Game::new(width, height, rules(suicide)).unwrap());
            for _ in 0..games {
                let mut game = Game::new(width, height, rules(suicide)).unwrap();
                // Late in a game the plain search is fast.
                for _ in 0..6 + random.next_u64() % 12 {
                    let mut moves: Vec<Move> =
                        game.legal_points(game.to_move()).map(Move::Play).collect();
                    if moves.is_empty() || random.next_u64().is_multiple_of(5) {
                        moves = vec![Move::Pass];
                    }
                    let played = moves[random.next_u64() as usize % moves.len()];
                    game.play(played).unwrap();
                    if game.is_over() {
                        game.undo();
                    }
                }
                let expected = plain_value(&game);
                solver.restart(game.clone());
                assert_eq!(solver.value(), expected, "{}", game.board());
                let passed = matches!(game.history().iter().next_back(), Some((Step::Pass(_), _)));
                let situation = (game.board().to_string(), game.to_move(), passed, suicide);
                differing +=
                    usize::from(*by_situation.entry(situation).or_insert(expected) != expected);
            }
        }
    }
    assert!(differing > 100, "the past matters: {differing}");
}

/// Searches with a table from situations to values, which is wrong: the search is [`plain`], exact
/// values, and a value that is known is used wherever its situation comes up.
fn with_wrong_table(game: &mut Game, passes: usize, table: &mut HashMap<u64, isize>) -> isize {
    if passes == 2 {
        return game.board().area().difference();
    }
    let mover = game.to_move();
    let key = game.board().hash() ^ GoSituation::hash::<u64>(mover, passes, None);
    if let Some(known) = table.get(&key) {
        return *known;
    }
    let points: Vec<Move> = game.board().points().map(Move::Play).collect();
    let mut values = Vec::new();
    for played in points.into_iter().chain([Move::Pass]) {
        if game.play(played).is_ok() {
            let passes = if played == Move::Pass { passes + 1 } else { 0 };
            values.push(with_wrong_table(game, passes, table));
            game.undo();
        }
    }
    let best = match mover {
        Color::Black => values.into_iter().max(),
        Color::White => values.into_iter().min(),
    };
    let best = best.expect("a pass is legal");
    table.insert(key, best);
    best
}

#[test]
fn a_table_that_ignores_the_past_is_wrong() {
    let mut game = Game::new(2, 1, rules(Suicide::Allowed)).unwrap();
    assert_eq!(with_wrong_table(&mut game, 0, &mut HashMap::new()), -2);
    assert_eq!(plain_value(&game), 0);
    assert_eq!(value(2, 1, Suicide::Allowed), 0);
}

/// R. Hayward, lecture notes "Go algorithms"
/// (webdocs.cs.ualberta.ca/~hayward/355/jem/go-solve.html): positional superko, suicide forbidden,
/// area scoring, Black to move, no earlier positions. The notes have a seventh, `X . O . .`, with
/// 0, by D1 B1 A1 B1 and two passes. The search without a table gives -5 like this one: White
/// answers D1 with E1, and superko forbids Black to take that back.
#[test]
fn published_positions_of_five_points() {
    for (row, expected) in [
        ("O . X . .", 5),
        ("X . . O .", -5),
        ("O . . X .", 5),
        ("O . . . .", 5),
        (". O . . .", 0),
        (". . O . .", 0),
    ] {
        let board: Board = row.parse().unwrap();
        let game = Game::of(board, Color::Black, rules(Suicide::Forbidden));
        assert_eq!(Solver::new(game).value(), expected, "{row}");
    }
    let disputed = "X . O . .".parse::<Board>().unwrap();
    let game = Game::of(disputed, Color::Black, rules(Suicide::Forbidden));
    assert_eq!((Solver::new(game.clone()).value(), plain_value(&game)), (-5, -5));
}

/// 1 x 1 to 1 x 4: R. Hayward, "Solving Go on small boards", lecture notes (values of 1 x 1 and 1 x
/// 2), and the proof trees of "Go algorithms" (1 x 3 and 1 x 4), both with suicide forbidden. 2 x
/// 2: J. Tromp and B. Taylor (Sensei's Library, "2x2 board"). The others have no published value
/// for these rules that we know of: they pin what this solver says.
#[test]
fn values_of_small_boards() {
    for suicide in [Suicide::Allowed, Suicide::Forbidden] {
        for (width, height, expected) in [
            (1, 1, 0),
            (2, 1, 0),
            (3, 1, 3),
            (4, 1, 4),
            (2, 2, 1),
            (5, 1, 0),
            (6, 1, 1),
            (3, 2, 0),
            (7, 1, 2),
            (4, 2, 8),
        ] {
            assert_eq!(value(width, height, suicide), expected, "{width}x{height} {suicide}");
        }
    }
}

/// The area of a board that unconditional life settles is its value, whoever is to move.
#[test]
fn settled_boards_have_their_area() {
    settled_boards(&[(3, 1, 2), (5, 1, 4), (2, 2, 4), (3, 2, 62), (4, 2, 298)]);
}

fn settled_boards(sizes: &[(usize, usize, usize)]) {
    for suicide in [Suicide::Allowed, Suicide::Forbidden] {
        for (width, height, at_least) in sizes.iter().copied() {
            let mut solver = Solver::new(Game::new(width, height, rules(suicide)).unwrap());
            let mut settled = 0;
            for code in 0..3_usize.pow((width * height) as u32) {
                let mut board = Board::new(width, height).unwrap();
                let cell = |point: &zobrist_go::Point| {
                    let at = point.row() * width + point.column();
                    code / 3_usize.pow(at as u32) % 3
                };
                let points: Vec<_> = board.points().filter(|point| cell(point) > 0).collect();
                let stones = points.iter().map(|point| (Color::ALL[cell(point) - 1], *point));
                let is_legal = board.set_up(stones).is_ok();
                let Some(area) = board.settled_area(suicide).filter(|_| is_legal) else { continue };
                settled += 1;
                for to_move in Color::ALL {
                    solver.restart(Game::of(board.clone(), to_move, rules(suicide)));
                    assert_eq!(solver.value(), area.difference(), "{to_move}, {suicide}\n{board}");
                }
            }
            assert!(settled >= at_least, "{width}x{height}: {settled}");
        }
    }
}

/// Nine points for Black by area scoring: Sensei's Library, "Small board Go".
#[test]
#[ignore = "10^6 nodes for each rule on suicide, half a minute"]
fn the_value_of_3x3() {
    let solve = || {
        for suicide in [Suicide::Allowed, Suicide::Forbidden] {
            assert_eq!(value(3, 3, suicide), 9, "{suicide}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(solve).unwrap();
    thread.join().unwrap();
}
