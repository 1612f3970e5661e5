//! The steps that fingerprints and checksums are made from.

use zobrist::Fnv1a;

/// Adds what the fingerprints of this crate are made from.
pub(crate) trait Fnv1aExt {
    /// Adds bytes.
    fn add(&mut self, bytes: &[u8]);

    /// Adds a name, and a NUL.
    fn text(&mut self, name: &str) {
        self.add(name.as_bytes());
        self.add(&[0]);
    }

    /// Adds eight bytes, little-endian.
    fn number(&mut self, number: u64) {
        self.add(&number.to_le_bytes());
    }

    /// Adds three times four bytes, little-endian.
    fn vector(&mut self, vector: [i32; 3]) {
        vector.into_iter().for_each(|component| self.add(&component.to_le_bytes()));
    }
}

impl Fnv1aExt for Fnv1a {
    fn add(&mut self, bytes: &[u8]) {
        *self = self.bytes(bytes);
    }
}
