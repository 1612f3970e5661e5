//! Sources of keys, by their names.

use std::collections::TryReserveError;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use zobrist::{Guarantee, Key, Layout, Source, Sum48};
use zobrist_chess::POLYGLOT_RANDOM64;

/// A source of the library. Names with characters that a shell interprets have an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SourceName {
    /// Columns of an extended BCH code: the default of this project
    Bch,
    #[value(name = "splitmix64")]
    SplitMix64,
    #[value(name = "xoshiro256++", alias = "xoshiro256plusplus")]
    Xoshiro256PlusPlus,
    #[value(name = "xorshift64*", alias = "xorshift64star")]
    XorShift64Star,
    #[value(name = "mt19937")]
    Mt19937,
    #[value(name = "mt19937-64", alias = "mt19937x64")]
    Mt19937x64,
    #[value(name = "kiss64")]
    Kiss64,
    #[value(name = "jsf64", alias = "rkiss")]
    Jsf64,
    /// `random()` of the GNU C library, the low 16 bits of four numbers for a key of 64
    GlibcRandom,
    /// Saves memory: keys at every byte of one array of SplitMix64's numbers
    Overlapping,
    /// Saves memory: one number of SplitMix64 for 64 features, rotated
    Rotated,
    /// The 781 published numbers: one set of keys for all seeds
    Polyglot,
}

/// Order in which a seeded generator draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DrawOrder {
    /// One stream per kind, seeded by the kind's name
    #[default]
    ByKind,
    /// One stream for all features, as published sets were drawn
    Sequential,
}

/// Number of features that share a number in `rotated`.
const PERIOD: u32 = 64;

impl SourceName {
    pub fn named(name: &str) -> Option<SourceName> {
        SourceName::from_str(name, false).ok()
    }

    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The names of the sources that have a seed, for messages.
    pub fn seeded_names() -> String {
        let seeded = SourceName::value_variants().iter().filter(|source| !source.is_published());
        seeded.map(|source| source.name()).collect::<Vec<String>>().join(", ")
    }

    /// True if the keys exist and no seed chooses them.
    pub fn is_published(self) -> bool {
        self == SourceName::Polyglot
    }

    /// True if narrower keys are not just parts of wider ones.
    pub fn depends_on_width(self) -> bool {
        self == SourceName::Bch
    }

    /// # Errors
    /// When the source does not take the seed.
    pub fn check_seed(self, seed: u64) -> Result<()> {
        match self {
            SourceName::XorShift64Star if seed == 0 => {
                bail!("xorshift64* never leaves the seed 0; expected a seed from 1")
            }
            SourceName::Mt19937 if seed > u32::MAX.into() => bail!(
                "mt19937 takes seeds of 32 bits, up to {}, got {seed}; `mt19937-64` takes it",
                u32::MAX
            ),
            SourceName::GlibcRandom if seed > u32::MAX.into() => bail!(
                "glibc-random takes seeds of 32 bits, as `srandom` does, up to {}, got {seed}",
                u32::MAX
            ),
            _ => Ok(()),
        }
    }

    /// The source with a seed that [`check_seed`](Self::check_seed) accepts; a code has room for
    /// `capacity` features.
    pub fn source(self, seed: u64, capacity: usize) -> Source {
        match self {
            SourceName::Bch => Source::bch(seed, capacity),
            SourceName::SplitMix64 => Source::splitmix64(seed),
            SourceName::Xoshiro256PlusPlus => Source::xoshiro256_plus_plus(seed),
            SourceName::XorShift64Star => Source::xorshift64_star(seed),
            SourceName::Mt19937 => Source::mt19937(seed as u32),
            SourceName::Mt19937x64 => Source::mt19937_64(seed),
            SourceName::Kiss64 => Source::kiss64(seed),
            SourceName::Jsf64 => Source::jsf64(seed),
            SourceName::GlibcRandom => Source::glibc_random(seed as u32),
            SourceName::Overlapping => Source::splitmix64(seed).overlapping(),
            SourceName::Rotated => Source::splitmix64(seed).rotated(PERIOD),
            SourceName::Polyglot => Source::published(&POLYGLOT_RANDOM64),
        }
    }

    /// The source with a seed for keys of `bits` bits of a layout.
    ///
    /// # Errors
    /// When the source does not take the seed, the width or a capacity, or the capacity does not
    /// suffice or is beyond 2^24.
    pub fn for_layout(
        self,
        seed: u64,
        order: DrawOrder,
        capacity: Option<usize>,
        layout: Layout,
        bits: u32,
    ) -> Result<Source> {
        if capacity.is_some() && self != SourceName::Bch {
            bail!("--capacity is the number of features that a code has room for: it is for `bch`");
        }
        self.check_seed(seed)?;
        if self == SourceName::Rotated && bits < PERIOD {
            bail!(
                "rotated has one number for {PERIOD} features, which keys of {bits} bits would \
                 repeat; expected --bits 64 or 128"
            );
        }
        let source = self.source(seed, room(capacity, layout)?);
        Ok(match (self, order) {
            // A code and a published set assign keys to slots.
            (SourceName::Bch | SourceName::Polyglot, _) => source,
            (_, DrawOrder::ByKind) => source.by_kind(),
            (_, DrawOrder::Sequential) => source.sequential(),
        })
    }
}

/// The capacity of a code for a layout.
fn room(capacity: Option<usize>, layout: Layout) -> Result<usize> {
    let capacity = capacity.unwrap_or(layout.len());
    if !(layout.len()..=1 << 24).contains(&capacity) {
        bail!(
            "expected a capacity from {} (the layout's) to 16777216, got {capacity}",
            layout.len()
        );
    }
    Ok(capacity)
}

/// Type of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    U32,
    U64,
    U128,
    /// 48 bits that add, for languages whose only number is a double.
    Sum48,
}

impl KeyType {
    pub fn bits(self) -> u32 {
        match self {
            KeyType::U32 => 32,
            KeyType::U64 => 64,
            KeyType::U128 => 128,
            KeyType::Sum48 => 48,
        }
    }
}

/// The keys of a source, and their guarantee.
pub fn draw(source: Source, layout: Layout, key_type: KeyType) -> Result<(Vec<u128>, Guarantee)> {
    fn keys<K: Key>(
        source: Source,
        layout: Layout,
    ) -> Result<(Vec<u128>, Guarantee), TryReserveError> {
        let keys = source.try_keys::<K>(layout)?;
        let mut words = Vec::new();
        words.try_reserve_exact(layout.len())?;
        words.extend(keys.as_slice().iter().map(|key| key.to_word()));
        Ok((words, keys.guarantee()))
    }
    let keys = match key_type {
        KeyType::U32 => keys::<u32>(source, layout),
        KeyType::U64 => keys::<u64>(source, layout),
        KeyType::U128 => keys::<u128>(source, layout),
        KeyType::Sum48 => keys::<Sum48>(source, layout),
    };
    keys.with_context(|| format!("the system refuses the memory for {} keys", layout.len()))
}
