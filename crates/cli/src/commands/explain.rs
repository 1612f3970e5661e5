//! `zobrist explain`: a hash, feature by feature.

use std::io::{self, Write};

use anyhow::{Context, Result};
use zobrist::Group;
use zobrist_chess::Scheme;
use zobrist_shakmaty::{for_each_feature, read_variant_position};

use crate::Ending;
use crate::rows::{Format, Value};
use crate::schemes::{Convention, with_scheme};

/// Show the hash of a position term by term
///
/// A row for each feature: its key, the hash of the features so far, and the feature in
/// words. The hash in the last row is that of the position.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
pub struct Args {
    /// The position, as FEN or EPD
    fen: String,
    #[command(flatten)]
    convention: Convention,
    /// How rows come out
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

const COLUMNS: &[&str] = &["key", "hash", "feature"];

pub fn run(args: Args) -> Result<Ending> {
    let choice = args.convention.choice()?;
    let variant = args.convention.position.variant();
    let position =
        read_variant_position(args.fen.trim().as_bytes(), variant.rules(), variant.castling_mode())
            .with_context(|| format!("cannot read the position {:?}", args.fen))?;
    let mut rows = args.format.header(COLUMNS);
    with_scheme!(choice, S => {
        let mut hash = <S as Scheme>::Key::ZERO;
        for_each_feature::<S, _>(&position, |feature| {
            let key = S::key(feature);
            hash = hash.plus(key);
            let values = [
                Value::hex(key),
                Value::hex(hash),
                Value::Text(&S::LAYOUT.describe(feature).to_string()),
            ];
            args.format.append(&mut rows, COLUMNS, &values);
        });
    });
    io::stdout().write_all(&rows)?;
    Ok(Ending::Done)
}
