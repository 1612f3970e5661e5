//! Move paths counted with a table are those counted without.

use proptest::prelude::*;
use zobrist_transposition::search::{PathTable, perft};

use crate::definition::paths;
use crate::random_game::RandomGame;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 }))]
    #[test]
    fn paths_are_those_of_the_definition(
        seed: u64,
        plies in 0..9_u32,
        width in 1..9_u32,
        bytes in 64..3000_u64,
        threads in 1..4_usize,
    ) {
        let game = RandomGame::<u128>::new(seed, plies, width);
        let table = PathTable::new(bytes).unwrap();
        for depth in 0..8 {
            let expected = paths(&mut game.clone(), depth);
            prop_assert_eq!(perft(&game, depth, threads, None), expected);
            prop_assert_eq!(perft(&game, depth, threads, Some(&table)), expected);
        }
    }
}
