//! `zobrist perft`: move paths, and different positions.

use std::io::{self, StdoutLock, Write};
use std::num::NonZeroUsize;

use anyhow::Result;
use shakmaty::variant::VariantPosition;
use zobrist_chess::{Fen, Fide, Polyglot, Zobrist};
use zobrist_shakmaty::{perft, unique_positions};

use crate::Ending;
use crate::pipeline::threads;
use crate::rows::{Format, Value};
use crate::schemes::{Bits, Choice, SchemeName, VariantOption};

/// Count move paths, or different positions, ply by ply
///
/// A row for each ply from 1: the ply and the number of ways to get there. With --unique,
/// the number of different positions after exactly so many plies, by the convention of the
/// scheme, compared with 128 bits.
///
/// Cost: from the start position on two cores, --unique 6 takes three seconds and --unique 7
/// under a minute and 2.5 GiB (bench/README.md).
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
    variant: VariantOption,
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
    let choice = Choice::new(args.scheme, Bits::B64, args.variant.rules())?;
    let position = match &args.fen {
        None => VariantPosition::new(args.variant.rules()),
        Some(fen) => args.variant.read(fen)?,
    };
    let depth = u32::from(args.depth);
    let threads = threads(args.jobs);
    let mut rows = Rows::begin(args.format)?;
    if args.unique {
        let counts = count_unique(choice, &position, depth, threads);
        (1..).zip(counts).try_for_each(|(ply, count)| rows.write(ply, count))?;
    } else {
        for ply in 1..=depth {
            // Chess in its own type is several times as fast.
            let count = match &position {
                VariantPosition::Chess(chess) => perft(chess, ply, threads),
                other => perft(other, ply, threads),
            };
            rows.write(ply, count)?;
        }
    }
    Ok(Ending::Done)
}

/// All widths of `zobrist` have one notion of "the same", and the other schemes have
/// chess only: this keeps the number of copies of the search small.
fn count_unique(
    choice: Choice,
    position: &VariantPosition,
    depth: u32,
    threads: NonZeroUsize,
) -> Vec<u64> {
    match (position, choice) {
        (VariantPosition::Chess(chess), Choice::Polyglot) => {
            unique_positions::<Polyglot, _>(chess, depth, threads)
        }
        (VariantPosition::Chess(chess), Choice::Fide) => {
            unique_positions::<Fide, _>(chess, depth, threads)
        }
        (VariantPosition::Chess(chess), Choice::Fen) => {
            unique_positions::<Fen, _>(chess, depth, threads)
        }
        (VariantPosition::Chess(chess), _) => {
            unique_positions::<Zobrist<u128>, _>(chess, depth, threads)
        }
        (other, _) => unique_positions::<Zobrist<u128>, _>(other, depth, threads),
    }
}

/// Writes each row as soon as it is known.
struct Rows {
    format: Format,
    stdout: StdoutLock<'static>,
}

impl Rows {
    fn begin(format: Format) -> io::Result<Rows> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(&format.header(COLUMNS))?;
        Ok(Rows { format, stdout })
    }

    fn write(&mut self, ply: u32, count: u64) -> io::Result<()> {
        let mut row = Vec::new();
        let values = [Value::Number(ply.into()), Value::Number(count)];
        self.format.append(&mut row, COLUMNS, &values);
        self.stdout.write_all(&row)?;
        self.stdout.flush()
    }
}
