//! The folder of an index in a bucket.

use std::collections::{HashMap, HashSet};
use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use zobrist_shakmaty::parallel;
use zobrist_storage::remote::{RemoteFolder, Version, without_secrets};

use super::folder::{BuildFolder, Exclusive, Work};
use crate::error::IndexError;
use crate::format::folder::{
    BUILDING, Folder, MANIFEST, ReadFolder, TABLES, check_names, has_attempt, manifest_json,
};
use crate::format::manifest::Manifest;
use crate::runs::plan::{PLAN, folder_of_plan, id_of, sum_of_manifest};
use zobrist_tables::ReadFile;

/// Number of requests at once.
const REQUESTS: NonZeroUsize = NonZeroUsize::new(16).expect("not zero");

/// A folder in a bucket.
pub(super) struct RemoteBuildFolder {
    folder: RemoteFolder,
}

impl RemoteBuildFolder {
    pub(super) fn open(url: &Path) -> Result<RemoteBuildFolder, IndexError> {
        let folder = RemoteFolder::open(url);
        let folder =
            folder.map_err(|error| IndexError::io("open", &without_secrets(url), error))?;
        Ok(RemoteBuildFolder { folder })
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Removes files, some at once: each is a request.
    fn remove_all(&self, names: Vec<String>) -> Result<(), IndexError> {
        let remove = |name: &String| {
            let removed = self.folder.remove(name);
            removed.map_err(|error| IndexError::io("remove", &self.path_of(name), error))
        };
        parallel::try_map(&names, REQUESTS, remove).map(drop)
    }
}

impl BuildFolder for RemoteBuildFolder {
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

    fn write_new(&self, name: &str, text: &[u8]) -> Result<(), IndexError> {
        let written = self.folder.put_new(name, Bytes::copy_from_slice(text));
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
    fn folder_of_task(&self, id: &str, name: &str) -> Result<PathBuf, IndexError> {
        Ok(env::temp_dir().join(format!("zobrist-{}-{name}", folder_of_plan(id))))
    }

    fn before_commit(&self, name: &str) -> String {
        name.to_owned()
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

    fn remove_plan(&self) -> Result<(), IndexError> {
        self.remove_all(vec![PLAN.to_owned()])
    }

    fn remove_work(&self, of: Work) -> Result<(), IndexError> {
        let names = self.names(BUILDING)?.into_iter();
        let is_meant = |name: &String| {
            let folder = name.split('/').next().unwrap_or_default();
            id_of(folder).is_some_and(|id| of.is_of(id))
        };
        self.remove_all(names.filter(is_meant).map(|name| format!("{BUILDING}/{name}")).collect())
    }
}

/// A folder in a bucket as it was when it was read.
pub(super) struct RemoteExclusive {
    place: RemoteBuildFolder,
    /// The index that is in place, and the version and sum of its manifest.
    old: Option<(Manifest, Version, String)>,
}

impl RemoteExclusive {
    pub(super) fn open(url: &Path) -> Result<RemoteExclusive, IndexError> {
        let place = RemoteBuildFolder::open(url)?;
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

    /// The names and sizes of all files of tables.
    fn table_files(&self) -> Result<HashMap<String, u64>, IndexError> {
        let mut files = HashMap::new();
        for table in TABLES {
            let found = self.place.folder.list(table);
            let path = || self.place.path_of(table);
            files.extend(found.map_err(|error| IndexError::io("read", &path(), error))?);
        }
        Ok(files)
    }

    /// Removes the files that a manifest does not name: those that tasks have made, by their names,
    /// and those of the index before it.
    fn remove_others(&self, manifest: Option<&Manifest>) -> Result<(), IndexError> {
        let names = |manifest: Option<&Manifest>| -> HashSet<String> {
            manifest.into_iter().flat_map(Manifest::files).map(|file| file.0.to_owned()).collect()
        };
        let (kept, old) = (names(manifest), names(self.manifest()));
        let attempts = self.table_files()?.into_keys().filter(|name| has_attempt(name));
        let others = attempts.chain(old).filter(|name| !kept.contains(name));
        self.place.remove_all(others.collect())
    }
}

impl Exclusive for RemoteExclusive {
    fn place(&self) -> &dyn BuildFolder {
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
