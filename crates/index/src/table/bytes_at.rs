//! A file as the Parquet library reads it: at any place, from any thread.

use std::fs::File;
use std::io;

use bytes::buf::Reader;
use bytes::{Buf, Bytes};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};

/// Size above which a page or a footer is damaged, in bytes: it must not fill the memory.
const MAX_READ: usize = 1 << 30;

/// An open file.
pub(super) struct BytesAt {
    #[cfg(unix)]
    file: File,
    /// Reading elsewhere moves the place in the file that all threads share.
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
    length: u64,
}

impl BytesAt {
    #[cfg(unix)]
    pub(super) fn new(file: File, length: u64) -> BytesAt {
        BytesAt { file, length }
    }

    #[cfg(not(unix))]
    pub(super) fn new(file: File, length: u64) -> BytesAt {
        BytesAt { file: file.into(), length }
    }

    #[cfg(unix)]
    fn read_exact_at(&self, bytes: &mut [u8], start: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, start)
    }

    #[cfg(not(unix))]
    fn read_exact_at(&self, bytes: &mut [u8], start: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().expect("no thread panics while it reads");
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(bytes)
    }

    /// Reads some bytes. `start + length` must not be beyond the end of the file.
    fn read(&self, start: u64, length: usize) -> io::Result<Bytes> {
        if length > MAX_READ {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut bytes = vec![0; length];
        self.read_exact_at(&mut bytes, start)?;
        Ok(bytes.into())
    }
}

impl Length for BytesAt {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for BytesAt {
    type T = Reader<Bytes>;

    /// Not called for files with a page index, which gives the length of each page.
    fn get_read(&self, start: u64) -> Result<Self::T> {
        let rest = self.length.saturating_sub(start);
        Ok(self.get_bytes(start, rest as usize)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.length) {
            return Err(ParquetError::EOF(format!(
                "expected {length} bytes at {start}, got a file of {}",
                self.length
            )));
        }
        Ok(self.read(start, length)?)
    }
}

/// What follows the last page of a file: the page index and the footer.
pub(super) struct Tail {
    start: u64,
    bytes: Bytes,
}

impl Tail {
    /// Reads what follows the last page.
    ///
    /// # Errors
    /// When it cannot be read, or the file ends before.
    pub(super) fn read(file: &BytesAt, start: u64) -> io::Result<Tail> {
        let Some(length) = file.length.checked_sub(start) else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        Ok(Tail { start, bytes: file.read(start, length as usize)? })
    }

    /// # Errors
    /// When it is not what was written: a sentence.
    pub(super) fn check(&self, expected: u32) -> std::result::Result<(), String> {
        let got = crc32fast::hash(&self.bytes);
        if got != expected {
            return Err(format!(
                "expected the checksum {expected:08x} of what follows the pages, got {got:08x}"
            ));
        }
        Ok(())
    }
}

impl Length for Tail {
    fn len(&self) -> u64 {
        self.start + self.bytes.len() as u64
    }
}

impl ChunkReader for Tail {
    type T = Reader<Bytes>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        let rest = self.len().saturating_sub(start);
        Ok(self.get_bytes(start, rest as usize)?.reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let from = start.checked_sub(self.start).and_then(|from| usize::try_from(from).ok());
        let range = from.and_then(|from| Some(from..from.checked_add(length)?));
        match range.filter(|range| range.end <= self.bytes.len()) {
            Some(range) => Ok(self.bytes.slice(range)),
            None => Err(ParquetError::EOF(format!(
                "expected {length} bytes of the footer at {start}, got a footer that begins at {}",
                self.start
            ))),
        }
    }
}
