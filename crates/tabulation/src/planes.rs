//! The tables of a function cut into tables of bytes.

use zobrist::Key;
use zobrist::tabulation::Simple;

/// For each byte of a hash, lowest first, and each character, the bytes of its entries.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Planes<const A: usize, const C: usize, const B: usize> {
    tables: [[[u8; A]; C]; B],
}

impl<const A: usize, const C: usize, const B: usize> Planes<A, C, B> {
    /// Makes the tables of a function of keys of `key_bits` bits. Entries that the last
    /// character cannot have repeat those that it can have, since vectors of characters have
    /// other bits there.
    pub fn new<V: Key>(function: &Simple<V, C, A>, key_bits: u32) -> Self {
        let width = A.ilog2();
        let byte = |byte: usize, position: usize, character: usize| {
            let bits = width.min(key_bits - width * position as u32);
            let entry = function.tables()[position][character % (1 << bits)];
            entry.to_word().to_le_bytes()[byte]
        };
        let tables = std::array::from_fn(|b| {
            std::array::from_fn(|position| std::array::from_fn(|i| byte(b, position, i)))
        });
        Planes { tables }
    }

    /// Returns the tables by byte and character.
    pub fn tables(&self) -> &[[[u8; A]; C]; B] {
        &self.tables
    }
}
