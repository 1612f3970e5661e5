//! Seeded generators, by the published definitions: the same numbers as their
//! reference programs, at compile time and at run time.
//!
//! None of them is a cryptographic generator. `docs/sources.md` in the
//! repository names the paper or post of each; the tests hold the published reference values.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014; the constants are those of Vigna's C program).
///
/// ```
/// use zobrist::source::SplitMix64;
///
/// assert_eq!(SplitMix64::new(1234567).next_u64(), 6457827717110365317);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates a generator. Every seed is good.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(SplitMix64::STEP);
        SplitMix64::mix(self.state)
    }

    /// The number at `index`, from 0, of the generator with a seed.
    #[inline]
    pub(crate) const fn number(seed: u64, index: u64) -> u64 {
        SplitMix64::mix(seed.wrapping_add(index.wrapping_add(1).wrapping_mul(SplitMix64::STEP)))
    }

    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    #[inline]
    const fn mix(mut z: u64) -> u64 {
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

/// xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number
/// generators", ACM Transactions on Mathematical Software 47(4), 2021).
#[derive(Clone, Copy, Debug)]
pub struct Xoshiro256PlusPlus {
    state: [u64; 4],
}

impl Xoshiro256PlusPlus {
    /// Creates a generator whose state is four draws of [`SplitMix64`], as its authors advise.
    #[must_use]
    pub const fn new(seed: u64) -> Xoshiro256PlusPlus {
        let mut filler = SplitMix64::new(seed);
        Xoshiro256PlusPlus {
            state: [filler.next_u64(), filler.next_u64(), filler.next_u64(), filler.next_u64()],
        }
    }

    /// Creates a generator with a given state.
    ///
    /// # Panics
    /// When the state is all zero.
    #[must_use]
    pub const fn from_state(state: [u64; 4]) -> Xoshiro256PlusPlus {
        assert!(
            state[0] | state[1] | state[2] | state[3] != 0,
            "the state of xoshiro256++ is not all zero"
        );
        Xoshiro256PlusPlus { state }
    }

    /// Returns the whole state, from which [`from_state`](Self::from_state) continues.
    #[must_use]
    pub const fn state(&self) -> [u64; 4] {
        self.state
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ b << 17, d.rotate_left(45)];
        result
    }
}

/// xorshift64* with shifts 12, 25, 27 (Vigna, "An experimental exploration of
/// Marsaglia's xorshift generators, scrambled", ACM Transactions on Mathematical
/// Software 42(4), 2016). Stockfish draws its keys from it, with seed 1070372, since version 6.
#[derive(Clone, Copy, Debug)]
pub struct XorShift64Star {
    state: u64,
}

impl XorShift64Star {
    /// Creates a generator.
    ///
    /// # Panics
    /// When the seed is zero, a state that the generator would never leave.
    #[must_use]
    pub const fn new(seed: u64) -> XorShift64Star {
        assert!(seed != 0, "the seed of xorshift64* is not zero");
        XorShift64Star { state: seed }
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(2_685_821_657_736_338_717)
    }
}

/// xorshift with 32 bits and shifts 13, 17, 5 (G. Marsaglia, "Xorshift RNGs", Journal of
/// Statistical Software 8(14), 2003). Engines that follow the tutorial of BBC draw their keys from
/// it.
///
/// ```
/// use zobrist::source::XorShift32;
///
/// // The seed of the paper.
/// assert_eq!(XorShift32::new(2_463_534_242).next_u32(), 723_471_715);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct XorShift32 {
    state: u32,
}

impl XorShift32 {
    /// Creates a generator.
    ///
    /// # Panics
    /// When the seed is zero, a state that the generator would never leave.
    #[must_use]
    pub const fn new(seed: u32) -> XorShift32 {
        assert!(seed != 0, "the seed of xorshift32 is not zero");
        XorShift32 { state: seed }
    }

    /// Draws the next number.
    pub const fn next_u32(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        self.state
    }

    /// Draws four numbers as one: the low 16 bits of each, the first of them lowest, as in BBC.
    pub const fn next_u64(&mut self) -> u64 {
        let mut draw = 0;
        let mut shift = 0;
        while shift < 64 {
            draw |= (self.next_u32() as u64 & 0xffff) << shift;
            shift += 16;
        }
        draw
    }
}

/// KISS64 (Marsaglia, "64-bit KISS RNGs", posted to sci.math and comp.lang.c,
/// 28 February 2009): the sum of a multiply-with-carry, an xorshift and a
/// congruential generator.
#[derive(Clone, Copy, Debug)]
pub struct Kiss64 {
    multiply_with_carry: u64,
    carry: u64,
    xorshift: u64,
    congruential: u64,
}

impl Kiss64 {
    /// Creates a generator with the state that Marsaglia published.
    #[must_use]
    pub const fn published() -> Kiss64 {
        Kiss64 {
            multiply_with_carry: 1_234_567_890_987_654_321,
            carry: 123_456_123_456_123_456,
            xorshift: 362_436_362_436_362_436,
            congruential: 1_066_149_217_761_810,
        }
    }

