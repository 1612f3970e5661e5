//! Builds one run of a plan from the files of the plan.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use zobrist_game_text::{ChunkUnit, Chunks};
use zobrist_index::runs::{RunBuilder, RunCounts, RunPieces};
use zobrist_index::{IndexError, MergeOptions};
use zobrist_input::{Content, FoundInput, Listener, Piece, find_each};
use zobrist_storage::ByteDigest;

use crate::error::IngestError;
use crate::reading::{Halt, Reading, Step};
use crate::watch::Watch;

/// Builds run number `number`, from 1, of the plan that stands in a folder. The games are replayed
/// on the threads of `options`, of which the calling one is one. Any number of tasks can do so at
/// once, on any machines, those of the same run too; only one of them counts.
///
/// Memory is that of `options`, and about 25 MiB for each thread.
///
/// # Errors
/// When a file is missing or has changed since the plan was made, or fails while it is read and the
/// plan does not accept it in part; when the watch has stopped the work; as [`RunBuilder`]. Nothing
/// is kept then: the run begins again when it is repeated.
pub fn run(
    folder: &Path,
    number: u32,
    options: MergeOptions,
    listener: &Arc<dyn Listener>,
    watch: &mut dyn Watch,
) -> Result<RunCounts, IngestError> {
    let builder = read_run(folder, number, options, listener, watch)?;
    watch.reading_ended();
    if watch.wants_stop() {
        return Err(IngestError::RunStopped { run: number });
    }
    Ok(builder.finish()?)
}

/// Reads the files of a run.
pub(super) fn read_run(
    folder: &Path,
    number: u32,
    options: MergeOptions,
    listener: &Arc<dyn Listener>,
    watch: &mut dyn Watch,
) -> Result<RunBuilder, IngestError> {
    let mut builder = RunBuilder::begin(folder, number, options)?;
    let names: Vec<String> = builder.sources().iter().map(|source| source.file.clone()).collect();
    let files: Vec<PathBuf> = builder.sources().iter().map(|source| source.path.clone()).collect();
    let mut found = find_each(&files, Content::Text, listener)?;
    let mut piece_text = None;
    let mut digests = Vec::new();
    match builder.run().pieces {
        RunPieces::Files(_) => digests.extend(found.iter_mut().map(FoundInput::hash_bytes)),
        RunPieces::Piece { begin, end, .. } => {
            let of_piece = found.iter_mut().map(|found| found.only_piece(Piece { begin, end }));
            piece_text = of_piece.last();
        }
    }
    let partial = builder.plan().accepts_parts();
    let replayer = builder.replayer();
    let mut chunks =
        Chunks::new(found, ChunkUnit::Games).only_whole(!partial).decode_tags(replayer.encoding());
    let reading = Reading { names: &names, replayer: &replayer, partial, digests: &digests };
    let mut reached = 0;
    let mut take = |step: Step| -> Result<(), IndexError> {
        match step {
            Step::SourceRead { source, read } => builder.source_read(source, &read),
            Step::Part { source } => builder.accept_part(source),
            // A run that is stopped begins again, at no point in between.
            Step::Games { source, replayed, unread, .. } => {
                builder.add(source, replayed, unread)?
            }
        }
        Ok(())
    };
    match reading.read(&mut chunks, options.threads, &mut take, &mut reached, watch) {
        None => {}
        Some(Halt::Asked) => return Err(IngestError::RunStopped { run: number }),
        Some(Halt::Error(error)) => return Err(error.into()),
        Some(Halt::Failed(_, failure)) => {
            watch.source_failed(&failure);
            return Err(IngestError::Source { failure: Box::new(failure), kept: Ok(false) });
        }
    }
    for (source, digest) in digests.iter().map(ByteDigest::so_far).enumerate().skip(reached) {
        builder.source_read(source, &digest);
    }
    if let Some(bytes) = piece_text.and_then(|text| text.bytes()) {
        builder.piece_read(bytes);
    }
    Ok(builder)
}
