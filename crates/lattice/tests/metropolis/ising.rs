//! The Ising model on a periodic square lattice: its exact numbers of states by energy.

use zobrist_lattice::model::{PairModel, PairParameters};
use zobrist_lattice::{Lattice, Structure};

/// The coupling J in eV: neighbors that are alike have the energy −J, others J.
pub(crate) const COUPLING: f64 = 0.01;

/// Pairs of up (the host) and down (species 2).
pub(crate) fn model(cells: usize) -> PairModel {
    let lattice = Lattice::new(Structure::Square, [cells, cells, 1]).unwrap();
    let energy = |a: usize, b: usize| match (a, b) {
        (1, _) | (_, 1) => 0.0,
        _ if a == b => -COUPLING,
        _ => COUPLING,
    };
    let pairs = (0..3).map(|a| (0..3).map(|b| energy(a, b)).collect()).collect();
    let parameters = PairParameters::new(vec![pairs], vec![0.5, 0.0, 0.5]);
    PairModel::new(lattice, &parameters).unwrap()
}

/// The number of states with each number of unlike pairs of neighbors, from 0 to 2 · cells², site
/// by site along the rows: the states of a whole row, and of the first one, which is beside the
/// last.
pub(crate) fn unlike_pairs(cells: usize) -> Vec<u128> {
    let (rows, most) = (1_usize << cells, 2 * cells * cells);
    let mut all = vec![0_u128; most + 1];
    for first in 0..rows {
        // By the latest spin of each column: the number of states by unlike pairs.
        let mut counts = vec![vec![0_u128; most + 1]; rows];
        let unlike_in = |row: usize| (row ^ (row >> 1 | (row & 1) << (cells - 1))).count_ones();
        counts[first][unlike_in(first) as usize] = 1;
        for row in 1..cells {
            for column in 0..cells {
                let mut next = vec![vec![0_u128; most + 1]; rows];
                for (before, by_pairs) in counts.iter().enumerate() {
                    let above = before >> column & 1;
                    for spin in 0..2 {
                        let after = before & !(1 << column) | spin << column;
                        let mut unlike = usize::from(above != spin);
                        if column > 0 {
                            unlike += usize::from(before >> (column - 1) & 1 != spin);
                        }
                        if column == cells - 1 {
                            unlike += usize::from(after & 1 != spin);
                        }
                        if row == cells - 1 {
                            unlike += usize::from(first >> column & 1 != spin);
                        }
                        for (pairs, count) in by_pairs.iter().enumerate().filter(|it| *it.1 > 0) {
                            next[after][pairs + unlike] += count;
                        }
                    }
                }
                counts = next;
            }
        }
        for by_pairs in &counts {
            all.iter_mut().zip(by_pairs).for_each(|(sum, count)| *sum += count);
        }
    }
    all
}

/// The numbers that P. D. Beale gives in closed form (Physical Review Letters 76, 1996, pp. 78–81),
/// counted one by one for 4 × 4.
#[test]
fn the_numbers_of_states() {
    let mut expected = vec![0_u128; 33];
    for state in 0..1_u32 << 16 {
        let spin = |x: u32, y: u32| state >> (x % 4 + 4 * (y % 4)) & 1;
        let unlike = (0..4).flat_map(|x| (0..4).map(move |y| (x, y))).map(|(x, y)| {
            usize::from(spin(x, y) != spin(x + 1, y)) + usize::from(spin(x, y) != spin(x, y + 1))
        });
        expected[unlike.sum::<usize>()] += 1;
    }
    assert_eq!(unlike_pairs(4), expected);
    let listed: Vec<(usize, u128)> =
        expected.into_iter().enumerate().filter(|(_, count)| *count > 0).collect();
    let half = [(0, 2), (4, 32), (6, 64), (8, 424), (10, 1728), (12, 6688), (14, 13_568)];
    let other = half.iter().rev().map(|(unlike, count)| (32 - unlike, *count));
    let all: Vec<(usize, u128)> = half.into_iter().chain([(16, 20_524)]).chain(other).collect();
    assert_eq!(listed, all);
    assert_eq!(unlike_pairs(6).iter().sum::<u128>(), 1 << 36);
}
