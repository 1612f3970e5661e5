//! Merging segments into one, so that a look-up reads fewer files.

use std::iter;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use zobrist_chess::AnyScheme;
use zobrist_shakmaty::parallel;

use super::slices::slices;
use super::sorted::{Merge, Sorted};
use super::table_files::{TableFiles, Target};
use crate::error::IndexError;
use crate::format::folder::{Folder, read_manifest_to_lock};
use crate::format::manifest::{KeyedFile, Manifest, Segment};
use crate::format::table::{
    Disk, OccurrenceColumns, PositionColumns, Table, TableFile, TableSpec, format_of,
};
use crate::format::{Parts, WriteOptions, files_of};
use crate::options::MergeOptions;
use zobrist_tables::ReadFile;

/// Memory that merging one more file takes on each thread, in bytes: a page of each column, twice.
pub(crate) const MEMORY_PER_INPUT: usize = 2 << 20;

/// Merges all segments of an index into one, so that each look-up reads one file instead of one per
/// segment. The index stays as before until that is done.
///
/// ```no_run
/// use zobrist_index::{MergeOptions, merge};
///
/// let mut options = MergeOptions::default();
/// options.threads = std::thread::available_parallelism()?;
/// merge("index", options)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`MergeOptions::memory`] decides how many segments are merged at once: one per 8 MiB and thread,
/// at least 2 and at most 128. Any value will do; 1 GiB per thread is enough for the maximum. A
/// segment that is merged takes about 2 MiB on each thread, a quarter of that share; the file that
/// a thread writes comes on top. `threads` threads write files at the same time.
///
/// An index with a single segment stays as it is, unless [`MergeOptions::files`] asks for another
/// number of files.
///
/// Cost: the tables of positions and occurrences are read and written once, parts of them more
/// often if there are more segments than are merged at once. Until the end, the disk holds the old
/// files and the new ones: up to twice the size of the index, and more if parts are merged more
/// often.
///
/// # Errors
/// When there is no index, it is damaged, a builder, another merge or a check is at work in its
/// folder, or a file cannot be written.
pub fn merge(folder: impl AsRef<Path>, options: MergeOptions) -> Result<(), IndexError> {
    read_manifest_to_lock(folder.as_ref())?;
    let folder = Folder::lock(folder.as_ref())?;
    let (mut manifest, scheme) = folder.manifest()?;
    let how = WriteOptions::new(options.memory, options.threads, options.files);
    if is_merged(&manifest, how) {
        // A merge that was killed in its last step has left the files of the old segments.
        return folder.clean();
    }
    folder.clean()?;
    let merged = merge_all(&folder, &mut manifest, &scheme, how);
    let done = merged.and_then(|()| folder.commit(&manifest));
    done.inspect_err(|_| folder.keep_journaled())
}

/// True if there is one segment, or none, in as many files as are asked for.
fn is_merged(manifest: &Manifest, WriteOptions { files, .. }: WriteOptions) -> bool {
    match &manifest.segments[..] {
        [] => true,
        [segment] => files.is_none_or(|files| {
            segment.positions.len() == files && segment.occurrences.len() == files
        }),
        _ => false,
    }
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
    how: WriteOptions,
) -> Result<(), IndexError> {
    let WriteOptions { memory, threads, files } = how;
    // The rows of one file can come from two files of a segment.
    let at_once = (memory / 4 / MEMORY_PER_INPUT / threads.get()).clamp(2, 128);
    while !is_merged(manifest, how) {
        let some = manifest.segments.len().min(at_once);
        let rows = |table: fn(&Segment) -> &Vec<KeyedFile>| {
            let inputs = manifest.segments[..some].iter().flat_map(table);
            inputs.map(|file| file.summary.rows).sum::<u64>()
        };
        let (positions, occurrences) = (rows(|s| &s.positions), rows(|s| &s.occurrences));
        let files_of = |rows, table: TableSpec| files.unwrap_or(files_of(rows, table.row_bytes));
        let files = [
            files_of(positions, PositionColumns::SPEC),
            files_of(occurrences, OccurrenceColumns::SPEC),
        ];
        manifest.divide_into(Parts::of_files(files[0].max(files[1])));
        let inputs: Vec<Segment> = manifest.segments.drain(..some).collect();
        let number = manifest.next_segment;
        manifest.next_segment += 1;
        let of = |table: fn(&Segment) -> &Vec<KeyedFile>| -> Vec<Vec<KeyedFile>> {
            inputs.iter().map(table).cloned().collect()
        };
        let open = |name: &str, _| folder.open_file(name);
        let merge = SegmentMerge { open, folder, scheme, number, parts: manifest.parts(), threads };
        let [positions, occurrences] = [of(|s| &s.positions), of(|s| &s.occurrences)];
        manifest.segments.push(Segment {
            number,
            positions: merge.table::<PositionColumns>(&positions, files[0], 0..files[0])?,
            occurrences: merge.table::<OccurrenceColumns>(&occurrences, files[1], 0..files[1])?,
        });
    }
    Ok(())
}

