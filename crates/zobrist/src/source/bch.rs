//! Keys that are linearly independent by theorem: columns of the parity-check
//! matrix of an extended binary BCH code.
//!
//! Let x run through the elements of GF(2^m): the powers of a primitive element,
//! then 0. The columns (1, x, x³, x⁵, …, x^(2t−1)), written as bits, are those of
//! the parity-check matrix of the extended narrow-sense BCH code of length 2^m,
//! whose minimum distance is at least 2t + 2 (MacWilliams and Sloane, "The Theory
//! of Error-Correcting Codes", 1977, chapter 7 §6 and chapter 9). A code word of
//! weight w is a set of w columns that sum to zero, so any 2t + 1 columns are
//! linearly independent. So are any 1 + mt consecutive columns before the last,
//! since the code without the last is cyclic: a small layout has full rank too.
//! Warnock and Wendroff ("Search tables in computer chess", ICCA Journal 11(1),
//! 1988, pp. 10–13) were the first to hash positions in this way.
//!
//! A column has 1 + mt bits. The remaining bits of a key are filled from a seeded
//! stream, and the whole is multiplied by a seeded invertible matrix, which
//! changes neither rank nor independence and makes every bit of every key look
//! random.

use super::seeded::SplitMix64;
use crate::gf2::Basis;

/// The smallest and the largest supported field, GF(2^m).
const DEGREES: core::ops::RangeInclusive<u32> = 5..=24;

/// The numerically smallest primitive polynomial of each degree from 5 to 24, as
/// bits, the leading one included. The tests prove that each is primitive.
#[rustfmt::skip]
const PRIMITIVE: [u32; 20] = [
    0x25, 0x43, 0x83, 0x11d, 0x211, 0x409, 0x805, 0x1053, 0x201b, 0x402b,
    0x8003, 0x1002d, 0x20009, 0x40027, 0x80027, 0x100009, 0x200005, 0x400003, 0x800021, 0x100001b,
];

/// The shape of the code for keys of a given number of bits and a capacity of
/// features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code {
    bits: u32,
    /// The field is GF(2^degree): up to 2^degree features.
    degree: u32,
    /// The number of odd powers of x in a column.
    powers: u32,
}

impl Code {
    /// The code with the largest guarantee: the smallest field that has room for
    /// the capacity and whose parity checks are independent of each other.
    pub(super) const fn new(bits: u32, capacity: usize) -> Code {
        assert!(bits >= 8 && bits <= 128, "keys have 8 to 128 bits");
        let mut degree = *DEGREES.start();
        loop {
            assert!(
                degree <= *DEGREES.end(),
                "a BCH source has a capacity of at most 2^24 features"
            );
            let powers = (bits - 1) / degree;
            // The mt checks are independent for 2t − 1 < 2^⌈m/2⌉ + 1 (MacWilliams
            // and Sloane, chapter 9 §3) and no further: if not, one field up.
            let independent = powers <= 1 << (degree.div_ceil(2) - 1);
            if 1usize << degree >= capacity && independent {
                return Code { bits, degree, powers };
            }
            degree += 1;
        }
    }

    /// The strength: any set of this many keys is linearly independent.
    pub(super) const fn strength(self) -> u32 {
        2 * self.powers + 1
    }

    /// The number of features that there is room for.
    pub(super) const fn capacity(self) -> usize {
        1 << self.degree
    }

    /// The primitive polynomial of the field.
    const fn polynomial(self) -> u32 {
        PRIMITIVE[(self.degree - *DEGREES.start()) as usize]
    }
}

/// The columns of a [`Code`], in order.
#[derive(Clone, Copy, Debug)]
struct Columns {
    degree: u32,
    /// The bits of all powers of x in a column.
    width: u32,
    /// The powers of x in the next column, `degree` bits each, x^(2t−1) the lowest.
    powers: u128,
    /// The powers of 1.
    ones: u128,
    /// α^degree, as a sum of lower powers of α.
    carry: u128,
}

impl Columns {
    const fn new(code: Code) -> Columns {
        let Code { degree, powers, .. } = code;
        let mut ones = 0;
        let mut i = 0;
        while i < powers {
            ones = ones << degree | 1;
            i += 1;
        }
        let carry = code.polynomial() ^ 1 << degree;
        Columns { degree, width: degree * powers, powers: ones, ones, carry: carry as u128 }
    }

