//! Random playouts of Go, with and without superko, and those of peers.

use std::hint::black_box;

use anyhow::Result;
use zobrist_go::{Board, Color, Game, Rule, Rules, Suicide, Trust};

use crate::go_peers;
use crate::paired::{compare, contestant};
use crate::playouts::{Random, Total, assert_sane, by_rules, choose, max_plies};
use crate::undo;

/// A playout without any ko rule, on a board that cannot take a move back.
fn on_a_board(board: &mut Board, random: &mut Random, total: &mut Total) {
    board.clear();
    let mut passes = 0;
    let mut color = Color::Black;
    for _ in 0..max_plies(board.width()) {
        if choose(
            board,
            |board| board,
            color,
            random,
            |board, point| !board.is_suicide(color, point) && board.place(color, point).is_ok(),
        ) {
            total.plays += 1;
            passes = 0;
        } else {
            passes += 1;
        }
        color = !color;
        if passes == 2 {
            break;
        }
    }
    total.area += board.area().difference() as i64;
}

pub fn run() -> Result<()> {
    for (side, playouts, target) in [(9, 2000, 100_000), (19, 400, 25_000)] {
        side_by_side(side, playouts, target)?;
        undo::run(side);
    }
    Ok(())
}

fn side_by_side(side: usize, playouts: u64, target: u64) -> Result<()> {
    let empty = Board::new(side, side)?;
    let rules = Rules::new(Rule::Positional, Suicide::Forbidden);
    let mut exact = Game::new(side, side, rules)?;
    let trusting_by = |rules| Game::with_proof(empty.clone(), Color::Black, rules, Trust);
    let mut trusting = trusting_by(rules);
    let mut simple = trusting_by(Rules::new(Rule::SimpleKo, rules.suicide));
    let mut board = empty.clone();

    let mut seeds = [0; 4].map(|_: i32| 0..);
    let [exact_seeds, trust_seeds, simple_seeds, bare_seeds] = &mut seeds;
    let many = |seeds: &mut std::ops::RangeFrom<u64>,
                one: &mut dyn FnMut(&mut Random, &mut Total)| {
        let mut total = Total::default();
        let mut random = Random::new(seeds.next().unwrap_or(0) % 8);
        (0..playouts).for_each(|_| one(&mut random, &mut total));
        black_box(total)
    };
    compare(
        &format!(
            "go: a random playout on {side}x{side} (target: {:.0} ns; superko at most 5 % over a game without it)",
            1e9 / target as f64
        ),
        playouts,
        30,
        &mut [
            contestant("simple ko, a game", || {
                many(simple_seeds, &mut |random, total| {
                    by_rules(&mut simple, &empty, random, total);
                })
            }),
            contestant("positional superko, exact", || {
                many(exact_seeds, &mut |random, total| {
                    by_rules(&mut exact, &empty, random, total);
                })
            }),
            contestant("positional superko, 64 bits trusted", || {
                many(trust_seeds, &mut |random, total| {
                    by_rules(&mut trusting, &empty, random, total);
                })
            }),
            contestant("no rule of ko, a bare board", || {
                many(bare_seeds, &mut |random, total| on_a_board(&mut board, random, total))
            }),
        ],
        |_, total| assert_sane(side, playouts, total),
    );
    go_peers::run(side, playouts / 5)
}
