//! Value, bounds and line of random games equal those of the definition, for tables of many types.

use std::hash::Hash;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use zobrist::Key;
use zobrist_search::{Game, PackedEntry, Search, SearchTable, TtEntry, Work};
use zobrist_transposition::{AgeAndDepth, Always, Fit, Long, Small, Subtree, Table, TwoTier};

use crate::any_type::AnyTable;
use crate::definition::{earlier, negamax};
use crate::random_game::RandomGame;
use crate::threads;

/// Checks that the line keeps the value to the end of the game, or to the depth of the search.
fn line_keeps_value<G: Game>(
    game: &G,
    line: &[G::Move],
    value: i32,
    depth: u32,
) -> Result<(), TestCaseError> {
    let mut game = game.clone();
    for (ply, m) in (0..).zip(line) {
        game.make(*m);
        let mut seen = negamax(&mut game, depth.saturating_sub(ply + 1));
        for _ in 0..=ply {
            seen = earlier(-seen);
        }
        prop_assert_eq!(seen, value, "after {} moves", ply + 1);
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    prop_assert!(moves.is_empty() || line.len() as u32 == depth);
    Ok(())
}

fn deepens<K: Key + Hash>(
    table: &AnyTable<K>,
    game: &RandomGame<K>,
    depth: u32,
    threads: NonZeroUsize,
) -> Result<(), TestCaseError> {
    let expected = negamax(&mut game.clone(), depth);
    let search = Search::new(table).threads(threads);
    let solution = search.deepen(game, depth);
    prop_assert_eq!(solution.value, expected);
    line_keeps_value(
        game,
        &solution.line,
        expected,
        if solution.is_solved() { u32::MAX } else { depth },
    )?;
    if let Some(reached) = solution.depth {
        prop_assert_eq!(reached, depth);
    } else {
        prop_assert!(solution.is_solved());
        prop_assert_eq!(negamax(&mut game.clone(), u32::MAX), expected);
    }
    Ok(())
}

fn solves<K: Key + Hash>(
    table: &AnyTable<K>,
    game: &RandomGame<K>,
    threads: NonZeroUsize,
) -> Result<(), TestCaseError> {
    let expected = negamax(&mut game.clone(), u32::MAX);
    let search = Search::new(table).threads(threads);
    for value in [1, 0, expected, expected + 1] {
        prop_assert_eq!(search.decide(game, value).holds, Some(expected >= value));
    }
    let solution = search.solve(game);
    prop_assert_eq!(solution.value, expected);
    prop_assert_eq!(solution.bounds, (expected, expected));
    line_keeps_value(game, &solution.line, expected, u32::MAX)
}

/// Gives a new table of some bytes to a test.
type WithTable<K> =
    fn(u64, &mut dyn FnMut(&AnyTable<K>) -> Result<(), TestCaseError>) -> Result<(), TestCaseError>;

/// Searches random games with new tables.
fn law<K: Key + Hash>(with_table: WithTable<K>) {
    let config = ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 48 });
    proptest!(config, |(
        seed: u64,
        plies in 1..9_u32,
        width in 1..12_u32,
        depth in 0..10_u32,
        bytes in 64..4000_u64,
        count in 1..4_usize,
    )| {
        let game = RandomGame::<K>::new(seed, plies, width);
        with_table(bytes, &mut |table| deepens(table, &game, depth, threads(count)))?;
        let bounded = game.clone().with_bounds();
        with_table(bytes, &mut |table| {
            solves(table, &game, threads(count))?;
            solves(table, &bounded, threads(count))
        })?;
    });
}

macro_rules! laws {
    ($($name:ident: $key:ty, $table:expr;)*) => {$(
        #[test]
        fn $name() {
            law::<$key>(|bytes, test| {
                let table = $table(bytes).unwrap();
                test(&AnyTable(&table))
            });
        }
    )*};
}

/// The constructor for the laws of a search without a table.
fn no_table(_: u64) -> Option<()> {
    Some(())
}

laws! {
    without_a_table: u64, no_table;
    two_tier: u64, Table::<u64, PackedEntry, TwoTier, Fit>::new;
    two_tier_small: u32, Table::<u32, PackedEntry<13, 4, 2>, TwoTier, Small>::new;
    two_tier_without_depths: u32, Table::<u32, PackedEntry<13, 0, 3>, TwoTier, Small>::new;
    subtree: u64, Table::<u64, PackedEntry, Subtree, Fit>::new;
    subtree_long: u128, Table::<u128, PackedEntry, Subtree, Long>::new;
    age_and_depth: u64, Table::<u64, PackedEntry, AgeAndDepth, Fit>::new;
    always: u128, Table::<u128, PackedEntry, Always, Fit>::new;
}

/// The control: a search that uses entries of too small a depth is wrong in some games.
#[test]
fn entries_of_a_shallow_search_are_not_enough() {
    struct Deep<T>(T);
    impl<K, T: SearchTable<K>> SearchTable<K> for Deep<T> {
        fn prefetch(&self, _: K) {}
        fn probe(&self, key: K) -> Option<TtEntry> {
            let found = self.0.probe(key)?;
            Some(TtEntry { depth: None, ..found })
        }
        fn store(&self, key: K, entry: TtEntry, work: Work) {
            self.0.store(key, entry, work);
        }
    }
    let wrong = (0..50).filter(|seed| {
        let game = RandomGame::<u64>::new(*seed, 8, 8);
        let table = Deep(Table::<u64, PackedEntry>::new(1 << 16).unwrap());
        Search::new(&table).deepen(&game, 6).value != negamax(&mut game.clone(), 6)
    });
    assert!(wrong.count() > 10);
}
