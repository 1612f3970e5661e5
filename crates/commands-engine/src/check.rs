//! `zobrist engine check` and `zobrist engine audit`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::progress::spinning;
use zobrist_console::stdout::print_lines;
use zobrist_console::terminal;

use crate::args::EngineArgs;
use crate::audit::MAX_WEIGHT;
use crate::driver::Engine;
use crate::fault::FaultKind;
use crate::report::{ReportFormat, Subject, audit_report, breakdowns, report};
use crate::rules::{Game, Rules};
use crate::secondary;
use crate::session::{self, Budget, Learned, Outcome};
use crate::word::{Oracle, Question};

/// Find the faults of an engine's hash
///
/// Learns the conventions of the key and the words of its table, and compares the key after moves
/// with the key of the same position by FEN, along lines of two plies with every pair of events of a
/// suite of positions, along all lines of --depth plies from it, and along random walks that prefer
/// captures, promotions, castling and double steps. The key is asked for again after searches, which
/// shows null moves and moves that are not taken back. An engine that has Chess960 or variants is
/// compared by their rules, too. The words are audited.
///
/// A fault is printed once, with the shortest line that shows it, both keys, the facts by which they
/// differ, and commands that reproduce it.
///
/// An engine that prints a key computed anew shows no fault of its updates. For a log of hashes, and
/// a table that is known, `zobrist hash --check` names the fault of each.
///
/// Cost: the time of --seconds, and before it about 1,300 questions for the words.
///
/// Exit status: 0 no fault, 1 faults, 2 the engine could not be asked, or broke down twice in a row.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist engine check --seconds 3 -- ./my-engine",
    "zobrist engine check --comparisons 900 --ask d -- ./my-engine"
))]
pub(crate) struct Args {
    #[command(flatten)]
    engine: EngineArgs,
    /// Time for comparisons
    #[arg(
        long,
        value_name = "N",
        default_value_t = 30,
        conflicts_with = "comparisons",
        help_heading = "Comparisons"
    )]
    seconds: u64,
    /// Number of comparisons, in place of a time
    #[arg(long, value_name = "N", help_heading = "Comparisons")]
    comparisons: Option<u64>,
    /// Seed of the random walks
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        help_heading = "Comparisons",
        hide_short_help = true
    )]
    seed: u64,
    /// Plies of all lines from the suite; 0 for none
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 2,
        value_parser = clap::value_parser!(u32).range(0..=3),
        help_heading = "Comparisons",
        hide_short_help = true
    )]
    depth: u32,
    /// File with further positions, one FEN a line
    #[arg(long, value_name = "FILE", help_heading = "Comparisons")]
    fens: Option<PathBuf>,
    /// Name of another key, and the pattern of its line
    ///
    /// Such as 'pawn=^Pawn key: (.+)'. Its updates are compared as those of the key are.
    #[arg(long, value_name = "NAME=RE", help_heading = "Comparisons")]
    secondary: Vec<String>,
    /// Rules to compare by beside those of chess: all, none or names
    ///
    /// Such as chess960,crazyhouse, of those that the engine has by its options UCI_Chess960 and
    /// UCI_Variant: chess960, atomic, antichess, kingofthehill, 3check, crazyhouse, racingkings,
    /// horde. For each, up to 2,000 positions are compared.
    #[arg(
        long,
        value_name = "NAMES",
        default_value = "all",
        help_heading = "Comparisons",
        hide_short_help = true
    )]
    variants: String,
    #[command(flatten)]
    audit: AuditOptions,
}

/// The rules that are named, of those that an engine has.
fn chosen(names: &str, all: Vec<Rules>) -> Result<Vec<Rules>> {
    if matches!(names, "all" | "none") {
        return Ok(if names == "all" { all } else { Vec::new() });
    }
    let of = |name: &str| {
        let found = all.iter().find(|rules| rules.name() == name).copied();
        found.with_context(|| {
            let has: Vec<&str> = all.iter().map(|rules| rules.name()).collect();
            let has = if has.is_empty() { "none".to_owned() } else { has.join(", ") };
            format!("expected variants that the engine has ({has}) for --variants, got {name:?}")
        })
    };
    names.split(',').map(of).collect()
}

#[derive(clap::Args)]
pub(crate) struct AuditOptions {
    /// Most words of a dependency
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = weight, help_heading = "Audit")]
    weight: usize,
    /// Format of the report
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: ReportFormat,
}

/// Audit the words of an engine's table
///
/// Recovers the words and looks for zero and equal words, words of few bits, sums of words that are
/// words, a rank below the number of bits, and dependencies of up to --weight words, as far as two
/// legal positions can differ by them.
///
/// Cost: about 1,300 questions; --weight 8 takes some seconds more.
///
/// Exit status: 0 no fault, 1 faults, 2 the engine could not be asked.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist engine audit --weight 5 -- ./my-engine",
    "zobrist engine audit --format jsonl -- ./my-engine"
))]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    audit: AuditOptions,
}

