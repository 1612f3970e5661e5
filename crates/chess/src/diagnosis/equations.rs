//! Linear equations between keys: the XOR of some keys is a hash.

use alloc::vec;
use alloc::vec::Vec;

/// Equations over GF(2) in echelon form, whose unknowns are words. The first unknown of each
/// leads no other.
pub(super) struct KeyEquations {
    unknowns: usize,
    rows: Vec<Row>,
    /// By unknown, the equation that it leads.
    leading: Vec<Option<usize>>,
}

/// The unknowns of an equation, one bit each, and their XOR.
struct Row {
    bits: Vec<u64>,
    sum: u128,
}

/// Relation of an equation to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inserted {
    /// It tells something new, and was added.
    Independent,
    /// It follows from them.
    Follows,
    /// It contradicts them.
    Contradicts,
}

impl KeyEquations {
    /// Creates a system of no equations.
    pub(super) fn new(unknowns: usize) -> KeyEquations {
        KeyEquations { unknowns, rows: Vec::new(), leading: vec![None; unknowns] }
    }

    /// Adds the equation that the keys of some unknowns have a sum, unless the others decide it.
    pub(super) fn insert(&mut self, unknowns: &[usize], sum: u128) -> Inserted {
        let mut row = Row { bits: vec![0; self.unknowns.div_ceil(64)], sum };
        for unknown in unknowns {
            row.bits[unknown / 64] ^= 1 << (unknown % 64);
        }
        for word in 0..row.bits.len() {
            while row.bits[word] != 0 {
                let unknown = 64 * word + row.bits[word].trailing_zeros() as usize;
                let Some(other) = self.leading[unknown] else {
                    self.leading[unknown] = Some(self.rows.len());
                    self.rows.push(row);
                    return Inserted::Independent;
                };
                let other = &self.rows[other];
                row.sum ^= other.sum;
                for (bits, other) in row.bits[word..].iter_mut().zip(&other.bits[word..]) {
                    *bits ^= other;
                }
            }
        }
        if row.sum == 0 { Inserted::Follows } else { Inserted::Contradicts }
    }

    /// Returns a value for each unknown by which all equations hold; zero for those that they leave
    /// open.
    pub(super) fn solve(&self) -> Vec<u128> {
        let mut values = vec![0; self.unknowns];
        for unknown in (0..self.unknowns).rev() {
            let Some(row) = self.leading[unknown].map(|row| &self.rows[row]) else { continue };
            let later = (unknown + 1..self.unknowns)
                .filter(|later| row.bits[later / 64] >> (later % 64) & 1 == 1);
            values[unknown] = later.fold(row.sum, |sum, later| sum ^ values[later]);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::SplitMix64;

    #[test]
    fn equations_follow_or_contradict() {
        let mut equations = KeyEquations::new(70);
        assert_eq!(equations.insert(&[0, 69], 5), Inserted::Independent);
        assert_eq!(equations.insert(&[69, 64], 6), Inserted::Independent);
        assert_eq!(equations.insert(&[0, 64], 3), Inserted::Follows);
        assert_eq!(equations.insert(&[64, 0], 4), Inserted::Contradicts);
        // Twice is never.
        assert_eq!(equations.insert(&[1, 1], 0), Inserted::Follows);
        let values = equations.solve();
        assert_eq!((values[0] ^ values[69], values[69] ^ values[64], values[1]), (5, 6, 0));
    }

    /// Sums of random values are those of the solution.
    #[test]
    fn solutions_give_the_sums() {
        let mut random = SplitMix64::new(57);
        let values: Vec<u128> = (0..130).map(|_| random.next_u64().into()).collect();
        let mut equations = KeyEquations::new(130);
        let mut sets = Vec::new();
        for _ in 0..200 {
            let set: Vec<usize> = (0..20).map(|_| (random.next_u64() % 130) as usize).collect();
            let sum = set.iter().fold(0, |sum, unknown| sum ^ values[*unknown]);
            assert_ne!(equations.insert(&set, sum), Inserted::Contradicts);
            sets.push((set, sum));
        }
        let solved = equations.solve();
        for (set, sum) in sets {
            assert_eq!(set.iter().fold(0, |sum, unknown| sum ^ solved[*unknown]), sum);
        }
    }
}
