//! Sources of keys by their names.

use std::collections::TryReserveError;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use zobrist::{Guarantee, Key, Layout, Source, Sum48};

/// The generators and the code, by the names that they print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    Bch,
    SplitMix64,
    Xoshiro256PlusPlus,
    XorShift64Star,
    Mt19937,
    Mt19937x64,
    Kiss64,
    Jsf64,
}

/// Names, the first of each generator being its own; a `*` or `+` may be unwelcome in a shell.
const NAMES: [(&str, Generator); 12] = [
    ("bch", Generator::Bch),
    ("splitmix64", Generator::SplitMix64),
    ("xoshiro256++", Generator::Xoshiro256PlusPlus),
    ("xorshift64*", Generator::XorShift64Star),
    ("mt19937", Generator::Mt19937),
    ("mt19937-64", Generator::Mt19937x64),
    ("kiss64", Generator::Kiss64),
    ("jsf64", Generator::Jsf64),
    ("xoshiro256plusplus", Generator::Xoshiro256PlusPlus),
    ("xorshift64star", Generator::XorShift64Star),
    ("mt19937x64", Generator::Mt19937x64),
    ("rkiss", Generator::Jsf64),
];

/// In which order a seeded generator draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// One stream per kind, seeded by the kind's name
    #[default]
    ByKind,
    /// One stream for all features, as published sets were drawn
    Sequential,
}

impl Generator {
    pub fn named(name: &str) -> Option<Generator> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, generator)| *generator)
    }

    /// The source with a seed.
    ///
    /// # Errors
    /// When the generator does not take the seed or a capacity, or the capacity does not suffice or
    /// is beyond 2^24.
    pub fn source(
        self,
        seed: u64,
        order: Order,
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
            Order::ByKind => source.by_kind(),
            Order::Sequential => source.sequential(),
        })
    }
}

/// Keys of the code belong to slots, whatever the order.
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

/// What a key should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    W32,
    W64,
    W128,
    /// 48 bits that add, for languages whose only number is a double.
    Sum48,
}

/// The keys of a source, and what is known of them.
///
/// # Errors
/// When the system refuses the memory for them.
pub fn draw(source: Source, layout: Layout, width: Width) -> Result<(Vec<u128>, Guarantee)> {
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
    let keys = match width {
        Width::W32 => keys::<u32>(source, layout),
        Width::W64 => keys::<u64>(source, layout),
        Width::W128 => keys::<u128>(source, layout),
        Width::Sum48 => keys::<Sum48>(source, layout),
    };
    keys.with_context(|| format!("the system refuses the memory for {} keys", layout.len()))
}
