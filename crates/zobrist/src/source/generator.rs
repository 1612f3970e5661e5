//! The seeded generators by their names, and the sources that draw from them.

use super::libraries::{
    CSharpRandom, Drand48, GoRandom, JavaRandom, MinStd, MsvcRand, PythonRandom,
};
use super::scrambled::{Pcg32, Pcg64, Xoroshiro128StarStar, Xoshiro256StarStar};
use super::seeded::{
    GlibcRandom, Jsf64, Kiss64, Mt19937, Mt19937x64, SplitMix64, XorShift64Star, Xoshiro256PlusPlus,
};
use super::{Recipe, Seeded, Source};

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

/// The words of a seed of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeedWords {
    words: [u64; SeedWords::MAX],
    count: u8,
}

impl SeedWords {
    pub(super) const MAX: usize = 8;

    const fn of(given: &[u64]) -> SeedWords {
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

impl<'w> Source<'w> {
    /// Creates a source of draws of [`SplitMix64`], seeded [by kind](Source::by_kind).
    ///
    /// As with every seeded generator, `seed` chooses the values, there is room for any number
    /// of features, and there is no guarantee.
    #[must_use]
    pub const fn splitmix64(seed: u64) -> Source<'w> {
        Source::seeded(Generator::SplitMix64, seed)
    }

    /// Creates a source of draws of [`Xoshiro256PlusPlus`], seeded [by kind](Source::by_kind).
    #[must_use]
    pub const fn xoshiro256_plus_plus(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Xoshiro256PlusPlus, seed)
    }

