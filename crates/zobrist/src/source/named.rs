//! Sources by their names, as options and files choose them.

use core::error::Error;
use core::fmt::{self, Display};
use core::str::FromStr;

use super::Source;
use super::generator::Generator;

/// A source by its name: everything but the seed, the order of the draws and the capacity.
///
/// ```
/// use zobrist::Source;
/// use zobrist::source::{DrawOrder, SourceName};
///
/// let name: SourceName = "xoshiro256++".parse()?;
/// let source = name.source(42, DrawOrder::Sequential, None, 781)?;
/// assert_eq!(source, Source::xoshiro256_plus_plus(42).sequential());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceName {
    /// Columns of an extended BCH code: the default.
    Bch,
    /// Draws of [`SplitMix64`](super::SplitMix64).
    SplitMix64,
    /// Draws of [`Xoshiro256PlusPlus`](super::Xoshiro256PlusPlus).
    Xoshiro256PlusPlus,
    /// Draws of [`Xoshiro256StarStar`](super::Xoshiro256StarStar).
    Xoshiro256StarStar,
    /// Draws of [`Xoroshiro128StarStar`](super::Xoroshiro128StarStar).
    Xoroshiro128StarStar,
    /// Draws of [`XorShift64Star`](super::XorShift64Star).
    XorShift64Star,
    /// Draws of [`XorShift32`](super::XorShift32).
    XorShift32,
    /// Draws of [`Pcg32`](super::Pcg32).
    Pcg32,
    /// Draws of [`Pcg64`](super::Pcg64).
    Pcg64,
    /// Draws of [`Mt19937`](super::Mt19937).
    Mt19937,
    /// Draws of [`Mt19937x64`](super::Mt19937x64).
    Mt19937x64,
    /// Draws of [`Kiss64`](super::Kiss64).
    Kiss64,
    /// Draws of [`Jsf64`](super::Jsf64).
    Jsf64,
    /// Draws of [`MinStd::new`](super::MinStd::new).
    MinStd,
    /// Draws of [`MinStd::first`](super::MinStd::first).
    MinStd0,
    /// Draws of [`Drand48`](super::Drand48).
    Drand48,
    /// Draws of [`GlibcRandom`](super::GlibcRandom).
    GlibcRandom,
    /// Draws of [`MsvcRand`](super::MsvcRand).
    MsvcRand,
    /// Draws of [`JavaRandom`](super::JavaRandom).
    JavaRandom,
    /// Draws of [`CSharpRandom`](super::CSharpRandom).
    CSharpRandom,
    /// Draws of [`GoRandom`](super::GoRandom).
    GoRandom,
    /// Draws of [`PythonRandom`](super::PythonRandom).
    PythonRandom,
    /// Keys at every byte of one array of SplitMix64's numbers: [`Source::overlapping`].
    Overlapping,
    /// One number of SplitMix64 for 64 features, rotated: [`Source::rotated`].
    Rotated,
}

/// The order in which a seeded generator draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DrawOrder {
    /// One stream for each kind, seeded by its name: [`Source::by_kind`].
    #[default]
    ByKind,
    /// One stream for all slots in order: [`Source::sequential`].
    Sequential,
}

/// Every source, its name, and a second name where a shell would interpret the first or it is also
/// spelled otherwise; and its generator, if the name stands for that alone.
const LIST: [(SourceName, &str, &str, Option<Generator>); 24] = [
    (SourceName::Bch, "bch", "", None),
    (SourceName::SplitMix64, "splitmix64", "", Some(Generator::SplitMix64)),
    (
        SourceName::Xoshiro256PlusPlus,
        "xoshiro256++",
        "xoshiro256plusplus",
        Some(Generator::Xoshiro256PlusPlus),
    ),
    (
        SourceName::Xoshiro256StarStar,
        "xoshiro256**",
        "xoshiro256starstar",
        Some(Generator::Xoshiro256StarStar),
    ),
    (
        SourceName::Xoroshiro128StarStar,
        "xoroshiro128**",
        "xoroshiro128starstar",
        Some(Generator::Xoroshiro128StarStar),
    ),
    (SourceName::XorShift64Star, "xorshift64*", "xorshift64star", Some(Generator::XorShift64Star)),
    (SourceName::XorShift32, "xorshift32", "", Some(Generator::XorShift32)),
    (SourceName::Pcg32, "pcg32", "", Some(Generator::Pcg32)),
    (SourceName::Pcg64, "pcg64", "", Some(Generator::Pcg64)),
    (SourceName::Mt19937, "mt19937", "", Some(Generator::Mt19937)),
    (SourceName::Mt19937x64, "mt19937-64", "mt19937x64", Some(Generator::Mt19937x64)),
    (SourceName::Kiss64, "kiss64", "", Some(Generator::Kiss64)),
    (SourceName::Jsf64, "jsf64", "rkiss", Some(Generator::Jsf64)),
    (SourceName::MinStd, "minstd", "", Some(Generator::MinStd)),
    (SourceName::MinStd0, "minstd0", "", Some(Generator::MinStd0)),
    (SourceName::Drand48, "drand48", "", Some(Generator::Drand48)),
    (SourceName::GlibcRandom, "glibc-random", "glibc-rand", Some(Generator::GlibcRandom)),
    (SourceName::MsvcRand, "msvc-rand", "", Some(Generator::MsvcRand)),
    (SourceName::JavaRandom, "java-random", "", Some(Generator::JavaRandom)),
    (SourceName::CSharpRandom, "csharp-random", "dotnet-random", Some(Generator::CSharpRandom)),
    (SourceName::GoRandom, "go-random", "go-math-rand", Some(Generator::GoRandom)),
    (SourceName::PythonRandom, "python-random", "", Some(Generator::PythonRandom)),
    (SourceName::Overlapping, "overlapping", "", None),
    (SourceName::Rotated, "rotated", "", None),
];

