//! Reads files of games into an index, on all cores.
//!
//! A bad game is rejected with its place. A file that breaks off ends the build: the index would
//! look whole and lack an unknown number of games. The run keeps its work and continues once the
//! file is mended.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use zobrist_game_text::{ChunkUnit, Chunks};
use zobrist_index::{BuildCounts, IndexBuilder, IndexError};
use zobrist_input::{Content, FoundInput, Listener, find_all};
use zobrist_storage::ByteDigest;

use crate::error::IngestError;
use crate::reading::{Halt, Reading, Step};
use crate::resume::boundary;
use crate::watch::Watch;

/// Reads files of games into an index, and completes it. A run that was interrupted is continued if
/// the builder has found it.
///
/// The builder must have been made with these files as its
/// [sources](IndexBuilder::create_from_sources), in this order; [`Sources`](crate::Sources) are
/// such files. The games are replayed on `threads` threads, of which the calling one is one. With
/// [`BuildOptions::partial`](zobrist_index::BuildOptions::partial), a file that fails while it is
/// read is accepted in part.
///
/// Memory is that of the builder, and about 25 MiB for each thread.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::Arc;
///
/// use zobrist_game_text::Rejection;
/// use zobrist_index::{BuildOptions, IndexBuilder};
/// use zobrist_ingest::{Sources, Watch, ingest};
/// use zobrist_input::{Listener, Nobody};
///
/// /// Prints games that cannot be replayed.
/// struct Print;
///
/// impl Watch for Print {
///     fn games(&mut self, _read: u64, _plies: u64, rejections: &[Rejection]) {
///         rejections.iter().for_each(|rejection| println!("{rejection}"));
///     }
/// }
///
/// # let folder = std::env::temp_dir().join(format!("zobrist-ingest-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let games = folder.join("games.pgn");
/// std::fs::write(&games, "1. e4 e5 *\n\n1. Ke3 *\n")?;
///
/// let sources = Sources::find(&[games])?;
/// let index = folder.join("index");
/// let builder =
///     IndexBuilder::create_from_sources(&index, BuildOptions::default(), sources.versions())?;
/// let listener: Arc<dyn Listener> = Arc::new(Nobody);
/// let built = ingest(builder, sources.files(), NonZeroUsize::MIN, &listener, &mut Print)?;
/// assert_eq!((built.games, built.rejected), (1, 1));
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a file is missing, or fails or changes while it is read and is not accepted in part, the
/// watch has stopped the work, or the index cannot be written.
///
/// # Panics
/// When the number of files is not that of the sources of the builder.
pub fn ingest(
    mut builder: IndexBuilder,
    files: &[PathBuf],
    threads: NonZeroUsize,
    listener: &Arc<dyn Listener>,
    watch: &mut dyn Watch,
) -> Result<BuildCounts, IngestError> {
    let names: Vec<String> = builder.source_names().map(str::to_owned).collect();
    assert_eq!(names.len(), files.len(), "the builder has other sources than these files");
    // No files mean no input, not standard input.
    let mut found = match files {
        [] => Vec::new(),
        _ => find_all(files, Content::Text, listener)?,
    };
    let digests: Vec<ByteDigest> = found.iter_mut().map(FoundInput::hash_bytes).collect();
    let partial = builder.accepts_parts();
    // Sources before this one have been read to their end, by this run or an earlier one.
    let mut reached = builder.resume_point().source;
    let replayer = builder.replayer();
    let mut chunks = Chunks::from(found, ChunkUnit::Games, boundary(builder.resume_point()))
        .only_whole(!partial)
        .decode_tags(replayer.encoding());
    let reading = Reading { names: &names, replayer: &replayer, partial, digests: &digests };
    let mut take = |step: Step| -> Result<(), IndexError> {
        match step {
            Step::SourceRead { source, read } => builder.source_read(source, &read),
            Step::Part { source } => builder.accept_part(source),
            Step::Games { source, replayed, unread, reached } => {
                builder.add_from_source(source, replayed, unread, reached)?;
            }
        }
        Ok(())
    };
    let halt = reading.read(&mut chunks, threads, &mut take, &mut reached, watch);
    let was_asked = match halt {
        Some(Halt::Error(error)) => return Err(error.into()),
        Some(Halt::Failed(source, failure)) => {
            watch.source_failed(&failure);
            let kept = builder.suspend(source, failure.offset, &digests[source].so_far());
            return Err(IngestError::Source { failure: Box::new(failure), kept });
        }
        Some(Halt::Asked) => true,
        None => false,
    };
    watch.reading_ended();
    if watch.wants_stop() || was_asked {
        return Err(interrupt(builder));
    }
    for (source, digest) in digests.iter().enumerate().skip(reached) {
        builder.source_read(source, &digest.so_far());
    }
    if partial {
        for changed in builder.changed_sources()? {
            listener.notice(&changed.to_string());
            builder.accept_part(changed.source);
        }
    }
    Ok(builder.finish()?)
}

/// Keeps what was read before the work was stopped.
fn interrupt(builder: IndexBuilder) -> IngestError {
    let (games, can_be_resumed) = (builder.games(), builder.can_be_resumed());
    IngestError::Stopped { games, kept: builder.interrupt().map(|()| can_be_resumed) }
}
