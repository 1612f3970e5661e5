//! A file as the Parquet library reads it: at any place, from any thread.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use bytes::buf::Reader;
use bytes::{Buf, Bytes};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::{ChunkReader, Length};
use zobrist_storage::ByteSource;

use super::spans::Spans;

/// Size above which a page or a footer is damaged, in bytes: it must not fill the memory.
const MAX_READ: usize = 1 << 30;

/// A file that is open for reading.
pub(super) struct BytesAt {
    source: Arc<dyn ByteSource>,
    /// The parts that were read ahead of a file for which each read is a request.
    spans: Option<Spans>,
}

impl BytesAt {
    pub(super) fn new(source: Arc<dyn ByteSource>) -> BytesAt {
        let spans = source.is_remote().then(Spans::default);
        BytesAt { source, spans }
    }

    /// True if each read is a request, so that it is worth to [read ahead](BytesAt::prefetch).
    pub(super) fn is_remote(&self) -> bool {
        self.spans.is_some()
    }

    /// True if a range was read ahead and is kept.
    pub(super) fn holds(&self, range: &Range<u64>) -> bool {
        self.spans.as_ref().is_some_and(|spans| spans.holds(range))
    }

    /// Reads some ranges with few requests and keeps them for the reads that follow. A local file
    /// is left alone.
    ///
    /// # Errors
    /// When one cannot be read.
    pub(super) fn prefetch(&self, ranges: impl IntoIterator<Item = Range<u64>>) -> io::Result<()> {
        match &self.spans {
            None => Ok(()),
            Some(spans) => spans.fill(&*self.source, ranges.into_iter().collect()),
        }
    }

    /// Forgets the ranges that were read ahead.
    pub(super) fn forget(&self) {
        if let Some(spans) = &self.spans {
            spans.forget();
        }
    }

    /// Reads some bytes. `start + length` must not be beyond the end of the file.
    fn read(&self, start: u64, length: usize) -> io::Result<Bytes> {
        if length > MAX_READ {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let kept = self.spans.as_ref().and_then(|spans| spans.get(start, length));
        kept.map_or_else(|| self.source.read_at(start, length), Ok)
    }

    pub(super) fn len(&self) -> u64 {
        self.source.len()
    }

    /// Reads some bytes.
    ///
    /// # Errors
    /// When they cannot be read, or the file ends before.
    pub(super) fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        if start.checked_add(length as u64).is_none_or(|end| end > self.source.len()) {
            return Err(ParquetError::EOF(format!(
                "expected {length} bytes at {start}, got a file of {}",
                self.source.len()
            )));
        }
        Ok(self.read(start, length)?)
    }
}

/// The bytes after the last page of a file: the page index and the footer.
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
        let Some(length) = file.source.len().checked_sub(start) else {
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
