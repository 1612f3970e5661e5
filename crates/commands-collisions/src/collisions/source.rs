//! The sources of keys that are compared.

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use zobrist::source::{DrawOrder, SourceName};
use zobrist::{Guarantee, Layout, Source};
use zobrist_chess::{ChessLayout, Fide, Scheme};
use zobrist_commands_input::schemes::{Bits, SchemeArgument, scheme_values};
use zobrist_input::whole;
use zobrist_key_sets::{
    KeySet, KeyWidth, ListOptions, NamedLayout, Published, RequestedLayout, advised, is_same,
    source_values,
};

use super::half::Half;

/// The numbers of bits that are compared by default.
pub(crate) const DEFAULT_BITS: [u32; 8] = [16, 20, 24, 28, 32, 40, 48, 64];

/// The least capacity of a code, which is that of this project's own schemes.
const CAPACITY: usize = 1024;

/// The sources, and how a list of keys among them is written.
#[derive(Args, Clone, Debug)]
pub(crate) struct SourceOptions {
    /// Generators, schemes or files, by commas
    ///
    /// A file with a comma in its name is taken apart, too: name a link to it, or read it as `-`.
    #[arg(
        long = "source",
        value_name = "SOURCE|FILE",
        value_parser = SourceParser,
        value_delimiter = ',',
        default_value = "bch,splitmix64",
        help_heading = "Keys"
    )]
    pub(crate) sources: Vec<SourceArgument>,
    #[command(flatten)]
    list: ListOptions,
    /// Width of the keys in a list [default: by its digits or its type]
    #[arg(long, value_enum, help_heading = "Keys", hide_short_help = true)]
    key_bits: Option<Bits>,
    /// The features of a list, as for `keys audit`; they have to be those of --scheme [default:
    /// those]
    #[arg(long, value_name = "LAYOUT|FILE", help_heading = "Keys", hide_short_help = true)]
    layout: Option<String>,
}

/// A source that `--source` names.
#[derive(Clone, Debug)]
pub(crate) enum SourceArgument {
    Seeded(SourceName),
    /// A scheme or another set that has a name.
    Published(Published),
    /// A list of keys; `-` is standard input.
    List(String),
}

impl SourceArgument {
    fn of(name: String) -> SourceArgument {
        if let Ok(seeded) = name.parse() {
            return SourceArgument::Seeded(seeded);
        }
        Published::named(&name).map_or(SourceArgument::List(name), SourceArgument::Published)
    }
}

/// Parses the name of a source or of a file.
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
        StringValueParser::new().parse_ref(command, argument, value).map(SourceArgument::of)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        let stockfish = ["stockfish-2020", "stockfish"].map(|name| {
            PossibleValue::new(name)
                .help("The keys that Stockfish draws, for a scheme of your own with its layout")
        });
        let list = PossibleValue::new("FILE")
            .help("A list of keys, in any form that `keys audit` reads; `-` is standard input");
        Some(Box::new(source_values().chain(scheme_values()).chain(stockfish).chain([list])))
    }
}

impl SourceOptions {
    /// The size limit of `--max-size`.
    pub(crate) fn max_size(&self) -> Option<u64> {
        self.list.max_size()
    }

    /// The scheme of the positions, if the sources decide it: the first that a file describes,
    /// otherwise the first built-in one with another layout than `fide`, whose layout generators
    /// and lists have.
    pub(crate) fn described_scheme(&self) -> Option<SchemeArgument> {
        let schemes = self.sources.iter().filter_map(|source| match source {
            SourceArgument::Published(Published::Scheme(scheme)) => Some(scheme),
            _ => None,
        });
        let is_file = |scheme: &&SchemeArgument| matches!(scheme, SchemeArgument::File(_));
        let has_another_layout = |scheme: &&SchemeArgument| match scheme {
            SchemeArgument::BuiltIn(scheme) => !is_same(&scheme.layout(), Fide.chess_layout()),
            SchemeArgument::File(_) => false,
        };
        schemes.clone().find(is_file).or_else(|| schemes.clone().find(has_another_layout)).cloned()
    }

