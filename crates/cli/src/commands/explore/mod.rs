//! `zobrist explore`: the moves and games of a position.

mod args;
mod games;
mod heading;
mod moves;
mod sources;
mod sum;

use anyhow::{Context, Result};
use shakmaty::Move;
use shakmaty::variant::VariantPosition;
use zobrist_index::MoveCount;
use zobrist_shakmaty::unpack_move;

use crate::ending::Ending;
use crate::message::say;
use crate::rows::Format;
use crate::stdout::{print, print_lines};
pub use args::Args;
use heading::Heading;
use sum::Sum;

pub fn run(args: Args) -> Result<Ending> {
    // The question comes first: a mistake in it should not cost an index.
    let position = args.position.read()?;
    let filter = args.filter.filter()?;
    let sources = sources::find(&args.sources)?;
    let ask = |again: bool| -> Result<(Sum, Ending)> {
        let opened = sources.open(&args, again)?;
        let sum = Sum::of(&opened, &position, &filter, &args)?;
        Ok((sum, sources.ending(&opened)))
    };
    // Nobody is asked to look after an index that is kept for files. One in a folder may have been
    // replaced since its manifest was read: its files are then gone.
    let (sum, ending) = match ask(false) {
        Err(error) if sources.can_be_read_again() && sum::may_be_mended(&error) => ask(true)?,
        answer => answer?,
    };
    let moves = moves_of(&position, sum.moves)?;
    let heading = Heading::of(&filter, args.dedup.by(), &sum.counts);
    let has_score = args.filter.has_player();
    let written = if args.format == Format::Text {
        let heading = heading.as_ref().map_or(String::new(), Heading::text);
        let moves = moves::table(&position, &moves, has_score);
        print_lines(&(heading + &moves + &games::table(&sum.games)))
    } else {
        let mut out = Vec::new();
        match (&heading, args.format) {
            (Some(heading), Format::Jsonl) => heading.append(&mut out),
            (Some(heading), _) => say(&format!("zobrist: {}", heading.text())),
            (None, _) => {}
        }
        // A CSV file has the columns of one table.
        if args.format == Format::Jsonl || args.games == 0 {
            moves::append(args.format, &mut out, &position, &moves, has_score);
        }
        if args.games > 0 {
            games::append(args.format, &mut out, &sum.games);
        }
        print(&out)
    };
    if moves.is_empty() && written.is_ok() {
        match &heading {
            Some(heading) => say(&heading.why_empty()),
            None if args.format == Format::Text => {
                say("zobrist: no move was played in this position\n");
            }
            None => {}
        }
    }
    ending.when(written)
}

/// The moves of a position with their counts, as legal moves.
fn moves_of(position: &VariantPosition, counts: Vec<MoveCount>) -> Result<Vec<(Move, MoveCount)>> {
    let legal = |count: MoveCount| {
        let m = unpack_move(position, count.played).with_context(|| {
            format!("the index has {}, which is no legal move here", count.played)
        })?;
        Ok((m, count))
    };
    counts.into_iter().map(legal).collect()
}
