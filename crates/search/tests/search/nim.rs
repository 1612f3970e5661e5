//! Nim, whose values are known by theorem. Its positions come up again at other plies.

use zobrist_search::{Game, LOST, PackedEntry, Search};
use zobrist_transposition::{AgeAndDepth, Table};

use crate::definition::negamax;
use crate::threads;

/// Three heaps; the player who takes the last stone wins.
#[derive(Clone)]
struct Nim([u8; 3]);

impl Game for Nim {
    type Key = u64;
    type Move = (u8, u8);
    type Undo = ();
    /// Heaps in any order have one hash.
    fn hash(&self) -> u64 {
        let mut heaps = self.0.map(u64::from);
        heaps.sort();
        heaps.iter().fold(0, |all, heap| all * 16 + heap).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn moves(&self, moves: &mut Vec<(u8, u8)>) {
        let mut places = [0, 1, 2];
        places.sort_by_key(|heap| self.0[usize::from(*heap)]);
        for heap in places {
            moves.extend((1..=self.0[usize::from(heap)]).map(|taken| (heap, taken)));
        }
    }
    fn make(&mut self, (heap, taken): (u8, u8)) {
        self.0[usize::from(heap)] -= taken;
    }
    fn unmake(&mut self, (heap, taken): (u8, u8), _: ()) {
        self.0[usize::from(heap)] += taken;
    }
    fn score(&self) -> i32 {
        if self.0 == [0; 3] { LOST } else { 0 }
    }
}

#[test]
fn bouton_s_theorem() {
    let table = Table::<u64, PackedEntry>::new(1 << 16).unwrap();
    let search = Search::new(&table);
    for a in 0..7 {
        for b in 0..7 {
            for c in 0..7 {
                let wins = a ^ b ^ c != 0;
                assert_eq!(search.decide(&Nim([a, b, c]), 1).holds, Some(wins), "{a} {b} {c}");
                assert_eq!(search.decide(&Nim([a, b, c]), 0).holds, Some(wins), "{a} {b} {c}");
            }
        }
    }
}

#[test]
fn the_distances_are_those_of_the_definition() {
    for bytes in [64, 200, 1000, 100_000] {
        let table = Table::<u64, PackedEntry, AgeAndDepth>::new(bytes).unwrap();
        for heaps in [[3, 2, 1], [3, 3, 1], [4, 2, 2], [2, 2, 0], [4, 3, 1]] {
            let expected = negamax(&mut Nim(heaps), u32::MAX);
            for count in [1, 3] {
                let solution = Search::new(&table).threads(threads(count)).solve(&Nim(heaps));
                assert_eq!(solution.value, expected, "{heaps:?} in {bytes} bytes");
                assert_eq!(
                    Some(solution.line.len() as i32),
                    zobrist_search::plies_to_end(expected)
                );
            }
        }
    }
}
