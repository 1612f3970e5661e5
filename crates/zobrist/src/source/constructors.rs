//! The sources that draw from a seeded generator.

use super::generator::{Generator, SeedWords, Seeded};
#[cfg(doc)]
use super::{
    CSharpRandom, Drand48, GlibcRandom, GoRandom, JavaRandom, Jsf64, Kiss64, MinStd, MsvcRand,
    Mt19937, Mt19937x64, Pcg32, Pcg64, PythonRandom, SplitMix64, XorShift32, XorShift64Star,
    Xoroshiro128StarStar, Xoshiro256PlusPlus, Xoshiro256StarStar,
};
use super::{Recipe, Source};

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

    /// Creates a source of draws of [`XorShift32`], seeded [by kind](Source::by_kind): a 64-bit
    /// draw is the low 16 bits of four numbers, the first lowest.
    ///
    /// # Panics
    /// When the seed is zero, which is not a state of the generator.
    #[must_use]
    pub const fn xorshift32(seed: u32) -> Source<'w> {
        assert!(seed != 0, "the seed of xorshift32 is not zero");
        Source::seeded(Generator::XorShift32, seed as u64)
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
