//! Plans an index that many tasks build from files of games.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use zobrist_index::IndexError;
use zobrist_index::runs::{self, Plan, PlanOptions, RunTask};
use zobrist_input::{FileError, error, frames};
use zobrist_storage::open_source;
use zobrist_storage::remote::{is_url, without_secrets};

use super::cut::{SourceSize, cut};
use super::room::{GameSample, room};
use crate::error::IngestError;
use crate::sources::Sources;

/// The bytes on the disk of a run, unless the number of runs is given: those of about a billion
/// positions in a compressed file.
const RUN_BYTES: u64 = 4 << 30;

/// Plans an index that many tasks build from files of games: cuts the files into at most `at_most`
/// runs of about the same size, estimates how many games each may have, and writes the plan into a
/// folder. `None` makes a run for each 4 GiB on the disk.
///
/// A file that `pzstd` has compressed is cut where it must be, unless files are accepted in part;
/// any other is read by one run as a whole.
///
/// Cost: the first MiB of each file is read; of a file that may be cut, 12 bytes in each of its
/// frames, one after the other, and they have a few MiB.
///
/// # Errors
/// When a file cannot be read, or is standard input or a pipe; as [`runs::plan`].
pub fn plan(
    folder: &Path,
    sources: &Sources,
    options: PlanOptions,
    at_most: Option<NonZeroUsize>,
) -> Result<Plan, IngestError> {
    let mut sizes = Vec::with_capacity(sources.files().len());
    let mut samples = Vec::with_capacity(sources.files().len());
    for path in sources.files() {
        if !is_url(path) && !path.is_file() {
            return Err(IndexError::NotAFile(path.clone()).into());
        }
        let source = open_source(path).map_err(|error| unreadable(path, error))?;
        sizes.push(SourceSize { bytes: source.len(), frames: None });
        samples.push(GameSample::read(path).map_err(|error| unreadable(path, error))?);
    }
    let bytes: u64 = sizes.iter().map(|size| size.bytes).sum();
    let enough = usize::try_from(bytes.div_ceil(RUN_BYTES)).unwrap_or(usize::MAX);
    let at_most = at_most.map_or(enough, NonZeroUsize::get).clamp(1, runs::MAX_RUNS);
    for (path, size) in sources.files().iter().zip(&mut sizes) {
        // No run is smaller than that, so that others are never cut. Nor is a file of which a part
        // is accepted: where the text of its later pieces begins would not be known.
        if size.bytes > bytes / at_most as u64 && !options.build.partial {
            let source = open_source(path).map_err(|error| unreadable(path, error))?;
            size.frames = frames(&*source).map_err(|error| unreadable(path, error))?;
        }
    }
    let cut = cut(&sizes, at_most).into_iter();
    let tasks = cut.map(|pieces| {
        let room = room(&pieces, &sizes, &samples);
        RunTask::new(pieces, room)
    });
    Ok(runs::plan(folder, options, sources.versions(), tasks.collect())?)
}

fn unreadable(path: &Path, cause: io::Error) -> FileError {
    let path = without_secrets(path);
    error!("cannot read {}: {cause}", path.display()).in_file(&path)
}
