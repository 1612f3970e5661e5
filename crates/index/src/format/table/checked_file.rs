//! A file whose bytes are counted as they are written, and those at its end checksummed.

use std::fs::File;
use std::io::{self, Write};

use crc32fast::Hasher;

/// A file that is written in pieces that begin on memory page boundaries: the system copies other
/// pieces at half the speed.
pub(crate) struct CheckedFile {
    file: File,
    piece: Vec<u8>,
    bytes: u64,
    /// Where the bytes that are checksummed begin, and their checksum.
    tail: Option<(u64, Hasher)>,
}

/// A file of which everything was written.
pub(crate) struct Written {
    pub(crate) file: File,
    pub(crate) bytes: u64,
    /// Where its tail begins.
    pub(crate) tail: u64,
    /// The CRC-32 of the tail.
    pub(crate) crc32: u32,
}

/// Linux keeps a piece in one folio of its page cache, if the file system has large ones. Small
/// folios fit between what is in use; large ones take memory that has not been touched for a long
/// time, and if the host of a virtual machine has to find that first, copying costs far more.
const PIECE: usize = 1 << 15;

impl CheckedFile {
    pub(crate) fn new(file: File) -> CheckedFile {
        CheckedFile { file, piece: Vec::with_capacity(PIECE), bytes: 0, tail: None }
    }

    /// The file, in which the last piece may be missing.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// The number of bytes so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Begins the tail: all that is written from now on is checksummed.
    pub(crate) fn begin_tail(&mut self) {
        self.tail = Some((self.bytes, Hasher::new()));
    }

    /// Writes the last piece.
    pub(crate) fn finish(mut self) -> io::Result<Written> {
        self.write_piece()?;
        let (tail, sum) = self.tail.unwrap_or((self.bytes, Hasher::new()));
        Ok(Written { file: self.file, bytes: self.bytes, tail, crc32: sum.finalize() })
    }

    fn write_piece(&mut self) -> io::Result<()> {
        self.file.write_all(&self.piece)?;
        self.piece.clear();
        Ok(())
    }
}

impl Write for CheckedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.piece.len() == PIECE {
            self.write_piece()?;
        }
        let taken = bytes.len().min(PIECE - self.piece.len());
        let taken = &bytes[..taken];
        self.piece.extend_from_slice(taken);
        self.bytes += taken.len() as u64;
        if let Some((_, sum)) = &mut self.tail {
            sum.update(taken);
        }
        Ok(taken.len())
    }

    /// Does nothing: only whole pieces are written before [`CheckedFile::finish`].
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
