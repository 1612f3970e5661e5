//! The folder of an index: what is complete is in it, what is not yet is in a folder within.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind::{NotADirectory, NotFound};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::IndexError;
use crate::manifest::{FORMAT, Manifest};
use crate::scheme::IndexScheme;
use crate::table::{FORMAT_VERSION, Games, Occurrences, Positions, Table};

const MANIFEST: &str = "manifest.json";
const JOURNAL: &str = "journal.json";
/// Where files are written. Programs that read whole folders skip it.
const BUILDING: &str = ".building";
const LOCK: &str = ".lock";
/// Where `verify` writes what it compares an index with.
pub(crate) const SCRATCH: &str = "verify";
const TABLES: [&str; 3] = [Positions::NAME, Occurrences::NAME, Games::NAME];

/// The manifest of the index in a folder.
///
/// # Errors
/// When there is none, it is of another version, or its scheme has other keys here.
pub(crate) fn read_manifest(folder: &Path) -> Result<(Manifest, IndexScheme), IndexError> {
    let path = folder.join(MANIFEST);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
            return Err(IndexError::NotAnIndex(folder.to_owned()));
        }
        Err(error) => return Err(IndexError::io("read", &path, error)),
    };
    let damaged = |error: serde_json::Error| {
        IndexError::damaged(&path, format!("{error}; remove its folder"))
    };
    // The version first: the rest may be different in another version.
    let value: serde_json::Value = serde_json::from_slice(&text).map_err(damaged)?;
    if value["format"] != FORMAT {
        return Err(IndexError::damaged(
            &path,
            "expected the manifest of an index; remove its folder",
        ));
    }
    match value["version"].as_u64() {
        Some(version) if version == u64::from(FORMAT_VERSION) => {}
        got => return Err(IndexError::Version { path, got: got.unwrap_or(0) }),
    }
    let manifest: Manifest = serde_json::from_value(value).map_err(damaged)?;
    let got = || format!("{} ({})", manifest.scheme, manifest.fingerprint);
    let Ok(scheme) = manifest.scheme.parse::<IndexScheme>() else {
        let expected = IndexScheme::ALL.map(IndexScheme::name).join(", ");
        return Err(IndexError::Scheme { path, expected, got: got() });
    };
    if scheme.fingerprint().to_string() != manifest.fingerprint {
        let expected = format!("{scheme} ({})", scheme.fingerprint());
        return Err(IndexError::Scheme { path, expected, got: got() });
    }
    // What is added must not get the names of existing files.
    let last = manifest.files().filter_map(|(file, _)| segment_of(file)).max();
    if let Some(last) = last.filter(|last| *last >= manifest.next_segment) {
        let what =
            format!("expected the next segment to be after {last}, got {}", manifest.next_segment);
        return Err(IndexError::damaged(&path, format!("{what}; remove its folder")));
    }
    Ok((manifest, scheme))
}

/// The number of the segment with which a file was written, from its name.
fn segment_of(file: &str) -> Option<u32> {
    let name = Path::new(file).file_name()?.to_str()?;
    name.split_once('-')?.0.parse().ok()
}

/// The manifest of the index in a folder that is to be written to or checked.
///
/// # Errors
/// As [`read_manifest`]; if there is none yet and its first build is still running, that it is
/// busy.
pub(crate) fn read_manifest_to_lock(folder: &Path) -> Result<(Manifest, IndexScheme), IndexError> {
    let is_locked = || {
        let lock = File::open(folder.join(BUILDING).join(LOCK));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    };
    read_manifest(folder).map_err(|error| match error {
        // Asking creates no folder, so only an existing lock can be looked at.
        IndexError::NotAnIndex(path) if is_locked() => IndexError::Busy(path),
        error => error,
    })
}

/// The manifest of the index in a folder that may have none yet.
///
/// # Errors
/// When there is one that this version cannot read, or the folder holds something else.
pub(crate) fn read_manifest_if_any(folder: &Path) -> Result<Option<Manifest>, IndexError> {
    match read_manifest(folder) {
        Ok((manifest, _)) => return Ok(Some(manifest)),
        Err(IndexError::NotAnIndex(_)) => {}
        Err(error) => return Err(error),
    }
    let ours = |name: &OsStr| name == BUILDING || TABLES.iter().any(|table| name == *table);
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let interrupted = folder.join(BUILDING).is_dir();
    if entries.any(|entry| !interrupted || !ours(&entry.file_name())) {
        return Err(IndexError::NotEmpty(folder.to_owned()));
    }
    Ok(None)
}

/// A folder that only this process writes to, or that nobody does.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Locked for as long as it is open.
    lock: Option<File>,
}

