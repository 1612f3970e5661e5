//! An index that is only read: nothing is ever made, written or removed in its folder.

use std::fs::{File, TryLockError};
use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
use std::path::Path;
#[cfg(feature = "object-storage")]
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use zobrist_chess::AnyScheme;
#[cfg(feature = "object-storage")]
use zobrist_storage::remote::RemoteFolder;
use zobrist_storage::{EntryType, remote};

use super::names::{self, BUILDING, LOCK, MANIFEST, TABLES};
use super::{read_journal, scheme};
use crate::error::IndexError;
use crate::format::manifest::Manifest;
use crate::version::{FORMAT, FORMAT_VERSION};
use zobrist_tables::sum;
use zobrist_tables::{Dir, OpenFile, ReadFile, TableError, json};

/// The folder of an index, open for reading.
pub(crate) enum ReadFolder {
    Local(Dir),
    #[cfg(feature = "object-storage")]
    Remote(RemoteFolder),
}

impl ReadFolder {
    /// Opens a folder, which may be a URL. A path may lead through links: the user gave it.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened.
    pub(crate) fn open(path: &Path) -> Result<ReadFolder, IndexError> {
        if remote::is_url(path) {
            return ReadFolder::open_url(path);
        }
        ReadFolder::open_local(path)
    }

    #[cfg(feature = "object-storage")]
    fn open_url(url: &Path) -> Result<ReadFolder, IndexError> {
        let failed = |error| IndexError::io("open", &remote::without_secrets(url), error);
        RemoteFolder::open(url).map(ReadFolder::Remote).map_err(failed)
    }

    #[cfg(not(feature = "object-storage"))]
    fn open_url(url: &Path) -> Result<ReadFolder, IndexError> {
        Err(IndexError::NoObjectStorage(remote::without_secrets(url)))
    }

