//! Seeded generators, by the published definitions: the same numbers as their
//! reference programs, at compile time and at run time.
//!
//! None of them is a cryptographic generator. `docs/sources.md` names the paper
//! or post of each; the tests hold the published reference values.

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
    pub const fn from_state(state: [u64; 4]) -> Xoshiro256PlusPlus {
        assert!(
            state[0] | state[1] | state[2] | state[3] != 0,
            "the state of xoshiro256++ is not all zero"
        );
        Xoshiro256PlusPlus { state }
    }

    /// Returns the whole state, from which [`from_state`](Self::from_state) continues.
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
