//! Move paths counted with and without a table equal the definition.

use proptest::prelude::*;
use zobrist_search::{Game, PerftTable, perft};

use crate::definition::paths;
use crate::random_game::RandomGame;
use crate::threads;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 }))]
    #[test]
    fn paths_are_those_of_the_definition(
        seed: u64,
        plies in 0..9_u32,
        width in 1..9_u32,
        bytes in 64..3000_u64,
        count in 1..4_usize,
    ) {
        let game = RandomGame::<u128>::new(seed, plies, width);
        let table = PerftTable::new(bytes).unwrap();
        for depth in 0..8 {
            let expected = paths(&mut game.clone(), depth);
            prop_assert_eq!(perft(&game, depth, threads(count), None), expected);
            prop_assert_eq!(perft(&game, depth, threads(count), Some(&table)), expected);
        }
    }
}

/// A game of two moves at every ply, whose positions differ by their ply only.
#[derive(Clone)]
struct Doubling(u32);

impl Game for Doubling {
    type Key = u128;
    type Move = bool;
    type Undo = ();
    fn hash(&self) -> u128 {
        u128::from(self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }
    fn moves(&self, moves: &mut Vec<bool>) {
        moves.extend([false, true]);
    }
    fn make(&mut self, _: bool) {
        self.0 += 1;
    }
    fn unmake(&mut self, _: bool, (): ()) {
        self.0 -= 1;
    }
    fn score(&self) -> i32 {
        0
    }
}

#[test]
fn counts_saturate() {
    let table = PerftTable::new(1 << 16).unwrap();
    // More than 2^53 paths of a position are not kept: ten plies of 2^10 paths above those that
    // are.
    for (depth, paths) in [(62, 1 << 62), (63, 1 << 63), (64, u64::MAX), (65, u64::MAX)] {
        assert_eq!(perft(&Doubling(0), depth, threads(2), Some(&table)), paths);
    }
}
