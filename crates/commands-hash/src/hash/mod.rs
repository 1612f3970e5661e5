//! `zobrist hash`: hashes of all positions in files of positions or games.
//!
//! Each kind of input has its way in a file of its own: texts, bytes, positions that are arguments,
//! tables, logs to check, games, and lines of positions.

mod annotated_rows;
mod annotation_columns;
mod args;
mod bytes;
pub(crate) mod check;
mod column;
mod games;
mod input_kind;
mod inputs;
mod lines;
mod packed_row;
mod plain;
mod position_arguments;
pub(crate) mod position_lines;
mod position_table;
mod row_form;
mod slots;
mod texts;

use anyhow::Result;
use zobrist_game_text::ChunkUnit;

pub use self::args::Args;
use zobrist_commands_input::game_files::{Wanted, expand};
use zobrist_console::ending::Ending;

use self::inputs::Inputs;
use self::plain::Contents;

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    args.refuse_contradictions()?;
    match args.plain.contents() {
        Some(Contents::Texts) => return texts::run(&args),
        Some(Contents::Bytes) => return bytes::run(&args),
        None => {}
    }
    args.refuse_schemes_among_files()?;
    if let Some(scheme) = args.scheme.slots()? {
        return slots::run(&args, &scheme);
    }
    let scheme = args.scheme()?;
    let variant = args.scheme.variant;
    if let Some(positions) = position_arguments::read(&args.files, variant, args.lenient)? {
        return position_arguments::run(&args, &scheme, &positions);
    }
    if let Some(selector) = &args.column {
        return column::run(&args, selector, &scheme);
    }
    if args.check {
        return check::run(&args, &scheme);
    }
    let mut inputs = Inputs::find(&args, expand(&args.files, Wanted::GAMES_OR_POSITIONS)?)?;
    let unit = match args.input {
        Some(format) => format.unit(),
        None => input_kind::unit_of(&mut inputs.found)?,
    };
    match unit {
        ChunkUnit::Games => games::run(&args, &scheme, inputs),
        _ => lines::run(&args, &scheme, inputs),
    }
}
