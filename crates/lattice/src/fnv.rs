//! What fingerprints and checksums are made of, step by step.

/// The sum of some bytes so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv1a(zobrist::Fnv1a);

impl Fnv1a {
    pub(crate) const fn new() -> Fnv1a {
        Fnv1a(zobrist::Fnv1a::new())
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0 = self.0.bytes(bytes);
    }

    /// A name, and a NUL.
    pub(crate) fn text(&mut self, name: &str) {
        self.bytes(name.as_bytes());
        self.bytes(&[0]);
    }

    /// Eight bytes, little-endian.
    pub(crate) fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Three times four bytes, little-endian.
    pub(crate) fn vector(&mut self, vector: [i32; 3]) {
        for component in vector {
            self.bytes(&component.to_le_bytes());
        }
    }

    pub(crate) const fn finish(self) -> u64 {
        self.0.finish()
    }
}