/// The number of features that share a number of the source `rotated`: the squares of a board.
pub(super) const PERIOD: u32 = 64;
/// The largest capacity of a code.
pub(super) const MAX_CAPACITY: usize = 1 << 24;

impl SourceName {
    /// All sources in the order in which they are listed.
    pub const ALL: [SourceName; LIST.len()] = {
        let mut all = [SourceName::Bch; LIST.len()];
        let mut i = 0;
        while i < LIST.len() {
            all[i] = LIST[i].0;
            i += 1;
        }
        all
    };

    /// The names of all sources, without aliases.
    pub const NAMES: [&str; LIST.len()] = {
        let mut names = [""; LIST.len()];
        let mut i = 0;
        while i < LIST.len() {
            names[i] = LIST[i].1;
            i += 1;
        }
        names
    };

    const fn entry(self) -> (SourceName, &'static str, &'static str, Option<Generator>) {
        let mut i = 0;
        while LIST[i].0 as u8 != self as u8 {
            i += 1;
        }
        LIST[i]
    }

    /// The name of a generator.
    pub(super) const fn of(generator: Generator) -> SourceName {
        let mut i = 0;
        loop {
            match LIST[i].3 {
                Some(listed) if listed as u8 == generator as u8 => return LIST[i].0,
                _ => i += 1,
            }
        }
    }

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().1
    }

    /// Returns another name that is accepted, too.
    #[must_use]
    pub const fn alias(self) -> Option<&'static str> {
        let alias = self.entry().2;
        if alias.is_empty() { None } else { Some(alias) }
    }

    /// Returns true if the source draws a stream, in one of the orders of [`DrawOrder`].
    #[must_use]
    pub const fn has_stream(self) -> bool {
        !matches!(self, SourceName::Bch)
    }

    /// Returns true if a seed may have several words, as [`Source::seeded_by`] takes them.
    #[must_use]
    pub const fn has_words(self) -> bool {
        match self.entry().3 {
            Some(generator) => generator.has_words(),
            None => false,
        }
    }

    /// Returns true if a seed has many streams, which [`Source::stream`] chooses from.
    #[must_use]
    pub const fn has_streams(self) -> bool {
        match self.entry().3 {
            Some(generator) => generator.has_streams(),
            None => false,
        }
    }

    /// Returns the source with a seed.
    ///
    /// A code gives keys to slots, so that it does not look at `draw`. Its capacity is `features`
    /// if none is given.
    ///
    /// # Errors
    /// When the source does not take the seed or a capacity, or the capacity is below `features` or
    /// above 2^24.
    pub const fn source(
        self,
        seed: u64,
        draw: DrawOrder,
        capacity: Option<usize>,
        features: usize,
    ) -> Result<Source<'static>, SourceError> {
        let source = match self {
            SourceName::Bch => {
                let capacity = match capacity {
                    Some(capacity) => capacity,
                    None => features,
                };
                if capacity < features || capacity > MAX_CAPACITY {
                    return Err(SourceError::Capacity { features, got: capacity });
                }
                return Ok(Source::bch(seed, capacity));
            }
            SourceName::Overlapping => Source::splitmix64(seed).overlapping(),
            SourceName::Rotated => Source::splitmix64(seed).rotated(PERIOD),
            _ => {
                let Some(generator) = self.entry().3 else {
                    panic!("every other name stands for a generator")
                };
                let (least, most) = generator.seeds();
                if seed < least || seed > most {
                    return Err(SourceError::Seed { source: self, least, most, got: seed });
                }
                Source::seeded(generator, seed)
            }
        };
        if capacity.is_some() {
            return Err(SourceError::NoCapacity { source: self });
        }
        Ok(match draw {
            DrawOrder::ByKind => source.by_kind(),
            DrawOrder::Sequential => source.sequential(),
        })
    }
}

