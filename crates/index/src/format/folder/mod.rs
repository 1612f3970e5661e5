//! The folder of an index: what is complete is in it, what is not yet is in a folder within.
//!
//! Nothing in it is trusted. Entries are opened relative to their folder and never through links,
//! only names that this program gives are used, and nothing is removed that was not there when the
//! run began or that it did not make.

mod clean;
mod commit;
mod names;
mod read;
mod scheme;

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::Path;
#[cfg(feature = "object-storage")]
use std::path::PathBuf;
use std::sync::Mutex;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zobrist_chess::AnyScheme;

pub(crate) use commit::manifest_json;
#[cfg(feature = "object-storage")]
pub(crate) use names::has_attempt;
pub(crate) use names::{
    BUILDING, MANIFEST, MAX_GAMES, MAX_SEGMENTS, TABLES, check as check_names, table_of,
};
pub use read::manifest_text;
pub(crate) use read::{ReadFolder, read_manifest_if_any, read_manifest_to_lock};
pub(crate) use scheme::of_manifest as scheme_of;
use zobrist_storage::remote;
pub(crate) use zobrist_tables::json::{read as read_json, write_whole as write_json};

use crate::error::IndexError;
use crate::format::manifest::Manifest;
use names::{JOURNAL, LOCK, PLAN};
use zobrist_tables::{Dir, OpenFile, ReadFile};
use zobrist_tables::{json, sum};

/// The folder of an index that only this process writes to.
pub(crate) struct Folder {
    index: ReadFolder,
    /// Files that are not yet part of the index.
    building: Dir,
    /// Locked for as long as it is open.
    _lock: File,
    /// The index that is in place.
    old: Option<(Manifest, AnyScheme)>,
    /// Its files.
    old_names: HashSet<String>,
    /// Files with names of ours that were there when the folder was locked.
    found: HashSet<String>,
    /// Files with names of ours in the folder of unfinished files, at that time.
    unfinished: HashSet<String>,
    /// Unfinished files that this run has made.
    made: Mutex<HashSet<String>>,
}

impl Folder {
    /// Creates the folder if missing, and locks it. A path through links is followed, as the user
    /// gave it; links within are not.
    ///
    /// # Errors
    /// When it cannot be created, another process has locked it, it holds a plan by which many
    /// tasks build, something else or an index that this version cannot read, or anything but a
    /// folder or a regular file is where an index has them.
    pub(crate) fn lock(path: &Path) -> Result<Folder, IndexError> {
        let folder = Folder::lock_with_plan(path)?;
        match folder.building.entry_type(PLAN)? {
            None => Ok(folder),
            Some(_) => Err(IndexError::Planned(path.to_owned())),
        }
    }

    /// Locks a folder as [`lock`](Folder::lock) does, which may hold a plan.
    ///
    /// # Errors
    /// As [`lock`](Folder::lock), but for the plan.
    pub(crate) fn lock_with_plan(path: &Path) -> Result<Folder, IndexError> {
        if remote::is_url(path) {
            return Err(IndexError::NotLocal(remote::without_secrets(path)));
        }
        Dir::create_all(path)?;
        let index = ReadFolder::open_local(path)?;
        let dir = index.dir()?;
        let building = dir.make_folder(BUILDING)?;
        let OpenFile { path: name, file: lock } = building.lock_file(LOCK)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(IndexError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(IndexError::io("lock", &name, error)),
        }
        // From now on nobody else changes it.
        for (dir, name) in [(dir, MANIFEST), (&building, JOURNAL)] {
            for name in [name, &json::unfinished(name)] {
                if let Some(kind) = dir.entry_type(name)?.filter(|kind| !kind.is_file()) {
                    return Err(dir.foreign(name, "a regular file", kind).into());
                }
            }
        }
        let old = index.manifest_if_any()?;
        let old_names = old.iter().flat_map(|(manifest, _)| manifest.files());
        let old_names = old_names.map(|(file, _)| file.to_owned()).collect();
        let found = names::table_files(dir)?;
        let unfinished = names::table_files(&building)?;
        let made = Mutex::default();
        Ok(Folder { index, building, _lock: lock, old, old_names, found, unfinished, made })
    }

    pub(crate) fn path(&self) -> &Path {
        self.index.path()
    }

