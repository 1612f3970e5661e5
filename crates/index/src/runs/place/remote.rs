//! The folder of an index in a bucket.

use std::collections::{HashMap, HashSet};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;

use super::exclusive::Exclusive;
use super::folder::Place;
use super::names::{PLAN, sum_of_manifest};
use crate::error::IndexError;
use crate::folder::{BUILDING, Folder, MANIFEST, ReadFolder, check_names, manifest_json, table_of};
use crate::manifest::Manifest;
use crate::read_file::ReadFile;
use crate::remote::{RemoteFolder, Version, without_secrets};

/// A folder in a bucket.
pub(super) struct RemotePlace {
    folder: RemoteFolder,
}

impl RemotePlace {
    pub(super) fn open(url: &Path) -> Result<RemotePlace, IndexError> {
        let folder = RemoteFolder::open(url);
        let folder =
            folder.map_err(|error| IndexError::io("open", &without_secrets(url), error))?;
        Ok(RemotePlace { folder })
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Place for RemotePlace {
    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError> {
        let read = self.folder.read(name);
        let read = read.map_err(|error| IndexError::io("read", &self.path_of(name), error))?;
        Ok(read.map(|(bytes, _)| bytes.into()))
    }

    fn write(&self, name: &str, text: &[u8]) -> Result<(), IndexError> {
        let written = self.folder.put(name, Bytes::copy_from_slice(text));
        written.map_err(|error| IndexError::io("write", &self.path_of(name), error))?;
        Ok(())
    }

    fn names(&self, folder: &str) -> Result<Vec<String>, IndexError> {
        let found = self.folder.list(folder);
        let found = found.map_err(|error| IndexError::io("read", &self.path_of(folder), error))?;
        let within = |(name, _): (String, u64)| {
            Some(name.strip_prefix(folder)?.strip_prefix('/')?.to_owned())
        };
        Ok(found.into_iter().filter_map(within).collect())
    }

    /// In the system's folder for temporary files.
    fn folder_of_task(&self, name: &str) -> Result<PathBuf, IndexError> {
        Ok(env::temp_dir().join(format!("zobrist-{name}")))
    }

    fn take(&self, task: &Folder, made: &str, name: &str) -> Result<(), IndexError> {
        let written = self.folder.put_file(name, task.path_of_unfinished(made));
        written.map_err(|error| IndexError::io("write", &self.path_of(name), error))?;
        // The disk of the task needs room for the next file only.
        task.remove_unfinished_file(made)
    }

    fn open_file(&self, name: &str, bytes: u64) -> Result<ReadFile, IndexError> {
        let path = self.path_of(name);
        match self.folder.file(name, Some(bytes)) {
            Ok(Some(file)) => Ok(ReadFile { path, bytes: Arc::new(file) }),
            Ok(None) => Err(IndexError::MissingFile(path)),
            Err(error) => Err(IndexError::io("open", &path, error)),
        }
    }

    fn remove(&self, name: &str) -> Result<(), IndexError> {
        let removed = self.folder.remove(name);
        removed.map_err(|error| IndexError::io("remove", &self.path_of(name), error))
    }

    fn remove_plan(&self) -> Result<(), IndexError> {
        self.remove(PLAN)
    }

    /// They are on the disks of the machines that ran them.
    fn remove_tasks(&self) {}
}

/// A folder in a bucket as it was when it was read.
pub(super) struct RemoteExclusive {
    place: RemotePlace,
    /// The index that is in place, and the version and sum of its manifest.
    old: Option<(Manifest, Version, String)>,
}

impl RemoteExclusive {
    pub(super) fn open(url: &Path) -> Result<RemoteExclusive, IndexError> {
        let place = RemotePlace::open(url)?;
        let read = place.folder.read(MANIFEST);
        let read = read.map_err(|error| IndexError::io("read", &place.path_of(MANIFEST), error))?;
        let old = match read {
            None => None,
            Some((text, version)) => {
                let folder = ReadFolder::Remote(place.folder.clone());
                let (manifest, _) = folder.manifest_of(&text)?;
                Some((manifest, version, sum_of_manifest(&text)))
            }
        };
        Ok(RemoteExclusive { place, old })
    }

    /// The names and sizes of all files of tables, in their places and in `.building`.
    fn table_files(&self) -> Result<HashMap<String, u64>, IndexError> {
        let found = self.place.folder.list("");
        let found = found.map_err(|error| IndexError::io("read", self.place.path(), error))?;
        let is_ours = |(name, _): &(String, u64)| {
            let within = name.strip_prefix(BUILDING).and_then(|name| name.strip_prefix('/'));
            table_of(within.unwrap_or(name)).is_some()
        };
        Ok(found.into_iter().filter(is_ours).collect())
    }

    /// Removes the files of tables that a manifest does not name.
    fn remove_others(&self, manifest: Option<&Manifest>) -> Result<(), IndexError> {
        let kept: HashSet<&str> =
            manifest.into_iter().flat_map(Manifest::files).map(|file| file.0).collect();
        let files = self.table_files()?;
        let mut others = files.keys().filter(|name| !kept.contains(name.as_str()));
        others.try_for_each(|name| self.place.remove(name))
    }
}

impl Exclusive for RemoteExclusive {
    fn place(&self) -> &dyn Place {
        &self.place
    }

    fn manifest(&self) -> Option<&Manifest> {
        self.old.as_ref().map(|(manifest, ..)| manifest)
    }

    fn sum(&self) -> Option<&str> {
        self.old.as_ref().map(|(.., sum)| &**sum)
    }

    fn write_plan(&self, text: &[u8]) -> Result<(), IndexError> {
        let io = |error| IndexError::io("write", &self.place.path_of(PLAN), error);
        let is_new = self.place.folder.put_new(PLAN, Bytes::copy_from_slice(text)).map_err(io)?;
        // An answer may have been lost, and the plan be there by the first try.
        if is_new || self.place.read(PLAN)?.as_deref() == Some(text) {
            return Ok(());
        }
        Err(IndexError::Planned(self.place.path().to_owned()))
    }

    fn commit(&self, manifest: &Manifest) -> Result<(), IndexError> {
        let path = self.place.path_of(MANIFEST);
        check_names(manifest).map_err(|what| IndexError::damaged(&path, what))?;
        let files = self.table_files()?;
        for (name, summary) in manifest.files() {
            match files.get(name) {
                None => return Err(IndexError::MissingFile(self.place.path_of(name))),
                Some(bytes) if *bytes == summary.bytes => {}
                Some(bytes) => {
                    let what = format!("expected {} bytes, got {bytes}", summary.bytes);
                    return Err(IndexError::damaged(&self.place.path_of(name), what));
                }
            }
        }
        let text = Bytes::from(manifest_json(manifest));
        let written = match &self.old {
            None => self.place.folder.put_new(MANIFEST, text.clone()),
            Some((_, version, _)) => {
                let replaced = self.place.folder.replace(MANIFEST, text.clone(), version);
                replaced.map(|version| version.is_some())
            }
        };
        match written {
            Ok(true) => {}
            // The answer to an earlier try may have been lost, or this one's.
            _ if self.place.read(MANIFEST)?.as_deref() == Some(&*text) => {}
            Ok(false) => return Err(IndexError::IndexChanged(self.place.path().to_owned())),
            Err(error) => return Err(IndexError::io("write", &path, error)),
        }
        self.remove_others(Some(manifest))
    }

    fn clean(&self) -> Result<(), IndexError> {
        self.remove_others(self.manifest())
    }
}
