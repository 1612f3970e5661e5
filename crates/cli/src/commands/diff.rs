//! `zobrist diff`: by which features two positions differ.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::{Context, Result, anyhow};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist::Feature;
use zobrist_chess::Scheme;
use zobrist_shakmaty::{en_passant_mode, for_each_feature, hash};

use crate::Ending;
use crate::rows::{Format, Value};
use crate::schemes::{SchemeOptions, VariantOption, with_scheme};

/// Show by which features two positions differ
///
/// Each is a FEN or a line of moves in SAN or UCI notation from the start position, such
/// as "e4 e5 Nf3" or "1.e4 e5 2.Nf3". The first two rows are the positions (a, b: hash and
/// FEN); then a row for each feature that only a has (-) or only b (+): its key and the
/// feature in words. The exit status is 0 whether they differ or not.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
pub struct Args {
    /// The first position: FEN, or moves
    a: String,
    /// The second position: FEN, or moves
    b: String,
    #[command(flatten)]
    scheme: SchemeOptions,
    /// How rows come out
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

const COLUMNS: &[&str] = &["side", "key", "what"];

pub fn run(args: Args) -> Result<Ending> {
    let choice = args.scheme.choice()?;
    let a = read(&args.a, args.scheme.variant)?;
    let b = read(&args.b, args.scheme.variant)?;
    let mut rows = args.format.header(COLUMNS);
    with_scheme!(choice, S => {
        for (side, position) in [("a", &a), ("b", &b)] {
            let fen = Fen::from_position(position, en_passant_mode::<S>()).to_string();
            row::<S>(&args, &mut rows, side, hash::<S, _>(position), &fen);
        }
        let (in_a, in_b) = (features::<S>(&a), features::<S>(&b));
        for (side, features) in [("-", &in_a - &in_b), ("+", &in_b - &in_a)] {
            for feature in features {
                let words = S::LAYOUT.describe(feature).to_string();
                row::<S>(&args, &mut rows, side, S::key(feature), &words);
            }
        }
    });
    io::stdout().write_all(&rows)?;
    Ok(Ending::Done)
}

fn row<S: Scheme>(args: &Args, rows: &mut Vec<u8>, side: &str, key: S::Key, what: &str) {
    let values = [Value::Text(side), Value::hex(key), Value::Text(what)];
    args.format.append(rows, COLUMNS, &values);
}

fn features<S: Scheme>(position: &VariantPosition) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature::<S, _>(position, |feature| {
        features.insert(feature);
    });
    features
}

/// A FEN has slashes, a line of moves has none.
fn read(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    if text.contains('/') {
        return variant.read(text);
    }
    let mut position = VariantPosition::new(variant.rules());
    for word in text.split_whitespace() {
        // "1.e4", "1." and "1..." as well as "e4"; "0-0" has no dot.
        let word = word.rsplit_once('.').map_or(word, |(_, after)| after);
        if word.is_empty() {
            continue;
        }
        let m = read_move(word, &position)
            .with_context(|| format!("cannot play {word:?} in the line {text:?}"))?;
        position.play_unchecked(m);
    }
    Ok(position)
}

fn read_move(word: &str, position: &VariantPosition) -> Result<Move> {
    if let Ok(uci) = word.parse::<UciMove>() {
        return Ok(uci.to_move(position)?);
    }
    let san = word.trim_end_matches(['+', '#', '!', '?']);
    let castling = san.starts_with("0-0").then(|| san.replace('0', "O"));
    let san: San = castling
        .as_deref()
        .unwrap_or(san)
        .parse()
        .map_err(|_| anyhow!("expected a move such as Nf3 or g1f3"))?;
    Ok(san.to_move(position)?)
}
