//! Ladders against a reader that asks for nothing but the verdict.

use zobrist::source::SplitMix64;
use zobrist_go::{Board, Chain, Color, Game, Move, Point, Rules, Suicide};

/// True if the player who does not own the chain at `target` moves and captures it, with nothing
/// but ataris: the definition.
fn is_captured(game: &mut Game, target: Point) -> bool {
    let chain = game.board().chain(target).unwrap();
    let chaser = !chain.color();
    let liberties: Vec<Point> = chain.liberties().collect();
    match liberties[..] {
        [last] => game.is_legal(chaser, Move::Play(last)),
        [_, _] => liberties.into_iter().any(|atari| {
            game.try_play(chaser, atari).is_some() && {
                let is_captured = !escapes(game, target);
                game.undo();
                is_captured
            }
        }),
        _ => false,
    }
}

fn escapes(game: &mut Game, target: Point) -> bool {
    let chain = game.board().chain(target).unwrap();
    let runner = chain.color();
    let beside: Vec<Point> =
        chain.stones().flat_map(|stone| game.board().neighbors(stone)).collect();
    let chasers = beside.iter().filter_map(|point| game.board().chain(*point));
    let chasers = chasers.filter(|chaser| chaser.color() != runner);
    let moves: Vec<Point> =
        chasers.filter_map(Chain::last_liberty).chain(chain.last_liberty()).collect();
    moves.into_iter().any(|point| {
        game.try_play(runner, point).is_some() && {
            let escapes = !is_captured(game, target);
            game.undo();
            escapes
        }
    })
}

/// Plays the moves: each of the chaser but the last is an atari, and the last one captures.
fn assert_captures(board: &Board, target: Point, moves: &[(Color, Point)]) {
    let runner = board.stone(target).unwrap();
    let rules = Rules::new(Rules::default().ko, Suicide::Forbidden);
    let mut game = Game::of(board.clone(), !runner, rules);
    for (at, (color, point)) in moves.iter().enumerate() {
        // A runner without a legal move passes.
        if *color != game.to_move() {
            assert_ne!(*color, runner, "{board}");
            game.play(Move::Pass).unwrap();
        }
        game.play(Move::Play(*point)).unwrap();
        let chain = game.board().chain(target);
        if at + 1 == moves.len() {
            assert!(chain.is_none(), "{board}\n{moves:?}");
        } else if *color != runner {
            assert!(chain.unwrap().is_in_atari(), "{board}\n{moves:?}");
        }
    }
}

#[test]
fn ladders_of_random_boards_are_read_as_defined() {
    let mut random = SplitMix64::new(61);
    let rules = Rules::new(Rules::default().ko, Suicide::Forbidden);
    let (mut captured, mut escaped, mut longest) = (0, 0, 0);
    for round in 0..400 {
        let side = 5 + round % 5;
        let mut board = Board::new(side, side).unwrap();
        for stone in 0..side * side / 3 + round % 7 {
            let number = random.next_u64() as usize % board.empty_count();
            let point = board.empty_point(number);
            board.place(Color::ALL[stone % 2], point).unwrap();
        }
        for (color, point) in board.stones() {
            let mut game = Game::of(board.clone(), !color, rules);
            let expected = is_captured(&mut game, point);
            assert_eq!(board.is_ladder_captured(point), expected, "{point}\n{board}");
            match board.ladder_moves(point) {
                None => escaped += 1,
                Some(moves) => {
                    captured += 1;
                    longest = longest.max(moves.len());
                    assert_captures(&board, point, &moves);
                }
            }
        }
    }
    assert!(captured > 300 && escaped > 300 && longest > 6, "{captured} {escaped} {longest}");
}

#[test]
fn points_without_a_chain_are_no_ladders() {
    let board = Board::new(9, 9).unwrap();
    for name in ["E5", "Z25"] {
        assert_eq!(board.ladder_moves(name.parse().unwrap()), None);
    }
}
