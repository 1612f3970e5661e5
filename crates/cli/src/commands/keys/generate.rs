//! `zobrist keys generate`: the keys of a set, one per line.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;

use crate::Ending;
use crate::key_set::KeySetOptions;
use crate::output::Output;
use crate::rows::{Format, Value};
use crate::stdout::print;

/// Print the keys of a set, one per line
///
/// A line of text is a key in hex, in the order of the features. CSV and JSON lines hold the
/// slot, the kind, the index within the kind, the key and, in chess, what the feature means.
/// The same options give the same keys in every version from 0.1.0 on.
///
/// Cost: milliseconds for thousands of features, seconds for millions; with --best-of, as much for
/// each seed, and some hundredths of a second more.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    set: KeySetOptions,
    /// File to write, whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

const COLUMNS: &[&str] = &["slot", "kind", "index", "key", "meaning"];

pub fn run(args: Args) -> Result<Ending> {
    let output = args.output.as_deref().map(Output::create).transpose()?;
    let set = args.set.resolve()?;
    let digits = set.bits.div_ceil(4);
    let chess = set.layout.as_ref().and_then(|layout| layout.chess);
    let mut rows = args.format.header(COLUMNS);
    for kind in set.kinds().kinds() {
        for (index, word) in set.keys[kind.start()..kind.end()].iter().enumerate() {
            let key = Value::Hex { word: *word, digits };
            if args.format == Format::Text {
                args.format.append(&mut rows, &["key"], &[key]);
                continue;
            }
            let feature = kind.at(index);
            let meaning = chess.map(|chess| chess.describe(feature).to_string());
            let values = [
                Value::Number(feature.slot() as u64),
                Value::Text(kind.name()),
                Value::Number(index as u64),
                key,
                Value::text_or_null(meaning.as_deref()),
            ];
            args.format.append(&mut rows, COLUMNS, &values);
        }
    }
    match output {
        Some(mut output) => {
            output.write_all(&rows)?;
            output.finish()?;
        }
        None => print(&rows)?,
    }
    Ok(Ending::Done)
}
