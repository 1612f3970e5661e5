//! Random playouts of Go, with and without superko, and those of peers.

use std::hint::black_box;

use anyhow::Result;
use zobrist::source::SplitMix64;
use zobrist_go::{Board, Color, Game, Move, Point, Proof, Rule, Rules, Suicide, Trust};

use crate::go_peers;
use crate::paired::{compare, contestant};

/// Random numbers below a bound, for all contestants alike.
pub struct Random(SplitMix64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    #[inline(always)]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.0.next_u64() >> 32) * bound as u64) >> 32) as usize
    }
}

/// The totals of playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Plays, without passes.
    pub plays: u64,
    /// Black's area less White's, added up.
    pub area: i64,
}

/// No playout is longer: without superko, some would never end.
pub const fn most_plies(side: usize) -> usize {
    3 * side * side
}

/// Makes a random play that fills no eye of the player's own and can be made: from a
/// random empty point on, the first that will do, which is nearly uniform.
#[inline(always)]
fn choose<G>(
    game: &mut G,
    board: impl Fn(&G) -> &Board,
    color: Color,
    random: &mut Random,
    mut play: impl FnMut(&mut G, Point) -> bool,
) -> bool {
    let count = board(game).empty_count();
    let start = random.below(count);
    let mut number = start;
    loop {
        let point = board(game).empty_point(number);
        if !board(game).is_eye(color, point) && play(game, point) {
            return true;
        }
        number = if number + 1 < count { number + 1 } else { 0 };
        if number == start {
            return false;
        }
    }
}

/// A playout by the rules of a game, checked on every move.
pub fn by_rules<P: Proof<u64>>(
    game: &mut Game<u64, P>,
    empty: &Board,
    random: &mut Random,
    total: &mut Total,
) {
    game.restart(empty, Color::Black);
    let mut passes = 0;
    for _ in 0..most_plies(empty.width()) {
        let color = game.to_move();
        if choose(game, Game::board, color, random, |game, point| {
            game.try_play(color, point).is_some()
        }) {
            total.plays += 1;
            passes = 0;
        } else {
            game.play_as(color, Move::Pass).expect("a pass is always legal");
            passes += 1;
        }
        if passes == 2 {
            break;
        }
    }
    total.area += game.board().area().difference() as i64;
}

/// The same without any ko rule, and with nothing that could be taken back.
fn on_a_board(board: &mut Board, random: &mut Random, total: &mut Total) {
    board.clear();
    let mut passes = 0;
    let mut color = Color::Black;
    for _ in 0..most_plies(board.width()) {
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
    }
    Ok(())
}

fn side_by_side(side: usize, playouts: u64, target: u64) -> Result<()> {
    let empty = Board::new(side, side)?;
    let rules = Rules { ko: Rule::Positional, suicide: Suicide::Forbidden };
    let mut exact = Game::new(side, side, rules)?;
    let trusting_by = |rules| Game::with_proof(empty.clone(), Color::Black, rules, Trust);
    let mut trusting = trusting_by(rules);
    let mut simple = trusting_by(Rules { ko: Rule::SimpleKo, ..rules });
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

/// Playouts of random players have a length and a result that hardly depend on who makes
/// them.
pub fn assert_sane(side: usize, playouts: u64, total: &Total) {
    let plays = total.plays as f64 / (playouts as f64 * (side * side) as f64);
    assert!((1.1..1.6).contains(&plays), "{plays} plays a point");
    let area = total.area as f64 / playouts as f64;
    assert!(area.abs() < (side * side) as f64 / 4.0, "{area} points for Black on average");
}
