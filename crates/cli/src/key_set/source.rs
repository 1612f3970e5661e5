//! Generators of keys, by their names.

use std::collections::TryReserveError;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use zobrist::{Guarantee, Key, Layout, Source, Sum48};

/// A generator or code that makes keys. Names with characters that a shell interprets have an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Generator {
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

impl Generator {
    pub fn named(name: &str) -> Option<Generator> {
        Generator::from_str(name, false).ok()
    }

    /// The source with a seed.
    ///
    /// # Errors
    /// When the generator does not take the seed or a capacity, or the capacity does not suffice or
    /// is beyond 2^24.
    pub fn source(
        self,
        seed: u64,
        order: DrawOrder,
        capacity: Option<usize>,
        layout: Layout,
    ) -> Result<Source> {
        if capacity.is_some() && self != Generator::Bch {
            bail!("--capacity is the number of features that a code has room for: it is for `bch`");
        }
        let source = match self {
            Generator::Bch => return bch(seed, capacity, layout),
            Generator::SplitMix64 => Source::splitmix64(seed),
            Generator::Xoshiro256PlusPlus => Source::xoshiro256_plus_plus(seed),
            Generator::XorShift64Star if seed == 0 => {
                bail!("xorshift64* never leaves the seed 0; expected a seed from 1")
            }
            Generator::XorShift64Star => Source::xorshift64_star(seed),
            Generator::Mt19937 => match u32::try_from(seed) {
                Ok(seed) => Source::mt19937(seed),
                Err(_) => bail!(
                    "mt19937 takes seeds of 32 bits, up to {}, got {seed}; `mt19937-64` takes it",
                    u32::MAX
                ),
            },
            Generator::Mt19937x64 => Source::mt19937_64(seed),
            Generator::Kiss64 => Source::kiss64(seed),
            Generator::Jsf64 => Source::jsf64(seed),
        };
        Ok(match order {
            DrawOrder::ByKind => source.by_kind(),
            DrawOrder::Sequential => source.sequential(),
        })
    }
}

/// A code assigns keys to slots, so the order does not matter.
fn bch(seed: u64, capacity: Option<usize>, layout: Layout) -> Result<Source> {
    let capacity = capacity.unwrap_or(layout.len());
    if !(layout.len()..=1 << 24).contains(&capacity) {
        bail!(
            "expected a capacity from {} (the layout's) to 16777216, got {capacity}",
            layout.len()
        );
    }
    Ok(Source::bch(seed, capacity))
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
