//! Sources of the library, as options choose them.

use std::collections::TryReserveError;

use anyhow::{Context, Error, Result, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zobrist::source::{DrawOrder, SourceError, SourceName};
use zobrist::{Guarantee, Key, Layout, Source, Sum48};

/// The help on a source beyond its name.
fn help(name: SourceName) -> &'static str {
    match name {
        SourceName::Bch => "Columns of an extended BCH code: the default of this project",
        SourceName::GlibcRandom => {
            "`random()` of the GNU C library, the low 16 bits of four numbers for a key of 64"
        }
        SourceName::XorShift32 => {
            "Marsaglia's of 32 bits, the low 16 bits of four numbers for a key of 64"
        }
        SourceName::Pcg32 | SourceName::Pcg64 => "The stream that the C++ library takes by default",
        SourceName::MinStd => {
            "`minstd_rand` of C++, the low 16 bits of four numbers for a key of 64"
        }
        SourceName::MinStd0 => "`minstd_rand0` of C++, in the same way",
        SourceName::Drand48 => "`mrand48()` after `srand48`, two numbers, the first high",
        SourceName::MsvcRand => "`rand()` of Microsoft's C library, five numbers of 15 bits",
        SourceName::JavaRandom => "`nextLong()` of `java.util.Random`",
        SourceName::CSharpRandom => "`NextBytes` of .NET's `System.Random`, eight bytes",
        SourceName::GoRandom => "`Uint64()` of Go's `math/rand`",
        SourceName::PythonRandom => "`getrandbits(64)` of Python's `random`",
        SourceName::Overlapping => {
            "Saves memory: keys at every byte of one array of SplitMix64's numbers"
        }
        SourceName::Rotated => "Saves memory: one number of SplitMix64 for 64 features, rotated",
        _ => "",
    }
}

/// The names of all sources, for help and for errors.
pub fn source_values() -> impl Iterator<Item = PossibleValue> {
    SourceName::ALL.into_iter().map(|name| {
        let value = PossibleValue::new(name.name()).aliases(name.alias());
        match help(name) {
            "" => value,
            help => value.help(help),
        }
    })
}

/// Parses the order in which a seeded generator draws.
pub(crate) fn draw_order() -> impl TypedValueParser<Value = DrawOrder> {
    let orders = [
        (DrawOrder::ByKind, "One stream per kind, seeded by the kind's name"),
        (DrawOrder::Sequential, "One stream for all features, as published sets were drawn"),
    ];
    let values = orders.map(|(order, help)| PossibleValue::new(order.name()).help(help));
    PossibleValuesParser::new(values).map(move |name| {
        let named = orders.into_iter().find(|(order, _)| order.name() == name);
        named.expect("one of the possible values").0
    })
}

/// The source with a seed for keys of `bits` bits of a layout.
///
/// # Errors
/// When the source does not take the seed, the width or the capacity.
pub(crate) fn source_for(
    name: SourceName,
    seed: u64,
    order: DrawOrder,
    capacity: Option<usize>,
    layout: Layout,
    bits: u32,
) -> Result<Source<'static>> {
    let source = name.source(seed, order, capacity, layout.len()).map_err(advised)?;
    source.check(layout.len(), bits).map_err(advised)?;
    Ok(source)
}

/// The error of a source, and what to do about it.
pub fn advised(error: SourceError) -> Error {
    let advice = match error {
        SourceError::Seed { source: SourceName::Mt19937, .. } => "`mt19937-64` takes it",
        SourceError::Seed { .. } => "--seed chooses another",
        SourceError::NoCapacity { .. } => "leave out --capacity",
        SourceError::Bits { least: 64, got: 32, .. } => "take --bits 64 or 128",
        _ => return anyhow!(error),
    };
    anyhow!("{error}; {advice}")
}

/// Type of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyType {
    U32,
    U64,
    U128,
    /// 48 bits that add, for languages whose only number is a double.
    Sum48,
}

impl KeyType {
    pub(crate) fn bits(self) -> u32 {
        match self {
            KeyType::U32 => 32,
            KeyType::U64 => 64,
            KeyType::U128 => 128,
            KeyType::Sum48 => 48,
        }
    }
}

/// The keys of a source, and their guarantee.
pub(crate) fn draw(
    source: Source<'static>,
    layout: Layout,
    key_type: KeyType,
) -> Result<(Vec<u128>, Guarantee)> {
    fn keys<K: Key>(
        source: Source<'static>,
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
