//! Merging segments into one, so that a look-up reads fewer files.

use std::iter;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use zobrist_chess::AnyScheme;
use zobrist_shakmaty::parallel;

use crate::check_sum::check_sum;
use crate::error::IndexError;
use crate::files::{file_name, files_of, parts_of_file};
use crate::folder::{Folder, read_manifest_to_lock};
use crate::manifest::{KeyedFile, Manifest, Segment};
use crate::open_file::OpenFile;
use crate::sorted::{Merge, Sorted};
use crate::table::{Disk, OccurrenceColumns, PositionColumns, TableFile, TableWriter};
use crate::visit::keys_of_parts;

/// Memory that merging one more file takes on each thread, in bytes: a page of each column, twice.
const MEMORY_PER_INPUT: usize = 2 << 20;

/// Merges all segments of an index into one, so that each look-up reads one file instead of one per
/// segment. The index stays as before until that is done; one with a single segment stays as it is.
///
/// ```no_run
/// zobrist_index::merge("index", 1 << 30, std::num::NonZeroUsize::MIN)?; // 1 GiB, one thread
/// # Ok::<(), zobrist_index::IndexError>(())
/// ```
///
/// `memory` is in bytes and decides how many segments are merged at once: one per 8 MiB and thread,
/// at least 2 and at most 128. Any value will do; 1 GiB per thread is enough for the maximum. A
/// segment that is merged takes about 2 MiB on each thread, a quarter of that share; the file that
/// a thread writes comes on top. `threads` threads write files at the same time.
///
/// Cost: every file is read for its checksum; then the tables of positions and occurrences are read
/// and written once, parts of them more often if there are more segments than are merged at once.
/// Until the end, the disk holds the old files and the new ones.
///
/// # Errors
/// When there is no index, it is damaged, a builder, another merge or a check is at work in its
/// folder, or a file cannot be written.
pub fn merge(
    folder: impl AsRef<Path>,
    memory: usize,
    threads: NonZeroUsize,
) -> Result<(), IndexError> {
    read_manifest_to_lock(folder.as_ref())?;
    let folder = Folder::lock(folder.as_ref())?;
    let (mut manifest, scheme) = folder.manifest()?;
    if manifest.segments.len() < 2 {
        // A merge that was killed in its last step has left the files of the old segments.
        return folder.clean();
    }
    // Damaged data must not get a new checksum.
    let files: Vec<_> = manifest.files().collect();
    parallel::try_map(&files, threads, |(name, summary)| check_sum(folder.index(), name, summary))?;
    folder.clean()?;
    let merged = merge_all(&folder, &mut manifest, &scheme, memory, threads);
    let done = merged.and_then(|()| folder.commit(&manifest));
    done.inspect_err(|_| folder.keep_journaled())
}

/// Merges all segments of a manifest into one; there are then new files, and the manifest
/// no longer names the old ones.
///
/// # Errors
/// When a file is damaged or cannot be written.
pub(crate) fn merge_all(
    folder: &Folder,
    manifest: &mut Manifest,
    scheme: &AnyScheme,
    memory: usize,
    threads: NonZeroUsize,
) -> Result<(), IndexError> {
    // The rows of one file can come from two files of a segment.
    let at_once = (memory / 4 / MEMORY_PER_INPUT / threads.get()).clamp(2, 128);
    while manifest.segments.len() > 1 {
        let some = manifest.segments.len().min(at_once);
        let inputs: Vec<Segment> = manifest.segments.drain(..some).collect();
        let number = manifest.next_segment;
        manifest.next_segment += 1;
        let rows = inputs.iter().flat_map(|segment| &segment.occurrences).map(|f| f.summary.rows);
        let files = files_of(rows.sum::<u64>() as usize);
        let positions = |segment: &Segment| segment.positions.clone();
        let occurrences = |segment: &Segment| segment.occurrences.clone();
        let context = Context { folder, scheme, number, files, threads };
        let segment = Segment {
            number,
            positions: context.merge::<PositionColumns>(inputs.iter().map(positions).collect())?,
            occurrences: context
                .merge::<OccurrenceColumns>(inputs.iter().map(occurrences).collect())?,
        };
        manifest.segments.push(segment);
    }
    Ok(())
}

struct Context<'a> {
    folder: &'a Folder,
    scheme: &'a AnyScheme,
    number: u32,
    files: usize,
    threads: NonZeroUsize,
}

impl Context<'_> {
    /// Merges one table of some segments.
    fn merge<T: Sorted>(&self, inputs: Vec<Vec<KeyedFile>>) -> Result<Vec<KeyedFile>, IndexError> {
        let merge = |file, disk: &Disk| {
            let parts = parts_of_file(file, self.files);
            let open = |name: &str| self.folder.open_file(name);
            let inputs = open_parts::<T>(open, &inputs, &parts, self.scheme)?;
            let name = file_name(T::NAME, self.number, file);
            let new = self.folder.create(&name)?;
            let mut writer = TableWriter::<T>::create(new, self.scheme)?;
            let mut merge = Merge::<T>::new(&inputs, &keys_of_parts(parts.clone()))?;
            writer.write(iter::from_fn(|| merge.next().transpose()))?;
            let summary = writer.finish(disk)?;
            Ok(KeyedFile { file: name, parts: (parts.start, parts.end), summary })
        };
        Disk::with(|disk| parallel::try_map(0..self.files, self.threads, |file| merge(file, disk)))
    }
}

/// Opens the files of some segments that hold keys of some parts.
pub(crate) fn open_parts<T: Sorted>(
    open: impl Fn(&str) -> Result<OpenFile, IndexError>,
    segments: &[Vec<KeyedFile>],
    parts: &Range<usize>,
    scheme: &AnyScheme,
) -> Result<Vec<TableFile>, IndexError> {
    let overlaps = |file: &&KeyedFile| file.parts.0 < parts.end && parts.start < file.parts.1;
    let files = segments.iter().flatten().filter(overlaps);
    files.map(|file| TableFile::open(open(&file.file)?, &T::SPEC, &file.summary, scheme)).collect()
}
