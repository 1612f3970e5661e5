//! A folder on a server or in a bucket.

use std::io::{self, ErrorKind};
use std::path::Path;

use bytes::Bytes;
use futures_util::StreamExt;
use object_store::{ObjectStoreExt, PutMode, PutOptions, PutPayload, UpdateVersion};

use super::failure::{error_of, failure};
use super::file::RemoteFile;
use super::limits::{PART, limit};
use super::runtime::run;
use super::store::{Place, in_time};
use super::upload::upload;
use crate::regular_file::open_regular;

/// Size above which a file is not read as a whole, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// About the size of an answer with names, a thousand of them, and of all such answers, in bytes.
const PAGE: u64 = 1 << 20;
const MAX_LISTED: u64 = 1 << 30;

/// A folder on a server or in a bucket. All calls wait for their answer, from any thread.
///
/// Names are relative to it, such as `positions/000001-0000.parquet`. A bucket has no folders:
/// names that begin with one and a slash are in it.
#[derive(Clone, Debug)]
pub struct RemoteFolder {
    place: Place,
}

/// The state of a file that was read as a whole: its ETag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    etag: Option<String>,
    version: Option<String>,
}

impl RemoteFolder {
    /// Takes the folder at a URL. Nothing is asked.
    ///
    /// # Errors
    /// When the URL or the environment cannot be used.
    pub fn open(url: impl AsRef<Path>) -> io::Result<RemoteFolder> {
        Ok(RemoteFolder { place: Place::of(url.as_ref())? })
    }

    /// Returns the URL for messages, without secrets and without a slash at its end.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// Returns true if files can be listed and written: in S3.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.place.is_s3
    }

    /// Reads a file as a whole, 256 MiB at most; `None` if there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is larger.
    pub fn read(&self, name: &str) -> io::Result<Option<(Bytes, Version)>> {
        match self.place.join(name)?.read_all(MAX_BYTES) {
            Ok((bytes, meta)) => {
                Ok(Some((bytes, Version { etag: meta.e_tag, version: meta.version })))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns a file; `None` if there is none. If its length is given, nothing is asked: the first
    /// read tells if there is no such file, or one of another length.
    ///
    /// # Errors
    /// When the server cannot be asked.
    pub fn file(&self, name: &str, length: Option<u64>) -> io::Result<Option<RemoteFile>> {
        let place = self.place.join(name)?;
        match length.map_or_else(
            || RemoteFile::at(place.clone()),
            |length| Ok(RemoteFile::of_length(place.clone(), length)),
        ) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the names and sizes of all files in a folder within, and in folders within that; an
    /// empty name stands for this one.
    ///
    /// # Errors
    /// When they cannot be listed, as on a web server.
    pub fn list(&self, folder: &str) -> io::Result<Vec<(String, u64)>> {
        self.must_be_s3("list files")?;
        let own = self.place.key.clone();
        let place = if folder.is_empty() { self.place.clone() } else { self.place.join(folder)? };
        let Place { store, key, .. } = place.clone();
        let listed = run(limit(MAX_LISTED), async move {
            let mut found = Vec::new();
            let mut all = store.list(Some(&key));
            while let Some(file) = in_time(PAGE, all.next()).await? {
                let file = file.map_err(error_of)?;
                let parts = file.location.prefix_match(&own);
                let Some(parts) = parts else { continue };
                let name: Vec<String> = parts.map(|part| part.as_ref().to_owned()).collect();
                found.push((name.join("/"), file.size));
            }
            Ok(found)
        });
        listed.map_err(|error| place.explained(error))
    }

    /// Writes a file, in place of one of this name. Returns its version.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(&self, name: &str, bytes: Bytes) -> io::Result<Version> {
        self.put_with(name, bytes, PutMode::Overwrite)
            .map_err(error_of)
            .map_err(|error| self.place.explained(error))
    }

    /// Writes a file if there is none of this name. Returns false if there is one, which an earlier
    /// try of the same call may have written whose answer was lost.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put_new(&self, name: &str, bytes: Bytes) -> io::Result<bool> {
        self.must_be_s3("write a file only if there is none")?;
        match self.put_with(name, bytes, PutMode::Create) {
            Ok(_) => Ok(true),
            Err(object_store::Error::AlreadyExists { .. }) => Ok(false),
            Err(error) => Err(self.place.explained(error_of(error))),
        }
    }

    /// Replaces a file that is still as it was when it was read. Returns its new version; `None` if
    /// it has changed since, or is gone.
    ///
    /// # Errors
    /// When it cannot be written, or the server gave it no ETag.
    pub fn replace(
        &self,
        name: &str,
        bytes: Bytes,
        version: &Version,
    ) -> io::Result<Option<Version>> {
        self.must_be_s3("replace a file only if it is unchanged")?;
        let Version { etag: e_tag, version } = version.clone();
        match self.put_with(name, bytes, PutMode::Update(UpdateVersion { e_tag, version })) {
            Ok(version) => Ok(Some(version)),
            Err(
                object_store::Error::Precondition { .. } | object_store::Error::NotFound { .. },
            ) => Ok(None),
            Err(error) => Err(self.place.explained(error_of(error))),
        }
    }

    /// Writes a file of the disk, piece by piece: it is never in memory as a whole. A file that is
    /// cut off by an error does not appear, and what was sent of it is removed.
    ///
    /// # Errors
    /// When it is no regular file, or cannot be read or written.
    pub fn put_file(&self, name: &str, file: impl AsRef<Path>) -> io::Result<()> {
        let file = open_regular(file)?;
        let length = file.metadata()?.len();
        if length > PART {
            self.must_be_s3("write a large file")?;
        }
        upload(&self.place.join(name)?, file, length)
    }

    /// Removes a file. It may be missing.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        let removed = self
            .place
            .join(name)?
            .request(limit(1), |store, key| async move { store.delete(&key).await });
        match removed {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn put_with(
        &self,
        name: &str,
        bytes: Bytes,
        mode: PutMode,
    ) -> Result<Version, object_store::Error> {
        let of_library = |error: io::Error| object_store::Error::Generic {
            store: "remote",
            source: error.into(),
        };
        let Place { store, key, .. } = self.place.join(name).map_err(of_library)?;
        let time = limit(bytes.len() as u64);
        let options = PutOptions::from(mode);
        let payload = PutPayload::from_bytes(bytes);
        let done = run(time, async move { Ok(store.put_opts(&key, payload, options).await) });
        let put = done.map_err(of_library)??;
        Ok(Version { etag: put.e_tag, version: put.version })
    }

    fn must_be_s3(&self, what: &str) -> io::Result<()> {
        match self.place.is_s3 {
            true => Ok(()),
            false => Err(failure(
                ErrorKind::Unsupported,
                format!("cannot {what} on a web server; use s3://bucket/path"),
            )),
        }
    }
}
