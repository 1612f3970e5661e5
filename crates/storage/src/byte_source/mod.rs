//! Bytes of a file that can be read at any place: on the disk, or in an object store.

mod local;

use std::fmt;
use std::io;

use bytes::Bytes;

pub use local::LocalFile;

/// A file that is read at any place, from any number of threads, and does not change.
///
/// Such files are on the disk, on a web server or in a bucket.
pub trait ByteSource: Send + Sync + fmt::Debug {
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

    /// Returns true if each call of [`read_at`](ByteSource::read_at) is a request to another
    /// machine: a reader then asks for ranges that it will need, and keeps them. False by default.
    fn is_remote(&self) -> bool {
        false
    }
}
