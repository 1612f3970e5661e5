//! `zobrist perft`: counts move paths or different positions.
//!
//! The default scheme is `fide`, since different positions are mostly counted by the Laws of Chess;
//! that of `hash` is `polyglot`, since hashes are mostly looked up in tables made by others.

use std::io;
use std::num::NonZeroUsize;

use anyhow::{Context, Result, bail};
use shakmaty::Move;
use shakmaty::variant::VariantPosition;
use zobrist_chess::{AnyScheme, Fen, Fide, Polyglot, Scheme, SchemeId, Zobrist};
use zobrist_commands_input::positions::read_variant;
use zobrist_commands_input::schemes::{SchemeArgument, VariantOption, scheme_for, scheme_parser};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::progress::spinning;
use zobrist_console::resources::{bytes, jobs, threads};
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_search::{Game, PerftTable};
use zobrist_shakmaty::{
    CountError, HashablePosition, Hashed, Undo, perft, unique_positions_by_ply,
};

/// Count move paths, or different positions, ply by ply
///
/// A row for each ply from 1: the ply and the number of paths of that length. With --unique, the
/// number of different positions after exactly that many plies, by the convention of the scheme,
/// compared by 128 bits.
///
/// With --table, the subtree of a position that several paths reach is counted once, as long as
/// the table keeps it. Positions are compared by 128 bits, so the counts are the same. The largest
/// table is not the fastest: for seven plies from the start position, 64 MiB is faster than 1 GiB
/// (bench/README.md). --table does not combine with --unique. A ply with 2^64 paths or more is an
/// error.
///
/// Cost: from the start position on two cores, --unique 6 takes about two seconds, and --unique 7
/// half a minute and 2.6 GiB (bench/README.md).
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist perft 5 --table 64MiB",
    r#"zobrist perft 4 --unique --fen "8/8/8/8/8/4k3/4p3/4K3 w - -""#
))]
pub struct Args {
    /// Number of plies
    #[arg(value_parser = plies)]
    depth: u8,
    /// Position to start from [default: the start position]
    ///
    /// With --variant, the default is the start position of the variant.
    #[arg(long, help_heading = "Position")]
    fen: Option<String>,
    /// Scheme whose convention decides if two positions are the same [default: fide]
    #[arg(long, value_parser = scheme_parser(), help_heading = "Count", hide_short_help = true)]
    scheme: Option<SchemeArgument>,
    #[command(flatten)]
    variant: VariantOption,
    /// Count different positions instead of paths
    #[arg(long, help_heading = "Count")]
    unique: bool,
    /// Keep counts in a table of this size, such as 256MiB
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = bytes,
        conflicts_with = "unique",
        help_heading = "Count"
    )]
    table: Option<u64>,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

fn plies(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("expected a number of plies, from 0 to {}", u8::MAX))
}

const COLUMNS: &[&str] = &["ply", "count"];

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    // Move paths do not depend on the scheme.
    let of = |scheme: &SchemeArgument| scheme_for(scheme, None, args.variant.rules());
    let scheme = args.scheme.as_ref().map(of).transpose()?;
    let position = match &args.fen {
        None => VariantPosition::new(args.variant.rules()),
        Some(fen) => read_variant(fen, args.variant)?,
    };
    let depth = u32::from(args.depth);
    let threads = threads(args.jobs);
    let table = args.table.map(PerftTable::new).transpose()?;
    print(&args.format.header(COLUMNS))?;
    if args.unique {
        let fide = || of(&SchemeArgument::BuiltIn(SchemeId::Fide.into()));
        let scheme = scheme.map_or_else(fide, Ok)?;
        if scheme.layout().clock().is_some() {
            bail!(
                "the scheme `{}` has keys for the halfmove clock, so that positions that transpose \
                 differ; expected one without a clock",
                scheme.name()
            );
        }
        let mut counts = count_unique(&scheme, &position, threads);
        for ply in 1..=depth {
            let count = spinning(&format!("counting ply {ply}"), || counts.next());
            let count = count.expect("there is a next ply");
            print_row(args.format, ply, count.with_context(|| format!("ply {ply}"))?)?;
        }
    } else {
        for ply in 1..=depth {
            let count = spinning(&format!("counting ply {ply}"), || {
                count_paths(&position, ply, threads, table.as_ref())
            });
            if count == u64::MAX {
                bail!("expected fewer than 2^64 - 1 move paths, got as many or more at ply {ply}");
            }
            print_row(args.format, ply, count)?;
        }
    }
    Ok(Ending::Done)
}

