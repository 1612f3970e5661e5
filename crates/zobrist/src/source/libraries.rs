//! Generators of the standard libraries of languages, from which programs draw their keys: the same
//! numbers as the libraries.

use super::go_numbers::COOKED;
use super::seeded::Mt19937;

/// The congruential generator modulo 2^48 of POSIX and Java, x' = 0x5deece66d x + 11, whose number
/// is the high 32 bits.
#[derive(Clone, Copy, Debug)]
struct Lcg48(u64);

impl Lcg48 {
    const fn next_u32(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(0x5_deec_e66d).wrapping_add(11) & 0xffff_ffff_ffff;
        (self.0 >> 16) as u32
    }
}

/// `java.util.Random`, whose documentation specifies the numbers.
///
/// ```
/// use zobrist::source::JavaRandom;
///
/// // new Random(42).nextLong()
/// assert_eq!(JavaRandom::new(42).next_u64() as i64, -5025562857975149833);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct JavaRandom(Lcg48);

impl JavaRandom {
    /// Creates a generator as `new Random(seed)` does: a negative seed in two's complement.
    #[must_use]
    pub const fn new(seed: u64) -> JavaRandom {
        JavaRandom(Lcg48((seed ^ 0x5_deec_e66d) & 0xffff_ffff_ffff))
    }

    /// Draws the next number of 32 bits, which `nextInt()` returns as a signed one.
    pub const fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Draws the next number of 64 bits as `nextLong()` does: two of 32 bits, the first high, the
    /// second added with its sign.
    pub const fn next_u64(&mut self) -> u64 {
        let high = (self.next_u32() as u64) << 32;
        high.wrapping_add(self.next_u32() as i32 as i64 as u64)
    }
}

/// `drand48`, `lrand48` and `mrand48` of POSIX after `srand48(seed)`.
///
/// ```
/// use zobrist::source::Drand48;
///
/// assert_eq!(Drand48::new(0).next_u32(), 733_700_828);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drand48(Lcg48);

impl Drand48 {
    /// Creates a generator as `srand48` does, which looks at 32 bits of the seed.
    #[must_use]
    pub const fn new(seed: u32) -> Drand48 {
        Drand48(Lcg48((seed as u64) << 16 | 0x330e))
    }

    /// Draws the next number of 32 bits, which `mrand48()` returns as a signed one. Its high 31
    /// bits are the number of `lrand48()`.
    pub const fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Draws two numbers of 32 bits as one, the first as the upper half.
    pub const fn next_u64(&mut self) -> u64 {
        let high = self.next_u32() as u64;
        high << 32 | self.next_u32() as u64
    }
}

/// `System.Random` of .NET with a seed: the subtractive generator of D. Knuth, "The Art of Computer
/// Programming", volume 2, section 3.2.2, with the second distance of 21 that .NET keeps.
///
/// ```
/// use zobrist::source::CSharpRandom;
///
/// // new Random(42).Next()
/// assert_eq!(CSharpRandom::new(42).next_u31(), 1_434_747_710);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CSharpRandom {
    /// The numbers from 1 on, as the library counts them.
    state: [i32; 56],
    first: usize,
    second: usize,
}

impl CSharpRandom {
    /// Creates a generator as `new Random(seed)` does: a negative seed, in two's complement, gives
    /// the numbers of its absolute value.
    #[must_use]
    pub const fn new(seed: u32) -> CSharpRandom {
        let seed = match seed as i32 {
            i32::MIN => i32::MAX,
            seed => seed.abs(),
        };
        let mut state = [0; 56];
        let mut last = 161_803_398_i32.wrapping_sub(seed);
        let mut next = 1_i32;
        state[55] = last;
        let mut i = 1;
        while i < 55 {
            let place = 21 * i % 55;
            state[place] = next;
            next = wrapped(last.wrapping_sub(next));
            last = state[place];
            i += 1;
        }
        let mut round = 0;
        while round < 4 {
            let mut i = 1;
            while i < 56 {
                state[i] = wrapped(state[i].wrapping_sub(state[1 + (i + 30) % 55]));
                i += 1;
            }
            round += 1;
        }
        CSharpRandom { state, first: 0, second: 21 }
    }

    /// Draws the next number below 2^31 - 1, as `Next()` does.
    pub const fn next_u31(&mut self) -> u32 {
        self.first = self.first % 55 + 1;
        self.second = self.second % 55 + 1;
        let mut number = self.state[self.first].wrapping_sub(self.state[self.second]);
        if number == i32::MAX {
            number -= 1;
        }
        number = wrapped(number);
        self.state[self.first] = number;
        number as u32
    }

    /// Draws eight numbers as one: the low 8 bits of each, the first of them lowest, as
    /// `BitConverter.ToUInt64` reads what `NextBytes` fills.
    pub const fn next_u64(&mut self) -> u64 {
        let mut draw = 0;
        let mut shift = 0;
        while shift < 64 {
            draw |= (self.next_u31() as u64 & 0xff) << shift;
            shift += 8;
        }
        draw
    }
}

/// A negative number modulo 2^31 - 1.
const fn wrapped(number: i32) -> i32 {
    if number < 0 { number + i32::MAX } else { number }
}

/// `math/rand` of Go, of its first version: the additive feedback generator
/// x\[i\] = x\[i - 273\] + x\[i - 607\] modulo 2^64.
///
/// ```
/// use zobrist::source::GoRandom;
///
/// // rand.New(rand.NewSource(42)).Uint64()
/// assert_eq!(GoRandom::new(42).next_u64(), 0xafbf_64b1_967f_8c53);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GoRandom {
    state: [u64; 607],
    tap: usize,
    feed: usize,
}

