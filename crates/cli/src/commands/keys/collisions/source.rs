//! The sources of keys that are compared.

use std::ffi::OsStr;

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use zobrist::source::{DrawOrder, SourceName};
use zobrist::{Guarantee, Layout, Source};
use zobrist_chess::{ChessLayout, Scheme};

use crate::key_set::{KeySet, advised, is_same, of_argument, source_values};
use crate::schemes::{SchemeArgument, scheme_values};

/// The least capacity of a code, which is that of this project's own schemes.
const CAPACITY: usize = 1024;

/// A source that `--source` names.
#[derive(Clone, Debug)]
pub enum SourceArgument {
    Seeded(SourceName),
    Scheme(SchemeArgument),
}

impl SourceArgument {
    fn of(value: &OsStr) -> Option<SourceArgument> {
        let seeded = value.to_str().and_then(|name| name.parse().ok());
        let scheme = || SchemeArgument::of(value).map(SourceArgument::Scheme);
        seeded.map(SourceArgument::Seeded).or_else(scheme)
    }
}

/// Parses the name of a source or of a scheme, or a TOML file.
pub fn source_parser() -> impl TypedValueParser<Value = SourceArgument> {
    SourceParser
}

#[derive(Clone)]
struct SourceParser;

impl TypedValueParser for SourceParser {
    type Value = SourceArgument;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<SourceArgument, clap::Error> {
        if let Some(source) = SourceArgument::of(value) {
            return Ok(source);
        }
        let names: Vec<PossibleValue> = source_values().chain(scheme_values()).collect();
        let name = PossibleValuesParser::new(names).parse_ref(command, argument, value)?;
        Ok(SourceArgument::of(name.as_ref()).expect("the name of a source"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new(source_values().chain(scheme_values())))
    }
}

/// A source of keys for a layout.
pub enum KeySource {
    /// A set of keys for each seed.
    Seeded(SourceName),
    /// The keys of a scheme: one set for all seeds.
    Set(Box<KeySet>),
}

impl KeySource {
    /// The source for the layout of `scheme`, for seeds up to `last` and hashes of `bits` bits.
    ///
    /// # Errors
    /// When the source does not take the last seed, or has no keys for the layout, or no so wide ones.
    pub fn new(
        argument: &SourceArgument,
        scheme: &impl Scheme,
        last: u64,
        bits: &[u32],
    ) -> Result<KeySource> {
        let layout = scheme.chess_layout();
        match argument {
            SourceArgument::Seeded(name) => {
                let features = layout.layout().len();
                let source = name
                    .source(last, DrawOrder::default(), room(*name, features), features)
                    .map_err(advised)?;
                let made = if name.has_stream() { &[] } else { bits };
                made.iter()
                    .chain(&[64])
                    .try_for_each(|bits| source.check(features, *bits).map_err(advised))?;
                Ok(KeySource::Seeded(*name))
            }
            SourceArgument::Scheme(argument) => {
                let set = of_argument(argument, None, None)?;
                set.refuse_sums("positions are compared by the XOR of their keys")?;
                refuse_another_layout(&set, layout, scheme.name())?;
                if let Some(wide) = bits.iter().find(|bits| **bits > set.bits) {
                    bail!(
                        "the source `{}` has keys of {} bits, which make no hashes of {wide}; give \
                         --bits up to {}",
                        set.name,
                        set.bits,
                        set.bits
                    );
                }
                Ok(KeySource::Set(Box::new(set)))
            }
        }
    }

    pub fn name(&self) -> &str {
        match self {
            KeySource::Seeded(name) => name.name(),
            KeySource::Set(set) => &set.name,
        }
    }

    /// True if a seed chooses the keys.
    pub fn is_seeded(&self) -> bool {
        matches!(self, KeySource::Seeded(_))
    }

    /// True if narrower keys are not just parts of wider ones.
    pub fn depends_on_width(&self) -> bool {
        matches!(self, KeySource::Seeded(name) if !name.has_stream())
    }

    /// The width of the keys from which narrower hashes are cut.
    pub fn bits(&self) -> u32 {
        match self {
            KeySource::Seeded(_) => 64,
            KeySource::Set(set) => set.bits,
        }
    }

    /// The guarantee of keys that are made with that width, or of all bits of keys that exist.
    pub fn guarantee(&self, seed: u64, layout: Layout, bits: u32) -> Guarantee {
        match self {
            KeySource::Seeded(name) => seeded(*name, seed, layout).guarantee(bits),
            KeySource::Set(set) => set.guarantee,
        }
    }

    /// The keys of `bits` bits, in the high bits of words.
    pub fn keys(&self, seed: u64, layout: Layout, bits: u32) -> Vec<u64> {
        let high = |word: u128| (word << (128 - bits) >> 64) as u64;
        match self {
            KeySource::Seeded(name) => {
                let words = seeded(*name, seed, layout).words(layout, bits);
                words.into_iter().map(high).collect()
            }
            KeySource::Set(set) => set.keys.iter().copied().map(high).collect(),
        }
    }
}

fn seeded(name: SourceName, seed: u64, layout: Layout) -> Source {
    let capacity = room(name, layout.len());
    name.source(seed, DrawOrder::default(), capacity, layout.len())
        .expect("the last seed is accepted, and 0 is not among the seeds")
}

/// The capacity of a code for so many features.
fn room(name: SourceName, features: usize) -> Option<usize> {
    (!name.has_stream()).then(|| features.next_power_of_two().max(CAPACITY))
}

/// # Errors
/// When the keys stand for other features than those of the layout.
fn refuse_another_layout(set: &KeySet, layout: &ChessLayout, scheme: &str) -> Result<()> {
    let own = set.layout.as_ref().expect("a scheme has a layout");
    if own.chess.is_some_and(|own| is_same(&own, layout)) {
        return Ok(());
    }
    bail!(
        "the source `{}` has {} keys in the order of its own layout, {}, and the scheme `{scheme}` has \
         the {} features of another one, {}; name a scheme with that layout by --scheme",
        set.name,
        set.keys.len(),
        own.kinds,
        layout.layout().len(),
        layout.layout(),
    )
}
