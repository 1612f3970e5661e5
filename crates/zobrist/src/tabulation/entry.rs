//! What tables hold, and how they are drawn.

use crate::key::Key;
use crate::source::SplitMix64;

/// What the table of an input character holds, where other characters are derived from it:
/// its part of the hash, and of the derived characters, eight bits each from the low end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Entry<V> {
    /// XORed into the hash.
    pub hash: V,
    /// XORed into the derived characters.
    pub derived: u64,
}

impl<V: Key> Entry<V> {
    pub(super) const ZERO: Entry<V> = Entry { hash: V::ZERO, derived: 0 };

    #[inline(always)]
    pub(super) fn plus(self, other: Entry<V>) -> Entry<V> {
        Entry { hash: self.hash.plus(other.hash), derived: self.derived ^ other.derived }
    }
}

/// Where the numbers of tables come from: all that a `const fn` can call.
pub(super) struct Draws(SplitMix64);

impl Draws {
    pub(super) const fn new(seed: u64) -> Draws {
        Draws(SplitMix64::new(seed))
    }

    pub(super) const fn u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// The high half of a number, as a source cuts it.
    pub(super) const fn u32(&mut self) -> u32 {
        (self.u64() >> 32) as u32
    }

    /// Two numbers, the high half first.
    pub(super) const fn u128(&mut self) -> u128 {
        let high = self.u64();
        (high as u128) << 64 | self.u64() as u128
    }
}

/// A part of a hash, cut as [`Draws`] cuts it.
pub(super) fn cut<V: Key>(next: &mut impl FnMut() -> u64) -> V {
    let first = next();
    if V::BITS <= 64 {
        V::from_word(u128::from(first >> (64 - V::BITS)))
    } else {
        V::from_word((u128::from(first) << 64 | u128::from(next())) >> (128 - V::BITS))
    }
}

/// The derived characters that are used, of a number.
pub(super) const fn characters(word: u64, count: usize, alphabet: usize) -> u64 {
    let mut mask = 0;
    let mut position = 0;
    while position < count {
        mask |= (alphabet as u64 - 1) << (8 * position);
        position += 1;
    }
    word & mask
}

/// Fills tables from the first character of the first position to the last of the last. A
/// `const fn` can neither call a closure nor iterate.
macro_rules! fill {
    ([[$zero:expr; $alphabet:expr]; $count:expr], $value:expr) => {{
        let mut tables = [[$zero; $alphabet]; $count];
        let mut position = 0;
        while position < $count {
            let mut character = 0;
            while character < $alphabet {
                tables[position][character] = $value;
                character += 1;
            }
            position += 1;
        }
        tables
    }};
}
pub(super) use fill;