    /// Opens a folder on this machine.
    ///
    /// # Errors
    /// When it is a URL, there is none, or it cannot be opened.
    pub(crate) fn open_local(path: &Path) -> Result<ReadFolder, IndexError> {
        if remote::is_url(path) {
            return Err(IndexError::NotLocal(remote::without_secrets(path)));
        }
        match Dir::open(path) {
            Ok(dir) => Ok(ReadFolder::Local(dir)),
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
                Err(IndexError::NotAnIndex(path.to_owned()))
            }
            Err(error) => Err(IndexError::io("open", path, error)),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            ReadFolder::Local(dir) => dir.path(),
            #[cfg(feature = "object-storage")]
            ReadFolder::Remote(folder) => folder.path(),
        }
    }

    /// The folder on this machine.
    ///
    /// # Errors
    /// When it is not on this machine.
    pub(super) fn dir(&self) -> Result<&Dir, IndexError> {
        match self {
            ReadFolder::Local(dir) => Ok(dir),
            #[cfg(feature = "object-storage")]
            ReadFolder::Remote(folder) => Err(IndexError::NotLocal(folder.path().to_owned())),
        }
    }

    /// True if the folder is behind a URL.
    pub(crate) fn is_remote(&self) -> bool {
        !matches!(self, ReadFolder::Local(_))
    }

    /// The text of the manifest; `None` if there is none.
    fn manifest_text(&self) -> Result<Option<Vec<u8>>, IndexError> {
        match self {
            ReadFolder::Local(dir) => Ok(json::read(dir, MANIFEST)?),
            #[cfg(feature = "object-storage")]
            ReadFolder::Remote(folder) => match folder.read(MANIFEST) {
                Ok(read) => Ok(read.map(|(text, _)| text.into())),
                Err(error) => Err(IndexError::io("read", &self.path().join(MANIFEST), error)),
            },
        }
    }

    /// Reads the manifest.
    ///
    /// # Errors
    /// When there is none, it is damaged or of another format or version, it names files that an
    /// index cannot have, or its scheme has other keys here or cannot be read.
    pub(crate) fn manifest(&self) -> Result<(Manifest, AnyScheme), IndexError> {
        let Some(text) = self.manifest_text()? else {
            return Err(IndexError::NotAnIndex(self.path().to_owned()));
        };
        self.manifest_of(&text)
    }

    /// The manifest of a text, as [`manifest`](ReadFolder::manifest) reads it.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn manifest_of(&self, text: &[u8]) -> Result<(Manifest, AnyScheme), IndexError> {
        let path = self.path().join(MANIFEST);
        let damaged =
            |what: String| IndexError::damaged(&path, format!("{what}; remove its folder"));
        // The format and the version first: the rest may be different in another one.
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            format: String,
            #[serde(default)]
            version: u64,
        }
        let head: Head =
            serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        if head.format != FORMAT {
            return Err(IndexError::Format { path, got: head.format });
        }
        if head.version != u64::from(FORMAT_VERSION) {
            return Err(IndexError::Version { path, got: head.version });
        }
        sum::check(text).map_err(damaged)?;
        let manifest: Manifest =
            serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        let scheme = scheme::of_manifest(&manifest, &path)?;
        names::check(&manifest).map_err(damaged)?;
        Ok((manifest, scheme))
    }

    /// Reads the manifest of a folder that may have none yet.
    ///
    /// # Errors
    /// When there is one that this version cannot read, or the folder holds something else.
    pub(crate) fn manifest_if_any(&self) -> Result<Option<(Manifest, AnyScheme)>, IndexError> {
        match self.manifest() {
            Ok(manifest) => return Ok(Some(manifest)),
            Err(IndexError::NotAnIndex(_)) => {}
            Err(error) => return Err(error),
        }
        let dir = self.dir()?;
        let is_interrupted = dir.entry_type(BUILDING)? == Some(EntryType::Folder);
        let unfinished = json::unfinished(MANIFEST);
        let is_ours = |name: &str| name == BUILDING || name == unfinished || TABLES.contains(&name);
        for name in dir.names()? {
            if !is_interrupted || !name.to_str().is_some_and(is_ours) {
                return Err(IndexError::NotEmpty(self.path().to_owned()));
            }
        }
        Ok(None)
    }

    /// Reads what an interrupted run has recorded, if anything.
    ///
    /// # Errors
    /// When there is a journal that cannot be read.
    pub(crate) fn journal<T: DeserializeOwned>(&self) -> Result<Option<T>, IndexError> {
        self.dir()?.folder(BUILDING)?.map_or(Ok(None), |building| read_journal(&building))
    }

    /// Opens a file that a manifest names, with the size that it has by the manifest. Nothing is
    /// asked of one behind a URL until it is read.
    ///
    /// # Errors
    /// When there is no regular file of this name, or it cannot be opened.
    #[cfg_attr(not(feature = "object-storage"), expect(unused_variables))]
    pub(crate) fn open_sized(&self, name: &str, bytes: u64) -> Result<ReadFile, IndexError> {
        match self {
            ReadFolder::Local(_) => self.open_file(name),
            #[cfg(feature = "object-storage")]
            ReadFolder::Remote(folder) => {
                let path = self.path().join(name);
                match folder.file(name, Some(bytes)) {
                    Ok(Some(file)) => Ok(ReadFile { path, bytes: Arc::new(file) }),
                    Ok(None) => Err(IndexError::MissingFile(path)),
                    Err(error) => Err(TableError::read(&path, error).into()),
                }
            }
        }
    }

    /// Opens a file that a manifest names, on this machine.
    ///
    /// # Errors
    /// When there is no regular file of this name, or it cannot be opened.
    pub(crate) fn open_file(&self, name: &str) -> Result<ReadFile, IndexError> {
        let missing = || IndexError::MissingFile(self.path().join(name));
        // Names of a manifest have been checked.
        let (table, file) = names::parse(name).ok_or_else(missing)?;
        let folder = self.dir()?.folder(table)?.ok_or_else(missing)?;
        Ok(folder.file(file)?.ok_or_else(missing)?.try_into()?)
    }

    /// Keeps writers away for as long as what is returned is open. There is nothing to hold on to
    /// in a folder without a lock, or if nobody but the owner may open it.
    ///
    /// # Errors
    /// When another process writes to the index.
    pub(crate) fn keep_writers_away(&self) -> Result<Option<File>, IndexError> {
        let Some(building) = self.dir()?.folder(BUILDING)? else { return Ok(None) };
        let lock = match building.file(LOCK) {
            Err(TableError::Io { error, .. }) if error.kind() == PermissionDenied => None,
            lock => lock?,
        };
        let Some(OpenFile { file, .. }) = lock else { return Ok(None) };
        match file.try_lock_shared() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(IndexError::Busy(self.path().to_owned())),
            // Not every file system has locks.
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }
}

/// Returns the text of the manifest of an index in a folder on this machine; `None` if there is
/// none. Two texts differ if the index was changed between. The text is not checked:
/// [`Index::open`](crate::Index::open) does that.
///
/// # Errors
/// When the manifest is no regular file, such as a link or a pipe, is longer than 256 MiB, or
/// cannot be read.
pub fn manifest_text(folder: impl AsRef<Path>) -> Result<Option<Vec<u8>>, IndexError> {
    match ReadFolder::open_local(folder.as_ref()) {
        Err(IndexError::NotAnIndex(_)) => Ok(None),
        folder => folder?.manifest_text(),
    }
}

/// Reads the manifest of the index in a folder that is to be written to or checked.
///
/// # Errors
/// As [`ReadFolder::manifest`]; if there is none yet and its first build is still running, that it
/// is busy.
pub(crate) fn read_manifest_to_lock(path: &Path) -> Result<(Manifest, AnyScheme), IndexError> {
    let folder = ReadFolder::open_local(path)?;
    folder.manifest().or_else(|error| match error {
        // Asking creates no folder, so only an existing lock can be looked at.
        IndexError::NotAnIndex(_) => folder.keep_writers_away().and(Err(error)),
        error => Err(error),
    })
}

/// Reads the manifest of the index in a folder that may be missing or have none yet.
///
/// # Errors
/// As [`ReadFolder::manifest_if_any`].
pub(crate) fn read_manifest_if_any(path: &Path) -> Result<Option<Manifest>, IndexError> {
    let folder = match ReadFolder::open_local(path) {
        Err(IndexError::NotAnIndex(_)) => return Ok(None),
        folder => folder?,
    };
    Ok(folder.manifest_if_any()?.map(|(manifest, _)| manifest))
}
