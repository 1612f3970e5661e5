//! `zobrist keys forge`: makes different positions with the same hash.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Chess};
use zobrist::Feature;
use zobrist::source::SplitMix64;
use zobrist_chess::{ComposedScheme, Scheme};
use zobrist_commands_input::positions::read_chess;
use zobrist_commands_input::schemes::{Bits, SchemeArgument, scheme_for, scheme_parser, seed};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::progress::bar_of;
use zobrist_console::resources::bytes;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_key_sets::sums_refused;
use zobrist_shakmaty::{
    ForgeError, en_passant_mode, for_each_feature, forge, forge_by_dependency, forge_pair, hash,
    random_position, read_position,
};

use super::dependencies;

/// Forge pairs of different positions with the same hash
///
/// Anyone who knows the keys can do this by linear algebra; docs/forged-positions.md explains the
/// consequences, and the alternatives where they matter. A test file of such pairs shows how a
/// program behaves when two positions collide. Positions are of standard chess, legal to the crate
/// shakmaty, and need not come from any game. Each hash is recomputed from the FEN that is printed.
///
/// With --fen, that position is the first of each pair. Without it, positions come from random
/// games. With --dependencies, a pair differs in one of the dependencies that an audit has found,
/// which are smaller: one pair for each dependency in which positions can differ, and more with
/// --count.
///
/// A pair has two consecutive rows. In text, a row is hash and FEN, which `zobrist hash --check`
/// reads. CSV and JSON lines begin with the number of the pair, from 1, and the number of features
/// in which its positions differ. Equal options print equal rows. The exit status is 1 if fewer
/// pairs were found than requested.
///
/// Cost: 0.1 seconds per pair, 0.01 for 32 bits. With --dependencies, a few milliseconds for up to
/// ten features, and twice as long for each further one.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys forge",
    "zobrist keys forge --scheme fide --bits 64 --count 3 --format csv"
))]
pub struct Args {
    /// First position of each pair
    #[arg(long, help_heading = "Position")]
    fen: Option<String>,
    /// Keys and en passant convention
    #[arg(long, value_parser = scheme_parser(), default_value = "polyglot", help_heading = "Hash")]
    scheme: SchemeArgument,
    /// Width in bits [default: 64, or that of the file]
    ///
    /// 128 is too wide for this.
    #[arg(long, value_enum, help_heading = "Hash")]
    bits: Option<Bits>,
    /// Dependencies by `keys audit --format jsonl`
    ///
    /// One pair comes of each. `-` is standard input.
    #[arg(long, value_name = "FILE", help_heading = "Pairs")]
    dependencies: Option<PathBuf>,
    /// Largest file of dependencies that is read: it is held in memory
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64MiB",
        value_parser = bytes,
        help_heading = "Resources",
        hide_short_help = true
    )]
    max_size: u64,
    /// Number of pairs [default: 1, or one per dependency]
    #[arg(long, value_parser = number_of_pairs, help_heading = "Pairs")]
    count: Option<NonZeroUsize>,
    /// Seed that chooses the pairs, decimal or 0x…
    #[arg(long, default_value_t = DEFAULT_SEED, value_parser = seed, help_heading = "Pairs")]
    seed: u64,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

/// The seed without `--seed`.
pub(crate) const DEFAULT_SEED: u64 = 1;

/// Number of repeated pairs in a row after which no new ones are expected.
const MAX_REPEATED: usize = 20;

fn number_of_pairs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of pairs, 1 or more".to_owned())
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let scheme = scheme_for(&args.scheme, args.bits, Variant::Chess)?;
    run_scheme(&scheme.to_composed(), &args)
}

fn run_scheme(scheme: &ComposedScheme, args: &Args) -> Result<Ending> {
    if !scheme.is_linear() {
        let why = "pairs are made by linear algebra over XOR";
        return Err(sums_refused(scheme.name(), scheme.bits(), why));
    }
    let position = args.fen.as_deref().map(read_chess).transpose()?;
    let (keys, bits) = (scheme.chess_layout().layout().len(), scheme.bits());
    let file = args.dependencies.as_deref();
    let dependencies =
        file.map(|path| dependencies::read(path, keys, bits, args.max_size)).transpose()?;
    let mut pairs = Pairs::new(scheme, args, dependencies.as_ref().map(Vec::len));
    match (position, dependencies) {
        (Some(position), None) => {
            pairs.until_repeated(|seed| Ok([position.clone(), forge(scheme, &position, seed)?]))?
        }
        (None, None) => pairs.until_repeated(|seed| {
            let position = random_position(seed);
            let other = forge(scheme, &position, seed)?;
            Ok([position, other])
        })?,
        (Some(position), Some(dependencies)) => {
            pairs.of_dependencies(&dependencies, false, |dependency, _| {
                Ok([position.clone(), forge_by_dependency(scheme, &position, dependency)?])
            })?;
        }
        (None, Some(dependencies)) => {
            pairs.of_dependencies(&dependencies, args.count.is_some(), |dependency, seed| {
                forge_pair(scheme, dependency, seed)
            })?;
        }
    }
    pairs.finish()
}

