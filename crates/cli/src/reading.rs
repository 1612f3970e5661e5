//! Hashing the bytes of an input while they are read.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard};

use zobrist_index::SourceHasher;

/// The bytes of an input that have been read, as they are on the disk: their number and digest.
#[derive(Clone, Debug, Default)]
pub struct Reading(Arc<Mutex<SourceHasher>>);

impl Reading {
    /// All bytes so far.
    pub fn so_far(&self) -> SourceHasher {
        self.lock().clone()
    }

    /// Passes on what `reader` reads.
    pub fn of<R: Read>(self, reader: R) -> impl Read {
        Hashed { reader, reading: self }
    }

    fn lock(&self) -> MutexGuard<'_, SourceHasher> {
        self.0.lock().expect("no thread panics with the lock held")
    }
}

struct Hashed<R> {
    reader: R,
    reading: Reading,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.reading.lock().update(&buffer[..read]);
        Ok(read)
    }
}
