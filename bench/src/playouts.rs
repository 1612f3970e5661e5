//! Random playouts of Go, shared by our own contestants and the peers.

use zobrist::source::SplitMix64;
use zobrist_go::{Board, Color, Game, Move, Point, Proof};

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

/// Upper bound on the plies of a playout: without superko, some would never end.
pub const fn max_plies(side: usize) -> usize {
    3 * side * side
}

/// Makes a random play that fills no eye of the player's own and can be made: from a
/// random empty point on, the first that will do, which is nearly uniform.
#[inline(always)]
pub fn choose<G>(
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

/// Adds random moves that fill no eyes, so that stones are captured as in games, until there are so
/// many.
pub fn play_on(
    board: &mut Board,
    mut color: Color,
    random: &mut Random,
    moves: &mut Vec<Point>,
    until: usize,
) {
    while moves.len() < until {
        let played = choose(
            board,
            |board| board,
            color,
            random,
            |board, point| {
                let plays = !board.is_suicide(color, point) && board.place(color, point).is_ok();
                moves.extend(plays.then_some(point));
                plays
            },
        );
        assert!(played, "the board is not full yet");
        color = !color;
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
    for _ in 0..max_plies(empty.width()) {
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

/// Playouts of random players have a length and a result that hardly depend on who makes
/// them.
pub fn assert_sane(side: usize, playouts: u64, total: &Total) {
    let plays = total.plays as f64 / (playouts as f64 * (side * side) as f64);
    assert!((1.1..1.6).contains(&plays), "{plays} plays a point");
    let area = total.area as f64 / playouts as f64;
    assert!(area.abs() < (side * side) as f64 / 4.0, "{area} points for Black on average");
}
