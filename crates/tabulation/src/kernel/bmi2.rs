//! One key after another, with the bit-field instructions.

use zobrist::tabulation::HashFunction;

/// The hashes of many keys.
#[target_feature(enable = "bmi1,bmi2")]
pub fn hash_all<X: Copy, F: HashFunction<X>>(function: &F, keys: &[X], hashes: &mut [F::Hash]) {
    for (hash, key) in hashes.iter_mut().zip(keys) {
        *hash = function.hash(*key);
    }
}
