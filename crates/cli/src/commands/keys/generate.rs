//! `zobrist keys generate`: prints the keys of a set.

use std::io::Write;

use anyhow::Result;

use super::output::OutputOptions;
use crate::ending::Ending;
use crate::key_set::KeySetOptions;
use crate::rows::{Format, Value, write_batch};

/// Print the keys of a set, one per line
///
/// A line of text is a key in hex, in the order of the features. CSV and JSON lines hold the
/// slot, the kind, the index within the kind, the key and, in chess, the meaning of the feature.
/// All versions from 0.1.0 on give the same keys for the same options.
///
/// Cost: milliseconds for thousands of features, seconds for millions; with --best-of, as much for
/// each seed, and a few hundredths of a second more.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    set: KeySetOptions,
    #[command(flatten)]
    output: OutputOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

const COLUMNS: &[&str] = &["slot", "kind", "index", "key", "meaning"];

pub fn run(args: Args) -> Result<Ending> {
    let mut output = args.output.begin()?;
    let set = args.set.resolve()?;
    let sink = output.sink();
    let digits = set.bits.div_ceil(4);
    let chess = set.layout.as_ref().and_then(|layout| layout.chess);
    let mut rows = args.format.header(COLUMNS);
    for kind in set.kinds().kinds() {
        for (index, word) in set.keys[kind.start()..kind.end()].iter().enumerate() {
            let key = Value::Hex { word: *word, digits };
            if args.format == Format::Text {
                args.format.append_for(sink, &mut rows, &["key"], &[key]);
            } else {
                let feature = kind.at(index);
                let meaning = chess.map(|chess| chess.describe(feature).to_string());
                let values = [
                    Value::Number(feature.slot() as u64),
                    Value::Text(kind.name()),
                    Value::Number(index as u64),
                    key,
                    Value::text_or_null(meaning.as_deref()),
                ];
                args.format.append_for(sink, &mut rows, COLUMNS, &values);
            }
            write_batch(&mut rows, |rows| output.write_all(rows))?;
        }
    }
    output.write_all(&rows)?;
    output.finish()?;
    Ok(Ending::Done)
}