    /// Creates a source of draws of [`Xoshiro256StarStar`], seeded [by kind](Source::by_kind).
    #[must_use]
    pub const fn xoshiro256_star_star(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Xoshiro256StarStar, seed)
    }

    /// Creates a source of draws of [`Xoroshiro128StarStar`], seeded [by kind](Source::by_kind).
    #[must_use]
    pub const fn xoroshiro128_star_star(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Xoroshiro128StarStar, seed)
    }

    /// Creates a source of draws of [`XorShift64Star`], seeded [by kind](Source::by_kind).
    ///
    /// # Panics
    /// When the seed is zero.
    #[must_use]
    pub const fn xorshift64_star(seed: u64) -> Source<'w> {
        assert!(seed != 0, "the seed of xorshift64* is not zero");
        Source::seeded(Generator::XorShift64Star, seed)
    }

    /// Creates a source of draws of [`Pcg32`], seeded [by kind](Source::by_kind), of the stream that
    /// the C++ library takes by default. A 64-bit draw is two numbers, the first one high.
    #[must_use]
    pub const fn pcg32(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Pcg32, seed)
    }

    /// Creates a source of draws of [`Pcg64`], seeded [by kind](Source::by_kind), of the stream that
    /// the C++ library takes by default.
    #[must_use]
    pub const fn pcg64(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Pcg64, seed)
    }

    /// Draws another stream of [`Pcg32`] or [`Pcg64`].
    ///
    /// # Panics
    /// When the source is none of these.
    #[must_use]
    pub const fn stream(self, stream: u64) -> Source<'w> {
        match self.recipe {
            Recipe::Seeded(seeded) if seeded.generator.has_streams() => {
                let stream = Some(stream);
                Source { recipe: Recipe::Seeded(Seeded { stream, ..seeded }) }
            }
            _ => panic!("only PCG has streams"),
        }
    }

    /// Creates a source of draws of [`Mt19937`], seeded [by kind](Source::by_kind): a 64-bit
    /// draw is two numbers, the first one high.
    #[must_use]
    pub const fn mt19937(seed: u32) -> Source<'w> {
        Source::seeded(Generator::Mt19937, seed as u64)
    }

    /// Creates a source of draws of [`Mt19937x64`], seeded [by kind](Source::by_kind).
    #[must_use]
    pub const fn mt19937_64(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Mt19937x64, seed)
    }

    /// Seeds [`Mt19937`] or [`Mt19937x64`] with several words, as the reference programs do by
    /// `init_by_array`, in place of the seed. In the stream of a kind, its seed is added to each
    /// word by XOR.
    ///
    /// # Panics
    /// When the source is none of these, there are no words or more than 8, or a word has more than
    /// 32 bits for `Mt19937`.
    #[must_use]
    pub const fn seeded_by(self, words: &[u64]) -> Source<'w> {
        match self.recipe {
            Recipe::Seeded(seeded) if seeded.generator.has_words() => {
                let (_, most) = seeded.generator.seeds();
                let mut i = 0;
                while i < words.len() {
                    assert!(words[i] <= most, "a word of the seed of MT19937 has 32 bits");
                    i += 1;
                }
                let words = Some(SeedWords::of(words));
                Source { recipe: Recipe::Seeded(Seeded { seed: 0, words, ..seeded }) }
            }
            _ => panic!("only a Mersenne Twister has a seed of several words"),
        }
    }

    /// Creates a source of draws of [`Kiss64`], seeded [by kind](Source::by_kind).
    #[must_use]
    pub const fn kiss64(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Kiss64, seed)
    }

    /// Creates a source of draws of [`Jsf64`], also known as RKISS, seeded
    /// [by kind](Source::by_kind).
    #[must_use]
    pub const fn jsf64(seed: u64) -> Source<'w> {
        Source::seeded(Generator::Jsf64, seed)
    }

    /// Creates a source of draws of [`MinStd::new`], seeded [by kind](Source::by_kind): a 64-bit
    /// draw is the low 16 bits of four numbers, the first lowest.
    #[must_use]
    pub const fn minstd(seed: u32) -> Source<'w> {
        Source::seeded(Generator::MinStd, seed as u64)
    }

    /// Creates a source of draws of [`MinStd::first`], otherwise as [`minstd`](Source::minstd).
    #[must_use]
    pub const fn minstd0(seed: u32) -> Source<'w> {
        Source::seeded(Generator::MinStd0, seed as u64)
    }

    /// Creates a source of draws of [`Drand48`], seeded [by kind](Source::by_kind): a 64-bit draw
    /// is two numbers, the first one high.
    #[must_use]
    pub const fn drand48(seed: u32) -> Source<'w> {
        Source::seeded(Generator::Drand48, seed as u64)
    }

    /// Creates a source of draws of [`GlibcRandom`], seeded [by kind](Source::by_kind): a 64-bit
    /// draw is the low 16 bits of four numbers, the first lowest.
    #[must_use]
    pub const fn glibc_random(seed: u32) -> Source<'w> {
        Source::seeded(Generator::GlibcRandom, seed as u64)
    }

    /// Creates a source of draws of [`MsvcRand`], seeded [by kind](Source::by_kind): a 64-bit draw
    /// is five numbers, shifted by multiples of 15 bits, the first lowest.
    #[must_use]
    pub const fn msvc_rand(seed: u32) -> Source<'w> {
        Source::seeded(Generator::MsvcRand, seed as u64)
    }

    /// Creates a source of draws of [`JavaRandom`] as by `nextLong()`, seeded
    /// [by kind](Source::by_kind).
    #[must_use]
    pub const fn java_random(seed: u64) -> Source<'w> {
        Source::seeded(Generator::JavaRandom, seed)
    }

    /// Creates a source of draws of [`CSharpRandom`], seeded [by kind](Source::by_kind): a 64-bit
    /// draw is the low 8 bits of eight numbers, the first lowest, as `NextBytes` fills them.
    #[must_use]
    pub const fn csharp_random(seed: u32) -> Source<'w> {
        Source::seeded(Generator::CSharpRandom, seed as u64)
    }

    /// Creates a source of draws of [`GoRandom`] as by `Uint64()`, seeded
    /// [by kind](Source::by_kind).
    #[must_use]
    pub const fn go_random(seed: u64) -> Source<'w> {
        Source::seeded(Generator::GoRandom, seed)
    }

    /// Creates a source of draws of [`PythonRandom`] as by `getrandbits(64)`, seeded
    /// [by kind](Source::by_kind).
    #[must_use]
    pub const fn python_random(seed: u64) -> Source<'w> {
        Source::seeded(Generator::PythonRandom, seed)
    }
}
