//! The step in which what a run has written becomes the index.

use std::cell::Cell;

use zobrist_storage::EntryType;

use super::Folder;
use super::names::{self, MANIFEST, TABLES};
use crate::error::IndexError;
use crate::format::manifest::Manifest;
use crate::format::table::FileSummary;
use zobrist_tables::Dir;
use zobrist_tables::{json, sum};

/// The folder of the unfinished files of a table, and that of its files in the index.
struct TableFolders {
    unfinished: Dir,
    place: Dir,
}

/// A file that was moved into place.
struct Moved<'a> {
    table: &'a TableFolders,
    file: &'a str,
}

impl Folder {
    /// Makes `manifest` the index: moves its files into place, and then replaces the manifest that
    /// was there before in one step.
    ///
    /// The files of the old index are not touched before the new manifest is on the disk. A file
    /// that cannot be removed after that is left to the next run.
    ///
    /// # Errors
    /// When a new file is missing or was truncated, or one cannot be moved or written. The index is
    /// then as before, or as after.
    pub(crate) fn commit(&self, manifest: &Manifest) -> Result<(), IndexError> {
        let mut tables = Vec::new();
        for table in TABLES {
            let unfinished = self.building.make_folder(table)?;
            tables.push(TableFolders { unfinished, place: self.index.dir()?.make_folder(table)? });
        }
        // One that readers refuse must not take the place of a good one.
        names::check(manifest)
            .map_err(|what| IndexError::damaged(&self.path().join(MANIFEST), what))?;
        let text = manifest_json(manifest);
        let to_move = self.new_files(manifest, &tables)?;
        let mut moved = Vec::new();
        let is_moving = Cell::new(false);
        let written = move_files(&to_move, &mut moved)
            .and_then(|()| tables.iter().try_for_each(|table| Ok(table.place.sync()?)))
            .and_then(|()| Ok(self.index.dir()?.sync()?))
            .and_then(|()| {
                Ok(json::write(self.index.dir()?, MANIFEST, &text, || is_moving.set(true))?)
            });
        if let Err(error) = written {
            // A file system across the network can move a file and report that it has not.
            if !is_moving.get() || self.is_still_old() {
                move_back(&moved);
            }
            return Err(error);
        }
        self.index.dir()?.sync()?;
        // The new index is whole: that something is left over is no failure.
        self.remove_others(manifest).and_then(|()| self.remove_all_unfinished()).ok();
        Ok(())
    }

    /// True if the manifest in place is surely the old one.
    fn is_still_old(&self) -> bool {
        match self.index.manifest() {
            Ok((present, _)) => self.manifest_if_any() == Some(&present),
            Err(IndexError::NotAnIndex(_)) => self.old.is_none(),
            Err(_) => false,
        }
    }

    /// The files of a manifest that are to be moved into place. All others are there.
    ///
    /// # Errors
    /// When one is missing or was truncated, or its place is taken by something else.
    fn new_files<'a>(
        &self,
        manifest: &'a Manifest,
        tables: &'a [TableFolders],
    ) -> Result<Vec<Moved<'a>>, IndexError> {
        let old = self.old.iter().flat_map(|(manifest, _)| manifest.files());
        let old: std::collections::HashMap<&str, &FileSummary> = old.collect();
        let mut to_move = Vec::new();
        for (name, summary) in manifest.files() {
            let damaged = |what: &str| IndexError::damaged(&self.path().join(name), what);
            if let Some(old) = old.get(name) {
                if *old != summary {
                    return Err(damaged("expected a new file to have a new name"));
                }
                continue;
            }
            let Some((table, file)) = names::parse(name) else {
                return Err(damaged("no file of an index has this name"));
            };
            let number = TABLES.iter().position(|known| *known == table);
            let table = &tables[number.expect("the name is that of a table")];
            let place = table.place.entry_type(file)?;
            // A run that was killed while it moved files may have left one.
            let is_left_over = self.found.contains(name) && place.is_some_and(EntryType::is_file);
            let found = match table.unfinished.entry_type(file)? {
                Some(kind) => {
                    if let Some(kind) = place.filter(|_| !is_left_over) {
                        return Err(table.place.foreign(file, "no file yet", kind).into());
                    }
                    to_move.push(Moved { table, file });
                    (&table.unfinished, kind)
                }
                None => match place.filter(|_| is_left_over) {
                    Some(kind) => (&table.place, kind),
                    None => return Err(damaged("the file is missing")),
                },
            };
            match found {
                (_, EntryType::File { bytes }) if bytes == summary.bytes => {}
                (dir, EntryType::File { bytes }) => {
                    let what = format!("expected {} bytes, got {bytes}", summary.bytes);
                    return Err(IndexError::damaged(&dir.path().join(file), what));
                }
                (dir, kind) => return Err(dir.foreign(file, "a regular file", kind).into()),
            }
        }
        Ok(to_move)
    }
}

/// The text of a manifest.
pub(crate) fn manifest_json(manifest: &Manifest) -> Vec<u8> {
    let mut text = json::text(manifest);
    sum::add(&mut text);
    text
}

fn move_files<'a>(to_move: &[Moved<'a>], moved: &mut Vec<Moved<'a>>) -> Result<(), IndexError> {
    for Moved { table, file } in to_move {
        table.unfinished.rename(file, &table.place, file)?;
        moved.push(Moved { table, file });
    }
    Ok(())
}

/// Leaves the folders of the tables as they were. A file that cannot be moved back is not part of
/// the index, and the next run finds or removes it.
fn move_back(moved: &[Moved]) {
    for Moved { table, file } in moved {
        table.place.rename(file, &table.unfinished, file).ok();
    }
}
