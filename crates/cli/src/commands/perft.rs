//! `zobrist perft`: move paths, and different positions.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use anyhow::{Context, Result};

use zobrist_shakmaty::{Rules, perft, read_position, unique_positions};

use super::hash::threads;
use crate::Ending;
use crate::rows::{Format, Value};
use crate::schemes::{Choice, Position, SchemeName, with_rules, with_scheme};

/// Count move paths, or different positions, ply by ply
///
/// A row for each ply from 1: the ply and the number of ways to get there. With --unique,
/// the number of different positions after exactly so many plies, by the convention of the
/// scheme, compared with 128 bits.
///
/// Cost from the start position on two cores: perft 7 half a minute; --unique 6 two
/// seconds and 400 MiB, --unique 7 half a minute and 4 GiB.
#[derive(clap::Args)]
pub struct Args {
    /// How many plies
    depth: u8,
    /// Where to start [default: the start position of the variant]
    #[arg(long)]
    fen: Option<String>,
    /// The convention by which positions differ
    #[arg(long, value_enum, default_value = "fide")]
    scheme: SchemeName,
    #[command(flatten)]
    position: Position,
    /// Count different positions
    #[arg(long)]
    unique: bool,
    /// How rows come out
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Threads [default: one a core]
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
}

const COLUMNS: &[&str] = &["ply", "count"];

pub fn run(args: Args) -> Result<Ending> {
    let choice = Choice::new(args.scheme, &args.position)?;
    let variant = args.position.variant();
    with_rules!(variant.rules(), P => {
        let position = match &args.fen {
            None => P::default(),
            Some(fen) => read_position::<P>(fen.trim().as_bytes(), variant.castling_mode())
                .with_context(|| format!("cannot read the position {fen:?}"))?,
        };
        count(&args, choice, &position)
    })
}

fn count<P: Rules + Send + Sync>(args: &Args, choice: Choice, position: &P) -> Result<Ending> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(&args.format.header(COLUMNS))?;
    let mut write = |ply: u32, count: u64| {
        let mut row = Vec::new();
        let values = [Value::Number(ply.into()), Value::Number(count)];
        args.format.append(&mut row, COLUMNS, &values);
        stdout.write_all(&row).and_then(|()| stdout.flush())
    };
    let threads = threads(args.jobs);
    let depth = u32::from(args.depth);
    if args.unique {
        let counts =
            with_scheme!(choice, S => unique_positions::<S, P>(position, depth, threads));
        for (ply, count) in (1..).zip(counts) {
            write(ply, count)?;
        }
    } else {
        for ply in 1..=depth {
            write(ply, perft(position, ply, threads))?;
        }
    }
    Ok(Ending::Done)
}
