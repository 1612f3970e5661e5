//! `zobrist explain`: the hash of a position, feature by feature.

use anyhow::Result;
use zobrist::{Group, Keys};
use zobrist_chess::Scheme;
use zobrist_commands_input::positions;
use zobrist_commands_input::schemes::{SchemeOptions, secondary_key};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_shakmaty::for_each_feature;

/// Show the hash of a position term by term
///
/// A row for each feature: its key, the hash of the features so far, and the feature in
/// words. The hash in the last row is that of the position.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!(
    r#"zobrist explain "e4 e5 Nf3""#,
    r#"zobrist explain "4k3/8/8/8/8/8/8/4K2R w K -" --scheme fide"#
))]
pub struct Args {
    /// FEN, EPD, or moves from the start such as "e4 e5 Nf3"
    position: String,
    #[command(flatten)]
    scheme: SchemeOptions,
    /// Show this secondary key of the scheme, such as `pawn`
    #[arg(long, value_name = "NAME", help_heading = "Hash")]
    key: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

const COLUMNS: &[&str] = &["key", "hash", "feature"];

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let mut scheme = args.scheme.read()?;
    if let Some(key) = &args.key {
        scheme = secondary_key(&scheme, key)?;
    }
    let scheme = scheme.to_composed();
    let position = positions::read_fen_or_moves(&args.position, args.scheme.variant)?;
    let mut rows = args.format.header(COLUMNS);
    let mut hash = scheme.hash_of(0);
    for_each_feature(&scheme, &position, |feature| {
        let key = scheme.key(feature);
        hash = hash.plus(key);
        let values = [
            Value::hash(&scheme, key),
            Value::hash(&scheme, hash),
            Value::Text(&scheme.describe(feature)),
        ];
        args.format.append(&mut rows, COLUMNS, &values);
    });
    print(&rows)?;
    Ok(Ending::Done)
}