/// Counts move paths. Standard chess has its own type, which is several times as fast.
fn count_paths(
    position: &VariantPosition,
    depth: u32,
    threads: NonZeroUsize,
    table: Option<&PerftTable>,
) -> u64 {
    match (position, table) {
        (VariantPosition::Chess(chess), None) => perft(chess, depth, threads),
        (other, None) => perft(other, depth, threads),
        (VariantPosition::Chess(chess), Some(table)) => tabled_perft(chess, depth, threads, table),
        (other, Some(table)) => tabled_perft(other, depth, threads, table),
    }
}

/// Counts different positions. All widths of `zobrist` distinguish the same positions, and the
/// other built-in schemes are for standard chess only, so that few instances of the search suffice.
fn count_unique<'a>(
    scheme: &'a AnyScheme,
    position: &'a VariantPosition,
    threads: NonZeroUsize,
) -> Box<dyn Iterator<Item = Result<u64, CountError>> + 'a> {
    fn of<'a, S: Scheme>(
        scheme: &'a S,
        position: &'a VariantPosition,
        threads: NonZeroUsize,
    ) -> Box<dyn Iterator<Item = Result<u64, CountError>> + 'a> {
        match position {
            VariantPosition::Chess(chess) => {
                Box::new(unique_positions_by_ply(scheme, chess, threads))
            }
            other => Box::new(unique_positions_by_ply(scheme, other, threads)),
        }
    }
    match (scheme, position) {
        (AnyScheme::Composed(scheme), _) => of(scheme, position, threads),
        (AnyScheme::BuiltIn(SchemeId::Polyglot), VariantPosition::Chess(chess)) => {
            Box::new(unique_positions_by_ply(&Polyglot, chess, threads))
        }
        (AnyScheme::BuiltIn(SchemeId::Fide), VariantPosition::Chess(chess)) => {
            Box::new(unique_positions_by_ply(&Fide, chess, threads))
        }
        (AnyScheme::BuiltIn(SchemeId::Fen), VariantPosition::Chess(chess)) => {
            Box::new(unique_positions_by_ply(&Fen, chess, threads))
        }
        _ => of(&const { Zobrist::<u128>::new() }, position, threads),
    }
}

fn tabled_perft<P: HashablePosition + Send>(
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
    table: &PerftTable,
) -> u64 {
    zobrist_search::perft(
        &Paths(Hashed::new(Zobrist::new(), position.clone())),
        depth,
        threads,
        Some(table),
    )
}

/// A position for counting move paths, with the hash that distinguishes all variants.
#[derive(Clone)]
struct Paths<P: HashablePosition>(Hashed<Zobrist<u128>, P>);

impl<P: HashablePosition + Send> Game for Paths<P> {
    type Key = u128;
    type Move = Move;
    type Undo = Undo<Hashed<Zobrist<u128>, P>>;

    #[inline]
    fn hash(&self) -> u128 {
        self.0.hash()
    }
    #[inline]
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend_from_slice(&self.0.position().legal_moves());
    }
    #[inline]
    fn make(&mut self, m: Move) -> Self::Undo {
        self.0.make(m)
    }
    #[inline]
    fn unmake(&mut self, _: Move, undo: Self::Undo) {
        self.0.unmake(undo);
    }
    /// Not used: counting needs no evaluation.
    fn score(&self) -> i32 {
        0
    }
}

/// Prints a row as soon as its count is known.
fn print_row(format: Format, ply: u32, count: u64) -> io::Result<()> {
    let mut row = Vec::new();
    format.append(&mut row, COLUMNS, &[Value::Number(ply.into()), Value::Number(count)]);
    print(&row)
}
