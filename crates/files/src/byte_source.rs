//! Files that are read at any place.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use bytes::Bytes;

/// A file that is read at any place, and does not change.
pub trait ByteSource: Send + Sync {
    /// Returns the size in bytes.
    fn len(&self) -> u64;

    /// Returns true if the file has no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads exactly `length` bytes from `start` on.
    ///
    /// # Errors
    /// When they cannot be read, or the file ends before.
    fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes>;
}

/// Opens a file that is read at any place.
///
/// # Errors
/// When it cannot be opened, or is something else, such as a pipe.
pub fn open_source(path: &Path) -> io::Result<Box<dyn ByteSource>> {
    Ok(Box::new(LocalFile::open(path)?))
}

/// Opens a file to read it from a place on, and returns its size in bytes, too.
///
/// # Errors
/// When it cannot be opened, or is something else, such as a pipe.
pub(crate) fn open_from(path: &Path, start: u64) -> io::Result<(Box<dyn Read + Send>, u64)> {
    let file = LocalFile::open(path)?;
    let length = file.len();
    Ok((Box::new(file.into_reader(start)?), length))
}

/// A file on the disk.
#[derive(Debug)]
struct LocalFile {
    file: File,
    length: u64,
}

impl LocalFile {
    /// # Errors
    /// When it cannot be opened, or is something else, such as a pipe, which has no places.
    fn open(path: &Path) -> io::Result<LocalFile> {
        let file = File::open(path)?;
        let meta = file.metadata()?;
        if !meta.is_file() {
            let expected = "expected a file, got something else, of which no piece can be read";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, expected));
        }
        Ok(LocalFile { length: meta.len(), file })
    }

    /// The bytes from `start` on.
    ///
    /// # Errors
    /// When the system cannot go there.
    fn into_reader(mut self, start: u64) -> io::Result<File> {
        self.file.seek(SeekFrom::Start(start))?;
        Ok(self.file)
    }
}

impl ByteSource for LocalFile {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
        let mut bytes = vec![0; length];
        // The place belongs to the open file: only one thread reads it.
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}