/// Writes the name.
impl Display for SourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name or an alias.
impl FromStr for SourceName {
    type Err = ParseSourceNameError;

    fn from_str(text: &str) -> Result<SourceName, ParseSourceNameError> {
        let is_such = |name: &SourceName| name.name() == text || name.alias() == Some(text);
        SourceName::ALL.into_iter().find(is_such).ok_or(ParseSourceNameError(()))
    }
}

impl DrawOrder {
    /// Returns `by-kind` or `sequential`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DrawOrder::ByKind => "by-kind",
            DrawOrder::Sequential => "sequential",
        }
    }
}

impl Display for DrawOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a name that no source has. The caller has the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSourceNameError(());

impl Display for ParseSourceNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a source:")?;
        SourceName::NAMES.into_iter().enumerate().try_for_each(|(number, name)| {
            write!(f, "{} {name}", if number > 0 { "," } else { "" })
        })
    }
}

impl Error for ParseSourceNameError {}

/// The error when a source cannot be what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceError {
    /// The source does not take the seed.
    Seed {
        /// The source.
        source: SourceName,
        /// The least seed.
        least: u64,
        /// The greatest seed.
        most: u64,
        /// The seed.
        got: u64,
    },
    /// The source has no capacity.
    NoCapacity {
        /// The source.
        source: SourceName,
    },
    /// The capacity is too small or too large.
    Capacity {
        /// The number of features.
        features: usize,
        /// The capacity.
        got: usize,
    },
    /// There is not one published number for each feature.
    Published {
        /// The number of features.
        features: usize,
        /// The number of published numbers.
        words: usize,
    },
    /// The source has no keys of this width.
    Bits {
        /// The least number of bits.
        least: u32,
        /// The greatest number of bits.
        most: u32,
        /// The number of bits.
        got: u32,
    },
}

impl Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SourceError::Seed { source, least, most, got } => {
                write!(f, "expected a seed of {source} from {least} to {most}, got {got}")
            }
            SourceError::NoCapacity { source } => {
                write!(f, "expected no capacity, which is for {}, got one for {source}", LIST[0].1)
            }
            SourceError::Capacity { features, got } => write!(
                f,
                "expected a capacity from {features} (the number of features) to {MAX_CAPACITY}, \
                 got {got}"
            ),
            SourceError::Published { features, words } => write!(
                f,
                "expected as many published numbers as there are features ({features}), got {words}"
            ),
            SourceError::Bits { least, most, got } => {
                write!(f, "expected keys of {least} to {most} bits from this source, got {got}")
            }
        }
    }
}

impl Error for SourceError {}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::*;

    #[test]
    fn names_and_sources_are_inverse() {
        for name in SourceName::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
            assert_eq!(name.alias().map_or(Ok(name), str::parse), Ok(name));
            for draw in [DrawOrder::ByKind, DrawOrder::Sequential] {
                let source = name.source(7, draw, None, 12).unwrap();
                assert_eq!(source.source_name(), Some(name));
                assert_eq!(source.seed(), Some(7));
                assert_eq!(source.draw_order(), name.has_stream().then_some(draw));
                assert_eq!(source.capacity(), (name == SourceName::Bch).then_some(12));
            }
        }
        assert!("".parse::<SourceName>().is_err());
        assert_eq!(Source::splitmix64(1).rotated(8).source_name(), None);
        assert_eq!(Source::kiss64(1).overlapping().source_name(), None);
        assert_eq!(Source::published(&[1]).source_name(), None);
    }

    #[test]
    fn seeds_and_capacities_are_checked() {
        let of = |name: SourceName, seed, capacity| {
            name.source(seed, DrawOrder::ByKind, capacity, 100).map_err(|error| error.to_string())
        };
        let error = of(SourceName::XorShift64Star, 0, None).unwrap_err();
        assert_eq!(error, "expected a seed of xorshift64* from 1 to 18446744073709551615, got 0");
        let error = of(SourceName::Mt19937, 1 << 32, None).unwrap_err();
        assert_eq!(error, "expected a seed of mt19937 from 0 to 4294967295, got 4294967296");
        assert!(of(SourceName::Mt19937, (1 << 32) - 1, None).is_ok());
        let error = of(SourceName::Kiss64, 1, Some(100)).unwrap_err();
        assert_eq!(error, "expected no capacity, which is for bch, got one for kiss64");
        for (capacity, is_ok) in [(99, false), (100, true), (1 << 24, true), ((1 << 24) + 1, false)]
        {
            assert_eq!(of(SourceName::Bch, 1, Some(capacity)).is_ok(), is_ok, "{capacity}");
        }
    }
}
