//! `zobrist index info`: the contents and sizes of an index.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::{print, print_lines};
use zobrist_console::{examples, terminal};
use zobrist_index::{Index, IndexInfo};

use super::source_rows;
use super::source_table::source_table;

/// Show what an index holds, its size and its files
///
/// One line per fact, then a table of the files, at most 20 of them without --sources. `left out`
/// are games without the Elo that was asked for and duplicates. `changed` and `missing` mark a file
/// that is not as it was read, or is gone.
///
/// --format csv prints one row of facts or, with --sources, a row per file. --format jsonl prints
/// an object of facts, whose `type` is `index`, and with --sources one per file, whose `type` is
/// `source`.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist index info my-index",
    "zobrist index info my-index --sources --format csv"
))]
pub(crate) struct Args {
    /// The folder of the index, or its URL
    dir: PathBuf,
    /// List all files that games came from
    #[arg(long, help_heading = "Output")]
    sources: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

/// Number of sources that are shown unless all are asked for.
const SHOWN: usize = 20;

pub(crate) fn run(args: Args) -> Result<Ending> {
    let index = Index::open(&args.dir)?;
    let mut out = Vec::new();
    let sources = index.sources();
    match args.format {
        Format::Text => {
            for (name, value) in facts(&index) {
                let value = value.as_value();
                args.format.append(&mut out, &["fact", "value"], &[Value::Text(name), value]);
            }
            print(&out)?;
            let most = if args.sources { sources.len() } else { SHOWN };
            print_lines(&source_table(sources, most, terminal::stdout()))?;
            return Ok(Ending::Done);
        }
        Format::Csv if args.sources => source_rows::append(args.format, &mut out, sources),
        Format::Csv => append_facts(args.format, &mut out, &index),
        Format::Jsonl => {
            append_facts(args.format, &mut out, &index);
            if args.sources {
                source_rows::append(args.format, &mut out, sources);
            }
        }
    }
    print(&out)?;
    Ok(Ending::Done)
}

/// A fact about an index.
enum Fact {
    Text(String),
    Number(u64),
}

impl Fact {
    fn as_value(&self) -> Value<'_> {
        match self {
            Fact::Text(text) => Value::Text(text),
            Fact::Number(number) => Value::Number(*number),
        }
    }
}

/// The facts in their order, with their names.
fn facts(index: &Index) -> Vec<(&'static str, Fact)> {
    let IndexInfo { version, part_bits, segments, positions, occurrences, games, .. } =
        index.info();
    let sources = index.sources();
    let scheme = index.scheme();
    let number = |number: usize| Fact::Number(number as u64);
    vec![
        ("version", Fact::Number(version.into())),
        ("scheme", Fact::Text(scheme.name().to_owned())),
        ("fingerprint", Fact::Text(scheme.fingerprint().to_string())),
        ("sources", number(sources.len())),
        ("games", Fact::Number(index.games())),
        ("rejected", Fact::Number(sources.iter().map(|source| source.rejected).sum())),
        ("partial", number(sources.iter().filter(|source| source.partial).count())),
        ("shortened", Fact::Number(sources.iter().map(|source| source.shortened).sum())),
        ("segments", number(segments)),
        ("part_bits", Fact::Number(part_bits.into())),
        ("positions_files", number(positions.files)),
        ("positions_rows", Fact::Number(positions.rows)),
        ("positions_bytes", Fact::Number(positions.bytes)),
        ("occurrences_files", number(occurrences.files)),
        ("occurrences_rows", Fact::Number(occurrences.rows)),
        ("occurrences_bytes", Fact::Number(occurrences.bytes)),
        ("games_files", number(games.files)),
        ("games_bytes", Fact::Number(games.bytes)),
    ]
}

/// Appends all facts as one row.
fn append_facts(format: Format, out: &mut Vec<u8>, index: &Index) {
    let facts = facts(index);
    let is_typed = format == Format::Jsonl;
    let kind = is_typed.then_some(("type", Value::Text("index")));
    let facts = facts.iter().map(|(name, fact)| (*name, fact.as_value()));
    let (columns, values): (Vec<&str>, Vec<Value>) = kind.into_iter().chain(facts).unzip();
    out.extend(format.header(&columns));
    format.append(out, &columns, &values);
}