fn weight(text: &str) -> Result<usize, String> {
    let weight = text.parse().ok().filter(|weight| (2..=MAX_WEIGHT).contains(weight));
    weight.ok_or_else(|| format!("expected a number of words from 2 to {MAX_WEIGHT}"))
}

/// Comparisons of a secondary key.
const SECONDARY: u64 = 4_000;

/// Starts an engine and learns its words, before and after a restart.
pub(crate) fn learn(engine: &mut Engine) -> Result<Learned> {
    let mut learned = session::learn_all(engine)?;
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    ];
    let questions = fens.map(|fen| Question::fen(fen.to_owned()));
    let first = engine.ask(&questions)?;
    engine.restart()?;
    learned.conventions.after_restart = Some(engine.ask(&questions)? == first);
    if learned.conventions.after_restart == Some(false) {
        // The words of this start are what is compared from here on.
        let after = learned.conventions.after_restart;
        learned = session::learn_all(engine)?;
        learned.conventions.after_restart = after;
    }
    Ok(learned)
}

/// Reads positions, one a line. A line that is none is reported and counted.
fn read_starts(path: &Path) -> Result<(Vec<Game>, u64)> {
    const MOST: u64 = 16 << 20;
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(MOST + 1).read_to_string(&mut text));
    read.with_context(|| format!("cannot read {}", path.display()))?;
    if text.len() as u64 > MOST {
        bail!("expected a file of up to {MOST} bytes for --fens, got a larger one");
    }
    let (mut starts, mut rejected) = (Vec::new(), 0);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match Rules::STANDARD.parse(line) {
            Some(position) => starts.push(position),
            None => {
                rejected += 1;
                let line = zobrist_console::message::quote(line);
                say(&format!(
                    "zobrist: {}:{number}: expected the FEN of a legal position, got {line}\n",
                    path.display()
                ));
            }
        }
    }
    Ok((starts, rejected))
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let (starts, rejected) = args.fens.as_deref().map_or(Ok((Vec::new(), 0)), read_starts)?;
    let secondary = args.secondary.iter().map(|text| args.engine.secondary(text));
    let secondary = secondary.collect::<Result<Vec<_>>>()?;
    let names: Vec<String> = secondary.iter().map(|(name, _)| name.clone()).collect();
    let mut engine = args.engine.start(secondary)?;
    let variants = chosen(&args.variants, engine.all_rules())?;
    engine.ask_only_for(variants);
    let budget = Budget {
        time: args.comparisons.is_none().then(|| Duration::from_secs(args.seconds)),
        comparisons: args.comparisons,
        depth: args.depth,
        seed: args.seed,
        weight: args.audit.weight,
        starts,
    };
    let outcome = spinning("asking the engine", || -> Result<Outcome> {
        let learned = learn(&mut engine)?;
        let mut outcome = session::check(&mut engine, learned, &budget)?;
        for (index, name) in names.iter().enumerate() {
            // Pairs of events and some walks show what there is.
            let most = budget.comparisons.unwrap_or(SECONDARY).min(SECONDARY);
            let budget = Budget { time: None, comparisons: Some(most), depth: 0, ..budget.clone() };
            outcome.faults.extend(secondary::check(&mut engine, index, name, &budget)?);
        }
        Ok(outcome)
    });
    let mut outcome = outcome?;
    let mut faults = breakdowns(&engine);
    faults.append(&mut outcome.faults);
    outcome.faults = faults;
    let subject = Subject::of(&engine);
    let text = report(args.audit.format, &subject, &outcome);
    let is_done = outcome.faults.is_empty() && rejected == 0;
    Ending::done_if(is_done).when(print_lines(&terminal::stdout().lines(&text)))
}

pub(crate) fn audit(args: AuditArgs) -> Result<Ending> {
    let mut engine = args.engine.start(Vec::new())?;
    let (learned, audit) = spinning("asking the engine", || -> Result<_> {
        let learned = learn(&mut engine)?;
        let bits = engine.printed_bits().max(learned.table.bits());
        let audit = crate::audit::audit(&learned.table, bits, args.audit.weight, &|_| false);
        Ok((learned, audit))
    })?;
    let subject = Subject::of(&engine);
    let text = audit_report(args.audit.format, &subject, &learned, &audit);
    debug_assert!(audit.faults.iter().all(|fault| fault.kind == FaultKind::Table));
    let is_done = audit.faults.is_empty() && engine.breakdowns.is_empty();
    Ending::done_if(is_done).when(print_lines(&terminal::stdout().lines(&text)))
}