impl GoRandom {
    /// Creates a generator as `rand.NewSource(seed)` does: a negative seed in two's complement.
    #[must_use]
    pub const fn new(seed: u64) -> GoRandom {
        const MODULUS: i64 = 0x7fff_ffff;
        let mut x = match (seed as i64).rem_euclid(MODULUS) {
            0 => 89_482_311,
            seed => seed as u64,
        };
        let mut i = 0;
        while i < 20 {
            x = minstd(x, 48_271);
            i += 1;
        }
        let mut state = [0; 607];
        i = 0;
        while i < 607 {
            x = minstd(x, 48_271);
            state[i] = COOKED[i] ^ x << 40;
            x = minstd(x, 48_271);
            state[i] ^= x << 20;
            x = minstd(x, 48_271);
            state[i] ^= x;
            i += 1;
        }
        GoRandom { state, tap: 0, feed: 607 - 273 }
    }

    /// Draws the next number, as `Uint64()` does. Its low 63 bits are the number of `Int63()`.
    pub const fn next_u64(&mut self) -> u64 {
        self.tap = (self.tap + 606) % 607;
        self.feed = (self.feed + 606) % 607;
        let sum = self.state[self.feed].wrapping_add(self.state[self.tap]);
        self.state[self.feed] = sum;
        sum
    }
}

/// The next state of a congruential generator modulo 2^31 - 1 (Park and Miller, "Random number
/// generators: good ones are hard to find", Communications of the ACM 31(10), 1988).
const fn minstd(state: u64, multiplier: u64) -> u64 {
    state * multiplier % 0x7fff_ffff
}

/// `minstd_rand` and `minstd_rand0` of the C++ standard library.
///
/// ```
/// use zobrist::source::MinStd;
///
/// assert_eq!(MinStd::new(1).next_u31(), 48_271);
/// assert_eq!(MinStd::first(1).next_u31(), 16_807);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MinStd {
    state: u64,
    multiplier: u64,
}

impl MinStd {
    /// Creates a `minstd_rand`, of factor 48271. Seeds that 2^31 - 1 divides are that of 1.
    #[must_use]
    pub const fn new(seed: u32) -> MinStd {
        MinStd::of(seed, 48_271)
    }

    /// Creates a `minstd_rand0`, of the factor 16807 that was proposed first.
    #[must_use]
    pub const fn first(seed: u32) -> MinStd {
        MinStd::of(seed, 16_807)
    }

    const fn of(seed: u32, multiplier: u64) -> MinStd {
        let state = match seed as u64 % 0x7fff_ffff {
            0 => 1,
            state => state,
        };
        MinStd { state, multiplier }
    }

    /// Draws the next number, from 1 to 2^31 - 2.
    pub const fn next_u31(&mut self) -> u32 {
        self.state = minstd(self.state, self.multiplier);
        self.state as u32
    }

    /// Draws four numbers as one: the low 16 bits of each, the first of them lowest.
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

/// `rand()` of Microsoft's C library after `srand(seed)`: the congruential generator
/// x' = 214013 x + 2531011 modulo 2^32, whose number is bits 16 to 30.
///
/// ```
/// use zobrist::source::MsvcRand;
///
/// assert_eq!(MsvcRand::new(1).next_u15(), 41);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MsvcRand(u32);

impl MsvcRand {
    /// Creates a generator as `srand` does.
    #[must_use]
    pub const fn new(seed: u32) -> MsvcRand {
        MsvcRand(seed)
    }

    /// Draws the next number, of 15 bits.
    pub const fn next_u15(&mut self) -> u16 {
        self.0 = self.0.wrapping_mul(214_013).wrapping_add(2_531_011);
        (self.0 >> 16) as u16 & 0x7fff
    }

    /// Draws five numbers as one, shifted by 0, 15, 30, 45 and 60 bits, the first of them lowest.
    pub const fn next_u64(&mut self) -> u64 {
        let mut draw = 0;
        let mut shift = 0;
        while shift < 64 {
            draw |= (self.next_u15() as u64) << shift;
            shift += 15;
        }
        draw
    }
}

/// `random` of Python after `random.seed(n)` with a whole number: [`Mt19937`] with another seeding
/// and another order of the halves of 64 bits.
///
/// ```
/// use zobrist::source::PythonRandom;
///
/// // random.seed(42); random.getrandbits(64)
/// assert_eq!(PythonRandom::new(42).next_u64(), 0x1c80_317f_a3b1_799d);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PythonRandom(Mt19937);

impl PythonRandom {
    /// Creates a generator seeded by a number. A negative one has the numbers of its absolute
    /// value.
    #[must_use]
    pub const fn new(seed: u64) -> PythonRandom {
        let words = [seed as u32, (seed >> 32) as u32];
        let (one, _) = words.split_at(1);
        PythonRandom(Mt19937::from_key(if words[1] == 0 { one } else { &words }))
    }

    /// Draws the next number of 32 bits, as `getrandbits(32)` does.
    pub const fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Draws the next number of 64 bits as `getrandbits(64)` does: two of 32 bits, the first low.
    pub const fn next_u64(&mut self) -> u64 {
        let low = self.next_u32() as u64;
        low | (self.next_u32() as u64) << 32
    }
}
