//! Linear algebra over GF(2) on words of up to 128 bits.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::key::Key;

/// A basis, in echelon form, of the span of the vectors inserted so far.
///
/// ```
/// use zobrist::gf2::Basis;
///
/// let mut basis = Basis::new();
/// assert!(basis.insert(0b011));
/// assert!(basis.insert(0b101));
/// assert!(!basis.insert(0b110)); // the sum of the two
/// assert_eq!(basis.rank(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Basis {
    /// At index `i`, the vector with the highest bit `i`, or zero.
    by_leading_bit: [u128; 128],
    rank: u32,
}

impl Basis {
    /// Creates the basis of the span of no vectors.
    #[must_use]
    pub const fn new() -> Basis {
        Basis { by_leading_bit: [0; 128], rank: 0 }
    }

    /// Adds a vector. Returns true if it is independent of those before.
    /// Costs up to 128 steps.
    pub const fn insert(&mut self, vector: u128) -> bool {
        let mut rest = vector;
        while rest != 0 {
            let leading = 127 - rest.leading_zeros() as usize;
            if self.by_leading_bit[leading] == 0 {
                self.by_leading_bit[leading] = rest;
                self.rank += 1;
                return true;
            }
            rest ^= self.by_leading_bit[leading];
        }
        false
    }

    /// Returns the dimension of the span.
    #[must_use]
    pub const fn rank(&self) -> u32 {
        self.rank
    }
}

impl Default for Basis {
    fn default() -> Basis {
        Basis::new()
    }
}

/// Returns the rank over GF(2) of a set of keys: at most their number, and at most their
/// bits. A set of lower rank wastes bits.
///
/// ```
/// use zobrist::gf2::rank;
///
/// assert_eq!(rank(&[1_u64, 2, 3, 4]), 3);
/// ```
pub fn rank<K: Key>(keys: &[K]) -> u32 {
    let mut basis = Basis::new();
    for key in keys {
        basis.insert(key.to_word());
    }
    basis.rank()
}

/// Gaussian elimination that records combinations: it finds the earlier vectors that a dependent
/// vector is the sum of.
///
/// Vectors have up to 128 bits and are numbered in the order of insertion, from 0. At most
/// 128 of them are independent, so that a combination fits in one word.
///
/// ```
/// use zobrist::gf2::Elimination;
///
/// let mut elimination = Elimination::new();
/// assert_eq!(elimination.insert(0b011), None);
/// assert_eq!(elimination.insert(0b101), None);
/// assert_eq!(elimination.insert(0b110), Some(vec![0, 1])); // the sum of the two
/// assert_eq!(elimination.express(0b1000), None);
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct Elimination {
    /// By leading bit: a vector, or zero, and the set of independent vectors that sum to it.
    rows: [(u128, u128); 128],
    /// The numbers of the independent vectors.
    independent: Vec<usize>,
    inserted: usize,
}

#[cfg(feature = "alloc")]
impl Elimination {
    /// Creates an elimination of no vectors.
    #[must_use]
    pub const fn new() -> Elimination {
        Elimination { rows: [(0, 0); 128], independent: Vec::new(), inserted: 0 }
    }

    /// Adds a vector. If it depends on those before, returns the numbers of vectors that sum to it
    /// (none for the zero vector): together with it they are a dependency.
    pub fn insert(&mut self, vector: u128) -> Option<Vec<usize>> {
        let number = self.inserted;
        self.inserted += 1;
        let (rest, parts) = self.reduce(vector);
        if rest == 0 {
            return Some(self.numbers(parts));
        }
        let ordinal = self.independent.len();
        self.independent.push(number);
        self.rows[127 - rest.leading_zeros() as usize] = (rest, parts | 1 << ordinal);
        None
    }

    /// Returns the numbers of inserted vectors that sum to `vector`, in ascending order, if any do.
    /// Only independent vectors are used, which makes the result unique.
    #[must_use]
    pub fn express(&self, vector: u128) -> Option<Vec<usize>> {
        let (rest, parts) = self.reduce(vector);
        (rest == 0).then(|| self.numbers(parts))
    }

    /// Returns the dimension of the span.
    #[must_use]
    pub fn rank(&self) -> u32 {
        self.independent.len() as u32
    }

    /// Returns the numbers of the inserted vectors that did not depend on those before.
    #[must_use]
    pub fn independent(&self) -> &[usize] {
        &self.independent
    }

    fn reduce(&self, vector: u128) -> (u128, u128) {
        let (mut rest, mut parts) = (vector, 0);
        while rest != 0 {
            let (row, its_parts) = self.rows[127 - rest.leading_zeros() as usize];
            if row == 0 {
                break;
            }
            rest ^= row;
            parts ^= its_parts;
        }
        (rest, parts)
    }

    fn numbers(&self, parts: u128) -> Vec<usize> {
        let those = self.independent.iter().enumerate();
        those.filter(|(ordinal, _)| parts >> ordinal & 1 == 1).map(|(_, number)| *number).collect()
    }
}

#[cfg(feature = "alloc")]
impl Default for Elimination {
    fn default() -> Elimination {
        Elimination::new()
    }
}
