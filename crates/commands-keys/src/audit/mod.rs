//! `zobrist keys audit`: finds the dependencies of a set of keys.

mod legal;
mod report;
mod run;
mod search;
mod state;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use zobrist::gf2::rank;
use zobrist_audit::{Findings, MAX_WEIGHT, Spread};
use zobrist_commands_input::schemes::SchemeArgument;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::resources::{jobs, size, threads};
use zobrist_console::rows::Format;
use zobrist_console::stdout::print;
use zobrist_console::stop::Stop;
use zobrist_console::{examples, terminal};
use zobrist_input::whole;
use zobrist_key_sets::{KeySet, KeySetOptions};

use legal::{Legality, MAX_FILTERED};
use report::Report;
use run::Audit;

/// Maximum number of dependencies that are listed.
const MAX_LISTED: usize = 1 << 30;
/// Maximum number of keys whose Hamming distances are computed, which takes a few seconds. The time
/// grows with the square of the number, and the distances decide nothing.
const MAX_KEYS_FOR_DISTANCES: usize = 1 << 16;

/// Find every small set of keys that XORs to zero
///
/// The rank and the Hamming distances are reported, too. Two states share a hash when the keys by
/// which they differ XOR to zero: a dependency. All dependencies of up to --weight keys are found,
/// and the report states the sums that were enumerated, so that it is a certificate. Indices count
/// from 0. A zero key is a dependency of weight 1, and two equal keys are one of weight 2.
///
/// With --require W, the exit status is 1 when there is a dependency of W keys or fewer.
///
/// With --legal, both count only dependencies whose features divide between two legal positions of
/// chess, as those before and after a move; `keys forge` makes the positions. It takes up to
/// 2^(W-1) microseconds for each dependency that is found. If there are too many of zero and equal
/// keys, they are searched for up to weight 2, and larger dependencies among the different keys.
/// --require then fails on two equal keys, too, if one position can have both of their features:
/// they cancel out.
///
/// Zero and equal keys stand first in the report. If they alone decide --require, a search that
/// would be too large is left out, and a message says so.
///
/// Ctrl-C stops a search with --resume after the parts in progress: it saves its progress and ends
/// without a report, with exit status 2. A second Ctrl-C ends it at once, with exit status 130.
///
/// Cost: for 781 keys of 64 bits, less than a second up to weight 6, a few seconds on one core and
/// 50 MiB up to 8, a few minutes on two cores and 500 MiB up to 9. A search that would need more
/// than --memory or --minutes is refused before it starts. So is one of more than 65,535 different
/// keys for weights from 3 to 8, and of more than 2,954 for larger weights; weights 1 and 2 (zero
/// and equal keys) are found among any number of keys. Hamming distances are reported for up to
/// 65,536 keys.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys audit polyglot",
    "zobrist keys audit keys.hex --weight 4 --format jsonl"
))]
pub struct Args {
    #[command(flatten)]
    set: KeySetOptions,
    /// Find all dependencies of up to W keys, 1 to 12
    #[arg(long, value_name = "W", default_value_t = 6, help_heading = "Search")]
    weight: u32,
    /// Fail if there is a dependency of W keys or fewer
    ///
    /// Searches at least that far.
    #[arg(long, value_name = "W", help_heading = "Search")]
    require: Option<u32>,
    /// Leave out keys by their indices, such as 56-63,384-391; the others keep theirs
    #[arg(
        long,
        value_name = "RANGES",
        value_delimiter = ',',
        value_parser = range,
        help_heading = "Search",
        hide_short_help = true
    )]
    without: Vec<RangeInclusive<usize>>,
    /// Report only those between two legal positions
    ///
    /// These are dependencies by which two legal positions of chess differ; the report says how
    /// they divide.
    #[arg(long, help_heading = "Search")]
    legal: bool,
    /// List at most N dependencies; all are counted
    #[arg(
        long,
        value_name = "N",
        default_value_t = Findings::DEFAULT_LIMIT,
        help_heading = "Search",
        hide_short_help = true
    )]
    list: usize,
    /// Save progress in this file, or continue from it
    ///
    /// It may have up to 1 GiB, unless --max-size is given.
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    resume: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
    /// Maximum memory of the search, such as 512MiB
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "4GiB",
        value_parser = size,
        help_heading = "Resources",
        hide_short_help = true
    )]
    memory: usize,
    /// Maximum time of the search, in minutes
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        help_heading = "Resources",
        hide_short_help = true
    )]
    minutes: u64,
    /// Output format
    ///
    /// A row of CSV is a dependency; JSON lines are one object.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected an index or a range such as 56-63".to_owned()),
    }
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let weight = args.weight.max(args.require.unwrap_or(1));
    if let Some(wrong) = [Some(args.weight), args.require]
        .into_iter()
        .flatten()
        .find(|weight| !(1..=MAX_WEIGHT).contains(weight))
    {
        bail!("expected weights from 1 to {MAX_WEIGHT}, got {wrong}");
    }
    let set = args.set.resolve()?;
    set.refuse_sums("an audit searches for keys that XOR to zero")?;
    let legality = args.legal.then(|| Legality::of(&set)).transpose()?;
    let chosen = chosen(&set, &args.without, legality.as_ref())?;
    let keys = collected(chosen.iter().map(|index| set.keys[*index]), chosen.len())?;

    let jobs = threads(args.jobs);
    // A list that is filtered afterwards must be complete.
    let limit = if args.legal { MAX_FILTERED } else { args.list.min(MAX_LISTED) };
    refuse_without_memory(keys.len())?;
    let spread = match keys.len() {
        ..=MAX_KEYS_FOR_DISTANCES => Spread::new(&keys, set.bits),
        _ => Spread::without_distances(&keys, set.bits),
    };
    let stop = args.resume.as_ref().map(|_| Stop::listen()).transpose()?;
    let audit = Audit {
        keys: &keys,
        chosen: &chosen,
        spread: &spread,
        legality: legality.as_ref(),
        weight,
        require: args.require,
        limit,
        list: args.list,
        jobs,
        memory: args.memory,
        minutes: args.minutes,
        resume: args.resume.as_deref(),
        max_size: args.set.max_size().unwrap_or(whole::OWN),
        stop: stop.as_ref(),
    };
    let mut audited = audit.run()?;
    let failed = audit.fails(&audited.findings);
    if args.legal {
        audited.findings.dependencies.truncate(args.list);
    }
    let rank = rank(&keys);
    let mut report = Report::new(&set, &chosen, rank, &audited, &spread);
    if let Some(legality) = &legality {
        let cancelling = audit.cancelling(args.list);
        report.divide(legality, jobs, cancelling, to_forge(&args.set, &set, legality));
    }
    let mut out = Vec::new();
    match args.format {
        Format::Jsonl => {
            let json = serde_json::to_string(&report)?;
            out.extend_from_slice(terminal::stdout().json(&json).as_bytes());
            out.push(b'\n');
        }
        Format::Csv => report.write_rows(&mut out),
        Format::Text => report.write_text(&mut out, &set)?,
    }
    let written = print(&out);
    if let Some(cause) = &audited.cut_short {
        say(&format!(
            "zobrist: zero and equal keys alone were searched for, and decide: {cause}\n"
        ));
    }
    Ending::done_if(!failed).when(written)
}

