//! `zobrist keys generate`: prints the keys of a set.

use std::io::Write;

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::output::{Output, OutputOptions};
use zobrist_console::parquet_table::{
    Cell, ColumnType, ParquetTable, key_cells, key_columns, refuse_terminal,
};
use zobrist_console::rows::{Format, TableFormat, Value, write_batch};
use zobrist_console::{closing, examples};
use zobrist_input::counted;
use zobrist_key_sets::{KeySet, KeySetOptions};

/// Print the keys of a set, one per line
///
/// A line of text is a key in hex, in the order of the features. CSV and JSON lines hold the slot,
/// the kind, the index within the kind, the key and, in chess, the meaning of the feature. Parquet
/// has the same columns: the 64 bits of a key as a signed number; up to 32 bits as INT32; above 64
/// bits, key_high and key_low. Its footer has the name and the fingerprint of the set. All versions
/// from 0.1.0 on give the same keys for the same options.
///
/// Cost: milliseconds for thousands of features, seconds for millions; with --best-of, as much for
/// each seed, and a few hundredths of a second more.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist keys generate --layout chess",
    "zobrist keys generate splitmix64 --layout go:9 --seed 7 -o new-keys.hex"
))]
pub struct Args {
    #[command(flatten)]
    set: KeySetOptions,
    #[command(flatten)]
    output: OutputOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: TableFormat,
}

const COLUMNS: &[&str] = &["slot", "kind", "index", "key", "meaning"];

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let output = args.output.begin()?;
    let place = output.place();
    if args.format == TableFormat::Parquet {
        refuse_terminal(&output)?;
    }
    let set = args.set.resolve()?;
    match args.format.rows() {
        Some(format) => write_rows(output, &set, format)?,
        None => write_table(output, &set)?,
    }
    closing::made_or_printed(&[counted(set.keys.len(), "key", "keys")], place);
    Ok(Ending::Done)
}

fn write_rows(mut output: Output, set: &KeySet, format: Format) -> Result<()> {
    let sink = output.sink();
    let digits = set.bits.div_ceil(4);
    let chess = set.chess();
    let mut rows = format.header(COLUMNS);
    for kind in set.kinds().kinds() {
        for (index, word) in set.keys[kind.start()..kind.end()].iter().enumerate() {
            let key = Value::Hex { word: *word, digits };
            if format == Format::Text {
                format.append_for(sink, &mut rows, &["key"], &[key]);
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
                format.append_for(sink, &mut rows, COLUMNS, &values);
            }
            write_batch(&mut rows, |rows| output.write_all(rows))?;
        }
    }
    output.write_all(&rows)?;
    output.finish()
}

fn write_table(output: Output, set: &KeySet) -> Result<()> {
    let mut columns =
        vec![("slot", ColumnType::Int64), ("kind", ColumnType::Name), ("index", ColumnType::Int64)];
    columns.extend(key_columns(set.bits));
    columns.push(("meaning", ColumnType::OptionalText));
    let fingerprint = set.scheme_fingerprint.unwrap_or_else(|| set.fingerprint());
    let metadata = vec![
        ("zobrist.scheme".to_owned(), set.name.clone()),
        ("zobrist.fingerprint".to_owned(), fingerprint.to_string()),
    ];
    let mut table = ParquetTable::new(output, &columns, metadata)?;
    let chess = set.chess();
    for kind in set.kinds().kinds() {
        for (index, word) in set.keys[kind.start()..kind.end()].iter().enumerate() {
            let feature = kind.at(index);
            let meaning = chess.map(|chess| chess.describe(feature).to_string());
            let mut cells = vec![
                Cell::Int64(feature.slot() as i64),
                Cell::Text(kind.name().as_bytes()),
                Cell::Int64(index as i64),
            ];
            key_cells(*word, set.bits, &mut cells);
            cells.push(meaning.as_ref().map_or(Cell::Null, |words| Cell::Text(words.as_bytes())));
            table.push(&cells)?;
        }
    }
    table.finish()
}