    /// The files that are read for keys.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let file = |source: &SourceArgument| match source {
            SourceArgument::List(file) => Some(file.into()),
            SourceArgument::Published(Published::Scheme(SchemeArgument::File(file))) => {
                Some(file.clone())
            }
            _ => None,
        };
        self.sources.iter().filter_map(file).collect()
    }

    /// The sources, each once, for the layout of `scheme`, for seeds up to `last` and hashes of
    /// `bits` bits, by default as many as the keys have, or of the half of 64.
    ///
    /// # Errors
    /// When a source has no keys for the layout or none so wide, or does not take the last seed,
    /// when two have one name, or when an option says how one list is written, and there is no list
    /// or more than one.
    pub(crate) fn resolve(
        &self,
        scheme: &impl Scheme,
        last: u64,
        bits: Option<&[u32]>,
        half: Option<Half>,
    ) -> Result<Vec<KeySource>> {
        let mut arguments: Vec<(String, &SourceArgument)> = Vec::new();
        for argument in &self.sources {
            // Sources that are written in the same way are the same.
            let text = format!("{argument:?}");
            if arguments.iter().all(|(known, _)| *known != text) {
                arguments.push((text, argument));
            }
        }
        let is_list = |argument: &SourceArgument| matches!(argument, SourceArgument::List(_));
        let lists = arguments.iter().filter(|(_, argument)| is_list(argument)).count();
        if let (Some(option), true) = (self.given(), lists != 1) {
            bail!("{option} says how one list of keys is written; --source names {lists} lists");
        }
        let mut sources: Vec<KeySource> = Vec::new();
        for (_, argument) in arguments {
            let source = self.source(argument, scheme, last, bits)?;
            if half.is_some() && source.bits() != 64 {
                bail!(
                    "--half cuts keys of 64 bits to 32; the source `{}` has keys of {}",
                    source.name(),
                    source.bits()
                );
            }
            if sources.iter().any(|other| other.name() == source.name()) {
                bail!(
                    "two sources have the name `{}`; give one of the schemes another",
                    source.name()
                );
            }
            sources.push(source);
        }
        Ok(sources)
    }

    /// The first option that is given and says how a list is written.
    fn given(&self) -> Option<&'static str> {
        let others = [("--key-bits", self.key_bits.is_some()), ("--layout", self.layout.is_some())];
        let other = others.into_iter().find(|(_, given)| *given).map(|(option, _)| option);
        self.list.given().or(other)
    }

    fn source(
        &self,
        argument: &SourceArgument,
        scheme: &impl Scheme,
        last: u64,
        bits: Option<&[u32]>,
    ) -> Result<KeySource> {
        let layout = scheme.chess_layout();
        let set = match argument {
            SourceArgument::Seeded(name) => {
                let features = layout.layout().len();
                let source = name
                    .source(last, DrawOrder::default(), room(*name, features), features)
                    .map_err(advised)?;
                let made = if name.has_stream() { &[] } else { bits.unwrap_or(&DEFAULT_BITS) };
                made.iter()
                    .chain(&[64])
                    .try_for_each(|bits| source.check(features, *bits).map_err(advised))?;
                return Ok(KeySource::Seeded(*name));
            }
            SourceArgument::Published(published) => published.keys(None, self.max_size())?,
            SourceArgument::List(file) => self.listed(file, scheme)?,
        };
        set.refuse_sums("positions are compared by the XOR of their keys")?;
        refuse_another_layout(&set, layout, scheme.name())?;
        let is_wide = |bits: &&u32| **bits > set.bits;
        if let Some(wide) = bits.and_then(|bits| bits.iter().find(is_wide)) {
            bail!(
                "the source `{}` has keys of {} bits, which make no hashes of {wide}; give --bits up \
                 to {}",
                set.name,
                set.bits,
                set.bits
            );
        }
        Ok(KeySource::Set(Box::new(set)))
    }

    /// The keys of a file, under the name that the user gives it.
    fn listed(&self, file: &str, scheme: &impl Scheme) -> Result<KeySet> {
        let width = KeyWidth { bits: self.key_bits.map(Bits::number), option: "--key-bits" };
        let list = self.list.read(file, width)?;
        list.set.refuse_sums("positions are compared by the XOR of their keys")?;
        let limit = self.max_size().unwrap_or(whole::DESCRIPTION);
        let own = NamedLayout::of_scheme(scheme.name(), *scheme.chess_layout());
        let mut set = match &self.layout {
            Some(layout) => {
                let layout = RequestedLayout::read(layout, limit)?;
                list.with_layout(&layout, || format!("--layout does not fit {file}"))?
            }
            None => {
                // An export of this program says which features its keys stand for.
                if list.set.layout.as_ref().is_some_and(|layout| layout.chess.is_some()) {
                    refuse_another_layout(&list.set, scheme.chess_layout(), scheme.name())?;
                }
                let what = || format!("{file} does not fit --scheme {}", scheme.name());
                list.with_layout(&RequestedLayout::Named(Box::new(own)), what)?
            }
        };
        set.name.clone_from(&set.origin);
        Ok(set)
    }
}

