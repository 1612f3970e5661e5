//! Positions that are given as arguments, in place of files.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use shakmaty::fen::Fen;
use shakmaty::variant::VariantPosition;
use zobrist_chess::{AnyScheme, ComposedScheme};
use zobrist_commands_input::positions::{START, read_variant_with};
use zobrist_commands_input::schemes::VariantOption;
use zobrist_console::ending::Ending;
use zobrist_game_text::ChunkUnit;
use zobrist_shakmaty::{Strictness, en_passant_mode};

use super::args::Args;
use super::input_kind::InputFormat;
use super::lines::hashes;
use super::position_table::row_writer;
use super::row_form::RowForm;
use crate::line_job::{Job, Output};

/// A position, and its FEN as it was given; `None` for the start position.
pub(crate) struct PositionArgument {
    position: VariantPosition,
    fen: Option<String>,
}

/// Reads the arguments as positions; `None` if they are files. An argument is a position if it is
/// no existing file, and is `startpos` or reads like FEN.
///
/// # Errors
/// When there are both files and positions, or a position cannot be read.
pub(crate) fn read(
    arguments: &[PathBuf],
    variant: VariantOption,
    lenient: bool,
) -> Result<Option<Vec<PositionArgument>>> {
    let strictness = if lenient { Strictness::Lenient } else { Strictness::AllowMissing };
    let read = |text: &str| read_variant_with(text, variant, strictness);
    let position = |path: &Path| {
        let text = path.to_str().filter(|_| !path.exists())?;
        let is_position = text == START || is_like_fen(text) || read(text).is_ok();
        is_position.then(|| text.to_owned())
    };
    let found: Vec<Option<String>> = arguments.iter().map(|path| position(path)).collect();
    let Some(first) = found.iter().flatten().next() else { return Ok(None) };
    if let Some(file) = found.iter().position(Option::is_none) {
        bail!(
            "expected files or positions, got both: the file {} and the position {first:?}; hash \
             them in two commands",
            arguments[file].display()
        );
    }
    let argument = |text: String| match text.as_str() {
        START => {
            Ok(PositionArgument { position: VariantPosition::new(variant.rules()), fen: None })
        }
        _ => {
            let position = read(&text).with_context(|| "no file has this name")?;
            Ok(PositionArgument { position, fen: Some(text.trim().to_owned()) })
        }
    };
    found.into_iter().flatten().map(argument).collect::<Result<_>>().map(Some)
}

/// True for several words of which the first has the slashes of a board, or for one that has all of
/// them and is written in letters of pieces and digits.
fn is_like_fen(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let board = words.next().unwrap_or_default();
    let slashes = board.matches('/').count();
    let is_board = slashes == 7 && board.chars().all(|c| "/pnbrqkPNBRQK12345678".contains(c));
    is_board || words.next().is_some() && slashes >= 4 && !board.starts_with(['/', '.'])
}

/// Hashes positions; their numbers take the place of those of lines.
pub(crate) fn run(args: &Args, any: &AnyScheme, positions: &[PositionArgument]) -> Result<Ending> {
    for (is_given, option) in [
        (args.check, "--check"),
        (args.column.is_some(), "--column"),
        (!args.columns.is_empty(), "--columns"),
        (args.keep_valid.keep_valid, "--keep-valid"),
        (args.encoding.encoding.is_some(), "--encoding"),
        (args.language.is_foreign(), "--language"),
        (args.input == Some(InputFormat::Pgn), "--input pgn"),
    ] {
        if is_given {
            bail!("{option} reads files, and the arguments are positions; leave {option} out");
        }
    }
    let output = args.output.begin_apart_from(&[])?;
    let job = args.job(&output, ProgressBar::hidden());
    let form = args.row_form(&output, false);
    let writer = row_writer(args, any, ChunkUnit::Lines, &form, output)?;
    let rows = hash_positions(&any.to_composed(), &job, &form, positions);
    job.write_all(&form.header_of_lines(), &rows, writer)
}

fn hash_positions(
    scheme: &ComposedScheme,
    job: &Job,
    form: &RowForm,
    positions: &[PositionArgument],
) -> Output {
    let mut output = Output { read: positions.len() as u64, ..Output::default() };
    for (number, argument) in (1..).zip(positions) {
        let (key, wide) = hashes(scheme, job, &argument.position);
        let fen = match &argument.fen {
            Some(fen) => fen.clone(),
            None => Fen::from_position(&argument.position, en_passant_mode(scheme)).to_string(),
        };
        form.append_line(&mut output.rows, scheme, key, number, (fen.as_bytes(), ""));
        if let Some(wide) = wide {
            output.positions.push((wide, output.rows.len()));
        }
    }
    output
}
