//! The last step: the files of all tasks become the index, or the build is given up.

use std::collections::BTreeMap;
use std::path::Path;

use super::combine::Division;
use super::counts::SourceCounts;
use super::place::{BuildFolder, Work, open, open_exclusive};
use super::plan::{PLAN, Plan, RunPieces, sum_of_manifest};
use super::record::{self, RangeRecord, Record, RunRecord, all_runs};
use crate::build::BuildCounts;
use crate::error::IndexError;
use crate::format::Parts;
use crate::format::folder::manifest_json;
use crate::format::manifest::{GamesFile, Manifest, Segment};

/// Makes what the runs and ranges of a plan have made the index: writes its manifest, and then
/// removes the runs, the plan, and what attempts that were given up have left. A commit that was
/// killed in between is completed by another.
///
/// Cost: the records of all tasks are read.
///
/// # Errors
/// When there is no plan, runs or ranges are missing ([`MissingRuns`](IndexError::MissingRuns),
/// [`MissingRanges`](IndexError::MissingRanges)), the index has [changed](IndexError::IndexChanged)
/// since the plan was made, a file is missing or truncated, or another process is at work in the
/// folder. The index is then as before, and the build too.
pub fn commit(folder: impl AsRef<Path>) -> Result<BuildCounts, IndexError> {
    open(folder.as_ref())?.plan()?;
    let folder = open_exclusive(folder.as_ref())?;
    let place = folder.place();
    // As it is now that nobody else changes it.
    let plan = place.plan()?;
    let manifest = match folder.manifest() {
        Some(present) if plan.outcome.is_some() && folder.sum() == plan.outcome.as_deref() => {
            // A commit was killed after it had replaced the manifest.
            folder.clean()?;
            present.clone()
        }
        _ => {
            if folder.sum() != plan.present.as_deref() {
                return Err(IndexError::IndexChanged(place.path().to_owned()));
            }
            let manifest = manifest_of(place, &plan)?;
            let outcome = Some(sum_of_manifest(&manifest_json(&manifest)));
            place.write(PLAN, &Plan { outcome, ..plan.clone() }.text())?;
            folder.commit(&manifest)?;
            manifest
        }
    };
    forget(place, &plan)?;
    Ok(built(&plan, &manifest))
}

/// Removes what all tasks of a plan have left, and then the plan, if it is still that of the
/// folder.
///
/// # Errors
/// When a file cannot be removed.
pub(super) fn forget(place: &dyn BuildFolder, plan: &Plan) -> Result<(), IndexError> {
    place.remove_work(Work::Of(plan.id()))?;
    match place.expect_plan(plan) {
        Err(IndexError::Superseded(_)) => Ok(()),
        is_there => is_there.and_then(|()| place.remove_plan()),
    }
}

/// The manifest of the index with what all tasks have made.
fn manifest_of(place: &dyn BuildFolder, plan: &Plan) -> Result<Manifest, IndexError> {
    let runs = all_runs(place, plan)?;
    let division = Division::of(plan, &runs);
    let mut manifest = plan.manifest.clone();
    let number = manifest.next_segment;
    manifest.next_segment += 1;
    let first_source = manifest.sources.len();
    add_games(&mut manifest, plan, &runs, first_source);
    let games = runs.iter().flat_map(|run| &run.games).map(|file| file.summary.rows);
    let games = games.fold(0, u64::saturating_add);
    manifest.games = manifest.games.saturating_add(games);
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

/// Adds the sources and the files of their games: first those with the numbers of the plan, then
/// those for which it had no room.
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
        offset = u64::saturating_add(offset, run.text_bytes);
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
    place: &dyn BuildFolder,
    plan: &Plan,
    division: Division,
) -> Result<Vec<RangeRecord>, IndexError> {
    let found = record::list::<RangeRecord>(place, plan)?;
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
    let named: Vec<_> = ranges.iter().map(|(range, name)| ((*of, *range), *name)).collect();
    let records = record::read_all::<RangeRecord>(place, plan, &named)?;
    for record in &records {
        let cut = Parts::by(record.part_bits).map(|parts| Division { parts, files: record.files });
        if cut != Some(division) {
            let path = place.path().join(plan.within(RangeRecord::FOLDER));
            let what = format!("expected ranges of {division:?}, got one of {cut:?}");
            return Err(IndexError::Plan { path, what });
        }
    }
    Ok(records)
}

/// The counts of the built index, from the manifest.
fn built(plan: &Plan, manifest: &Manifest) -> BuildCounts {
    let sources = manifest.sources.get(plan.manifest.sources.len()..).unwrap_or_default();
    let mut built = BuildCounts::default();
    for source in sources {
        built += BuildCounts::of_source(source);
    }
    let segments = manifest.segments.iter().filter(|segment| segment.number == plan.segment());
    built.positions = segments.flat_map(|all| &all.occurrences).map(|f| f.summary.rows).sum();
    built
}

/// Removes a plan, and what its runs and ranges have made. The index of the folder, if there is
/// one, stays as it is.
///
/// # Errors
/// When there is no plan, another process is at work in the folder, or a file cannot be removed.
pub fn abandon(folder: impl AsRef<Path>) -> Result<(), IndexError> {
    let place = open(folder.as_ref())?;
    if place.read(PLAN)?.is_none() {
        return Err(IndexError::NoPlan(place.path().to_owned()));
    }
    let folder = open_exclusive(folder.as_ref())?;
    folder.clean()?;
    let place = folder.place();
    match place.plan() {
        Ok(plan) => forget(place, &plan),
        // One that cannot be read does not say which its tasks are.
        Err(IndexError::Plan { .. }) => {
            place.remove_work(Work::OfAllBut(""))?;
            place.remove_plan()
        }
        Err(error) => Err(error),
    }
}
