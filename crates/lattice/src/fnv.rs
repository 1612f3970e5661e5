//! Fingerprints by FNV-1a.

use zobrist::Fnv1a;

/// The units that the fingerprints of this crate are made of.
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

/// The fingerprint of a name, a NUL, and numbers.
pub(crate) fn fingerprint(name: &str, numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut fnv = Fnv1a::new();
    fnv.text(name);
    numbers.into_iter().for_each(|number| fnv.number(number));
    fnv.finish()
}
