//! The bytes of checkpoints: numbers one after the other, little-endian; and fingerprints by
//! FNV-1a.

use zobrist::Fnv1a;

#[derive(Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn u32(&mut self, number: u32) {
        self.bytes(&number.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    pub(crate) fn f64(&mut self, number: f64) {
        self.u64(number.to_bits());
    }
}

/// Reads the bytes of a [`Writer`]; `None` at their end.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    pub(crate) fn f64(&mut self) -> Option<f64> {
        self.u64().map(f64::from_bits)
    }
}

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
