//! Limits: when a search gives up, and its result then.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use zobrist_search::connect_four::ConnectFour;
use zobrist_search::{
    Bound, DECIDED, Game, LOST, PackedEntry, Search, SearchTable, TtEntry, Work, loss_in,
    plies_to_end, win_in,
};
use zobrist_transposition::Table;

use crate::threads;

#[test]
fn the_limit_of_nodes_holds() {
    let game = ConnectFour::<7, 6>::new();
    let table = Table::<u64, PackedEntry>::new(1 << 20).unwrap();
    for (count, slack) in [(1, 0), (3, 3 * 256)] {
        let search = Search::new(&table).threads(threads(count)).max_nodes(10_240);
        let decision = search.decide(&game, 1);
        assert_eq!(decision.holds, None);
        assert!((10_240..=10_240 + slack).contains(&decision.nodes), "{}", decision.nodes);
        let solution = search.solve(&game);
        assert!(!solution.is_solved() && solution.line.is_empty());
        let solution = search.deepen(&game, 42);
        assert!(!solution.is_solved());
        assert_eq!(solution.value, 0);
        assert!(solution.depth.is_some_and(|depth| depth > 3));
        assert_eq!(Some(solution.line.len() as u32), solution.depth);
    }
}

#[test]
fn the_stop_flag_holds() {
    let game = ConnectFour::<7, 6>::new();
    let stop = AtomicBool::new(true);
    let search = Search::new(&()).threads(threads(2)).stop(&stop);
    assert_eq!(search.decide(&game, 1).holds, None);
    let stop = AtomicBool::new(false);
    let near = ConnectFour::<7, 6>::with_moves("445566").unwrap();
    let search = Search::new(&()).threads(threads(2)).stop(&stop);
    assert_eq!(search.solve(&near).value, win_in(1));
}

#[test]
fn the_limit_of_time_holds() {
    let game = ConnectFour::<7, 6>::new();
    for count in [1, 3] {
        let search = Search::new(&()).threads(threads(count));
        let none = search.max_time(Duration::ZERO);
        let decision = none.decide(&game, 1);
        assert_eq!(decision.holds, None);
        assert!(decision.nodes <= 256 * count as u64, "{}", decision.nodes);
        assert!(!none.solve(&game).is_solved());
        let solution = none.deepen(&game, 42);
        assert!(solution.nodes > 0 && !solution.is_solved());

        let begun = Instant::now();
        let solution = search.max_time(Duration::from_millis(100)).deepen(&game, 42);
        assert!(begun.elapsed() >= Duration::from_millis(100) && !solution.is_solved());
        // Without a limit it would take days.
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());

        let near = ConnectFour::<7, 6>::with_moves("445566").unwrap();
        for enough in [Duration::from_secs(3600), Duration::MAX] {
            assert_eq!(search.max_time(enough).solve(&near).value, win_in(1));
        }
    }
}

