//! Linear and congruential generators with scrambled output: xoshiro256**, xoroshiro128** and PCG.

use super::seeded::SplitMix64;

/// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM
/// Transactions on Mathematical Software 47(4), 2021).
#[derive(Clone, Copy, Debug)]
pub struct Xoshiro256StarStar {
    state: [u64; 4],
}

impl Xoshiro256StarStar {
    /// Creates a generator whose state is four draws of [`SplitMix64`], as its authors advise.
    #[must_use]
    pub const fn new(seed: u64) -> Xoshiro256StarStar {
        let mut filler = SplitMix64::new(seed);
        Xoshiro256StarStar {
            state: [filler.next_u64(), filler.next_u64(), filler.next_u64(), filler.next_u64()],
        }
    }

    /// Creates a generator with a given state.
    ///
    /// # Panics
    /// When the state is all zero.
    #[must_use]
    pub const fn from_state(state: [u64; 4]) -> Xoshiro256StarStar {
        assert!(
            state[0] | state[1] | state[2] | state[3] != 0,
            "the state of xoshiro256** is not all zero"
        );
        Xoshiro256StarStar { state }
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let (e, f) = (c ^ a, d ^ b);
        self.state = [a ^ f, b ^ e, e ^ b << 17, f.rotate_left(45)];
        starstar(b)
    }
}

/// xoroshiro128** (Blackman and Vigna, as [`Xoshiro256StarStar`]), with the shifts 24, 16 and 37 of
/// 2018.
#[derive(Clone, Copy, Debug)]
pub struct Xoroshiro128StarStar {
    state: [u64; 2],
}

impl Xoroshiro128StarStar {
    /// Creates a generator whose state is two draws of [`SplitMix64`], as its authors advise.
    #[must_use]
    pub const fn new(seed: u64) -> Xoroshiro128StarStar {
        let mut filler = SplitMix64::new(seed);
        Xoroshiro128StarStar { state: [filler.next_u64(), filler.next_u64()] }
    }

    /// Creates a generator with a given state.
    ///
    /// # Panics
    /// When the state is all zero.
    #[must_use]
    pub const fn from_state(state: [u64; 2]) -> Xoroshiro128StarStar {
        assert!(state[0] | state[1] != 0, "the state of xoroshiro128** is not all zero");
        Xoroshiro128StarStar { state }
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b] = self.state;
        let c = b ^ a;
        self.state = [a.rotate_left(24) ^ c ^ c << 16, c.rotate_left(37)];
        starstar(a)
    }
}

/// The scrambler `**` of both.
const fn starstar(word: u64) -> u64 {
    word.wrapping_mul(5).rotate_left(7).wrapping_mul(9)
}

/// PCG32, PCG XSH RR 64/32 (M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
/// Statistically Good Algorithms for Random Number Generation", Harvey Mudd College,
/// HMC-CS-2014-0905, 2014).
///
/// ```
/// use zobrist::source::Pcg32;
///
/// assert_eq!(Pcg32::new(42, 54).next_u32(), 0xa15c_02b7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pcg32 {
    state: u64,
    increment: u64,
}

impl Pcg32 {
    /// The stream of `pcg32 rng(seed)` in the C++ library.
    pub const DEFAULT_STREAM: u64 = 1_442_695_040_888_963_407 >> 1;

    /// Creates a generator as `pcg32_srandom(seed, stream)` does in C, and `pcg32 rng(seed, stream)`
    /// in C++.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Pcg32 {
        let increment = stream << 1 | 1;
        Pcg32 { state: Pcg32::step(increment.wrapping_add(seed), increment), increment }
    }

    const fn step(state: u64, increment: u64) -> u64 {
        state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(increment)
    }

    /// Draws the next number.
    pub const fn next_u32(&mut self) -> u32 {
        let state = self.state;
        self.state = Pcg32::step(state, self.increment);
        let folded = ((state >> 18 ^ state) >> 27) as u32;
        folded.rotate_right((state >> 59) as u32)
    }

    /// Draws two numbers as one, the first as the upper half.
    pub const fn next_u64(&mut self) -> u64 {
        let high = self.next_u32() as u64;
        high << 32 | self.next_u32() as u64
    }
}

/// PCG64, PCG XSL RR 128/64 (M. O'Neill, as [`Pcg32`]).
///
/// ```
/// use zobrist::source::Pcg64;
///
/// assert_eq!(Pcg64::new(42, 54).next_u64(), 0x86b1_da1d_7206_2b68);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pcg64 {
    state: u128,
    increment: u128,
}

impl Pcg64 {
    /// The stream of `pcg64 rng(seed)` in the C++ library.
    pub const DEFAULT_STREAM: u128 = 117_397_592_171_526_113_268_558_934_119_004_209_487 >> 1;

    /// Creates a generator as `pcg64 rng(seed, stream)` does in C++.
    #[must_use]
    pub const fn new(seed: u128, stream: u128) -> Pcg64 {
        let increment = stream << 1 | 1;
        Pcg64 { state: Pcg64::step(increment.wrapping_add(seed), increment), increment }
    }

    const fn step(state: u128, increment: u128) -> u128 {
        state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(increment)
    }

    /// Draws the next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = Pcg64::step(self.state, self.increment);
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }
}
