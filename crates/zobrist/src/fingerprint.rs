//! FNV-1a, and a short name for a scheme's keys, to detect that two programs differ.

use core::error::Error;
use core::fmt::{self, Display};
use core::str::FromStr;

use crate::key::Key;
use crate::layout::Layout;

/// The fingerprint of a scheme: FNV-1a over its name, a NUL, then for each kind
/// its name, a NUL, its size as `u32` little-endian and its keys little-endian in
/// slot order.
///
/// It detects mistakes, not forgery. Displays as 16 hex digits, and is parsed from them.
///
/// ```
/// use zobrist::{Fingerprint, KeyTable, Kind, Layout, Source};
///
/// const LAYOUT: Layout = Kind::first("stone", 18).layout();
/// // Seed 2026, room for 64 features.
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 64).table_u64(LAYOUT);
///
/// let stored: Fingerprint = "288d6d1409a74ec1".parse()?;
/// assert_eq!(KEYS.fingerprint("mine"), stored);
/// # Ok::<(), zobrist::ParseFingerprintError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Computes the fingerprint of the scheme `name` with the keys `keys`, in slot order. A key
    /// takes as many bytes as its bits need.
    ///
    /// # Panics
    /// When there are not as many keys as the layout has features.
    pub fn new<K: Key>(name: &str, layout: Layout, keys: &[K]) -> Fingerprint {
        assert_eq!(keys.len(), layout.len(), "one key per feature");
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

    /// Computes the fingerprint of a scheme that a text states in full: FNV-1a over its bytes.
    #[must_use]
    pub const fn of_text(text: &str) -> Fingerprint {
        Fingerprint(Fnv1a::new().bytes(text.as_bytes()).finish())
    }

    /// Returns the fingerprint as a number of 64 bits.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }
}

impl Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Parses 16 hex digits, of either case.
impl FromStr for Fingerprint {
    type Err = ParseFingerprintError;

    fn from_str(text: &str) -> Result<Fingerprint, ParseFingerprintError> {
        let mut bits = 0;
        for (offset, got) in text.char_indices() {
            let digit = got.to_digit(16).ok_or(ParseFingerprintError::NoDigit { offset, got })?;
            bits = bits << 4 | u64::from(digit);
        }
        match text.len() {
            16 => Ok(Fingerprint(bits)),
            got => Err(ParseFingerprintError::Length { got }),
        }
    }
}

/// The error when parsing a [`Fingerprint`] fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseFingerprintError {
    /// A character is not a hex digit.
    NoDigit {
        /// The offset of the character in bytes, from 0.
        offset: usize,
        /// The character.
        got: char,
    },
    /// The number of digits is not 16.
    Length {
        /// The number of digits.
        got: usize,
    },
}

impl Display for ParseFingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseFingerprintError::NoDigit { offset, got } => write!(
                f,
                "byte {offset} of a fingerprint: expected a hex digit, got {got:?}; a fingerprint \
                 is 16 of them, without a prefix"
            ),
            ParseFingerprintError::Length { got } => {
                write!(f, "a fingerprint: expected 16 hex digits, got {got}; give all 16")
            }
        }
    }
}

impl Error for ParseFingerprintError {}

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
    #[must_use]
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
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for Fnv1a {
    fn default() -> Fnv1a {
        Fnv1a::new()
    }
}
