//! Hashes of lines of FEN or EPD.

use std::ops::ControlFlow;

use anyhow::Result;
use zobrist::Hasher;
use zobrist_chess::{AnyScheme, Scheme, Wide, with_any_scheme};
use zobrist_console::ending::Ending;
use zobrist_game_text::{Chunk, ChunkUnit, Chunks};
use zobrist_shakmaty::{HashablePosition, for_each_feature, hash};

use super::args::Args;
use super::inputs::Inputs;
use super::position_lines::{PositionReader, for_each_line};
use super::position_table::row_writer;
use super::row_form::RowForm;
use crate::line_job::{Job, Output};

/// Hashes the lines of files.
pub(crate) fn run(args: &Args, any: &AnyScheme, inputs: Inputs) -> Result<Ending> {
    args.refuse_options_of_games()?;
    let output = args.output.begin_apart_from(&inputs.files)?;
    let form = args.row_form(&output, inputs.are_several());
    let job = args.job(&output, inputs.progress);
    let writer = row_writer(args, any, ChunkUnit::Lines, &form, output)?;
    let (reader, header) = (args.position_reader(), form.header_of_lines());
    let chunks = Chunks::new(inputs.found, ChunkUnit::Lines);
    with_any_scheme!(any, scheme => {
        let scheme = &scheme;
        let work = |chunk: Chunk| hash_lines(scheme, &job, &reader, &form, chunk);
        job.run("lines", args.threads(), &header, chunks, writer, &work)
    })
}

fn hash_lines<S: Scheme>(
    scheme: &S,
    job: &Job,
    reader: &PositionReader,
    form: &RowForm,
    chunk: Chunk,
) -> Output {
    let mut output = Output { rows: chunk.buffers.take(), ..Output::default() };
    output.rows.reserve(chunk.text.len() * 3 / 2);
    for_each_line(&chunk, |line| {
        // A comment of a perft suite: no position begins so.
        if line.text.first() == Some(&b'#') {
            return ControlFlow::Continue(());
        }
        output.read += 1;
        let hashes =
            reader.read(line.text, |p| hashes(scheme, job, &p), |p| hashes(scheme, job, &p));
        match hashes {
            Ok((key, position)) => {
                let texts = (line.text, &*chunk.file);
                form.append_line(&mut output.rows, scheme, key, line.number, texts);
                if let Some(position) = position {
                    output.positions.push((position, output.rows.len()));
                }
            }
            Err(error) => {
                let hint = match line.text.first() {
                    Some(b'[') => "; for games, say --input pgn",
                    // Operations of EPD may have commas, too.
                    _ if line.text.contains(&b',') && !line.text.contains(&b';') => {
                        "; for a table, name the column of the positions with --column"
                    }
                    _ => reader.hint(line.text),
                };
                output.rejections.push(line.reject(&chunk, format!("{error}{hint}")));
                if job.strict {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    chunk.buffers.give_back(chunk.text);
    output
}

/// The hash of a position and, with --unique, its 128-bit hash.
pub(crate) fn hashes<S: Scheme, P: HashablePosition>(
    scheme: &S,
    job: &Job,
    position: &P,
) -> (S::Key, Option<u128>) {
    let wide = || {
        let mut hasher = Hasher::new(Wide(scheme.clone()));
        for_each_feature(scheme, position, |feature| hasher.insert(feature));
        hasher.hash()
    };
    (hash(scheme, position), job.unique.then(wide))
}
