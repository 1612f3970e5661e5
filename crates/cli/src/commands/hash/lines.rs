//! Hashes of lines of FEN or EPD.

use std::ops::ControlFlow;

use zobrist_chess::{Scheme, Wide};
use zobrist_files::Chunk;
use zobrist_shakmaty::{HashablePosition, hash};

use super::row_form::RowForm;
use crate::job::{Job, Output, for_each_line};

pub fn hash_lines<S: Scheme>(scheme: &S, job: &Job, form: &RowForm, chunk: Chunk) -> Output {
    let mut output = Output { rows: chunk.buffers.take(), ..Output::default() };
    output.rows.reserve(chunk.text.len() * 3 / 2);
    for_each_line(&chunk, |line| {
        // A comment of a perft suite: no position begins so.
        if line.text.first() == Some(&b'#') {
            return ControlFlow::Continue(());
        }
        output.read += 1;
        let hashes = job.read(line.text, |p| hashes(scheme, job, &p), |p| hashes(scheme, job, &p));
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
                    _ => job.hint(line.text),
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
pub fn hashes<S: Scheme, P: HashablePosition>(
    scheme: &S,
    job: &Job,
    position: &P,
) -> (S::Key, Option<u128>) {
    (hash(scheme, position), job.unique.then(|| hash(&Wide(scheme.clone()), position)))
}
