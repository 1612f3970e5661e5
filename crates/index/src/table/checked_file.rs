//! A file whose bytes are counted and checksummed as they are written.

use std::fs::File;
use std::io::{self, Write};

use crc32fast::Hasher;

/// A file whose bytes are counted and checksummed as they are written, in pieces that begin on
/// memory page boundaries: the system copies other pieces at half the speed.
pub(crate) struct CheckedFile {
    file: File,
    piece: Vec<u8>,
    bytes: u64,
    crc32: Hasher,
}

/// Linux keeps a piece in one folio of its page cache, if the file system has large ones. Small
/// folios fit between what is in use; large ones take memory that has not been touched for a long
/// time, and if the host of a virtual machine has to find that first, copying costs far more.
const PIECE: usize = 1 << 15;

impl CheckedFile {
    pub(crate) fn new(file: File) -> CheckedFile {
        CheckedFile { file, piece: Vec::with_capacity(PIECE), bytes: 0, crc32: Hasher::new() }
    }

    /// Writes the last piece. Returns the file, the number of its bytes and their CRC-32.
    pub(crate) fn finish(mut self) -> io::Result<(File, u64, u32)> {
        self.write_piece()?;
        Ok((self.file, self.bytes, self.crc32.finalize()))
    }

    fn write_piece(&mut self) -> io::Result<()> {
        self.crc32.update(&self.piece);
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
        self.piece.extend_from_slice(&bytes[..taken]);
        self.bytes += taken as u64;
        Ok(taken)
    }

    /// Does nothing: only whole pieces are written before [`CheckedFile::finish`].
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