/// Merges tables of segments into those of a new one.
pub(crate) struct SegmentMerge<'a, O> {
    /// Opens a file of an input, given its size in bytes.
    pub(crate) open: O,
    /// The folder that is written to.
    pub(crate) folder: &'a Folder,
    pub(crate) scheme: &'a AnyScheme,
    /// The number of the new segment.
    pub(crate) number: u32,
    pub(crate) parts: Parts,
    pub(crate) threads: NonZeroUsize,
}

/// Number of rows that a thread merges at once, if there are fewer files than threads can write.
const SLICE: u64 = 1 << 17;

/// Number of slices of a range of the files on each thread.
const SLICES_OF_RANGE: usize = 4;

/// About the number of files of a segment that are open at once.
pub(crate) const FILES_OF_SLICE: usize = 16;

impl<O: Fn(&str, u64) -> Result<ReadFile, IndexError> + Sync> SegmentMerge<'_, O> {
    /// Merges one table of some segments into `files` files, and writes those of a range.
    ///
    /// # Errors
    /// When a file is damaged or cannot be written.
    pub(crate) fn table<T: Sorted>(
        &self,
        inputs: &[Vec<KeyedFile>],
        files: usize,
        range: Range<usize>,
    ) -> Result<Vec<KeyedFile>, IndexError> {
        let SegmentMerge { ref open, folder, scheme, number, parts, threads } = *self;
        let rows: u64 = inputs.iter().flatten().map(|file| file.summary.rows).sum();
        let wanted = if range.len() >= 4 * threads.get() {
            // Many files keep all threads at work, each of them writing one.
            files
        } else if range.len() == files {
            (rows / SLICE) as usize
        } else {
            // Each slice opens files of all inputs, and there may be hundreds.
            files.div_ceil(range.len().max(1)) * SLICES_OF_RANGE * threads.get()
        };
        // A slice of few input files can be merged while all of them are open.
        let wanted = wanted.max(inputs.iter().map(Vec::len).sum::<usize>() / FILES_OF_SLICE);
        let mut slices = slices(parts, [files], wanted);
        slices.retain(|slice| range.contains(&slice.of[0].file));
        Disk::with(|disk| {
            let target = Target { folder, segment: number, scheme, disk };
            let output = TableFiles::<T>::some(target, parts, files, range);
            parallel::try_map_with(
                slices.iter().enumerate(),
                threads,
                T::default,
                |columns, slice| {
                    let (number, slice) = slice;
                    let mut output = output.slice(number, slice.of[0], columns);
                    let inputs = open_parts::<T>(open, inputs, &slice.parts, scheme)?;
                    let keys = parts.keys(slice.parts.clone());
                    let mut merge = Merge::<T>::new(&inputs, &keys)?;
                    output.write(iter::from_fn(|| merge.next().transpose()))?;
                    output.finish()
                },
            )?;
            output.finish()
        })
    }
}

/// Opens the files of some segments that hold keys of some parts.
pub(crate) fn open_parts<T: Sorted>(
    open: impl Fn(&str, u64) -> Result<ReadFile, IndexError>,
    segments: &[Vec<KeyedFile>],
    parts: &Range<usize>,
    scheme: &AnyScheme,
) -> Result<Vec<TableFile>, IndexError> {
    let overlaps = |file: &&KeyedFile| file.parts.0 < parts.end && parts.start < file.parts.1;
    let files = segments.iter().flatten().filter(overlaps);
    let open = |KeyedFile { file, summary, .. }: &KeyedFile| {
        Ok(TableFile::open(open(file, summary.bytes)?, &T::SPEC, summary, &format_of(scheme))?)
    };
    files.map(open).collect()
}
