//! `zobrist keys collisions`: counts colliding positions and compares with the birthday bound.

mod half;
mod measure;
mod plot;
mod positions;
mod source;
mod table;

use std::path::PathBuf;

use anyhow::{Result, bail};
use shakmaty::Chess;
use shakmaty::variant::Variant;
use zobrist_audit::States;
use zobrist_chess::{AnyScheme, ComposedScheme, Scheme};
use zobrist_commands_input::game_files::{Wanted, expand};
use zobrist_commands_input::other_kind::refuse_files_without_games;
use zobrist_commands_input::positions::read_chess;
use zobrist_commands_input::reading_options::LanguageOption;
use zobrist_commands_input::schemes::{SchemeArgument, in_width, scheme_parser, seed};
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::progress::bar_of;
use zobrist_console::resources::Resources;
use zobrist_console::rows::Format;
use zobrist_console::{examples, output};
use zobrist_input::refuse_standard_input_twice;

use self::half::Half;
use self::measure::Plan;
use self::positions::Limit;
use self::source::{DEFAULT_BITS, KeySource, SourceOptions};
use super::drawing::{begin_plot, print_with_plot};

/// Count colliding positions beside the birthday bound
///
/// Takes the different positions some plies from a start, or those of games, and hashes them with
/// several sets of keys from each source. Prints the exact number of pairs that share a hash, and
/// the number expected by chance for n positions and b bits: n(n-1)/2^(b+1). Positions are
/// distinguished by 128-bit hashes in which any 25 keys are independent.
///
/// Text has a row for each set with its seed, an empty line, and a summary of the sets of each
/// source. CSV has the rows of the sets. JSON lines have both: `type` is `set` or `summary`. With
/// --summary, every format has the summary alone.
///
/// A source may also be your own: a list of keys in a file, in any form that `keys audit` reads, or
/// a scheme, built in or described by NAME.toml. Its keys are one set, whatever the seeds; `seed`
/// is `-` if it has none. A list needs a --scheme with as many features as it has keys, in that
/// order.
///
/// With keys `cut`, the hash is the b high bits of 64, like the index or the tag of a table. With
/// `made`, the keys are made with b bits. For generators both are the same. For a code they are
/// not: a cut key has no guarantee. With --half, keys of 64 bits are cut to 32, and `keys` names
/// the half: `high`, `low`, or `xor`, the XOR of the two.
///
/// With a code, positions never collide if they differ in no more features than its guarantee
/// covers: 13 with keys of 64 bits. Farther apart, every good set of keys follows the birthday
/// bound. With all bits of an extended code, such as `bch`, two positions with an even number of
/// features, or two with an odd number, collide twice as often, and others never: `expected` is
/// the bound adjusted for that. `closest` is the number of features in which the closest colliding
/// pair differs: `-` without a pair, `?` if there are more than 2^27 pairs, too many to examine.
///
/// The deviation of independent pairs is the square root of the bound. In a tree it is larger for
/// every source, since pairs that differ in the same features collide together. All seeds of `bch`
/// share one code, so pairs that collide with keys `made` by one seed often do so with the others
/// (docs/collisions.md).
///
/// The exit status is 1 when a game was rejected; the others are counted.
///
/// Cost: the defaults take ten seconds on two cores; each set takes the time to hash and sort all
/// positions. Memory: 140 bytes per position on up to three threads, and 16 more for each further
/// thread.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys collisions --tree 3 --sets 2",
    "zobrist keys collisions games.pgn --source polyglot --bits 24,32"
))]
pub struct Args {
    /// Files, folders, patterns or `-` [default: a tree]
    #[arg(conflicts_with_all = ["tree", "fen"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    language: LanguageOption,
    /// Use the positions after exactly PLIES plies
    #[arg(long, value_name = "PLIES", default_value = "5", help_heading = "Positions")]
    tree: u8,
    /// Root of the tree [default: the start position]
    #[arg(long, help_heading = "Positions")]
    fen: Option<String>,
    /// Scheme that decides the features of a position, and if two positions are the same [default:
    /// the first NAME.toml among the sources, or scheme with another layout than fide, or fide]
    #[arg(long, value_parser = scheme_parser(), help_heading = "Positions", hide_short_help = true)]
    scheme: Option<SchemeArgument>,
    #[command(flatten)]
    sources: SourceOptions,
    /// Numbers of bits to compare, 8 to 64, by commas
    ///
    /// Without this option, numbers above the width of a source are
    /// left out, and with --half it is 32. [default: 16,20,24,28,32,40,48,64]
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(8..=64),
        help_heading = "Keys"
    )]
    bits: Option<Vec<u32>>,
    /// Cut keys of 64 bits to a half
    ///
    /// Its 32 bits are compared.
    #[arg(long, value_enum, help_heading = "Keys")]
    half: Option<Half>,
    /// Number of sets of keys from each source
    #[arg(
        long,
        value_name = "K",
        default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(1..=100_000),
        help_heading = "Keys"
    )]
    sets: u32,
    /// Seed of the first set, decimal or 0x…; each further set has the next seed
    #[arg(
        long,
        default_value_t = 1970,
        value_parser = first_seed,
        help_heading = "Keys",
        hide_short_help = true
    )]
    seed: u64,
    #[command(flatten)]
    resources: Resources,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Print only the summary of the sets of each source
    #[arg(long, help_heading = "Output")]
    summary: bool,
    /// Plot the counts against the number of bits
    ///
    /// The plot has their ratios to the bound, too. `-` is standard output, and the table then goes
    /// to standard error.
    #[arg(long, value_name = "OUT.svg", help_heading = "Output")]
    plot: Option<PathBuf>,
    /// Replace OUT.svg if it exists; only a regular file is ever replaced
    #[arg(long, requires = "plot", help_heading = "Output", hide_short_help = true)]
    force: bool,
}

