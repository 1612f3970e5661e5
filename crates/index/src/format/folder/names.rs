//! The names that the files of an index have.

use std::collections::HashSet;

use crate::error::IndexError;
use crate::format::manifest::Manifest;
use crate::format::parts::{Parts, file_name};
use crate::format::table::{FileSummary, GameColumns, OccurrenceColumns, PositionColumns, Table};
use zobrist_tables::Dir;

pub(crate) const MANIFEST: &str = "manifest.json";
pub(super) const JOURNAL: &str = "journal.json";
/// The plan by which many tasks build.
pub(super) const PLAN: &str = "plan.json";
/// Folder in which files are written. Programs that read whole folders skip it.
pub(crate) const BUILDING: &str = ".building";
pub(super) const LOCK: &str = ".lock";
/// The folders of the tables.
pub(crate) const TABLES: [&str; 3] =
    [PositionColumns::NAME, OccurrenceColumns::NAME, GameColumns::NAME];

/// The table and the name within it of a file such as `positions/000001-0000.parquet`; `None` for
/// any text but one that [`file_name`] gives. `positions/2024-01.parquet` belongs to someone else.
pub(crate) fn parse(name: &str) -> Option<(&'static str, &str)> {
    let (table, file) = name.split_once('/')?;
    let table = TABLES.into_iter().find(|known| *known == table)?;
    let mut fields = file.strip_suffix(".parquet")?.split('-');
    let (segment, number) = (fields.next()?.parse().ok()?, fields.next()?);
    let attempt = fields.next().map(str::parse).transpose().ok()?;
    let given = file_name(table, segment, u16::from_str_radix(number, 16).ok()?, attempt);
    (segment > 0 && given == name).then_some((table, file))
}

/// The table of a file of this name.
pub(crate) fn table_of(name: &str) -> Option<&'static str> {
    parse(name).map(|(table, _)| table)
}

/// True if a name of a file of a table says which of several attempts has made it.
#[cfg(feature = "object-storage")]
pub(crate) fn has_attempt(name: &str) -> bool {
    parse(name).is_some_and(|(_, file)| file.split('-').count() == 3)
}

/// Number of the segment with which a file of a table was written, from its name.
fn segment_of(name: &str) -> Option<u32> {
    parse(name)?.1.split_once('-')?.0.parse().ok()
}

/// The names of all files of a manifest.
pub(super) fn file_names(manifest: &Manifest) -> HashSet<&str> {
    manifest.files().map(|file| file.0).collect()
}

/// The regular files in the folders of the tables whose names this program gives.
///
/// # Errors
/// When a table is no folder, or the files cannot be listed.
pub(super) fn table_files(dir: &Dir) -> Result<HashSet<String>, IndexError> {
    let mut files = HashSet::new();
    for table in TABLES {
        let Some(folder) = dir.folder(table)? else { continue };
        for name in folder.names()? {
            let Some(name) = name.to_str() else { continue };
            let path = format!("{table}/{name}");
            if parse(&path).is_some() && folder.entry_type(name)?.is_some_and(|kind| kind.is_file())
            {
                files.insert(path);
            }
        }
    }
    Ok(files)
}

