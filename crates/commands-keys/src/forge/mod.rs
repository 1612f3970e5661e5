//! `zobrist keys forge`: makes different positions, or states of any game, with the same hash.

mod pairs;
mod slots;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Chess};
use zobrist::Feature;
use zobrist_chess::{ComposedScheme, Scheme};
use zobrist_commands_input::positions::read_chess;
use zobrist_commands_input::schemes::{
    Bits, SchemeArgument, scheme_for, scheme_parser, seed, slots_in_width,
};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::resources::bytes;
use zobrist_console::rows::{Format, Value};
use zobrist_key_sets::sums_refused;
use zobrist_shakmaty::{
    ForgeError, en_passant_mode, for_each_feature, forge, forge_by_dependency, forge_pair, hash,
    random_position, read_position,
};

use self::pairs::Pairs;
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
/// With a scheme of slots (docs/any-game.md), rows have sets of slots, any of which count as a
/// state, and --slots is the first of each pair.
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
    /// First state of each pair: slots of a scheme of slots, such as "3 17 90"
    #[arg(
        long,
        value_name = "SLOTS",
        conflicts_with = "fen",
        help_heading = "Position",
        hide_short_help = true
    )]
    slots: Option<String>,
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
    if let Some(scheme) = slots_in_width(&args.scheme, args.bits, None)? {
        return slots::run(&scheme, &args);
    }
    if args.slots.is_some() {
        bail!("--slots is for schemes of slots; a position of chess is given by --fen");
    }
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
    let pairs =
        Pairs::new(args.format, args.count, args.seed, "fen", dependencies.as_ref().map(Vec::len));
    let mut pairs = Positions { scheme, pairs };
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
    pairs.pairs.finish("positions")
}

/// Makes pairs of positions.
struct Positions<'a> {
    scheme: &'a ComposedScheme,
    pairs: Pairs,
}

impl Positions<'_> {
    /// Prints pairs from a generator until there are enough, or no new ones come.
    fn until_repeated(
        &mut self,
        pair: impl Fn(u64) -> Result<[Chess; 2], ForgeError>,
    ) -> Result<()> {
        let mut repeated = 0;
        while self.pairs.is_wanted() && repeated < MAX_REPEATED {
            let new = match pair(self.pairs.seed()) {
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
            let before = self.pairs.printed();
            let mut fruitful = Vec::new();
            for dependency in left {
                if !self.pairs.is_wanted() {
                    return Ok(());
                }
                match pair(dependency, self.pairs.seed()) {
                    Ok(pair) => {
                        self.print(&pair)?;
                        fruitful.push(dependency);
                    }
                    Err(ForgeError::NoPair) => {}
                    Err(error) => bail!("{error}; got {:?}", slots_of(dependency)),
                }
            }
            left = fruitful;
            repeated = if self.pairs.printed() > before { 0 } else { repeated + 1 };
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
        let apart = features(scheme, &a).symmetric_difference(&features(scheme, &b)).count();
        self.pairs.print(fens, apart, Value::hash(scheme, key))
    }
}

fn features(scheme: &ComposedScheme, position: &Chess) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}

fn slots_of(dependency: &[Feature]) -> Vec<usize> {
    dependency.iter().map(|feature| feature.slot()).collect()
}
