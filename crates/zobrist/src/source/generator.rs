//! The seeded generators by their names, and how keys are drawn from them.

use super::join::Join;
use super::libraries::{
    CSharpRandom, Drand48, GoRandom, JavaRandom, MinStd, MsvcRand, PythonRandom,
};
use super::scrambled::{Pcg32, Pcg64, Xoroshiro128StarStar, Xoshiro256StarStar};
use super::seeded::{
    GlibcRandom, Jsf64, Kiss64, Mt19937, Mt19937x64, SplitMix64, XorShift32, XorShift64Star,
    Xoshiro256PlusPlus,
};

/// Declares the generators: each with its constructor from a seed and a stream, and the method that
/// draws one of its own numbers.
macro_rules! generators {
    ($seeded:ident: $($name:ident: $type:ty, $new:expr, $number:ident;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Generator {
            $($name,)*
        }

        /// A generator with its state.
        #[expect(
            clippy::large_enum_variant,
            reason = "lives on one stack frame while a table is made"
        )]
        pub(super) enum Draws {
            $($name($type),)*
        }

        impl Draws {
            pub(super) const fn new($seeded: &Seeded) -> Draws {
                match $seeded.generator {
                    $(Generator::$name => Draws::$name($new),)*
                }
            }

            /// A draw of 64 bits.
            pub(super) const fn next(&mut self) -> u64 {
                match self {
                    $(Draws::$name(generator) => generator.next_u64(),)*
                }
            }

            /// A number of the generator's own width.
            pub(super) const fn number(&mut self) -> u64 {
                match self {
                    $(Draws::$name(generator) => generator.$number() as u64,)*
                }
            }
        }
    };
}

generators! { seeded:
    SplitMix64: SplitMix64, SplitMix64::new(seeded.seed), next_u64;
    Xoshiro256PlusPlus: Xoshiro256PlusPlus, Xoshiro256PlusPlus::new(seeded.seed), next_u64;
    Xoshiro256StarStar: Xoshiro256StarStar, Xoshiro256StarStar::new(seeded.seed), next_u64;
    Xoroshiro128StarStar: Xoroshiro128StarStar,
        Xoroshiro128StarStar::new(seeded.seed), next_u64;
    XorShift64Star: XorShift64Star, XorShift64Star::new(seeded.seed), next_u64;
    XorShift32: XorShift32, XorShift32::new(seeded.seed as u32), next_u32;
    Pcg32: Pcg32, Pcg32::new(seeded.seed, match seeded.stream {
        Some(stream) => stream,
        None => Pcg32::DEFAULT_STREAM,
    }), next_u32;
    Pcg64: Pcg64, Pcg64::new(seeded.seed as u128, match seeded.stream {
        Some(stream) => stream as u128,
        None => Pcg64::DEFAULT_STREAM,
    }), next_u64;
    Mt19937: Mt19937, match seeded.words {
        Some(words) => Mt19937::from_key(words.with_32(seeded.seed as u32).split_at(words.count()).0),
        None => Mt19937::new(seeded.seed as u32),
    }, next_u32;
    Mt19937x64: Mt19937x64, match seeded.words {
        Some(words) => Mt19937x64::from_key(words.with(seeded.seed).split_at(words.count()).0),
        None => Mt19937x64::new(seeded.seed),
    }, next_u64;
    Kiss64: Kiss64, Kiss64::new(seeded.seed), next_u64;
    Jsf64: Jsf64, Jsf64::new(seeded.seed), next_u64;
    MinStd: MinStd, MinStd::new(seeded.seed as u32), next_u31;
    MinStd0: MinStd, MinStd::first(seeded.seed as u32), next_u31;
    Drand48: Drand48, Drand48::new(seeded.seed as u32), next_u32;
    GlibcRandom: GlibcRandom, GlibcRandom::new(seeded.seed as u32), next_u31;
    MsvcRand: MsvcRand, MsvcRand::new(seeded.seed as u32), next_u15;
    JavaRandom: JavaRandom, JavaRandom::new(seeded.seed), next_u32;
    CSharpRandom: CSharpRandom, CSharpRandom::new(seeded.seed as u32), next_u31;
    GoRandom: GoRandom, GoRandom::new(seeded.seed), next_u64;
    PythonRandom: PythonRandom, PythonRandom::new(seeded.seed), next_u32;
}

/// A generator, its seed and the way in which keys are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seeded {
    pub(super) generator: Generator,
    pub(super) seed: u64,
    /// The words of a seed of several, to which `seed` is added.
    pub(super) words: Option<SeedWords>,
    /// The stream of a generator that has many; `None` for its default.
    pub(super) stream: Option<u64>,
    pub(super) order: Order,
    pub(super) skip: u32,
    pub(super) join: Option<Join>,
    pub(super) economy: Economy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    ByKind,
    Sequential,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Economy {
    None,
    Overlapping,
    Rotated { period: u32 },
}

/// The words of a seed of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeedWords {
    words: [u64; SeedWords::MAX],
    count: u8,
}

impl SeedWords {
    pub(super) const MAX: usize = 8;

    pub(super) const fn of(given: &[u64]) -> SeedWords {
        assert!(!given.is_empty() && given.len() <= SeedWords::MAX, "a seed has 1 to 8 words");
        let mut words = [0; SeedWords::MAX];
        let mut i = 0;
        while i < given.len() {
            words[i] = given[i];
            i += 1;
        }
        SeedWords { words, count: given.len() as u8 }
    }

    pub(super) const fn as_slice(&self) -> &[u64] {
        self.words.split_at(self.count as usize).0
    }

    const fn count(self) -> usize {
        self.count as usize
    }

    /// The words, each with the seed of a kind added by XOR; 0 for none.
    const fn with(self, seed: u64) -> [u64; SeedWords::MAX] {
        let mut words = self.words;
        let mut i = 0;
        while i < SeedWords::MAX {
            words[i] ^= seed;
            i += 1;
        }
        words
    }

    const fn with_32(self, seed: u32) -> [u32; SeedWords::MAX] {
        let mut words = [0; SeedWords::MAX];
        let mut i = 0;
        while i < SeedWords::MAX {
            words[i] = self.words[i] as u32 ^ seed;
            i += 1;
        }
        words
    }
}

impl Generator {
    /// True if a seed may have several words.
    pub(super) const fn has_words(self) -> bool {
        matches!(self, Generator::Mt19937 | Generator::Mt19937x64)
    }

    /// The least and the greatest seed.
    pub(super) const fn seeds(self) -> (u64, u64) {
        match self {
            Generator::XorShift64Star => (1, u64::MAX),
            Generator::XorShift32 => (1, u32::MAX as u64),
            Generator::Mt19937
            | Generator::GlibcRandom
            | Generator::MinStd
            | Generator::MinStd0
            | Generator::Drand48
            | Generator::MsvcRand
            | Generator::CSharpRandom => (0, u32::MAX as u64),
            _ => (0, u64::MAX),
        }
    }

    /// True if a seed has many streams.
    pub(super) const fn has_streams(self) -> bool {
        matches!(self, Generator::Pcg32 | Generator::Pcg64)
    }
}
