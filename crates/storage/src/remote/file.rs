//! A file on a server or in a bucket.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use object_store::ObjectMeta;

use super::limits::limit;
use super::object::Object;
use super::reader::RemoteReader;
use super::runtime::run;
use super::store::{Place, read_range};
use crate::byte_source::ByteSource;

/// A file on a server or in a bucket, of known size. It is read by ranges.
///
/// If the server gives the file an ETag, a file that changes while it is read is an error.
#[derive(Debug)]
pub struct RemoteFile {
    object: Arc<Object>,
    modified: Option<u64>,
}

impl RemoteFile {
    /// Asks the server about the file at a URL, by one request.
    ///
    /// # Errors
    /// When there is none, or the server cannot be reached or does not answer requests for ranges.
    pub fn open(url: impl AsRef<Path>) -> io::Result<RemoteFile> {
        RemoteFile::at(Place::of(url.as_ref())?)
    }

    /// The file at a place, about which the server is asked.
    pub(super) fn at(place: Place) -> io::Result<RemoteFile> {
        // HEAD is not allowed with a URL that was signed for GET.
        match run(limit(1), read_range(place.clone(), 0..1)) {
            Ok((_, meta)) => Ok(RemoteFile::known(place, meta)),
            // An empty file has no first byte.
            Err(error) if error.to_string().contains(" 416 ") => {
                let (_, meta) = place.read_all(0)?;
                Ok(RemoteFile::known(place, meta))
            }
            Err(error) => Err(error),
        }
    }

    fn known(place: Place, meta: ObjectMeta) -> RemoteFile {
        let modified = meta.last_modified.timestamp_nanos_opt();
        let modified = modified.and_then(|time| u64::try_from(time).ok());
        let etag = meta.e_tag.map(Some).map(OnceLock::from).unwrap_or_default();
        RemoteFile {
            object: Arc::new(Object { place, length: meta.size, etag }),
            // The library has 1970 for a time that is not known.
            modified: modified.filter(|time| *time > 0),
        }
    }

    /// The file at a place, with a size that is known. Nothing is asked.
    pub(super) fn of_length(place: Place, length: u64) -> RemoteFile {
        let object = Object { place, length, etag: OnceLock::new() };
        RemoteFile { object: Arc::new(object), modified: None }
    }

    /// Returns the URL for messages, without secrets.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.object.place.path
    }

    /// Returns the time of the last change in nanoseconds since 1970, if the server told it.
    #[must_use]
    pub fn modified(&self) -> Option<u64> {
        self.modified
    }

    /// Returns the ETag, if the server told one.
    #[must_use]
    pub fn etag(&self) -> Option<&str> {
        self.object.etag.get()?.as_deref()
    }

    /// Returns a reader of a range, which asks for the next few MiB while the last ones are used.
    /// Bytes beyond the end of the file are left out.
    #[must_use]
    pub fn reader(&self, range: Range<u64>) -> RemoteReader {
        let length = self.object.length;
        let range = range.start.min(length)..range.end.min(length);
        RemoteReader::new(Arc::clone(&self.object), range)
    }
}

impl ByteSource for RemoteFile {
    fn len(&self) -> u64 {
        self.object.length
    }

    fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
        let end = start.checked_add(length as u64).filter(|end| *end <= self.object.length);
        let Some(end) = end else { return Err(ErrorKind::UnexpectedEof.into()) };
        if length == 0 {
            return Ok(Bytes::new());
        }
        let read = run(limit(length as u64), read_range(self.object.place.clone(), start..end));
        let (bytes, meta) = read?;
        self.object.check(&meta)?;
        Ok(bytes)
    }

    fn is_remote(&self) -> bool {
        true
    }
}
