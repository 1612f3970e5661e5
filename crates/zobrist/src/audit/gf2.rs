//! Linear algebra over GF(2) on words of up to 128 bits.

use crate::Key;

/// A basis, in echelon form, of the span of the vectors inserted so far.
///
/// ```
/// use zobrist::audit::Basis;
///
/// let mut basis = Basis::new();
/// assert!(basis.insert(0b011));
/// assert!(basis.insert(0b101));
/// assert!(!basis.insert(0b110)); // the sum of the two
/// assert_eq!(basis.rank(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Basis {
    /// The vector whose highest bit is bit `i`, or zero.
    by_leading_bit: [u128; 128],
    rank: u32,
}

impl Basis {
    /// Creates the basis of the span of no vectors.
    pub const fn new() -> Basis {
        Basis { by_leading_bit: [0; 128], rank: 0 }
    }

    /// Adds a vector and returns whether it was independent of those before.
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
/// use zobrist::audit::rank;
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
