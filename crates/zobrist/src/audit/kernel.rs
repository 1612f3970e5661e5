//! Which vectors of a set combine to a given one, over GF(2).

use alloc::vec::Vec;

use crate::Key;

/// Gaussian elimination that remembers: it finds not only whether a vector depends on
/// those before, but on which.
///
/// Vectors have up to 128 bits and are numbered in the order in which they came, from 0. At most
/// 128 of them are independent, so that a combination fits in one word.
///
/// ```
/// use zobrist::audit::Elimination;
///
/// let mut elimination = Elimination::new();
/// assert_eq!(elimination.insert(0b011), None);
/// assert_eq!(elimination.insert(0b101), None);
/// assert_eq!(elimination.insert(0b110), Some(vec![0, 1])); // the sum of the two
/// assert_eq!(elimination.express(0b1000), None);
/// ```
#[derive(Clone, Debug)]
pub struct Elimination {
    /// By leading bit: a vector, or zero, and which independent ones it is the sum of.
    rows: [(u128, u128); 128],
    /// The numbers of the independent vectors that came.
    independent: Vec<usize>,
    inserted: usize,
}

impl Elimination {
    /// Creates an elimination of no vectors.
    pub const fn new() -> Elimination {
        Elimination { rows: [(0, 0); 128], independent: Vec::new(), inserted: 0 }
    }

    /// Adds a vector. When it depends on those before, returns which of them sum to it (none at
    /// all, when it is zero): together with it they are a dependency.
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

    /// Returns which of the inserted vectors sum to `vector`, in ascending order, if any do. Of all
    /// answers this is the one that uses only independent vectors: those that did not depend on the
    /// ones before them.
    pub fn express(&self, vector: u128) -> Option<Vec<usize>> {
        let (rest, parts) = self.reduce(vector);
        (rest == 0).then(|| self.numbers(parts))
    }

    /// Returns the dimension of the span.
    pub fn rank(&self) -> u32 {
        self.independent.len() as u32
    }

    /// Returns the numbers of the inserted vectors that did not depend on those before.
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

impl Default for Elimination {
    fn default() -> Elimination {
        Elimination::new()
    }
}

/// Returns a basis of all dependencies of a set of keys: every set of keys that XORs to zero is
/// the symmetric difference of some of these, in one way.
///
/// There are as many as the keys exceed their [`rank`](super::rank). Each consists of a
/// key that depends on those before, named last, and the independent ones that sum to it; a zero
/// key stands alone. They are not the smallest: finding those is what
/// [`SearchPlan`](super::SearchPlan) is for.
///
/// ```
/// use zobrist::audit::kernel;
///
/// assert_eq!(kernel(&[1_u64, 2, 0, 3, 4, 7]), [vec![2], vec![0, 1, 3], vec![0, 1, 4, 5]]);
/// ```
pub fn kernel<K: Key>(keys: &[K]) -> Vec<Vec<usize>> {
    let mut elimination = Elimination::new();
    let mut basis = Vec::new();
    for (number, key) in keys.iter().enumerate() {
        if let Some(mut dependency) = elimination.insert(key.to_word()) {
            dependency.push(number);
            basis.push(dependency);
        }
    }
    basis
}
