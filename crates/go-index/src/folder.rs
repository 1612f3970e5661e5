//! The folder of an index: what is complete is in it, what is not yet is in a folder within.
//!
//! Nothing in it is trusted: entries are never reached through links, only names that this program
//! gives are used, and nothing of another name is removed.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::ErrorKind::{NotADirectory, NotFound};
use std::path::Path;

use serde::Deserialize;
use zobrist_storage::EntryType;
use zobrist_tables::{Dir, OpenFile, ReadFile, json, sum};

use crate::error::GoIndexError;
use crate::manifest::{Manifest, TABLES, TableEntry, parse};
use crate::version::{FORMAT, FORMAT_VERSION};

const MANIFEST: &str = "manifest.json";
/// Folder in which files are written. Programs that read whole folders skip it.
const BUILDING: &str = ".building";
const LOCK: &str = ".lock";

/// Opens the folder of an index.
///
/// # Errors
/// When there is none.
pub(crate) fn open(path: &Path) -> Result<Dir, GoIndexError> {
    Dir::open(path).map_err(|error| match error.kind() {
        NotFound | NotADirectory => GoIndexError::NotAnIndex(path.to_owned()),
        _ => GoIndexError::io("open", path, error),
    })
}

/// The fields of the manifest of any format.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: String,
    #[serde(default)]
    version: u64,
}

/// True for a folder that holds an index of Go, of any version.
#[must_use]
pub fn is_go_index(path: impl AsRef<Path>) -> bool {
    let text = Dir::open(path.as_ref()).ok().and_then(|dir| json::read(&dir, MANIFEST).ok()?);
    let head = text.and_then(|text| serde_json::from_slice::<Head>(&text).ok());
    head.is_some_and(|head| head.format == FORMAT)
}

/// Reads the manifest of a folder; `None` if there is none.
///
/// # Errors
/// When it is damaged, or of another format or version.
pub(crate) fn manifest(dir: &Dir) -> Result<Option<Manifest>, GoIndexError> {
    let Some(text) = json::read(dir, MANIFEST)? else { return Ok(None) };
    let path = dir.path().join(MANIFEST);
    let damaged = |what: String| GoIndexError::damaged(&path, format!("{what}; remove its folder"));
    // The format and the version first: the rest may be different in another one.
    let head: Head = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
    if head.format != FORMAT {
        return Err(GoIndexError::Format { path, got: head.format });
    }
    if head.version != u64::from(FORMAT_VERSION) {
        return Err(GoIndexError::Version { path, got: head.version });
    }
    sum::check(&text).map_err(damaged)?;
    let manifest: Manifest =
        serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
    manifest.check().map_err(damaged)?;
    Ok(Some(manifest))
}

/// Opens a file that a checked manifest names.
///
/// # Errors
/// When there is no regular file of this name.
pub(crate) fn open_file(dir: &Dir, name: &str) -> Result<ReadFile, GoIndexError> {
    let missing = || GoIndexError::MissingFile(dir.path().join(name));
    let (table, file) = split(name).ok_or_else(missing)?;
    let folder = dir.folder(table)?.ok_or_else(missing)?;
    Ok(folder.file(file)?.ok_or_else(missing)?.try_into()?)
}

/// The table and the name within its folder of a file of ours.
fn split(name: &str) -> Option<(&str, &str)> {
    parse(name).and_then(|_| name.split_once('/'))
}

/// The folder of an index that only this process writes to.
#[derive(Debug)]
pub(crate) struct Folder {
    dir: Dir,
    /// Files that are not yet part of the index.
    building: Dir,
    /// Locked for as long as it is open.
    _lock: File,
    /// The index that is in place.
    pub(crate) old: Option<Manifest>,
}