impl Folder {
    /// Creates the folder if missing, and locks it.
    ///
    /// # Errors
    /// When it cannot be created, or another process has locked it.
    pub fn lock(path: &Path) -> Result<Folder, IndexError> {
        let building = path.join(BUILDING);
        fs::create_dir_all(&building).map_err(|e| IndexError::io("create", &building, e))?;
        let name = building.join(LOCK);
        let lock = File::create(&name).map_err(|e| IndexError::io("create", &name, e))?;
        match lock.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), lock: Some(lock) }),
            Err(TryLockError::WouldBlock) => Err(IndexError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(IndexError::io("lock", &name, error)),
        }
    }

    /// A folder that cannot be written to. Whoever can write to it, and does, has locked it.
    ///
    /// # Errors
    /// When another process writes to it.
    pub fn look(path: &Path) -> Result<Folder, IndexError> {
        let lock = File::open(path.join(BUILDING).join(LOCK)).ok();
        match lock.as_ref().map(File::try_lock_shared) {
            Some(Err(TryLockError::WouldBlock)) => Err(IndexError::Busy(path.to_owned())),
            _ => Ok(Folder { path: path.to_owned(), lock }),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the file of this name is written before the index holds it.
    ///
    /// # Errors
    /// When its folder cannot be created.
    pub fn unfinished(&self, file: &str) -> Result<PathBuf, IndexError> {
        let path = self.path.join(BUILDING).join(file);
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder).map_err(|error| IndexError::io("create", folder, error))?;
        Ok(path)
    }

    /// Where a file of this name is.
    pub fn find(&self, file: &str) -> PathBuf {
        let unfinished = self.path.join(BUILDING).join(file);
        if unfinished.exists() { unfinished } else { self.path.join(file) }
    }

    /// What an interrupted run has recorded, if anything.
    pub fn journal<T: DeserializeOwned>(&self) -> Option<T> {
        let text = fs::read(self.path.join(BUILDING).join(JOURNAL)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Whether all files that a journal names exist, except for those of the index that is in
    /// place: a run whose files were deleted cannot be resumed.
    pub fn has_all(&self, journal: &Manifest, in_place: Option<&Manifest>) -> bool {
        let old = in_place.map(names).unwrap_or_default();
        let mut new = journal.files().filter(|(file, _)| !old.contains(file));
        new.all(|(file, _)| self.find(file).exists())
    }

    /// Lets the next run start over. A journal that cannot be removed is resumed once more.
    pub fn forget_journal(&self) {
        if self.is_in_place() {
            fs::remove_file(self.path.join(BUILDING).join(JOURNAL)).ok();
        }
    }

    /// Whether what is locked is still where it was: a folder may be moved or removed meanwhile,
    /// and what is there then belongs to someone else.
    fn is_in_place(&self) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let place = |meta: fs::Metadata| (meta.dev(), meta.ino());
            let there = fs::metadata(self.path.join(BUILDING).join(LOCK)).map(place).ok();
            let locked = self.lock.as_ref().and_then(|lock| lock.metadata().map(place).ok());
            there.is_some() && there == locked
        }
        // On other systems, a folder in which a file is open stays where it is.
        #[cfg(not(unix))]
        true
    }

    /// Records how far a run has got.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_journal(&self, journal: &impl Serialize) -> Result<(), IndexError> {
        write_whole(&self.path.join(BUILDING).join(JOURNAL), journal)
    }

    /// Removes the unfinished files that a journal does not name.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn keep(&self, journal: &Manifest) -> Result<(), IndexError> {
        remove_others(&self.path.join(BUILDING), &names(journal))?;
        self.remove_unfinished(&[LOCK, JOURNAL])
    }

    /// Removes the unfinished files that are of no use to a run that resumes from here. What cannot
    /// be removed is left to that run.
    pub fn keep_what_is_written_down(&self) {
        #[derive(serde::Deserialize)]
        struct Journal {
            manifest: Manifest,
        }
        if !self.is_in_place() {
            return;
        }
        let text = match fs::read(self.path.join(BUILDING).join(JOURNAL)) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == NotFound => None,
            // That run may be able to read what cannot be read now.
            Err(_) => return,
        };
        let journal = text.map(|text| serde_json::from_slice::<Journal>(&text)).transpose();
        let Ok(journal) = journal else { return };
        let removed = match journal {
            Some(journal) => self.keep(&journal.manifest),
            None => self.keep_nothing(),
        };
        removed.ok();
    }

    fn keep_nothing(&self) -> Result<(), IndexError> {
        self.remove_unfinished(&[LOCK])?;
        remove_others(&self.path.join(BUILDING), &HashSet::new())
    }

    /// Removes what is in the folder of unfinished files besides the tables.
    fn remove_unfinished(&self, kept: &[&str]) -> Result<(), IndexError> {
        let building = self.path.join(BUILDING);
        for entry in fs::read_dir(&building).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name(), entry.path());
            if kept.iter().chain(&TABLES).any(|kept| name == *kept) {
                continue;
            }
            if path.is_dir() {
                fs::remove_dir_all(&path).map_err(|e| IndexError::io("remove", &path, e))?;
            } else {
                remove(&path)?;
            }
        }
        Ok(())
    }

    /// Removes whatever interrupted runs have left.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn clean(&self) -> Result<(), IndexError> {
        self.keep_nothing()?;
        match read_manifest(&self.path) {
            Ok((manifest, _)) => remove_others(&self.path, &names(&manifest)),
            // Nobody knows what the files are.
            Err(_) => Ok(()),
        }
    }

    /// Makes `manifest` the index: moves its files into place, and then replaces what was there
    /// before in one step.
    ///
    /// # Errors
    /// When a new file is missing or was truncated, or one cannot be moved or written. The index is
    /// then as before, or as after.
    pub fn commit(&self, manifest: &Manifest) -> Result<(), IndexError> {
        let in_place = read_manifest(&self.path).ok().map(|(manifest, _)| manifest);
        let old = in_place.as_ref().map(names).unwrap_or_default();
        for (file, facts) in manifest.files().filter(|(file, _)| !old.contains(file)) {
            let path = self.find(file);
            match fs::metadata(&path).map(|meta| meta.len()) {
                Ok(got) if got == facts.bytes => {}
                Ok(got) => {
                    let what = format!("expected {} bytes, got {got}", facts.bytes);
                    return Err(IndexError::damaged(&path, what));
                }
                Err(error) if error.kind() == NotFound => {
                    return Err(IndexError::damaged(&path, "the file is missing"));
                }
                Err(error) => return Err(IndexError::io("read", &path, error)),
            }
        }
        for table in TABLES {
            let folder = self.path.join(table);
            fs::create_dir_all(&folder).map_err(|e| IndexError::io("create", &folder, e))?;
        }
        for (file, _) in manifest.files() {
            let unfinished = self.path.join(BUILDING).join(file);
            if unfinished.exists() {
                let place = self.path.join(file);
                fs::rename(&unfinished, &place)
                    .map_err(|error| IndexError::io("rename", &unfinished, error))?;
            }
        }
        for table in TABLES {
            sync_folder(&self.path.join(table))?;
        }
        write_whole(&self.path.join(MANIFEST), manifest)?;
        self.clean()
    }
}

