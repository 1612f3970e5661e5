//! `zobrist index info`: the contents and sizes of an index.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_index::{FORMAT_VERSION, Index};

use crate::ending::Ending;
use crate::rows::{Format, Value};
use crate::stdout::print;

/// Show what an index holds, and its size
///
/// One object with --format jsonl, else one line per fact.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub fn run(args: Args) -> Result<Ending> {
    let index = Index::open(&args.dir)?;
    let info = index.info();
    let scheme = index.scheme();
    let fingerprint = scheme.fingerprint().to_string();
    let rejected = index.sources().iter().map(|source| source.rejected).sum();
    let shortened = index.sources().iter().map(|source| source.shortened).sum();
    let partial = index.sources().iter().filter(|source| source.partial).count() as u64;
    let (columns, values): (Vec<&str>, Vec<Value>) = [
        ("version", Value::Number(FORMAT_VERSION.into())),
        ("scheme", Value::Text(scheme.name())),
        ("fingerprint", Value::Text(&fingerprint)),
        ("sources", Value::Number(index.sources().len() as u64)),
        ("games", Value::Number(index.games())),
        ("rejected", Value::Number(rejected)),
        ("partial", Value::Number(partial)),
        ("shortened", Value::Number(shortened)),
        ("segments", Value::Number(info.segments as u64)),
        ("positions_rows", Value::Number(info.positions.rows)),
        ("positions_bytes", Value::Number(info.positions.bytes)),
        ("occurrences_rows", Value::Number(info.occurrences.rows)),
        ("occurrences_bytes", Value::Number(info.occurrences.bytes)),
        ("games_bytes", Value::Number(info.games.bytes)),
    ]
    .into_iter()
    .unzip();
    let mut out = Vec::new();
    if args.format == Format::Text {
        for (column, value) in columns.iter().zip(&values) {
            args.format.append(&mut out, &["fact", "value"], &[Value::Text(column), *value]);
        }
    } else {
        out.extend(args.format.header(&columns));
        args.format.append(&mut out, &columns, &values);
    }
    print(&out)?;
    Ok(Ending::Done)
}
