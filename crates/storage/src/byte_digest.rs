//! Hashes the bytes of an input while they are read.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::digest::SourceHasher;

/// Number and digest of the bytes of a file that have been read, before decompression.
#[derive(Clone, Debug, Default)]
pub struct ByteDigest(Arc<Mutex<SourceHasher>>);

impl ByteDigest {
    /// The digest of all bytes so far.
    #[must_use]
    pub fn so_far(&self) -> SourceHasher {
        self.lock().clone()
    }

    /// A reader that adds the bytes it reads.
    pub fn hashing<R: Read>(self, reader: R) -> impl Read {
        HashingReader { reader, digest: self }
    }

    fn lock(&self) -> MutexGuard<'_, SourceHasher> {
        self.0.lock().expect("no thread panics with the lock held")
    }
}

struct HashingReader<R> {
    reader: R,
    digest: ByteDigest,
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.digest.lock().update(&buffer[..read]);
        Ok(read)
    }
}
