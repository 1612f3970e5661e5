//! Playouts by the crates `goban` and `board-game`, each through its own interface.

use std::hint::black_box;

use anyhow::Result;
use board_game::board::Board as _;
use board_game::games::go::{GoBoard, Komi, Move as PeerMove, Rules as PeerRules, Tile};
use goban::pieces::stones::Color;
use goban::rules::game::Game as Goban;
use goban::rules::{CHINESE, GobanSizes, Move as GobanMove};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use zobrist_go::{Board, Game, Rule, Rules, Suicide};

use crate::paired::{compare, contestant};
use crate::playouts::{Random, Total, assert_sane, by_rules, max_plies};

/// A point beside another: a stone of the player's own, a stone of the other player, an empty
/// point, or no point of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Own,
    Other,
    Empty,
    Outside,
}

/// The definition of an eye, shared by all contestants.
fn is_eye(at: impl Fn(i32, i32) -> Beside) -> bool {
    let own = |(x, y)| matches!(at(x, y), Beside::Own | Beside::Outside);
    if ![(0, 1), (0, -1), (1, 0), (-1, 0)].into_iter().all(own) {
        return false;
    }
    let across = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(x, y)| at(x, y));
    let count = |what| across.iter().filter(|beside| **beside == what).count();
    count(Beside::Other) + usize::from(count(Beside::Outside) > 0) < 2
}

fn board_game(side: usize, rng: &mut SmallRng, total: &mut Total) {
    let mut board = GoBoard::new(side as u8, Komi::zero(), PeerRules::cgos());
    for _ in 0..max_plies(side) {
        if board.is_done() {
            break;
        }
        let player = board.next_player();
        let size = board.size();
        let found = board.chains().random_empty_tile_where(rng, |tile| {
            let here = tile.to_tile(size);
            let at = |x: i32, y: i32| {
                let (x, y) = (i32::from(here.x()) + x, i32::from(here.y()) + y);
                let inside = 0..size as i32;
                if !inside.contains(&x) || !inside.contains(&y) {
                    return Beside::Outside;
                }
                match board.stone_at(Tile::new(x as u8, y as u8)) {
                    Some(stone) if stone == player => Beside::Own,
                    Some(_) => Beside::Other,
                    None => Beside::Empty,
                }
            };
            !is_eye(at) && board.is_available_move(PeerMove::Place(here)).unwrap_or(false)
        });
        let played = found.map_or(PeerMove::Pass, |tile| PeerMove::Place(tile.to_tile(size)));
        total.plays += u64::from(found.is_some());
        board.play(played).expect("the move is available");
    }
    let score = board.current_score();
    total.area += i64::from(score.a) - i64::from(score.b);
}

fn goban(side: usize, random: &mut Random, total: &mut Total) {
    let mut game = Goban::new(GobanSizes::Custom(side, side), CHINESE);
    for _ in 0..max_plies(side) {
        if game.is_over() {
            break;
        }
        let player = game.turn();
        let empty = game.pseudo_legals_vec();
        let start = random.below(empty.len().max(1));
        let candidates = empty.iter().skip(start).chain(empty.iter().take(start));
        let found = candidates.copied().find(|(x, y)| {
            let at = |dx: i32, dy: i32| {
                let (x, y) = (i32::from(*x) + dx, i32::from(*y) + dy);
                let inside = 0..side as i32;
                if !inside.contains(&x) || !inside.contains(&y) {
                    return Beside::Outside;
                }
                match game.goban().get_color((x as u8, y as u8)) {
                    Some(stone) if stone == player => Beside::Own,
                    Some(_) => Beside::Other,
                    None => Beside::Empty,
                }
            };
            !is_eye(at) && game.check_point((*x, *y)).is_none()
        });
        total.plays += u64::from(found.is_some());
        game.play(found.map_or(GobanMove::Pass, GobanMove::from));
    }
    for (x, y) in (0..side as u8).flat_map(|x| (0..side as u8).map(move |y| (x, y))) {
        total.area += match game.goban().get_color((x, y)) {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
    }
}

pub fn run(side: usize, playouts: u64) -> Result<()> {
    let rules = Rules::new(Rule::Positional, Suicide::Forbidden);
    let mut game = Game::new(side, side, rules)?;
    let empty = Board::new(side, side)?;
    let (mut ours, mut theirs) = (Random::new(1), Random::new(1));
    let mut rng = SmallRng::seed_from_u64(1);
    let many = |one: &mut dyn FnMut(&mut Total)| {
        let mut total = Total::default();
        (0..playouts).for_each(|_| one(&mut total));
        black_box(total)
    };
    compare(
        &format!("go: a random playout on {side}x{side}, beside peers"),
        playouts,
        10,
        &mut [
            contestant("positional superko, exact", || {
                many(&mut |total| by_rules(&mut game, &empty, &mut ours, total))
            }),
            contestant("board-game 0.8, superko by 64 bits", || {
                many(&mut |total| board_game(side, &mut rng, total))
            }),
            contestant("goban 0.20, superko by boards, captures only", || {
                many(&mut |total| goban(side, &mut theirs, total))
            }),
        ],
        |_, total| assert_sane(side, playouts, total),
    );
    Ok(())
}
