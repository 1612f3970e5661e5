//! Searches of games with cycles equal the definition, which knows the path.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use zobrist_search::{DECIDED, Game, PackedEntry, Search, SearchTable};
use zobrist_transposition::{Always, Fit, Table};

use crate::any_type::AnyTable;
use crate::cyclic_game::{CyclicGame, Endless, PathGame};
use crate::definition::{earlier, negamax};
use crate::threads;

const END: u32 = u32::MAX;

/// Plays a line to where it ends, and returns what that is worth to the player at its start;
/// `None` if the game goes on there.
fn worth<G: Game<Move: PartialEq>>(game: &G, line: &[G::Move]) -> Option<i32> {
    let (mut game, mut moves) = (game.clone(), Vec::new());
    for (ply, m) in line.iter().enumerate() {
        assert!(ply == 0 || game.repeated().is_none(), "the line goes on after a repetition");
        moves.clear();
        game.moves(&mut moves);
        assert!(moves.contains(m));
        game.make(*m);
    }
    moves.clear();
    game.moves(&mut moves);
    let end = match game.repeated() {
        Some(repeated) if !line.is_empty() => repeated.value.clamp(1 - DECIDED, DECIDED - 1),
        _ if moves.is_empty() => game.score(),
        _ => return None,
    };
    Some(line.iter().fold(end, |value, _| earlier(-value)))
}

/// Everything that is certain is that of the definition.
fn agrees(
    game: &CyclicGame,
    table: &dyn SearchTable<u64>,
    depth: u32,
    count: NonZeroUsize,
) -> Result<(), TestCaseError> {
    let table = AnyTable(table);
    let search = Search::new(&table).threads(count);
    let expected = negamax(&mut game.clone(), END);
    let solution = search.deepen(game, depth);
    if solution.is_solved() {
        prop_assert_eq!(solution.value, expected);
        line_keeps_value(game, &solution.line, expected)?;
    }
    // Wins and losses: all that are within the depth, and no others than there are. An entry of a
    // deeper search may show one that is further away.
    let to_depth = negamax(&mut game.clone(), depth);
    if solution.value > DECIDED || to_depth > DECIDED {
        prop_assert!((to_depth..=expected).contains(&solution.value));
    }
    if solution.value < -DECIDED || to_depth < -DECIDED {
        prop_assert!((expected..=to_depth).contains(&solution.value));
    }
    for value in [1, 0, expected, expected + 1] {
        prop_assert_eq!(search.decide(game, value).holds, Some(expected >= value));
    }
    let solution = search.solve(game);
    prop_assert_eq!((solution.value, solution.bounds), (expected, (expected, expected)));
    line_keeps_value(game, &solution.line, expected)
}

/// Checks that a line ends with the value of the game. One without a win may end before a
/// repetition.
fn line_keeps_value(game: &CyclicGame, line: &[u32], expected: i32) -> Result<(), TestCaseError> {
    let worth = worth(game, line);
    prop_assert!(worth == Some(expected) || worth.is_none() && expected.abs() < DECIDED);
    Ok(())
}

fn endless() -> impl Strategy<Value = Endless> {
    prop_oneof![
        Just(Endless::Worth(0)),
        (-20..20).prop_map(Endless::Worth),
        Just(Endless::Worth(-DECIDED)),
        Just(Endless::Perpetual),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 512 }))]

    #[test]
    fn with_a_table(
        seed: u64,
        size in 2..14_u32,
        endless in endless(),
        bytes in 64..4000_u64,
        depth in 0..10_u32,
        count in 1..4_usize,
    ) {
        let game = CyclicGame::new(seed, size, endless);
        let table = Table::<u64, PackedEntry>::new(bytes).unwrap();
        agrees(&game, &table, depth, threads(count))?;
        let table = Table::<u64, PackedEntry, Always, Fit>::new(1 << 16).unwrap();
        agrees(&game, &table, depth, threads(count))?;
    }

    #[test]
    fn without_a_table(seed: u64, size in 2..14_u32, endless in endless(), depth in 0..10_u32) {
        let game = CyclicGame::new(seed, size, endless);
        agrees(&game, &(), depth, threads(1))?;
        // Estimates too.
        let solution = Search::new(&()).deepen(&game, depth);
        prop_assert_eq!(solution.value, negamax(&mut game.clone(), depth));
    }

    /// A hash that covers the path makes all values exact at every depth.
    #[test]
    fn with_the_path_in_the_hash(
        seed: u64,
        size in 2..14_u32,
        is_superko: bool,
        bytes in 64..4000_u64,
        depth in 0..10_u32,
        count in 1..4_usize,
    ) {
        let game = CyclicGame::new(seed, size, Endless::Worth(0));
        let game = PathGame { game, is_superko, is_path_hashed: true };
        let table = Table::<u64, PackedEntry>::new(bytes).unwrap();
        let search = Search::new(&table).threads(threads(count));
        let solution = search.deepen(&game, depth);
        prop_assert_eq!(solution.value, negamax(&mut game.clone(), depth));
        let expected = negamax(&mut game.clone(), END);
        let solution = search.solve(&game);
        prop_assert_eq!(solution.bounds, (expected, expected));
        prop_assert_eq!(worth(&game, &solution.line), Some(expected));
    }
}

/// The controls: games that hide from the search that their values depend on the path.
#[test]
fn values_of_one_path_are_wrong_on_another() {
    for is_superko in [false, true] {
        let wrong = (0..2000).filter(|seed| {
            let game = CyclicGame::new(*seed, 20, Endless::Worth(0));
            let game = PathGame { game, is_superko, is_path_hashed: false };
            let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
            Search::new(&table).solve(&game).value != negamax(&mut game.clone(), END)
        });
        let wrong = wrong.count();
        assert!(wrong > 5, "{wrong} of 2,000 values are wrong");
    }
}

/// The control of what is stored: a game that says that its repetitions depend on nothing above.
#[test]
fn results_that_depend_on_the_path_are_wrong_elsewhere() {
    for (endless, least) in [(Endless::Worth(0), 5), (Endless::Perpetual, 30)] {
        let wrong = (0..2000).filter(|seed| {
            let game = CyclicGame::new(*seed, 20, endless);
            let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
            let value = Search::new(&table).solve(&game.clone().with_no_plies()).value;
            value != negamax(&mut game.clone(), END)
        });
        let wrong = wrong.count();
        assert!(wrong > least, "{wrong} of 2,000 values are wrong");
    }
}

/// With a table, estimates at a depth may come from other paths: the documentation says so.
#[test]
fn estimates_may_come_from_other_paths() {
    let differs = (0..2000).filter(|seed| {
        let game = CyclicGame::new(*seed, 20, Endless::Worth(0));
        let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
        Search::new(&table).deepen(&game, 6).value != negamax(&mut game.clone(), 6)
    });
    assert!(differs.count() > 0);
}
