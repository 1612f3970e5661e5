//! FNV-1a with 64 bits (RFC 9923), for fingerprints and checksums: it detects mistakes, not
//! forgery.

/// The hash of some bytes so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv1a(u64);

impl Fnv1a {
    pub(crate) const fn new() -> Fnv1a {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
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
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the RFC's test program.
    #[test]
    fn published_values() {
        let of = |text: &str| {
            let mut fnv = Fnv1a::new();
            fnv.bytes(text.as_bytes());
            fnv.finish()
        };
        assert_eq!(of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("foobar"), 0x8594_4171_f739_67e8);
    }
}
