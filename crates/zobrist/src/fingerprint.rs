//! A short name for a scheme's keys, to detect that two programs differ.

use core::fmt::{self, Display};

use crate::fnv::Fnv1a;
use crate::key::Key;
use crate::layout::Layout;

/// The fingerprint of a scheme: FNV-1a over its name, a NUL, then for each kind
/// its name, a NUL, its size as `u32` little-endian and its keys little-endian in
/// slot order.
///
/// It detects mistakes, not forgery. Displays as 16 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Of the keys `keys`, in slot order, of the scheme `name`. A key has as many
    /// bytes as its bits need.
    ///
    /// # Panics
    /// When there are not as many keys as the layout has features.
    pub fn new<K: Key>(name: &str, layout: Layout, keys: &[K]) -> Fingerprint {
        assert_eq!(keys.len(), layout.len(), "one key a feature");
        let key_bytes = K::BITS.div_ceil(8) as usize;
        let mut fnv = Fnv1a::new().bytes(name.as_bytes()).bytes(&[0]);
        for kind in layout.kinds() {
            fnv = fnv.bytes(kind.name().as_bytes()).bytes(&[0]);
            fnv = fnv.bytes(&(kind.size() as u32).to_le_bytes());
            for key in &keys[kind.start()..kind.end()] {
                fnv = fnv.bytes(&key.to_word().to_le_bytes()[..key_bytes]);
            }
        }
        Fingerprint(fnv.finish())
    }

    /// The 64 bits.
    pub const fn to_u64(self) -> u64 {
        self.0
    }
}

impl Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
