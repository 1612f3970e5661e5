//! Keys whose width and combination are chosen at run time.
//!
//! One type serves all schemes that are composed at run time: five widths by XOR and
//! six sums would be eleven instances of everything.

use core::cmp::Ordering;
use core::fmt::{self, Debug};
use core::hash::{Hash, Hasher};

use crate::key::{Group, Hex, Key};

/// The operation by which keys combine into a hash.
///
/// Closed: whoever combines keys has to know every way. Groups of other kinds are types of their own
/// that implement [`Group`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combine {
    /// By XOR.
    #[default]
    Xor,
    /// By addition modulo 2^n, n being from 1 to 64.
    Sum(u32),
}

/// A key whose width and combination are chosen at run time, for programs that read keys from
/// files.
///
/// It takes 32 bytes, and combining takes a branch: where the width is known, use `u32`, `u64`,
/// `u128`, [`Pair`](crate::Pair) or [`Sum48`](crate::Sum48). Keys that combine in different ways do
/// not belong together, and their sums mean nothing. Keys are compared by their values alone.
///
/// ```
/// use zobrist::{AnyKey, Combine, Group};
///
/// let a = AnyKey::new(0xc, Combine::Xor);
/// assert_eq!(a.plus(AnyKey::new(0xa, Combine::Xor)).word(), 0x6);
/// let a = AnyKey::new(1 << 46, Combine::Sum(47));
/// assert_eq!(a.plus(a).word(), 0);
/// ```
#[derive(Clone, Copy)]
pub struct AnyKey {
    word: u128,
    combine: Combine,
}

impl AnyKey {
    /// Creates a key from the low bits of a word: all of them for XOR, n for sums modulo 2^n.
    ///
    /// # Panics
    /// When a sum has no bits or more than 64.
    #[must_use]
    pub const fn new(word: u128, combine: Combine) -> AnyKey {
        match combine {
            Combine::Xor => AnyKey { word, combine },
            Combine::Sum(bits) => AnyKey { word: word & mask(bits), combine },
        }
    }

    /// Returns the value.
    #[must_use]
    pub const fn word(self) -> u128 {
        self.word
    }
}

const fn mask(bits: u32) -> u128 {
    assert!(bits >= 1 && bits <= 64, "a sum has 1 to 64 bits");
    u64::MAX as u128 >> (64 - bits)
}

impl Group for AnyKey {
    /// Combines with keys of every kind.
    const ZERO: AnyKey = AnyKey { word: 0, combine: Combine::Xor };

    #[inline]
    fn plus(self, other: AnyKey) -> AnyKey {
        match (self.combine, other.combine) {
            (Combine::Xor, Combine::Xor) => AnyKey::new(self.word ^ other.word, Combine::Xor),
            (combine @ Combine::Sum(_), _) | (_, combine) => {
                AnyKey::new(self.word + other.word, combine)
            }
        }
    }

    #[inline]
    fn minus(self, other: AnyKey) -> AnyKey {
        match (self.combine, other.combine) {
            (Combine::Xor, Combine::Xor) => AnyKey::new(self.word ^ other.word, Combine::Xor),
            (combine @ Combine::Sum(_), _) | (_, combine) => {
                AnyKey::new(self.word.wrapping_sub(other.word), combine)
            }
        }
    }

    /// In the digits of a sum; the width of a key that combines by XOR is not known, and it has as
    /// many digits as it needs.
    fn fmt_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.combine {
            Combine::Xor => write!(f, "{:#x}", self.word),
            Combine::Sum(bits) => {
                write!(f, "{:#0width$x}", self.word, width = bits.div_ceil(4) as usize + 2)
            }
        }
    }
}

impl Key for AnyKey {
    /// 128, whatever the width of the key.
    const BITS: u32 = 128;
    /// False: keys may be sums.
    const LINEAR: bool = false;

    /// Creates a key that combines by XOR.
    fn from_word(word: u128) -> AnyKey {
        AnyKey::new(word, Combine::Xor)
    }

    fn to_word(self) -> u128 {
        self.word
    }
}

impl PartialEq for AnyKey {
    #[inline]
    fn eq(&self, other: &AnyKey) -> bool {
        self.word == other.word
    }
}

impl Eq for AnyKey {}

impl PartialOrd for AnyKey {
    fn partial_cmp(&self, other: &AnyKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AnyKey {
    #[inline]
    fn cmp(&self, other: &AnyKey) -> Ordering {
        self.word.cmp(&other.word)
    }
}

impl Hash for AnyKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.word.hash(state);
    }
}

impl Debug for AnyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyKey({:?}, {:?})", Hex(*self), self.combine)
    }
}
