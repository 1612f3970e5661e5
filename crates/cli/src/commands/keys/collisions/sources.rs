//! Sources of keys for consecutive seeds.

use anyhow::{Result, bail};
use clap::ValueEnum;
use zobrist::{Layout, Source};
use zobrist_chess::POLYGLOT_RANDOM64;

/// The sources that `--source` names.
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
    /// Saves memory: keys at every byte of one array of SplitMix64's numbers
    Overlapping,
    /// Saves memory: one number of SplitMix64 for 64 features, rotated
    Rotated,
    /// The 781 published numbers: one set of keys for all seeds
    Polyglot,
}

/// The capacity of this project's own schemes.
const CAPACITY: usize = 1024;

impl SourceName {
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The source of one set of keys. The seed is not zero, which one of the generators never leaves,
    /// and [`check`](Self::check) accepts it.
    pub fn source(self, seed: u64) -> Source {
        match self {
            SourceName::Bch => Source::bch(seed, CAPACITY),
            SourceName::SplitMix64 => Source::splitmix64(seed),
            SourceName::Xoshiro256PlusPlus => Source::xoshiro256_plus_plus(seed),
            SourceName::XorShift64Star => Source::xorshift64_star(seed),
            SourceName::Mt19937 => Source::mt19937(seed as u32),
            SourceName::Mt19937x64 => Source::mt19937_64(seed),
            SourceName::Kiss64 => Source::kiss64(seed),
            SourceName::Jsf64 => Source::jsf64(seed),
            SourceName::Overlapping => Source::splitmix64(seed).overlapping(),
            SourceName::Rotated => Source::splitmix64(seed).rotated(64),
            SourceName::Polyglot => Source::published(&POLYGLOT_RANDOM64),
        }
    }

    /// The number of sets, of `requested` ones.
    pub fn sets(self, requested: u32) -> u32 {
        if self == SourceName::Polyglot { 1 } else { requested }
    }

    /// True if narrower keys are not just parts of wider ones.
    pub fn depends_on_width(self) -> bool {
        self == SourceName::Bch
    }

    /// # Errors
    /// When the source has no keys for the layout, or does not accept the last seed.
    pub fn check(self, layout: Layout, last: u64) -> Result<()> {
        if self == SourceName::Mt19937 && last > u32::MAX.into() {
            bail!(
                "mt19937 takes seeds of 32 bits, up to {}, got {last}; `mt19937-64` takes it",
                u32::MAX
            );
        }
        if self == SourceName::Polyglot && layout.len() != POLYGLOT_RANDOM64.len() {
            bail!(
                "the source `polyglot` has {} keys, and the layout of the scheme {} features; \
                 the schemes polyglot, fide and fen have its layout",
                POLYGLOT_RANDOM64.len(),
                layout.len(),
            );
        }
        Ok(())
    }
}
