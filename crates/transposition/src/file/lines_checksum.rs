//! The checksum of the lines of a saved file.

use std::fs::File;
#[cfg(shared_files)]
use std::io::Read;
use std::io::{self, Seek, SeekFrom, Write};

use crc32fast::Hasher;

use super::error::OpenError;

/// Offset of the kind of the checksum in a header; its value follows.
const OFFSET: usize = 96;
/// The only kind there is.
const CRC_32: &[u8; 8] = b"crc32\0\0\0";
/// Number of bytes of kind and value.
const BYTES: usize = 12;

/// CRC-32 of all lines, as in gzip. A file that processes share has none, since its lines change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LinesChecksum(u32);

impl LinesChecksum {
    /// Reads the checksum in a header, or that there is none.
    pub(crate) fn read(header: &[u8]) -> Result<Option<LinesChecksum>, OpenError> {
        let bytes: [u8; BYTES] = std::array::from_fn(|i| header[OFFSET + i]);
        if bytes == [0; BYTES] {
            return Ok(None);
        }
        let (kind, [a, b, c, d]) = bytes.split_last_chunk().expect("kind and value");
        if kind != CRC_32 {
            return Err(OpenError::Lines {
                expected: "the checksum crc32, or none".to_owned(),
                got: format!("\"{}\"", bytes.escape_ascii()),
            });
        }
        Ok(Some(LinesChecksum(u32::from_le_bytes([*a, *b, *c, *d]))))
    }

    /// Writes the checksum into the header of a file.
    pub(crate) fn write(self, file: &mut File) -> io::Result<()> {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(CRC_32);
        bytes[8..].copy_from_slice(&self.0.to_le_bytes());
        put(file, &bytes)
    }

    /// Removes the checksum from the header of a file whose lines are about to change. Returns when
    /// that is on the disk: after a power failure, a changed line may be there.
    #[cfg(shared_files)]
    pub(crate) fn remove(file: &mut File) -> io::Result<()> {
        put(file, &[0; BYTES])?;
        file.sync_data()
    }

    /// Compares the checksum with that of the lines.
    pub(crate) fn verify(self, lines: Hasher) -> Result<(), OpenError> {
        let LinesChecksum(got) = self;
        let expected = lines.finalize();
        if got == expected {
            return Ok(());
        }
        let expected = format!("the checksum {expected:08x}");
        Err(OpenError::Lines { expected, got: format!("{got:08x}") })
    }

    /// Compares the checksum with that of the rest of a file.
    #[cfg(shared_files)]
    pub(crate) fn verify_rest(self, file: &mut File) -> io::Result<Result<(), OpenError>> {
        let mut lines = Hasher::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(self.verify(lines)),
                read => lines.update(&buffer[..read]),
            }
        }
    }
}

impl From<Hasher> for LinesChecksum {
    fn from(lines: Hasher) -> LinesChecksum {
        LinesChecksum(lines.finalize())
    }
}

fn put(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(OFFSET as u64))?;
    file.write_all(bytes)
}