    /// The next column: of x = 1, α, α², …, and of 0 after all powers of α.
    ///
    /// The step to the next x multiplies x^k by α^k: all powers of x by α, then all but x by α²,
    /// then all but x and x³ by α² again, and so on, those that take part at the same time. There
    /// is one short loop and no call: the compiler counts loops and calls in a constant, and denies
    /// two million of them.
    const fn next(&mut self) -> u128 {
        let Columns { degree, ones, carry, .. } = *self;
        let column = 1 << self.width | self.powers;

        let high = self.powers >> (degree - 1) & ones;
        let rest = self.powers ^ high << (degree - 1);
        let mut powers = rest << 1 ^ (high * carry);
        let mut width = self.width;
        while width > degree {
            width -= degree;
            let factors = powers & ((1 << width) - 1);
            let high = factors >> (degree - 1) & ones;
            let second = factors >> (degree - 2) & ones;
            let rest = factors ^ high << (degree - 1) ^ second << (degree - 2);
            powers ^= factors ^ rest << 2 ^ (high * (carry << 1)) ^ (second * carry);
        }
        self.powers = if powers == ones { 0 } else { powers };
        column
    }
}

/// A seeded invertible matrix over GF(2), `bits` × `bits`.
#[derive(Clone, Copy, Debug)]
struct Mix {
    /// The columns, eight in a group.
    columns: [[u128; 8]; 16],
}

impl Mix {
    const fn new(bits: u32, random: &mut SplitMix64) -> Mix {
        let mut columns = [[0; 8]; 16];
        let mut basis = Basis::new();
        let mut i = 0;
        while i < bits as usize {
            let high = (random.next_u64() as u128) << 64;
            let candidate = (high | random.next_u64() as u128) >> (128 - bits);
            if basis.insert(candidate) {
                columns[i / 8][i % 8] = candidate;
                i += 1;
            }
        }
        Mix { columns }
    }

    /// The product of the matrix and a vector, eight columns in each round, so that there are few
    /// rounds to count. A product with 0 or 1 needs no branch, and no multiplication when it is
    /// compiled.
    const fn apply(&self, vector: u128) -> u128 {
        let mut product = 0;
        let mut rest = vector;
        let mut group = 0;
        while rest != 0 {
            let [a, b, c, d, e, f, g, h] = self.columns[group];
            let low = rest & 0xff;
            product ^= (a * (low & 1))
                ^ (b * (low >> 1 & 1))
                ^ (c * (low >> 2 & 1))
                ^ (d * (low >> 3 & 1))
                ^ (e * (low >> 4 & 1))
                ^ (f * (low >> 5 & 1))
                ^ (g * (low >> 6 & 1))
                ^ (h * (low >> 7 & 1));
            rest >>= 8;
            group += 1;
        }
        product
    }
}

/// The keys of a [`Code`], filled and mixed by a seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bch {
    columns: Columns,
    /// The bits of a column, and those of a key beyond them.
    used: u32,
    spare: u32,
    fill: SplitMix64,
    mix: Mix,
}

impl Bch {
    pub(super) const fn new(code: Code, seed: u64) -> Bch {
        let mut random = SplitMix64::new(seed);
        let fill = SplitMix64::new(random.next_u64());
        let mix = Mix::new(code.bits, &mut random);
        let used = 1 + code.degree * code.powers;
        Bch { columns: Columns::new(code), used, spare: code.bits - used, fill, mix }
    }

