//! The last step: what all tasks have made becomes the index.

use std::collections::BTreeMap;
use std::path::Path;

use super::combine::Division;
use super::counts::SourceCounts;
use super::place::{ALL_RUNS, Place, RANGES, RUNS, open, open_exclusive};
use super::plan::{Plan, RunPieces};
use super::record::{self, RangeRecord, RunRecord, all_runs};
use crate::build::Built;
use crate::error::IndexError;
use crate::manifest::{GamesFile, Manifest, Segment};
use crate::parts::Parts;

/// Makes what the runs and ranges of a plan have made the index: writes its manifest, and then removes the
/// runs, the plan, and what attempts that were given up have left. A commit that was killed in between is
/// completed by another.
///
/// Cost: the records of all tasks are read.
///
/// # Errors
/// When there is no plan, runs or ranges are missing ([`MissingRuns`](IndexError::MissingRuns),
/// [`MissingRanges`](IndexError::MissingRanges)), the index has [changed](IndexError::IndexChanged) since
/// the plan was made, a file is missing or truncated, or another process is at work in the folder. The
/// index is then as before, and the build too.
pub fn commit(folder: impl AsRef<Path>) -> Result<Built, IndexError> {
    open(folder.as_ref())?.plan()?;
    let folder = open_exclusive(folder.as_ref())?;
    let place = folder.place();
    // As it is now that nobody else changes it.
    let plan = place.plan()?;
    let manifest = match folder.manifest() {
        // A commit was killed after it had replaced the manifest.
        Some(present) if present.next_segment > plan.segment() => {
            folder.clean()?;
            present.clone()
        }
        _ => {
            if folder.sum() != plan.present.as_deref() {
                return Err(IndexError::IndexChanged(place.path().to_owned()));
            }
            let manifest = manifest_of(place, &plan)?;
            folder.commit(&manifest)?;
            manifest
        }
    };
    forget(place)?;
    Ok(built(&plan, &manifest))
}

/// Removes the records of all tasks and the plan, which comes last.
///
/// # Errors
/// When a file cannot be removed.
pub(super) fn forget(place: &dyn Place) -> Result<(), IndexError> {
    for name in place.names(RUNS)? {
        if record::parse::<RunRecord>(&name).is_some() {
            place.remove(&format!("{RUNS}/{name}"))?;
        }
    }
    for name in place.names(RANGES)? {
        if record::parse::<RangeRecord>(&name).is_some() {
            place.remove(&format!("{RANGES}/{name}"))?;
        }
    }
    place.remove(ALL_RUNS)?;
    place.remove_tasks();
    place.remove_plan()
}

/// The manifest of the index with what all tasks have made.
fn manifest_of(place: &dyn Place, plan: &Plan) -> Result<Manifest, IndexError> {
    let runs = all_runs(place, plan)?;
    let division = Division::of(plan, &runs);
    let mut manifest = plan.manifest.clone();
    let number = manifest.next_segment;
    manifest.next_segment += 1;
    let first_source = manifest.sources.len();
    add_games(&mut manifest, plan, &runs, first_source);
    let games: u64 = runs.iter().flat_map(|run| &run.games).map(|file| file.summary.rows).sum();
    manifest.games += games;
    if games > 0 {
        manifest.divide_into(division.parts);
        let ranges = ranges(place, plan, division)?;
        let mut segment = Segment { number, positions: Vec::new(), occurrences: Vec::new() };
        for range in ranges {
            segment.positions.extend(range.positions);
            segment.occurrences.extend(range.occurrences);
        }
        manifest.segments.push(segment);
    }
    Ok(manifest)
}

/// Adds the sources and the files of their games: first those with the numbers of the plan, then those
/// for which it had no room.
fn add_games(manifest: &mut Manifest, plan: &Plan, runs: &[RunRecord], first_source: usize) {
    let mut all: Vec<Option<SourceCounts>> = vec![None; plan.sources.len()];
    let mut spilled = Vec::new();
    let mut offset = 0;
    let end = plan.runs.last().map_or(0, |run| run.bound);
    for (planned, run) in plan.runs.iter().zip(runs) {
        let sources = planned.pieces.sources();
        let is_piece = matches!(planned.pieces, RunPieces::Piece { .. });
        let earlier = all[sources.start].as_ref().map(|counts| counts.read);
        if earlier.is_none() {
            offset = 0;
        }
        let before = earlier.unwrap_or(0);
        for file in &run.games {
            let is_spilled = file.first >= end;
            let file = GamesFile {
                bound: if is_spilled { file.bound } else { planned.bound },
                source: (sources.len() == 1).then_some(first_source + sources.start),
                offset: is_piece.then_some(offset),
                before: if is_piece { before } else { 0 },
                ..file.clone()
            };
            if is_spilled { spilled.push(file) } else { manifest.game_files.push(file) }
        }
        offset += run.text_bytes;
        for (all, counts) in all[sources].iter_mut().zip(&run.sources) {
            match all {
                None => *all = Some(counts.clone()),
                Some(all) => all.join(counts),
            }
        }
    }
    manifest.game_files.extend(spilled);
    manifest.sources.extend(all.into_iter().flatten().map(|counts| counts.source));
}

/// The records of all ranges, of the first number of ranges of which none is missing.
fn ranges(
    place: &dyn Place,
    plan: &Plan,
    division: Division,
) -> Result<Vec<RangeRecord>, IndexError> {
    let found = record::list::<RangeRecord>(place)?;
    let mut by_number: BTreeMap<u32, Vec<(u32, &String)>> = BTreeMap::new();
    for ((of, range), name) in &found {
        by_number.entry(*of).or_default().push((*range, name));
    }
    let Some((of, ranges)) = by_number.iter().find(|(of, found)| found.len() == **of as usize)
    else {
        let most = by_number.iter().max_by_key(|(_, found)| found.len());
        let (of, found) = most.map_or((0, &[][..]), |(of, found)| (*of, found));
        let is_missing = |range: &u32| found.iter().all(|(found, _)| found != range);
        let missing = (1..=of).filter(is_missing).collect();
        return Err(IndexError::MissingRanges { path: place.path().to_owned(), of, missing });
    };
    let read = |(range, name): &(u32, &String)| {
        let record: RangeRecord = record::read(place, plan, (*of, *range), name)?;
        let cut = Parts::by(record.part_bits).map(|parts| Division { parts, files: record.files });
        if cut != Some(division) {
            let path = place.path().join(name);
            let what = format!("expected a range of {division:?}, got one of {cut:?}");
            return Err(IndexError::Plan { path, what });
        }
        Ok(record)
    };
    ranges.iter().map(read).collect()
}

/// What was built, from the manifest.
fn built(plan: &Plan, manifest: &Manifest) -> Built {
    let sources = manifest.sources.get(plan.manifest.sources.len()..).unwrap_or_default();
    let mut built = Built::default();
    for source in sources {
        built.games += source.games;
        built.rejected += source.rejected;
        built.below_elo += source.below_elo;
        built.shortened += source.shortened;
        built.partial += u64::from(source.partial);
    }
    let segments = manifest.segments.iter().filter(|segment| segment.number == plan.segment());
    built.positions = segments.flat_map(|all| &all.occurrences).map(|f| f.summary.rows).sum();
    built
}