fn names(manifest: &Manifest) -> HashSet<&str> {
    manifest.files().map(|file| file.0).collect()
}

/// Removes the files of the tables in a folder that are not to be kept. A file that is not named
/// like ours is not ours, nor is a folder of any name.
fn remove_others(folder: &Path, kept: &HashSet<&str>) -> Result<(), IndexError> {
    for table in TABLES {
        let Ok(entries) = fs::read_dir(folder.join(table)) else { continue };
        for entry in entries.flatten() {
            let name = format!("{table}/{}", entry.file_name().to_string_lossy());
            let is_folder = entry.file_type().is_ok_and(|entry| entry.is_dir());
            let is_ours = is_file_name(&entry.file_name().to_string_lossy()) && !is_folder;
            if is_ours && !kept.contains(&*name) {
                remove(&entry.path())?;
            }
        }
    }
    Ok(())
}

/// Whether a file is named as those of the tables are: by segment and number, with at least as many
/// digits as [`file_name`](crate::files::file_name) writes. `2024-01.parquet` belongs to someone
/// else.
fn is_file_name(name: &str) -> bool {
    let is_number = |text: &str, digits: usize| {
        text.len() >= digits && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let numbers = name.strip_suffix(".parquet").and_then(|stem| stem.split_once('-'));
    numbers.is_some_and(|(segment, file)| is_number(segment, 6) && is_number(file, 3))
}

fn remove(path: &Path) -> Result<(), IndexError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(IndexError::io("remove", path, error))
        }
        _ => Ok(()),
    }
}

/// Writes a file next to its destination and renames it when it is complete.
fn write_whole(path: &Path, content: &impl Serialize) -> Result<(), IndexError> {
    let unfinished = path.with_extension("json.new");
    let text = serde_json::to_vec_pretty(content).expect("a manifest can be written as JSON");
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(&text)?;
        file.write_all(b"\n")?;
        file.sync_all()
    });
    written.map_err(|error| IndexError::io("write", &unfinished, error))?;
    fs::rename(&unfinished, path).map_err(|error| IndexError::io("rename", &unfinished, error))?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Only then do renamed files survive a power failure, on systems where folders can be opened.
fn sync_folder(folder: &Path) -> Result<(), IndexError> {
    match File::open(folder) {
        Ok(folder_file) if cfg!(unix) => {
            folder_file.sync_all().map_err(|error| IndexError::io("write", folder, error))
        }
        _ => Ok(()),
    }
}
