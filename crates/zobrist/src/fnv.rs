//! FNV-1a, for fingerprints and checksums.

/// The 64-bit FNV-1a (Fowler, Noll and Vo; RFC 9923): the checksum of [`Fingerprint`] and
/// of the stored formats. It detects mistakes, not forgery, and costs one
/// multiplication per byte.
///
/// ```
/// use zobrist::Fnv1a;
///
/// // Values of the RFC.
/// assert_eq!(Fnv1a::new().finish(), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(Fnv1a::new().bytes(b"foo").bytes(b"bar").finish(), 0x8594_4171_f739_67e8);
/// ```
///
/// [`Fingerprint`]: crate::Fingerprint
#[derive(Clone, Copy, Debug)]
pub struct Fnv1a(u64);

impl Fnv1a {
    /// Creates the sum of no bytes.
    pub const fn new() -> Fnv1a {
        Fnv1a(0xcbf2_9ce4_8422_2325)
    }

    /// Returns the sum with these bytes appended.
    #[inline]
    #[must_use]
    pub const fn bytes(mut self, bytes: &[u8]) -> Fnv1a {
        let mut i = 0;
        while i < bytes.len() {
            self.0 = (self.0 ^ bytes[i] as u64).wrapping_mul(0x100_0000_01b3);
            i += 1;
        }
        self
    }

    /// Returns the sum of all bytes so far.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for Fnv1a {
    fn default() -> Fnv1a {
        Fnv1a::new()
    }
}
