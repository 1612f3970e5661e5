//! When a search gives up, and what it says then.

use std::sync::atomic::AtomicBool;

use zobrist_transposition::Table;
use zobrist_transposition::games::ConnectFour;
use zobrist_transposition::search::{Node, Search, win_in};

#[test]
fn a_limit_of_nodes() {
    let game = ConnectFour::<7, 6>::new();
    let table = Table::<u64, Node>::new(1 << 20).unwrap();
    for (threads, slack) in [(1, 0), (3, 3 * 256)] {
        let search = Search::new(&table).threads(threads).nodes(10_240);
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
fn a_flag() {
    let game = ConnectFour::<7, 6>::new();
    let stop = AtomicBool::new(true);
    let search = Search::new(&()).threads(2).stop(&stop);
    assert_eq!(search.decide(&game, 1).holds, None);
    let stop = AtomicBool::new(false);
    let near = ConnectFour::<7, 6>::with_moves("445566").unwrap();
    let search = Search::new(&()).threads(2).stop(&stop);
    assert_eq!(search.solve(&near).value, win_in(1));
}

#[test]
fn one_thread_searches_the_same_nodes_each_time() {
    let nodes = || {
        let table = Table::<u64, Node>::new(1 << 12).unwrap();
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
