//! Hashes and keys as JSON has them.

use zobrist::AnyKey;
use zobrist_chess::{ComposedScheme, Scheme};

/// A hash or a key of a scheme, with a hex digit for four bits. A number of JSON would lose bits.
pub fn hex(scheme: &ComposedScheme, key: AnyKey) -> String {
    let digits = scheme.bits().div_ceil(4) as usize;
    format!("{:0digits$x}", zobrist::Key::to_word(key))
}