/// Checks what is used of a manifest or a journal before anything that it says is believed: every
/// file has a name of its table's folder and is named once, and numbers are within their bounds.
///
/// # Errors
/// A text that says what was expected and what came.
pub(crate) fn check(manifest: &Manifest) -> Result<(), String> {
    let segments = manifest.segments.iter();
    let keyed = segments.flat_map(|segment| {
        let positions = segment.positions.iter().map(|file| (PositionColumns::NAME, file));
        positions.chain(segment.occurrences.iter().map(|file| (OccurrenceColumns::NAME, file)))
    });
    let bits = manifest.part_bits;
    let parts = Parts::by(bits).map(Parts::len).ok_or_else(|| {
        format!("expected {} to {} part_bits, got {bits}", Parts::BITS, Parts::MAX_BITS)
    })?;
    for (_, file) in keyed.clone() {
        let (first, end) = file.parts;
        if first >= end || end > parts {
            return Err(format!("expected parts up to {parts}, got {:?}", file.parts));
        }
    }
    let games = manifest.game_files.iter().map(|file| (GameColumns::NAME, &*file.file));
    let mut seen = HashSet::new();
    for (table, name) in keyed.map(|(table, file)| (table, &*file.file)).chain(games) {
        if parse(name).is_none_or(|(other, _)| other != table) {
            let expected = file_name(table, 1, 0, None);
            return Err(format!("expected file names such as {expected:?}, got {name:?}"));
        }
        if !seen.insert(name) {
            return Err(format!("expected every file once, got {name:?} twice"));
        }
    }
    check_games(manifest)?;
    if manifest.next_segment > MAX_SEGMENTS {
        let got = manifest.next_segment;
        return Err(format!("expected a next segment up to {MAX_SEGMENTS}, got {got}"));
    }
    let sum = |of: fn(&FileSummary) -> u64| {
        manifest.files().try_fold(0, |sum: u64, (_, summary)| sum.checked_add(of(summary)))
    };
    if sum(|summary| summary.rows).is_none() || sum(|summary| summary.bytes).is_none() {
        return Err("expected fewer than 2^64 rows and bytes, got more".to_owned());
    }
    // New segments must not get the names of existing files.
    let last = manifest.files().filter_map(|(file, _)| segment_of(file)).max();
    match last.filter(|last| *last >= manifest.next_segment) {
        Some(last) => {
            let got = manifest.next_segment;
            Err(format!("expected the next segment to be after {last}, got {got}"))
        }
        None => Ok(()),
    }
}

/// The most that numbers of games and of segments can be: far below the end of their types, so that
/// they can grow.
pub(crate) const MAX_GAMES: u64 = 1 << 62;
pub(crate) const MAX_SEGMENTS: u32 = 1 << 31;

/// Checks the numbers of the games: they only grow from file to file.
fn check_games(manifest: &Manifest) -> Result<(), String> {
    let mut next = 0;
    for file in &manifest.game_files {
        let end = file.first.checked_add(file.summary.rows);
        if file.first < next || end.is_none_or(|end| end > file.bound) || file.bound > MAX_GAMES {
            return Err(format!(
                "expected {} to have games from {next} on and room for {} of them, got those from \
                 {} to {}",
                file.file, file.summary.rows, file.first, file.bound
            ));
        }
        if file.source.is_some_and(|source| source >= manifest.sources.len()) {
            return Err(format!("expected a source of {}, got none of that number", file.file));
        }
        if i64::try_from(file.before).is_err() {
            let (file, got) = (&file.file, file.before);
            return Err(format!(
                "expected fewer than 2^63 games before those of {file}, got {got}"
            ));
        }
        next = file.bound;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_if_this_program_gives_them() {
        for name in [
            "positions/000001-0000.parquet",
            "occurrences/000012-ffff.parquet",
            "occurrences/000012-00a0-0.parquet",
            "games/4294967295-0001-18446744073709551615.parquet",
        ] {
            let (table, file) = parse(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(format!("{table}/{file}"), name);
        }
        for name in [
            "",
            "/dev/zero",
            "../../v2.txt",
            "positions/../games/000001-0000.parquet",
            "positions//000001-0000.parquet",
            "/positions/000001-0000.parquet",
            "positions\\000001-0000.parquet",
            "position/000001-0000.parquet",
            "positions/000000-0000.parquet",
            "positions/00001-0000.parquet",
            "positions/0000001-0000.parquet",
            "positions/000001-00.parquet",
            "positions/000001-00000.parquet",
            "positions/000001-10000.parquet",
            "positions/000001-00A0.parquet",
            "positions/000001-0000-.parquet",
            "positions/000001-0000-01.parquet",
            "positions/000001-0000-1-1.parquet",
            "positions/000001-000-1.parquet",
            "positions/000001-+0a0.parquet",
            "positions/+00001-0000.parquet",
            "positions/000001-0000.parquet/",
            "positions/000001-0000.parquet.old",
            "positions/000001-0000.PARQUET",
            "positions/000001-0000",
            "positions/4294967296-0000.parquet",
            "positions/000001-0000.parquet\0",
            "positions/000001-000.parquet",
            "games/000001-001.parquet",
        ] {
            assert_eq!(parse(name), None, "{name}");
        }
    }
}