    /// Creates a generator whose state is four draws of [`SplitMix64`], kept within Marsaglia's
    /// bounds: the carry below 2^58, the xorshift part not zero.
    #[must_use]
    pub const fn new(seed: u64) -> Kiss64 {
        let mut filler = SplitMix64::new(seed);
        Kiss64 {
            multiply_with_carry: filler.next_u64(),
            carry: filler.next_u64() >> 6,
            xorshift: filler.next_u64() | 1,
            congruential: filler.next_u64(),
        }
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        let low = (self.multiply_with_carry << 58).wrapping_add(self.carry);
        self.carry = self.multiply_with_carry >> 6;
        let (sum, overflow) = self.multiply_with_carry.overflowing_add(low);
        self.multiply_with_carry = sum;
        self.carry += overflow as u64;

        self.xorshift ^= self.xorshift << 13;
        self.xorshift ^= self.xorshift >> 17;
        self.xorshift ^= self.xorshift << 43;

        self.congruential = self.congruential.wrapping_mul(6_906_969_069).wrapping_add(1_234_567);

        self.multiply_with_carry.wrapping_add(self.xorshift).wrapping_add(self.congruential)
    }
}

/// Jenkins' small generator with 64-bit words and rotations by 7, 13 and 37 (Bob
/// Jenkins, "A small noncryptographic PRNG", 2007), known to chess programs as
/// RKISS. Stockfish before version 6 draws its keys from it, from draw 54 of seed 0xd4e12c77 on.
#[derive(Clone, Copy, Debug)]
pub struct Jsf64 {
    state: [u64; 4],
}

impl Jsf64 {
    /// Creates a generator by Jenkins' own seeding: three words take the seed, twenty numbers
    /// are discarded.
    #[must_use]
    pub const fn new(seed: u64) -> Jsf64 {
        let mut generator = Jsf64 { state: [0xf1ea_5eed, seed, seed, seed] };
        let mut round = 0;
        while round < 20 {
            generator.next_u64();
            round += 1;
        }
        generator
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let e = a.wrapping_sub(b.rotate_left(7));
        let a = b ^ c.rotate_left(13);
        let b = c.wrapping_add(d.rotate_left(37));
        let c = d.wrapping_add(e);
        let d = e.wrapping_add(a);
        self.state = [a, b, c, d];
        d
    }
}

/// `random()` of the GNU C library, seeded by `srandom(seed)`: the additive feedback generator of
/// its default state of 128 bytes (`TYPE_3`), r\[i\] = r\[i - 3\] + r\[i - 31\] modulo 2^32, whose
/// number is the high 31 bits of r\[i\]. `rand()` after `srand(seed)` gives the same numbers.
///
/// Engines that were written on Linux draw their keys from it. The C standard does not define the
/// numbers, and other libraries have others.
///
/// ```
/// use zobrist::source::GlibcRandom;
///
/// assert_eq!(GlibcRandom::new(1).next_u31(), 1_804_289_383);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GlibcRandom {
    state: [u32; LONG],
    /// Index of r\[i - 31\], whose place r\[i\] takes.
    oldest: usize,
}

/// The long distance of the feedback, and the size of the state.
const LONG: usize = 31;
/// The short distance of the feedback.
const SHORT: usize = 3;

impl GlibcRandom {
    /// Creates a generator seeded as by `srandom`. Seed 0 gives the numbers of seed 1.
    #[must_use]
    pub const fn new(seed: u32) -> GlibcRandom {
        let mut state = [0; LONG];
        // The library takes the seed for a signed number.
        let mut word = if seed == 0 { 1 } else { seed as i32 as i64 };
        state[0] = word as u32;
        let mut i = 1;
        while i < LONG {
            // Its remainder has the sign of the product, as in C.
            word = 16_807 * word % 0x7fff_ffff;
            if word < 0 {
                word += 0x7fff_ffff;
            }
            state[i] = word as u32;
            i += 1;
        }
        // The first three numbers count as the latest.
        let mut generator = GlibcRandom { state, oldest: SHORT };
        let mut discarded = 0;
        while discarded < 10 * LONG {
            generator.next_u31();
            discarded += 1;
        }
        generator
    }

    /// Draws the next number, of 31 bits.
    pub const fn next_u31(&mut self) -> u32 {
        let before = self.state[(self.oldest + LONG - SHORT) % LONG];
        let sum = self.state[self.oldest].wrapping_add(before);
        self.state[self.oldest] = sum;
        self.oldest = (self.oldest + 1) % LONG;
        sum >> 1
    }

    /// Draws four numbers as one: the low 16 bits of each, the first of them lowest. This is the
    /// most frequent way in engines, after T. Romstad's program that looks for magic numbers.
    ///
    /// Another way is to combine numbers shifted by 0, 15, 30, 45 and 60 by OR, for which they
    /// are too long: many bits are then set more often than not. For such keys combine
    /// the numbers of [`next_u31`](GlibcRandom::next_u31) in the same way.
    pub const fn next_u64(&mut self) -> u64 {
        let mut draw = 0;
        let mut shift = 0;
        while shift < 64 {
            draw |= (self.next_u31() as u64 & 0xffff) << shift;
            shift += 16;
        }
        draw
    }
}

