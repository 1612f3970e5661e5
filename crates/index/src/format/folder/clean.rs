//! Removing files that are of no use any more.
//!
//! Candidates are the files with names of ours that were there when the folder was locked, and the
//! unfinished ones of this run. Whatever else is in the folder is not ours.

use std::collections::HashSet;

use super::names::{self, JOURNAL, MANIFEST, file_names};
use super::{Folder, journal_manifest};
use crate::error::IndexError;
use crate::format::manifest::Manifest;
use zobrist_tables::Dir;
use zobrist_tables::json;

impl Folder {
    /// Removes whatever interrupted runs have left.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub(crate) fn clean(&self) -> Result<(), IndexError> {
        // Without a manifest, nobody knows what the files are.
        if let Some((manifest, _)) = &self.old {
            self.remove_others(manifest)?;
        }
        self.remove_all_unfinished()
    }

    /// Removes the unfinished files that a journal does not name.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub(crate) fn keep(&self, journal: &Manifest) -> Result<(), IndexError> {
        self.remove_unfinished(&file_names(journal))
    }

    /// Removes the unfinished files that are of no use to a run that resumes from here. A file that
    /// cannot be removed is left to that run.
    pub(crate) fn keep_journaled(&self) {
        let removed = match json::read(&self.building, JOURNAL) {
            Ok(None) => self.remove_all_unfinished(),
            // Without knowing what is written down, nothing is removed: that run may be able to
            // read what cannot be read now.
            Ok(Some(text)) => {
                journal_manifest(&text).map_or(Ok(()), |manifest| self.keep(&manifest))
            }
            Err(_) => Ok(()),
        };
        removed.ok();
    }

    /// Lets the next run start over. A journal that cannot be removed is resumed once more.
    pub(crate) fn forget_journal(&self) {
        remove(&self.building, JOURNAL).ok();
    }

    /// Removes the files of the tables that a manifest does not name.
    pub(super) fn remove_others(&self, manifest: &Manifest) -> Result<(), IndexError> {
        remove_except(self.index.dir()?, self.found.iter(), &file_names(manifest))?;
        remove(self.index.dir()?, &json::unfinished(MANIFEST))
    }

    /// Removes all unfinished files, the journal last: until then, it says what they are.
    pub(super) fn remove_all_unfinished(&self) -> Result<(), IndexError> {
        self.remove_unfinished(&HashSet::new())?;
        remove(&self.building, JOURNAL)
    }

    fn remove_unfinished(&self, kept: &HashSet<&str>) -> Result<(), IndexError> {
        let made = self.made.lock().expect("no thread panics here");
        remove_except(&self.building, self.unfinished.iter().chain(&*made), kept)?;
        remove(&self.building, &json::unfinished(JOURNAL))
    }
}

/// Removes some files of the tables, except for those that are to be kept.
fn remove_except<'a>(
    dir: &Dir,
    files: impl Iterator<Item = &'a String>,
    kept: &HashSet<&str>,
) -> Result<(), IndexError> {
    for name in files.filter(|name| !kept.contains(name.as_str())) {
        if let Some((table, file)) = names::parse(name)
            && let Some(folder) = dir.folder(table)?
        {
            remove(&folder, file)?;
        }
    }
    Ok(())
}

/// Removes an entry if it is still there and a file.
fn remove(dir: &Dir, name: &str) -> Result<(), IndexError> {
    match dir.entry_type(name)? {
        Some(kind) if kind.is_file() => Ok(dir.remove_file(name)?),
        _ => Ok(()),
    }
}