    /// The key of the next slot, from slot 0 on.
    pub(super) const fn next(&mut self) -> u128 {
        let mut column = self.columns.next();
        if self.spare > 0 {
            // Below 64: otherwise one more power of x would fit.
            let fill = self.fill.next_u64() >> (64 - self.spare);
            column |= (fill as u128) << self.used;
        }
        self.mix.apply(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition of a column.
    impl Code {
        /// (1, x, x³, …, x^(2t−1)) for a field element.
        fn column(self, x: u32) -> u128 {
            let square = self.multiply(x, x);
            let mut column = 1;
            let mut power = x;
            let mut i = 0;
            while i < self.powers {
                column = column << self.degree | power as u128;
                power = self.multiply(power, square);
                i += 1;
            }
            column
        }

        /// The element after `x`: 1, α, α², …, and 0 after all powers of α.
        fn after(self, x: u32) -> u32 {
            let next = self.multiply(x, 0b10);
            if next == 1 { 0 } else { next }
        }

        /// The product in GF(2^degree).
        fn multiply(self, a: u32, b: u32) -> u32 {
            let polynomial = self.polynomial();
            let mut product = 0;
            let mut shifted = a;
            let mut rest = b;
            while rest != 0 {
                if rest & 1 == 1 {
                    product ^= shifted;
                }
                shifted <<= 1;
                if shifted >> self.degree != 0 {
                    shifted ^= polynomial;
                }
                rest >>= 1;
            }
            product
        }
    }

    /// All columns of small codes, and 5,000 of large ones.
    #[test]
    fn columns_are_as_defined() {
        for bits in [8, 16, 31, 32, 48, 63, 64, 100, 127, 128] {
            for degree in DEGREES {
                let code = Code::new(bits, 1 << degree);
                let mut columns = Columns::new(code);
                let mut x = 1;
                for _ in 0..code.capacity().min(5_000) {
                    assert_eq!(columns.next(), code.column(x), "{code:?}: x = {x:#b}");
                    x = code.after(x);
                }
            }
        }
    }

    #[test]
    fn there_is_room_for_so_many_at_least() {
        let room = |bits, capacity| Code::new(bits, capacity).capacity();
        assert_eq!([32, 64, 128].map(|bits| room(bits, 1)), [128, 256, 512]);
        assert_eq!(
            [256, 257, 513, 1024].map(|capacity| room(64, capacity)),
            [256, 512, 1024, 1024]
        );
    }

    #[test]
    fn every_polynomial_is_primitive() {
        for degree in DEGREES {
            let code = Code { bits: 64, degree, powers: 1 };
            // All 2^m − 1 elements but zero are powers of α, each of them once.
            let powers = core::iter::successors(Some(1), |x| Some(code.after(*x)));
            let order = powers.take_while(|x| *x != 0).count();
            assert_eq!(order, code.capacity() - 1, "degree {degree}");
        }
    }

    #[test]
    fn strengths_of_the_design() {
        assert_eq!(Code::new(64, 1024).strength(), 13);
        assert_eq!(Code::new(64, 512).strength(), 15);
        assert_eq!(Code::new(128, 1024).strength(), 25);
        assert_eq!(Code::new(32, 1024).strength(), 7);
        assert_eq!(Code::new(16, 63).strength(), 5);
        assert_eq!(Code::new(64, 1025).capacity(), 2048);
    }

    #[test]
    fn parity_checks_are_independent() {
        for bits in [16, 32, 48, 64, 128] {
            for degree in DEGREES.take_while(|degree| *degree <= 12) {
                let code = Code::new(bits, 1 << degree);
                let mut basis = Basis::new();
                let rank = 1 + code.degree * code.powers;
                let mut x = 1;
                for _ in 0..rank {
                    basis.insert(code.column(x));
                    x = code.after(x);
                }
                assert_eq!(basis.rank(), rank, "{code:?}");
            }
        }
    }

    #[test]
    fn no_small_dependency_where_all_can_be_tried() {
        // 16-bit keys over GF(2^6): any five are independent, so all sums of two
        // differ, and no sum of two equals a key or a sum of three.
        let mut bch = Bch::new(Code::new(16, 63), 1);
        let keys: Vec<u128> = (0..63).map(|_| bch.next()).collect();
        let mut by_sum = [0_u8; 1 << 16];
        let mut mark = |sum: u128, weight: u8| {
            let known = &mut by_sum[sum as usize];
            assert!(*known == 0 || *known + weight > 5, "{known} + {weight} keys sum to zero");
            *known = if *known == 0 { weight } else { *known.min(&mut { weight }) };
        };
        for a in 0..63 {
            mark(keys[a], 1);
            for b in 0..a {
                mark(keys[a] ^ keys[b], 2);
            }
        }
        for a in 0..63 {
            for b in 0..a {
                for c in 0..b {
                    mark(keys[a] ^ keys[b] ^ keys[c], 3);
                }
            }
        }
    }

    extern crate std;
    use std::vec::Vec;
}