/// Lines that explain how `keys forge` makes pairs of positions that differ in the dependencies of
/// a report.
fn to_forge(options: &KeySetOptions, set: &KeySet, legality: &Legality) -> String {
    // Schemes have hashes of some widths only.
    let wider = match set.width() == set.bits {
        true => String::new(),
        false => format!(" --bits {}", set.width()),
    };
    let forge = |scheme: &str| {
        format!(
            "With AUDIT.jsonl, this report in --format jsonl{wider}, a pair of positions for each \
             that is divided:\n  zobrist keys forge --scheme {scheme} --dependencies AUDIT.jsonl\n"
        )
    };
    let source = options.source();
    if SchemeArgument::of(source.as_ref()).is_some() {
        let bits = options.bits().map_or(String::new(), |bits| format!(" --bits {bits}"));
        return forge(&format!("{source}{bits}"));
    }
    let (file, made) = match set.origin == source && !options.has_options_of_files() {
        true => (source, ""),
        false => ("keys.hex", ", and keys.hex what `keys generate` prints of the keys"),
    };
    let described = legality.scheme_file(Path::new(file));
    format!("{}NAME.toml has these lines{made}:\n\n{described}", forge("NAME.toml"))
}

/// The indices of the keys that are audited.
fn chosen(
    set: &KeySet,
    without: &[RangeInclusive<usize>],
    legality: Option<&Legality>,
) -> Result<Vec<usize>> {
    if let Some(range) = without.iter().find(|range| *range.end() >= set.keys.len()) {
        bail!(
            "--without {}-{}: {} has {} keys, with indices from 0",
            range.start(),
            range.end(),
            set.name,
            set.keys.len()
        );
    }
    let is_chosen = |index: &usize| {
        !without.iter().any(|range| range.contains(index))
            && legality.is_none_or(|legality| legality.can_differ(*index))
    };
    collected((0..set.keys.len()).filter(is_chosen), set.keys.len())
}

/// The bytes that statistics take for a key, at most: its word, its group, and the index of its
/// bits.
const BYTES_OF_STATISTICS: usize = 128;

/// # Errors
/// When the system refuses the memory for the statistics of `keys` keys, which cannot report it
/// themselves.
fn refuse_without_memory(keys: usize) -> Result<()> {
    let bytes = keys.saturating_mul(BYTES_OF_STATISTICS);
    if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
        bail!(
            "the statistics of {keys} keys need a table of {bytes} bytes, which does not fit in memory; take fewer \
             keys"
        );
    }
    Ok(())
}

/// Collects at most `len` items, with an error if the memory is refused.
fn collected<T>(items: impl Iterator<Item = T>, len: usize) -> Result<Vec<T>> {
    let mut all = Vec::new();
    let refused = || format!("the system refuses the memory for {len} keys");
    all.try_reserve_exact(len).with_context(refused)?;
    all.extend(items);
    Ok(all)
}