#[test]
fn one_thread_searches_the_same_nodes_each_time() {
    let nodes = || {
        let table = Table::<u64, PackedEntry>::new(1 << 12).unwrap();
        let game = ConnectFour::<5, 5>::with_moves("33").unwrap();
        let search = Search::new(&table);
        (search.solve(&game), search.deepen(&game, 6))
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn no_depth_is_the_estimate() {
    let game = ConnectFour::<7, 6>::new();
    let solution = Search::new(&()).deepen(&game, 0);
    assert_eq!((solution.value, solution.depth, solution.nodes), (0, Some(0), 1));
}

/// A game that nobody wins, as a graph: a move is the number of the position that it leads to.
#[derive(Clone)]
struct Graph {
    at: u64,
    from: fn(u64) -> &'static [u64],
}

impl Graph {
    fn new(from: fn(u64) -> &'static [u64]) -> Graph {
        Graph { at: 0, from }
    }
}

impl Game for Graph {
    type Key = u64;
    type Move = u64;
    type Undo = u64;
    fn hash(&self) -> u64 {
        self.at.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn moves(&self, moves: &mut Vec<u64>) {
        moves.extend((self.from)(self.at));
    }
    fn make(&mut self, to: u64) -> u64 {
        std::mem::replace(&mut self.at, to)
    }
    fn unmake(&mut self, _: u64, from: u64) {
        self.at = from;
    }
    fn score(&self) -> i32 {
        0
    }
}

/// A game of a given number of plies with one move at each.
#[derive(Clone)]
struct Line(u64);

impl Game for Line {
    type Key = u64;
    type Move = ();
    type Undo = ();
    fn hash(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn moves(&self, moves: &mut Vec<()>) {
        moves.extend((self.0 > 0).then_some(()));
    }
    fn make(&mut self, (): ()) {
        self.0 -= 1;
    }
    fn unmake(&mut self, (): (), (): ()) {
        self.0 += 1;
    }
    fn score(&self) -> i32 {
        LOST
    }
}

#[test]
fn a_game_without_end_is_given_up() {
    // Each position leads to all others.
    let circle = Graph::new(|_| &[0, 1, 2]);
    let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
    for count in [1, 3] {
        let search = Search::new(&table).threads(threads(count));
        assert_eq!(search.decide(&circle, 1).holds, None);
        assert!(!search.solve(&circle).is_solved());
        let solution = search.deepen(&circle, 7);
        assert_eq!((solution.value, solution.depth), (0, Some(7)));
    }
}

/// Limits are checked between searches too, however few nodes each takes.
#[test]
fn limits_hold_for_many_small_searches() {
    for count in [1, 2] {
        let search = Search::new(&()).threads(threads(count));
        let solution = search.max_nodes(1000).deepen(&Line(250), 250);
        assert!((1000..2000).contains(&solution.nodes), "{}", solution.nodes);
        assert!(!solution.is_solved() && solution.depth.is_some_and(|depth| depth > 10));
        let stop = AtomicBool::new(true);
        let solution = search.stop(&stop).deepen(&Line(250), 250);
        assert_eq!((solution.depth, solution.nodes), (Some(0), count as u64));
        let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
        let search = Search::new(&table).threads(threads(count)).max_nodes(1);
        assert!(search.solve(&Line(250)).nodes < 400 * count as u64);
    }
}

/// The cycle is answered from the table at any depth.
#[test]
fn a_search_deepens_for_two_thousand_plies() {
    // Position 0 may end in a draw at once; from 1 on there is a cycle without a choice.
    let draw_or_cycle = Graph::new(|from| match from {
        0 => &[9, 1],
        1 => &[2],
        2 => &[1],
        _ => &[],
    });
    let table = Table::<u64, PackedEntry<16, 16, 4>>::new(1 << 16).unwrap();
    let solution = Search::new(&table).deepen(&draw_or_cycle, u32::MAX);
    assert_eq!((solution.value, solution.depth), (0, Some(1999)));
    assert!(!solution.is_solved());
}

#[test]
fn a_line_is_followed_for_two_thousand_plies() {
    for plies in [1, 2, 1998, 1999] {
        let solution = Search::new(&()).threads(threads(2)).solve(&Line(plies));
        let end = plies_to_end(solution.value);
        assert_eq!((end, solution.line.len()), (Some(plies as i32), plies as usize));
        assert_eq!(solution.value > 0, plies % 2 == 1);
    }
    for plies in [2000, 1_000_000] {
        let search = Search::new(&()).threads(threads(2));
        assert_eq!(search.decide(&Line(plies), 1).holds, None);
        let solution = search.solve(&Line(plies));
        assert!(!solution.is_solved() && solution.line.is_empty());
    }
    // With entries of a table, values reach further than the depth limit of a search.
    let table = Table::<u64, PackedEntry>::new(1 << 20).unwrap();
    let search = Search::new(&table);
    assert_eq!(search.decide(&Line(3001), 1).holds, None);
    assert_eq!(search.decide(&Line(1501), 1).holds, Some(true));
    assert_eq!(search.decide(&Line(3001), 1).holds, Some(true));
    let solution = search.solve(&Line(3001));
    assert_eq!((solution.value, solution.bounds.0), (DECIDED, DECIDED));
    assert_eq!(plies_to_end(solution.value), None);
}

#[test]
fn decide_takes_any_value() {
    let near = ConnectFour::<7, 6>::with_moves("445566").unwrap();
    for (value, holds) in [(i32::MIN, true), (win_in(1), true), (i32::MAX, false)] {
        assert_eq!(Search::new(&()).decide(&near, value).holds, Some(holds), "{value}");
    }
    for no_value in [i32::MIN, -32_001, 32_001, i32::MAX] {
        assert_eq!(plies_to_end(no_value), None);
        let entry = TtEntry { value: no_value, bound: Bound::Exact, depth: None, best: None };
        assert_eq!(PackedEntry::<16, 8, 10>::new(entry), None);
        assert_eq!(PackedEntry::<8, 8, 10>::new(entry), None);
    }
    assert_eq!((plies_to_end(LOST), plies_to_end(-LOST)), (Some(0), Some(0)));
}

/// A game of at most two moves with a given score and given bounds.
#[derive(Clone)]
struct GivenValues {
    moves: u32,
    score: i32,
    bounds: (i32, i32),
}

impl Game for GivenValues {
    type Key = u32;
    type Move = ();
    type Undo = ();
    fn hash(&self) -> u32 {
        self.moves << 31
    }
    fn moves(&self, moves: &mut Vec<()>) {
        moves.extend((self.moves > 0).then_some(()));
    }
    fn make(&mut self, (): ()) {
        self.moves -= 1;
    }
    fn unmake(&mut self, (): (), (): ()) {
        self.moves += 1;
    }
    fn score(&self) -> i32 {
        self.score
    }
    fn bounds(&self) -> (i32, i32) {
        self.bounds
    }
}

#[test]
fn values_beyond_a_win_are_wins() {
    let unknown = (i32::MIN, i32::MAX);
    for beyond in [i32::MAX, i32::MAX - 1, 32_001, -LOST] {
        for (score, won) in [(beyond, true), (-beyond, false), (!beyond, false)] {
            for bounds in [unknown, (score, i32::MAX), (i32::MIN, score), (score, score)] {
                let over = GivenValues { moves: 0, score, bounds };
                let value = if won { -LOST } else { LOST };
                // The move is that of the other player, who then has lost or won.
                let before = GivenValues { moves: 1, score, bounds: unknown };
                let after = if won { loss_in(1) } else { win_in(1) };
                for (game, value) in [(over, value), (before, after)] {
                    let search = Search::new(&());
                    assert_eq!(search.solve(&game).value, value, "{score} {bounds:?}");
                    assert_eq!(search.deepen(&game, 0).value.abs(), -LOST);
                    let solution = search.deepen(&game, 9);
                    assert_eq!((solution.value, solution.is_solved()), (value, true));
                    assert_eq!(search.decide(&game, value).holds, Some(true));
                    assert_eq!(search.decide(&game, value + 1).holds, Some(false));
                }
            }
        }
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic = "the bounds of a position are 7 to -7"]
fn bounds_in_the_wrong_order_panic_in_debug() {
    Search::new(&()).solve(&GivenValues { moves: 1, score: 0, bounds: (7, -7) });
}

/// A table with an entry of the same value for every position but that with hash 0.
struct SameValue(i32);

impl SearchTable<u32> for SameValue {
    fn prefetch(&self, _: u32) {}
    fn probe(&self, key: u32) -> Option<TtEntry> {
        let entry = TtEntry { value: self.0, bound: Bound::Exact, depth: None, best: None };
        (key > 0).then_some(entry)
    }
    fn store(&self, _: u32, _: TtEntry, _: Work) {}
}

#[test]
fn entries_beyond_a_win_are_wins() {
    let game = GivenValues { moves: 1, score: 0, bounds: (LOST, -LOST) };
    let before = GivenValues { moves: 2, ..game };
    assert_eq!(before.hash(), 0);
    for (stored, value, earlier) in [(i32::MIN, LOST, win_in(1)), (i32::MAX, -LOST, loss_in(1))] {
        let table = SameValue(stored);
        let search = Search::new(&table);
        for (game, value) in [(&game, value), (&before, earlier)] {
            assert_eq!(search.decide(game, value).holds, Some(true));
            assert_eq!(search.decide(game, value + 1).holds, Some(false));
        }
    }
}