/// Prints pairs as they are found, each once.
struct Pairs<'a> {
    format: Format,
    /// Number of pairs wanted.
    count: usize,
    /// True if fewer pairs are a failure: the user gave the number, or it is one.
    is_required: bool,
    seeds: SplitMix64,
    /// The FENs of each pair, sorted.
    printed: HashSet<[String; 2]>,
    progress: ProgressBar,
    scheme: &'a ComposedScheme,
}

impl<'a> Pairs<'a> {
    fn new(scheme: &'a ComposedScheme, args: &Args, dependencies: Option<usize>) -> Pairs<'a> {
        let count = args.count.map_or(dependencies.unwrap_or(1), NonZeroUsize::get);
        Pairs {
            format: args.format,
            count,
            is_required: args.count.is_some() || dependencies.is_none(),
            seeds: SplitMix64::new(args.seed),
            printed: HashSet::new(),
            progress: progress_bar(count),
            scheme,
        }
    }

    /// Prints pairs from a generator until there are enough, or no new ones come.
    fn until_repeated(
        &mut self,
        pair: impl Fn(u64) -> Result<[Chess; 2], ForgeError>,
    ) -> Result<()> {
        let mut repeated = 0;
        while self.printed.len() < self.count && repeated < MAX_REPEATED {
            let new = match pair(self.seeds.next_u64()) {
                Ok(pair) => self.print(&pair)?,
                Err(ForgeError::NotFound) => false,
                Err(error) => return Err(error.into()),
            };
            repeated = if new { 0 } else { repeated + 1 };
        }
        Ok(())
    }

    /// Prints a pair for each dependency, and with `again`, further ones until there are enough.
    fn of_dependencies(
        &mut self,
        dependencies: &[Vec<Feature>],
        again: bool,
        pair: impl Fn(&[Feature], u64) -> Result<[Chess; 2], ForgeError>,
    ) -> Result<()> {
        let mut left: Vec<&Vec<Feature>> = dependencies.iter().collect();
        let mut repeated = 0;
        loop {
            let before = self.printed.len();
            let mut fruitful = Vec::new();
            for dependency in left {
                if self.printed.len() == self.count {
                    return Ok(());
                }
                match pair(dependency, self.seeds.next_u64()) {
                    Ok(pair) => {
                        self.print(&pair)?;
                        fruitful.push(dependency);
                    }
                    Err(ForgeError::NoPair) => {}
                    Err(error) => bail!("{error}; got {:?}", slots(dependency)),
                }
            }
            left = fruitful;
            repeated = if self.printed.len() > before { 0 } else { repeated + 1 };
            if !again || left.is_empty() || repeated == MAX_REPEATED {
                return Ok(());
            }
        }
    }

    /// Prints a pair, unless it was printed before.
    fn print(&mut self, pair: &[Chess; 2]) -> Result<bool> {
        let scheme = self.scheme;
        let fens = pair.each_ref().map(|position| {
            let fen = Fen::from_position(position, en_passant_mode(scheme));
            fen.to_string()
        });
        let read = |fen: &String| read_position(fen.as_bytes(), Some(CastlingMode::Standard));
        let (a, b): (Chess, Chess) = (read(&fens[0])?, read(&fens[1])?);
        let key = hash(scheme, &a);
        if a == b || key != hash(scheme, &b) {
            bail!("expected two positions with the same hash, got {fens:?}: a bug in zobrist");
        }
        let mut sorted = fens.clone();
        sorted.sort();
        if !self.printed.insert(sorted) {
            return Ok(false);
        }
        let number = self.printed.len() as u64;
        let mut rows = if number == 1 { self.header() } else { Vec::new() };
        let apart = features(scheme, &a).symmetric_difference(&features(scheme, &b)).count() as u64;
        let from = self.first_column();
        for fen in &fens {
            let [number, apart] = [number, apart].map(Value::Number);
            let values = [number, apart, Value::hash(scheme, key), Value::Text(fen)];
            self.format.append(&mut rows, &COLUMNS[from..], &values[from..]);
        }
        print(&rows)?;
        self.progress.inc(1);
        Ok(true)
    }

    /// The first column that is printed: text has only the columns that `hash --check` reads.
    fn first_column(&self) -> usize {
        if self.format == Format::Text { COLUMNS.len() - 2 } else { 0 }
    }

    fn header(&self) -> Vec<u8> {
        self.format.header(&COLUMNS[self.first_column()..])
    }

    fn finish(self) -> Result<Ending> {
        self.progress.finish_and_clear();
        let printed = self.printed.len();
        if printed == 0 {
            print(&self.header())?;
        }
        if printed == self.count {
            return Ok(Ending::Done);
        }
        let wanted = self.count;
        if self.is_required {
            say(&format!(
                "zobrist: expected {wanted} pairs, got {printed}: no others were found\n"
            ));
            return Ok(Ending::Rejected);
        }
        let none = wanted - printed;
        say(&format!("zobrist: {none} of {wanted} dependencies make no pair of positions\n"));
        Ok(Ending::done_if(printed > 0))
    }
}

const COLUMNS: &[&str] = &["pair", "features", "hash", "fen"];

fn features(scheme: &ComposedScheme, position: &Chess) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}

fn slots(dependency: &[Feature]) -> Vec<usize> {
    dependency.iter().map(|feature| feature.slot()).collect()
}

/// A bar of the pairs, shown when the rows do not go to a terminal.
fn progress_bar(count: usize) -> ProgressBar {
    if io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    bar_of(count as u64, "pairs")
}