impl Folder {
    /// Creates the folder if missing, locks it, and removes whatever interrupted runs have left.
    ///
    /// # Errors
    /// When it cannot be created, another process has locked it, or it holds something else or an
    /// index that this version cannot read.
    pub(crate) fn lock(path: &Path) -> Result<Folder, GoIndexError> {
        Dir::create_all(path)?;
        let dir = open(path)?;
        let is_interrupted = dir.entry_type(BUILDING)? == Some(EntryType::Folder);
        let old = manifest(&dir)?;
        if old.is_none() {
            let unfinished = json::unfinished(MANIFEST);
            let is_ours =
                |name: &str| name == BUILDING || name == unfinished || TABLES.contains(&name);
            for name in dir.names()? {
                if !is_interrupted || !name.to_str().is_some_and(is_ours) {
                    return Err(GoIndexError::NotEmpty(path.to_owned()));
                }
            }
        }
        let building = dir.make_folder(BUILDING)?;
        let OpenFile { path: name, file: lock } = building.lock_file(LOCK)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GoIndexError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(GoIndexError::io("lock", &name, error)),
        }
        // From now on nobody else changes it: it may have been changed since.
        let old = manifest(&dir)?;
        let folder = Folder { dir, building, _lock: lock, old };
        folder.clean(folder.old.as_ref())?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Makes a file that is not part of the index before [`commit`](Self::commit).
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn create(&self, name: &str) -> Result<OpenFile, GoIndexError> {
        let (table, file) = split(name).expect("the names of new files are ours");
        Ok(self.building.make_folder(table)?.create_file(file)?)
    }

    /// Opens a file that this run has made.
    ///
    /// # Errors
    /// When it is missing.
    pub(crate) fn open_unfinished(&self, name: &str) -> Result<ReadFile, GoIndexError> {
        open_file(&self.building, name)
    }

    /// Makes `manifest` the index: moves its new files into place, and then replaces the manifest
    /// that was there before in one step. The files of the old index are not touched before that.
    ///
    /// # Errors
    /// When a file is missing or cannot be moved or written. The index is then as before, or as
    /// after.
    pub(crate) fn commit(&self, manifest: &Manifest) -> Result<(), GoIndexError> {
        let path = self.path().join(MANIFEST);
        manifest.check().map_err(|what| GoIndexError::damaged(&path, what))?;
        let old: HashSet<&str> =
            self.old.iter().flat_map(Manifest::files).map(|entry| &*entry.file).collect();
        let is_new = |entry: &&TableEntry| !old.contains(&*entry.file);
        for TableEntry { file, summary } in manifest.files().filter(is_new) {
            let missing = || GoIndexError::MissingFile(self.building.path().join(file));
            let (table, name) = split(file).ok_or_else(missing)?;
            let from = self.building.folder(table)?.ok_or_else(missing)?;
            match from.entry_type(name)? {
                Some(EntryType::File { bytes }) if bytes == summary.bytes => {}
                Some(_) => {
                    let what = format!("expected a file of {} bytes", summary.bytes);
                    return Err(GoIndexError::damaged(&from.path().join(name), what));
                }
                None => return Err(missing()),
            }
            from.rename(name, &self.dir.make_folder(table)?, name)?;
        }
        for table in TABLES {
            if let Some(folder) = self.dir.folder(table)? {
                folder.sync()?;
            }
        }
        self.dir.sync()?;
        let mut text = json::text(manifest);
        sum::add(&mut text);
        json::write_whole(&self.dir, MANIFEST, &text)?;
        self.dir.sync()?;
        // The new index is whole: that something is left over is no failure.
        self.clean(Some(manifest)).ok();
        Ok(())
    }

    /// Removes the files with names of ours that a manifest does not name.
    fn clean(&self, manifest: Option<&Manifest>) -> Result<(), GoIndexError> {
        let kept: HashSet<&str> =
            manifest.into_iter().flat_map(Manifest::files).map(|entry| &*entry.file).collect();
        let none = HashSet::new();
        for (dir, kept) in [(&self.building, &none), (&self.dir, &kept)] {
            for table in TABLES {
                let Some(folder) = dir.folder(table)? else { continue };
                for name in folder.names()? {
                    let Some(name) = name.to_str() else { continue };
                    let file = format!("{table}/{name}");
                    let is_file = || -> Result<bool, GoIndexError> {
                        Ok(folder.entry_type(name)?.is_some_and(EntryType::is_file))
                    };
                    if parse(&file).is_some() && !kept.contains(&*file) && is_file()? {
                        folder.remove_file(name)?;
                    }
                }
            }
        }
        Ok(())
    }
}