// The Mersenne Twisters (Matsumoto and Nishimura, "Mersenne Twister", ACM Transactions on Modeling
// and Computer Simulation 8(1), 1998; Nishimura, "Tables of 64-bit Mersenne twisters", ibid. 10(4),
// 2000), seeded as the reference programs of 2002 and 2004 seed them.
macro_rules! mersenne_twister {
    (
        $(#[$doc:meta])*
        $name:ident, $word:ty, $next:ident, length $n:literal, middle $m:literal,
        matrix $matrix:literal, upper $upper:literal, seeding $multiplier:literal >> $shift:literal,
        key $first:literal $second:literal $start:literal,
        temper >> $u:literal & $d:literal << $s:literal & $b:literal << $t:literal & $c:literal >> $l:literal
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            state: [$word; $n],
            used: usize,
        }

        impl $name {
            /// Creates a generator seeded as by the reference program's `init_genrand`.
            pub const fn new(seed: $word) -> $name {
                let mut state: [$word; $n] = [0; $n];
                state[0] = seed;
                let mut i = 1;
                while i < $n {
                    let before = state[i - 1];
                    state[i] =
                        (before ^ before >> $shift).wrapping_mul($multiplier).wrapping_add(i as $word);
                    i += 1;
                }
                $name { state, used: $n }
            }

            /// Creates a generator seeded by a key of several words, as by `init_by_array`.
            ///
            /// # Panics
            /// When the key is empty.
            pub const fn from_key(key: &[$word]) -> $name {
                assert!(!key.is_empty(), "the key has at least one word");
                let mut state = $name::new($start).state;
                let mut i = 1;
                let mut j = 0;
                let mut round = if key.len() > $n { key.len() } else { $n };
                while round > 0 {
                    let before = state[i - 1];
                    state[i] = (state[i] ^ (before ^ before >> $shift).wrapping_mul($first))
                        .wrapping_add(key[j])
                        .wrapping_add(j as $word);
                    i += 1;
                    if i == $n {
                        state[0] = state[$n - 1];
                        i = 1;
                    }
                    j += 1;
                    if j == key.len() {
                        j = 0;
                    }
                    round -= 1;
                }
                round = $n - 1;
                while round > 0 {
                    let before = state[i - 1];
                    state[i] = (state[i] ^ (before ^ before >> $shift).wrapping_mul($second))
                        .wrapping_sub(i as $word);
                    i += 1;
                    if i == $n {
                        state[0] = state[$n - 1];
                        i = 1;
                    }
                    round -= 1;
                }
                state[0] = 1 << (<$word>::BITS - 1);
                $name { state, used: $n }
            }

            /// Draws the next number.
            pub const fn $next(&mut self) -> $word {
                if self.used == $n {
                    self.twist();
                }
                let mut y = self.state[self.used];
                self.used += 1;
                y ^= y >> $u & $d;
                y ^= y << $s & $b;
                y ^= y << $t & $c;
                y ^ y >> $l
            }

            const fn twist(&mut self) {
                let mut i = 0;
                while i < $n {
                    let y = self.state[i] & $upper | self.state[(i + 1) % $n] & !$upper;
                    let odd = if y & 1 == 1 { $matrix } else { 0 };
                    self.state[i] = self.state[(i + $m) % $n] ^ y >> 1 ^ odd;
                    i += 1;
                }
                self.used = 0;
            }
        }
    };
}

mersenne_twister! {
    /// MT19937 with 32-bit words.
    Mt19937, u32, next_u32, length 624, middle 397,
    matrix 0x9908_b0df, upper 0x8000_0000, seeding 1_812_433_253 >> 30,
    key 1_664_525 1_566_083_941 19_650_218,
    temper >> 11 & 0xffff_ffff << 7 & 0x9d2c_5680 << 15 & 0xefc6_0000 >> 18
}

mersenne_twister! {
    /// MT19937-64, with 64-bit words.
    Mt19937x64, u64, next_u64, length 312, middle 156,
    matrix 0xb502_6f5a_a966_19e9, upper 0xffff_ffff_8000_0000,
    seeding 6_364_136_223_846_793_005 >> 62,
    key 3_935_559_000_370_003_845 2_862_933_555_777_941_757 19_650_218,
    temper >> 29 & 0x5555_5555_5555_5555 << 17 & 0x71d6_7fff_eda6_0000
        << 37 & 0xfff7_eee0_0000_0000 >> 43
}

impl Mt19937 {
    /// Draws two numbers as one, the first as the upper half.
    pub const fn next_u64(&mut self) -> u64 {
        let high = self.next_u32() as u64;
        high << 32 | self.next_u32() as u64
    }
}
