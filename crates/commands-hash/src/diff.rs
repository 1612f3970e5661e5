//! `zobrist diff`: the features by which two positions differ.

use std::collections::BTreeSet;

use anyhow::Result;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use zobrist::{AnyKey, Feature, Keys};
use zobrist_chess::{ComposedScheme, Scheme};
use zobrist_commands_input::positions;
use zobrist_commands_input::schemes::SchemeOptions;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_shakmaty::{en_passant_mode, for_each_feature, hash};

/// Show by which features two positions differ
///
/// Each is a FEN or a line of moves in SAN or UCI notation from the start position, such
/// as "e4 e5 Nf3" or "1.e4 e5 2.Nf3". The first two rows are the positions (a, b: hash and
/// FEN); then a row for each feature that only a has (-) or only b (+): its key and the
/// feature in words. The exit status is 0 whether they differ or not.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!(
    r#"zobrist diff "e4 e5" "e4 c5""#,
    r#"zobrist diff "e4 d5 e5 f5" "e4 d5 e5 Nf6" --scheme fide"#
))]
pub struct Args {
    /// The first position: FEN, or moves
    a: String,
    /// The second position: FEN, or moves
    b: String,
    #[command(flatten)]
    scheme: SchemeOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

const COLUMNS: &[&str] = &["side", "key", "what"];

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    let scheme = args.scheme.read()?.to_composed();
    let a = positions::read(&args.a, args.scheme.variant)?;
    let b = positions::read(&args.b, args.scheme.variant)?;
    let mut rows = args.format.header(COLUMNS);
    let scheme = &scheme;
    for (side, position) in [("a", &a), ("b", &b)] {
        let fen = Fen::from_position(position, en_passant_mode(scheme)).to_string();
        row(scheme, &args, &mut rows, side, hash(scheme, position), &fen);
    }
    let (in_a, in_b) = (features(scheme, &a), features(scheme, &b));
    for (side, features) in [("-", &in_a - &in_b), ("+", &in_b - &in_a)] {
        for feature in features {
            let words = scheme.chess_layout().describe(feature).to_string();
            row(scheme, &args, &mut rows, side, scheme.key(feature), &words);
        }
    }
    print(&rows)?;
    Ok(Ending::Done)
}

fn row(
    scheme: &ComposedScheme,
    args: &Args,
    rows: &mut Vec<u8>,
    side: &str,
    key: AnyKey,
    what: &str,
) {
    let values = [Value::Text(side), Value::hash(scheme, key), Value::Text(what)];
    args.format.append(rows, COLUMNS, &values);
}

fn features(scheme: &ComposedScheme, position: &VariantPosition) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}
