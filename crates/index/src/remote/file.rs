//! A file on a server or in a bucket.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use bytes::Bytes;
use object_store::ObjectMeta;

use super::client::limit;
use super::failure::{failure, other_length};
use super::reader::RemoteReader;
use super::runtime::run;
use super::store::{Place, read_range};
use crate::byte_source::ByteSource;

/// A file on a server or in a bucket, of known size. It is read by ranges.
///
/// If the server gives the file an ETag, a file that changes while it is read is an error.
#[derive(Clone, Debug)]
pub struct RemoteFile {
    place: Place,
    length: u64,
    modified: Option<u64>,
    /// The ETag of the first answer, if that had one.
    etag: OnceLock<Option<String>>,
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
        RemoteFile {
            place,
            length: meta.size,
            // The library has 1970 for a time that is not known.
            modified: modified.filter(|time| *time > 0),
            etag: meta.e_tag.map(Some).map(OnceLock::from).unwrap_or_default(),
        }
    }

    /// The file at a place, with a size that is known. Nothing is asked.
    pub(super) fn of_length(place: Place, length: u64) -> RemoteFile {
        RemoteFile { place, length, modified: None, etag: OnceLock::new() }
    }

    /// Returns the URL for messages, without secrets.
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    /// Returns the time of the last change in nanoseconds since 1970, if the server told it.
    pub fn modified(&self) -> Option<u64> {
        self.modified
    }

    /// Returns the ETag, if the server told one.
    pub fn etag(&self) -> Option<&str> {
        self.etag.get()?.as_deref()
    }

    /// Returns a reader of a range, which asks for the next few MiB while the last ones are used. What is
    /// beyond the end of the file is left out.
    pub fn reader(&self, range: Range<u64>) -> RemoteReader {
        RemoteReader::new(self.clone(), range.start.min(self.length)..range.end.min(self.length))
    }

    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// Checks that an answer is of the same file as those before.
    pub(super) fn check(&self, meta: &ObjectMeta) -> io::Result<()> {
        if meta.size != self.length {
            return Err(other_length(self.length, meta.size));
        }
        let known = self.etag.get_or_init(|| meta.e_tag.clone());
        match (known, &meta.e_tag) {
            (Some(expected), Some(got)) if expected != got => Err(failure(
                ErrorKind::InvalidData,
                format!(
                    "expected the file with the ETag {expected}, got one with {got}: it changed while \
                     it was read"
                ),
            )),
            _ => Ok(()),
        }
    }
}

impl ByteSource for RemoteFile {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
        let end = start.checked_add(length as u64).filter(|end| *end <= self.length);
        let Some(end) = end else { return Err(ErrorKind::UnexpectedEof.into()) };
        if length == 0 {
            return Ok(Bytes::new());
        }
        let read = run(limit(length as u64), read_range(self.place.clone(), start..end));
        let (bytes, meta) = read?;
        self.check(&meta)?;
        Ok(bytes)
    }

    fn is_remote(&self) -> bool {
        true
    }
}