/// Parses a seed that all generators accept: one of them never leaves 0.
fn first_seed(text: &str) -> Result<u64, String> {
    match seed(text)? {
        0 => Err("0 is not in 1..".to_owned()),
        seed => Ok(seed),
    }
}

/// Maximum number of features of a layout, whose slots are stored in two bytes.
const MAX_FEATURES: usize = 1 << 16;

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let scheme = scheme(&args)?.to_composed();
    measured(&scheme, args)
}

fn scheme(args: &Args) -> Result<AnyScheme> {
    let fide = || SchemeArgument::of("fide".as_ref()).expect("the name of a scheme");
    let argument = args.scheme.clone().or_else(|| args.sources.described_scheme());
    let scheme = argument.unwrap_or_else(fide).read_within(args.sources.max_size())?;
    in_width(scheme, None, Variant::Chess)
}

fn measured(scheme: &ComposedScheme, args: Args) -> Result<Ending> {
    let layout = scheme.chess_layout().layout();
    let Some(last) = args.seed.checked_add(u64::from(args.sets) - 1) else {
        bail!("--sets {} goes beyond the last seed, {}", args.sets, u64::MAX);
    };
    if layout.len() > MAX_FEATURES {
        bail!(
            "the scheme `{}` has {} features; positions of up to {MAX_FEATURES} can be counted",
            scheme.name(),
            layout.len()
        );
    }
    let given = args.bits.as_deref();
    let other = given.and_then(|bits| bits.iter().find(|bits| **bits != 32));
    if let (Some(bits), true) = (other, args.half.is_some()) {
        bail!("--half compares all 32 bits of a half, not {bits}; leave out --bits");
    }
    let inputs = [&args.files[..], &args.sources.files()].concat();
    refuse_standard_input_twice(&inputs)?;
    let sources = args.sources.resolve(scheme, last, given, args.half)?;
    let plot = args.plot.as_deref();
    plot.map_or(Ok(()), |path| output::refuse_input(path, &inputs))?;
    let plot = plot.map(|path| begin_plot(path, args.force)).transpose()?;
    let (states, ending) = gather(scheme, &args)?;
    let count = states.len() as u64;
    if count < 2 {
        bail!("expected two different positions or more, to make a pair; got {count}");
    }
    let (even, odd) = states.count_by_parity();
    say(&format!(
        "zobrist: {count} different positions, {even} with an even number of features \
         and {odd} with an odd one\n"
    ));
    let plan = Plan {
        layout,
        bits: bits(args.bits, &sources, args.half),
        sources,
        seed: args.seed,
        sets: args.sets,
        half: args.half,
    };
    let rows =
        measure::measure(&states, &plan, args.resources.threads(), &bar_of(0, "sets of keys"));
    let table = table::table(args.format, count, &rows, args.summary);
    let plot = plot.map(|out| {
        let what = match args.files.as_slice() {
            [] => format!("all after {} plies", args.tree),
            [file] => format!("those of {}", file.display()),
            files => format!("those of {} files", files.len()),
        };
        let what = format!("{what}, told apart by {}", scheme.name());
        (out, plot::draw(&rows, count, &what))
    });
    print_with_plot(ending, plot, &table)
}

/// The numbers of bits to compare, in ascending order: those that are given, or the default ones
/// that every source has.
fn bits(given: Option<Vec<u32>>, sources: &[KeySource], half: Option<Half>) -> Vec<u32> {
    let mut bits = match (given, half) {
        (Some(given), _) => without_repeats(given),
        (None, Some(_)) => vec![32],
        (None, None) => {
            let narrowest = sources.iter().map(KeySource::bits).min().unwrap_or(64);
            DEFAULT_BITS.into_iter().filter(|bits| *bits <= narrowest).collect()
        }
    };
    bits.sort_unstable();
    bits
}

fn gather(scheme: &ComposedScheme, args: &Args) -> Result<(States, Ending)> {
    let threads = args.resources.threads();
    let limit = Limit::new(args.resources.memory, threads);
    if !args.files.is_empty() {
        let files = expand(&args.files, Wanted::GAMES)?;
        refuse_files_without_games(&files)?;
        return positions::of_games(scheme, &files, args.language.language, threads, limit);
    }
    let start = match &args.fen {
        None => Chess::default(),
        Some(fen) => read_chess(fen)?,
    };
    let states = positions::of_tree(scheme, &start, args.tree.into(), threads, limit)?;
    Ok((states, Ending::Done))
}

/// Removes repeated values and keeps the order.
fn without_repeats<T: PartialEq>(values: Vec<T>) -> Vec<T> {
    let mut seen = Vec::with_capacity(values.len());
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}