/// A source of keys for a layout.
pub(crate) enum KeySource {
    /// A set of keys for each seed.
    Seeded(SourceName),
    /// Keys that exist: one set for all seeds.
    Set(Box<KeySet>),
}

impl KeySource {
    pub(crate) fn name(&self) -> &str {
        match self {
            KeySource::Seeded(name) => name.name(),
            KeySource::Set(set) => &set.name,
        }
    }

    /// True if a seed chooses the keys.
    pub(crate) fn is_seeded(&self) -> bool {
        matches!(self, KeySource::Seeded(_))
    }

    /// The seed of the keys of `seed`; that of keys that exist is their own, if they have one.
    pub(crate) fn seed(&self, seed: u64) -> Option<u64> {
        match self {
            KeySource::Seeded(_) => Some(seed),
            KeySource::Set(set) => set.seed,
        }
    }

    /// True if narrower keys are not just parts of wider ones.
    pub(crate) fn depends_on_width(&self) -> bool {
        matches!(self, KeySource::Seeded(name) if !name.has_stream())
    }

    /// The width of the keys from which narrower hashes are cut.
    pub(crate) fn bits(&self) -> u32 {
        match self {
            KeySource::Seeded(_) => 64,
            KeySource::Set(set) => set.bits,
        }
    }

    /// The guarantee of keys that are made with that width, or of all bits of keys that exist.
    pub(crate) fn guarantee(&self, seed: u64, layout: Layout, bits: u32) -> Guarantee {
        match self {
            KeySource::Seeded(name) => seeded(*name, seed, layout).guarantee(bits),
            KeySource::Set(set) => set.guarantee,
        }
    }

    /// The keys of `bits` bits, in the high bits of words.
    pub(crate) fn keys(&self, seed: u64, layout: Layout, bits: u32) -> Vec<u64> {
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

fn seeded(name: SourceName, seed: u64, layout: Layout) -> Source<'static> {
    let capacity = room(name, layout.len());
    name.source(seed, DrawOrder::default(), capacity, layout.len())
        .expect("the last seed is accepted, and 0 is not among the seeds")
}

/// The capacity of a code for `features` features.
fn room(name: SourceName, features: usize) -> Option<usize> {
    (!name.has_stream()).then(|| features.next_power_of_two().max(CAPACITY))
}

/// # Errors
/// When the keys stand for other features than those of the layout.
fn refuse_another_layout(set: &KeySet, layout: &ChessLayout, scheme: &str) -> Result<()> {
    let own = set.layout.as_ref().expect("every source has a layout by now");
    let fits = match &own.chess {
        Some(own) => is_same(own, layout),
        // A layout in a file has names and sizes alone.
        None => own.kinds == layout.layout(),
    };
    if fits {
        return Ok(());
    }
    bail!(
        "the source `{}` has {} keys in the order of its own layout, {}, and the positions have the {} \
         features of the scheme `{scheme}`, {}; measure this source on its own, or name the scheme of the \
         positions by --scheme",
        set.name,
        set.keys.len(),
        own.kinds,
        layout.layout().len(),
        layout.layout(),
    )
}
