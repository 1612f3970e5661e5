//! Sets of 128-bit hashes, which are not hashed again.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of 128-bit hashes, such as those of [`Wide`](crate::Wide), which are as good as random and
/// are not hashed again.
///
/// ```
/// use zobrist_shakmaty::HashSet128;
///
/// let mut seen = HashSet128::default();
/// assert!(seen.insert(0x463b_9618_1691_fc9c));
/// assert!(!seen.insert(0x463b_9618_1691_fc9c));
/// ```
pub type HashSet128 = HashSet<u128, BuildHasherDefault<LowHalfHasher>>;

/// The hasher of [`HashSet128`]: the low half of a 128-bit hash is its hash.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowHalfHasher(u64);

impl Hasher for LowHalfHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only u128 is hashed");
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64;
    }
}
