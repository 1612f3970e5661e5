//! Merging a range of the keys over all runs.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use super::kept_ends::KeptEnds;
use super::place::{BuildFolder, open};
use super::plan::{Plan, new_attempt};
use super::record::{self, RangeRecord, RunRecord, all_runs};
use super::task_files::{TaskFiles, TaskFolder};
use crate::error::IndexError;
use crate::format::manifest::KeyedFile;
use crate::format::table::{OccurrenceColumns, PositionColumns, Table};
use crate::format::{MAX_FILES, Parts, files_of};
use crate::options::MergeOptions;
use crate::segment::{MEMORY_PER_INPUT, SegmentMerge};

/// The counts of a merged range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RangeCounts {
    /// The number of rows of positions.
    pub positions: u64,
    /// The number of visits.
    pub occurrences: u64,
    /// The number of files of both tables.
    pub files: usize,
}

/// The division of the keyed tables into files, which is the same for all tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    pub(super) parts: Parts,
    /// The number of files of positions, and of occurrences.
    pub(super) files: [usize; 2],
}

impl Division {
    /// The division of what all runs have made.
    pub(super) fn of(plan: &Plan, runs: &[RunRecord]) -> Division {
        let rows = |of: fn(&RunRecord) -> &[KeyedFile]| -> u64 {
            runs.iter().flat_map(of).map(|file| file.summary.rows).fold(0, u64::saturating_add)
        };
        let given = plan.files.map(|files| files.get().min(MAX_FILES));
        let files = [
            (rows(|run| &run.positions), PositionColumns::SPEC),
            (rows(|run| &run.occurrences), OccurrenceColumns::SPEC),
        ];
        let files = files.map(|(rows, table)| given.unwrap_or(files_of(rows, table.row_bytes)));
        let enough = Parts::of_files(files[0].max(files[1]));
        let of_plan = plan.manifest.parts();
        Division { parts: if enough.bits() > of_plan.bits() { enough } else { of_plan }, files }
    }
}

/// Merges range number `range`, from 1, of `of` ranges of all keys, over all runs of the plan that
/// stands in a folder. The files of the tables are shared out among the ranges; of more ranges than
/// files, some have nothing to do.
///
/// All tasks must have the same number of ranges. Of [`MergeOptions`], memory and threads count;
/// the number of files is that of the plan. Each run takes about 2 MiB on each thread, and one or
/// two open files: with more than some hundred runs, the system must allow a process more than the
/// usual 1,024.
///
/// Cost: what the runs hold of the range is read and written once, and the ends of their files are
/// read.
///
/// # Errors
/// When there is no plan or no such range, [runs are missing](IndexError::MissingRuns), a file is
/// damaged or cannot be written, or the build was committed or abandoned meanwhile.
pub fn combine(
    folder: impl AsRef<Path>,
    range: u32,
    of: u32,
    options: MergeOptions,
) -> Result<RangeCounts, IndexError> {
    let place = open(folder.as_ref())?;
    let plan = place.plan()?;
    if !(1..=of).contains(&range) || of as usize > MAX_FILES {
        return Err(IndexError::NoRange { most: MAX_FILES, got: (range, of) });
    }
    let combined = merge_range(&*place, &plan, (range, of), options);
    combined.map_err(|error| place.error_of_task(&plan, error))
}

fn merge_range(
    place: &dyn BuildFolder,
    plan: &Plan,
    (range, of): (u32, u32),
    options: MergeOptions,
) -> Result<RangeCounts, IndexError> {
    let runs = all_runs(place, plan)?;
    let scheme = plan.read_scheme(place.path())?;
    let Division { parts, files } = Division::of(plan, &runs);
    let attempt = new_attempt();
    let task = TaskFolder::begin(place, plan, &format!("range-{range:06}-of-{of:06}-{attempt}"))?;
    let at_once = (options.memory / MEMORY_PER_INPUT).min(MAX_OPEN) / runs.len().max(1);
    let threads = options.threads.min(NonZeroUsize::new(at_once).unwrap_or(NonZeroUsize::MIN));
    let ends = KeptEnds::default();
    let merge = SegmentMerge {
        open: |name: &str, bytes| Ok(ends.kept(place.open_file(&plan.within(name), bytes)?)),
        folder: &task.folder,
        scheme: &scheme,
        number: plan.segment(),
        parts,
        threads,
    };
    let inputs = |of: fn(&RunRecord) -> &[KeyedFile]| -> Vec<Vec<KeyedFile>> {
        runs.iter().map(|run| divided(of(run), run.part_bits, parts)).collect()
    };
    let [positions, occurrences] = [inputs(|run| &run.positions), inputs(|run| &run.occurrences)];
    let files_of_range = files.map(|files| share(files, range, of));
    let [for_positions, for_occurrences] = files_of_range;
    let positions = merge.table::<PositionColumns>(&positions, files[0], for_positions)?;
    ends.forget();
    let occurrences = merge.table::<OccurrenceColumns>(&occurrences, files[1], for_occurrences)?;
    place.expect_plan(plan)?;
    let task_files = TaskFiles { place, task: &task, attempt };
    let keyed = |table, made| {
        task_files.take_keyed(table, made, plan.segment(), parts, |name| place.before_commit(name))
    };
    let record = RangeRecord {
        plan: plan.id.clone(),
        range,
        of,
        part_bits: parts.bits(),
        files,
        positions: keyed(PositionColumns::NAME, positions)?,
        occurrences: keyed(OccurrenceColumns::NAME, occurrences)?,
    };
    record::write(place, plan, attempt, &record)?;
    let rows = |files: &[KeyedFile]| files.iter().map(|file| file.summary.rows).sum();
    Ok(RangeCounts {
        positions: rows(&record.positions),
        occurrences: rows(&record.occurrences),
        files: record.positions.len() + record.occurrences.len(),
    })
}

/// About the number of files that may be open: systems allow a process 1,024 by default, and a run
/// may have two files of a slice.
const MAX_OPEN: usize = 480;

/// The files that are shared out to a range.
fn share(files: usize, range: u32, of: u32) -> Range<usize> {
    let end = |range: u32| (files as u64 * u64::from(range) / u64::from(of)) as usize;
    end(range - 1)..end(range)
}

/// The files of a run by the parts of the index: those that one has keys of.
fn divided(files: &[KeyedFile], bits: u32, parts: Parts) -> Vec<KeyedFile> {
    let divide = |file: &KeyedFile| {
        let (first, end) = file.parts;
        let parts = match parts.bits().checked_sub(bits) {
            Some(more) => (first << more, end << more),
            None => {
                let fewer = bits - parts.bits();
                (first >> fewer, end.div_ceil(1 << fewer))
            }
        };
        KeyedFile { parts, ..file.clone() }
    };
    files.iter().map(divide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_shared_out_once() {
        for (files, of) in [(1, 1), (1, 7), (10, 3), (65536, 8192), (7, 7)] {
            let mut next = 0;
            for range in 1..=of {
                let files = share(files, range, of);
                assert_eq!(files.start, next);
                next = files.end;
            }
            assert_eq!(next, files);
        }
    }
}
