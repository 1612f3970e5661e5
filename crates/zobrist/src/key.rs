//! Keys: elements of a finite abelian group, drawn from bits.

use core::fmt::{self, Debug, Display};

/// A finite abelian group, whose elements are keys and hashes.
///
/// Keys combine by [`plus`](Group::plus); [`minus`](Group::minus) takes a key
/// out again. For the integer types both are XOR, where every element is its
/// own inverse. An array of group elements is a group too, so that a hasher can
/// keep several hashes in parallel lanes.
///
/// The laws, tested for every implementation here: `plus` is associative and
/// commutative, [`ZERO`](Group::ZERO) is neutral, and `a.plus(b).minus(b) == a`.
///
/// ```
/// use zobrist::Group;
///
/// assert_eq!(0b1100_u32.plus(0b1010), 0b0110);
/// assert_eq!(0b0110_u32.minus(0b1010), 0b1100);
/// assert_eq!([1_u64, 2].plus([1, 1]), [0, 3]);
/// ```
pub trait Group: Copy + Eq + Debug {
    /// The neutral element: the hash of a state without any feature.
    const ZERO: Self;
    /// Combines two elements.
    fn plus(self, other: Self) -> Self;
    /// Takes `other` out again.
    fn minus(self, other: Self) -> Self;
    /// Writes the element as [`Hex`] does: in hexadecimal, in all digits of its width.
    /// An implementation that says nothing is written as by `Debug`.
    fn fmt_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(self, f)
    }
}

/// A group element that a source can draw from bits.
///
/// Implemented for `u32`, `u64` and `u128` (XOR), [`Pair`] (XOR on two `u32`)
/// and [`Sum48`] (addition modulo 2^48).
pub trait Key: Group + Ord {
    /// The number of bits of a key.
    const BITS: u32;
    /// True if the group is the vector space GF(2)^`BITS`, that is, if
    /// elements combine by XOR. Only then do the guarantees of linear independence
    /// apply to sums of keys.
    const LINEAR: bool;
    /// Makes a key from the low [`BITS`](Key::BITS) bits of `word`; higher bits
    /// are ignored.
    fn from_word(word: u128) -> Self;
    /// Returns the bits of the key, in the low [`BITS`](Key::BITS) bits of a word.
    fn to_word(self) -> u128;
}

/// A key or a hash that is written in hexadecimal, in all digits of its width.
///
/// ```
/// use zobrist::{Hex, Sum48};
///
/// assert_eq!(Hex(0xc0ffee_u32).to_string(), "0x00c0ffee");
/// assert_eq!(Hex(Sum48::new(10)).to_string(), "0x00000000000a");
/// assert_eq!(Hex([1_u32, 2]).to_string(), "[0x00000001, 0x00000002]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hex<G>(pub G);

impl<G: Group> Display for Hex<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_hex(f)
    }
}

impl<G: Group> Debug for Hex<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_hex(f)
    }
}

macro_rules! xor_integer {
    ($($integer:ty),*) => {$(
        impl Group for $integer {
            const ZERO: Self = 0;
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self ^ other
            }
            fn fmt_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self:#0width$x}", width = <$integer>::BITS as usize / 4 + 2)
            }
        }

        impl Key for $integer {
            const BITS: u32 = <$integer>::BITS;
            const LINEAR: bool = true;
            #[inline]
            fn from_word(word: u128) -> Self {
                word as $integer
            }
            #[inline]
            fn to_word(self) -> u128 {
                u128::from(self)
            }
        }
    )*};
}

xor_integer!(u32, u64, u128);

/// A 64-bit key in two halves, for languages whose integers have 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pair {
    /// The upper 32 bits.
    pub high: u32,
    /// The lower 32 bits.
    pub low: u32,
}

impl Pair {
    pub(crate) const fn truncate(word: u128) -> Pair {
        Pair { high: (word >> 32) as u32, low: word as u32 }
    }
}

impl Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pair({:?})", Hex(*self))
    }
}

impl Group for Pair {
    const ZERO: Self = Pair { high: 0, low: 0 };
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Pair { high: self.high ^ other.high, low: self.low ^ other.low }
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.plus(other)
    }
    fn fmt_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x}", self.to_word())
    }
}

impl Key for Pair {
    const BITS: u32 = 64;
    const LINEAR: bool = true;
    #[inline]
    fn from_word(word: u128) -> Self {
        Pair::truncate(word)
    }
    #[inline]
    fn to_word(self) -> u128 {
        u128::from(self.high) << 32 | u128::from(self.low)
    }
}

/// A 48-bit key that adds modulo 2^48, for languages that have only
/// doubles: every intermediate sum and difference stays below 2^49 in magnitude,
/// so that a double holds it exactly.
///
/// Linear independence over GF(2) says nothing about sums, so tables of these
/// keys carry no guarantee.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sum48(u64);

impl Sum48 {
    const MASK: u64 = (1 << 48) - 1;

    /// Creates the element `value` modulo 2^48.
    #[must_use]
    pub const fn new(value: u64) -> Sum48 {
        Sum48(value & Self::MASK)
    }

    pub(crate) const fn truncate(word: u128) -> Sum48 {
        Sum48::new(word as u64)
    }

    /// Returns the value, below 2^48.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Returns the value as a double, exactly.
    #[must_use]
    pub const fn to_f64(self) -> f64 {
        self.0 as f64
    }
}

impl Debug for Sum48 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sum48({:?})", Hex(*self))
    }
}

impl Group for Sum48 {
    const ZERO: Self = Sum48(0);
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Sum48::new(self.0 + other.0)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Sum48::new(self.0.wrapping_sub(other.0))
    }
    fn fmt_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#014x}", self.0)
    }
}

impl Key for Sum48 {
    const BITS: u32 = 48;
    const LINEAR: bool = false;
    #[inline]
    fn from_word(word: u128) -> Self {
        Sum48::truncate(word)
    }
    #[inline]
    fn to_word(self) -> u128 {
        u128::from(self.0)
    }
}

impl<G: Group, const LANES: usize> Group for [G; LANES] {
    const ZERO: Self = [G::ZERO; LANES];
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        core::array::from_fn(|lane| self[lane].plus(other[lane]))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        core::array::from_fn(|lane| self[lane].minus(other[lane]))
    }
    fn fmt_hex(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.map(Hex)).finish()
    }
}