    /// The manifest of the index that is in place.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn manifest(&self) -> Result<(Manifest, AnyScheme), IndexError> {
        self.old.clone().ok_or_else(|| IndexError::NotAnIndex(self.path().to_owned()))
    }

    /// The manifest of the index that is in place, if there is one.
    pub(crate) fn manifest_if_any(&self) -> Option<&Manifest> {
        self.old.as_ref().map(|(manifest, _)| manifest)
    }

    /// Makes the file of this name, which is not part of the index before [`commit`](Self::commit).
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn create(&self, name: &str) -> Result<OpenFile, IndexError> {
        let (table, file) = names::parse(name).expect("the names of new files are ours");
        self.made.lock().expect("no thread panics here").insert(name.to_owned());
        Ok(self.building.make_folder(table)?.create_file(file)?)
    }

    /// Moves a file that this run has made to a name in another folder.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub(crate) fn move_unfinished(
        &self,
        name: &str,
        to: &Dir,
        new: &str,
    ) -> Result<(), IndexError> {
        let (table, file) = names::parse(name).expect("the names of new files are ours");
        Ok(self.building.make_folder(table)?.rename(file, to, new)?)
    }

    /// The path of a file that this run has made.
    #[cfg(feature = "object-storage")]
    pub(crate) fn path_of_unfinished(&self, name: &str) -> PathBuf {
        self.building.path().join(name)
    }

    /// Removes a file that this run has made.
    ///
    /// # Errors
    /// When it cannot be removed.
    #[cfg(feature = "object-storage")]
    pub(crate) fn remove_unfinished_file(&self, name: &str) -> Result<(), IndexError> {
        let (table, file) = names::parse(name).expect("the names of new files are ours");
        Ok(self.building.make_folder(table)?.remove_file(file)?)
    }

    /// Opens the file of this name: that of the index in place, or else an unfinished one, or one
    /// that a run which was killed had already moved into place.
    ///
    /// # Errors
    /// When it is missing or cannot be opened.
    pub(crate) fn open_file(&self, name: &str) -> Result<ReadFile, IndexError> {
        if !self.old_names.contains(name)
            && let Some((table, file)) = names::parse(name)
            && let Some(folder) = self.building.folder(table)?
            && let Some(file) = folder.file(file)?
        {
            return Ok(file.try_into()?);
        }
        self.index.open_file(name)
    }

    /// Reads what an interrupted run has recorded, if anything.
    ///
    /// # Errors
    /// When there is a journal that cannot be read.
    pub(crate) fn journal<T: DeserializeOwned>(&self) -> Result<Option<T>, IndexError> {
        read_journal(&self.building)
    }

    /// True if all files that a journal names exist, except for those of the index that is in
    /// place: a run whose files were deleted cannot be resumed.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(crate) fn has_all(&self, journal: &Manifest) -> Result<bool, IndexError> {
        let new = journal.files().map(|(file, _)| file);
        for name in new.filter(|name| !self.old_names.contains(*name)) {
            let Some((table, file)) = names::parse(name) else { return Ok(false) };
            let mut is_there = false;
            for dir in [&self.building, self.index.dir()?] {
                let Some(folder) = dir.folder(table)? else { continue };
                is_there |= folder.entry_type(file)?.is_some();
            }
            if !is_there {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Records how far a run has got.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write_journal(&self, journal: &impl Serialize) -> Result<(), IndexError> {
        // The files that it names come first.
        for table in TABLES {
            if let Some(folder) = self.building.folder(table)? {
                folder.sync()?;
            }
        }
        let mut text = json::text(journal);
        sum::add(&mut text);
        json::write(&self.building, JOURNAL, &text, || ())?;
        Ok(self.building.sync()?)
    }
}

/// Reads the journal of a folder of unfinished files, if there is one: one that cannot be
/// understood or names files that an index cannot have is of no use.
fn read_journal<T: DeserializeOwned>(building: &Dir) -> Result<Option<T>, IndexError> {
    let Some(text) = json::read(building, JOURNAL)? else { return Ok(None) };
    if sum::check(&text).is_err() {
        return Ok(None);
    }
    Ok(journal_manifest(&text).and_then(|_| serde_json::from_slice(&text).ok()))
}

/// The manifest of a journal, if its text can be understood and its names can be used.
fn journal_manifest(text: &[u8]) -> Option<Manifest> {
    #[derive(Deserialize)]
    struct Journal {
        manifest: Manifest,
    }
    let manifest = serde_json::from_slice::<Journal>(text).ok()?.manifest;
    names::check(&manifest).is_ok().then_some(manifest)
}
