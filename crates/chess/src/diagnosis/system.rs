//! A system of linear equations over GF(2), solved as equations arrive.

use alloc::vec;
use alloc::vec::Vec;

/// Words of a row: up to 447 unknowns and the right-hand side.
pub(super) const WORDS: usize = 7;

/// An equation: bit `c` is the coefficient of unknown `c`, the bit after the last unknown the
/// right-hand side.
pub(super) type Row = [u64; WORDS];

/// Equations in echelon form. The first unknown of each is that of no other.
pub(super) struct System {
    unknowns: usize,
    words: usize,
    rows: Vec<Row>,
    /// By unknown, the equation that it leads.
    leading: Vec<Option<usize>>,
}

impl System {
    /// Creates a system without equations.
    ///
    /// # Panics
    /// When a row has no room for the unknowns.
    pub(super) fn new(unknowns: usize) -> System {
        let words = unknowns / 64 + 1;
        assert!(words <= WORDS, "a row has room for the unknowns");
        System { unknowns, words, rows: Vec::new(), leading: vec![None; unknowns] }
    }

    /// Adds equations if they agree with those before and with one another. Returns true if they
    /// do; otherwise the system stays as it was.
    pub(super) fn absorb(&mut self, equations: impl Iterator<Item = Row>) -> bool {
        let before = self.rows.len();
        for row in equations {
            if !self.insert(row) {
                self.rows.truncate(before);
                for leading in &mut self.leading {
                    *leading = leading.filter(|row| *row < before);
                }
                return false;
            }
        }
        true
    }

    /// Adds an equation; returns false if it contradicts those before.
    fn insert(&mut self, mut row: Row) -> bool {
        for word in 0..self.words {
            while row[word] != 0 {
                let unknown = 64 * word + row[word].trailing_zeros() as usize;
                if unknown == self.unknowns {
                    return false;
                }
                match self.leading[unknown] {
                    Some(other) => add(&mut row, &self.rows[other], word, self.words),
                    None => {
                        self.leading[unknown] = Some(self.rows.len());
                        self.rows.push(row);
                        return true;
                    }
                }
            }
        }
        true
    }

    /// Returns the number of equations that do not follow from others.
    pub(super) fn rank(&self) -> usize {
        self.rows.len()
    }

    /// Returns the value of each unknown; `None` if the equations leave it open.
    pub(super) fn solve(&self) -> Vec<Option<bool>> {
        let mut reduced = self.rows.clone();
        let mut values = vec![None; self.unknowns];
        for unknown in (0..self.unknowns).rev() {
            let Some(own) = self.leading[unknown] else { continue };
            let mut row = reduced[own];
            // Equations that later unknowns lead are already free of others that lead one.
            for later in unknown + 1..self.unknowns {
                if let (true, Some(other)) = (bit(&row, later), self.leading[later]) {
                    add(&mut row, &reduced[other], later / 64, self.words);
                }
            }
            reduced[own] = row;
            let right = bit(&row, self.unknowns);
            let terms: u32 = row.iter().map(|word| word.count_ones()).sum();
            values[unknown] = (terms == 1 + u32::from(right)).then_some(right);
        }
        values
    }
}

fn bit(row: &Row, index: usize) -> bool {
    row[index / 64] >> (index % 64) & 1 == 1
}

/// Adds another row from a word on.
#[inline]
fn add(row: &mut Row, other: &Row, from: usize, words: usize) {
    for (word, other) in row[from..words].iter_mut().zip(&other[from..words]) {
        *word ^= other;
    }
}

/// Transposes a matrix of 64 by 64 bits, bit `c` of word `r` being that in row `r` and column `c`.
pub(super) fn transpose(matrix: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        for row in (0..64).filter(|row| row & width == 0) {
            let swap = (matrix[row] >> width ^ matrix[row + width]) & mask;
            matrix[row] ^= swap << width;
            matrix[row + width] ^= swap;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, System, WORDS, transpose};
    use zobrist::source::SplitMix64;

    /// Unknowns 0, 1 and 2, and the right-hand side at bit 3.
    fn row(bits: u64) -> Row {
        let mut row = [0; WORDS];
        row[0] = bits;
        row
    }

    #[test]
    fn unknowns_that_are_determined_have_values() {
        let mut system = System::new(3);
        assert!(system.absorb([row(0b1_011)].into_iter()));
        assert_eq!(system.solve(), [None, None, None]);
        assert!(system.absorb([row(0b0_110), row(0b1_100)].into_iter()));
        assert_eq!(system.solve(), [Some(false), Some(true), Some(true)]);
    }

    #[test]
    fn equations_that_contradict_leave_no_trace() {
        let mut system = System::new(3);
        assert!(system.absorb([row(0b1_001)].into_iter()));
        // The first of the two would be new.
        assert!(!system.absorb([row(0b1_100), row(0b0_001)].into_iter()));
        assert_eq!(system.solve(), [Some(true), None, None]);
        assert!(system.absorb([row(0b0_100)].into_iter()));
        assert_eq!(system.solve(), [Some(true), None, Some(false)]);
    }

    #[test]
    fn a_transposed_matrix_has_its_rows_for_columns() {
        let mut random = SplitMix64::new(1);
        let matrix: [u64; 64] = core::array::from_fn(|_| random.next_u64());
        let mut transposed = matrix;
        transpose(&mut transposed);
        for (at, row) in matrix.iter().enumerate() {
            for (column, turned) in transposed.iter().enumerate() {
                assert_eq!(turned >> at & 1, row >> column & 1);
            }
        }
    }
}
