//! A file on the disk.

use std::fs::File;
use std::io;

use bytes::Bytes;

use super::ByteSource;

/// An open file of the disk.
#[derive(Debug)]
pub struct LocalFile {
    #[cfg(unix)]
    file: File,
    /// Reading elsewhere moves the place in the file that all threads share.
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
    length: u64,
}

impl LocalFile {
    /// Takes an open file.
    ///
    /// # Errors
    /// When the system does not tell the size.
    #[allow(clippy::useless_conversion)]
    pub fn new(file: File) -> io::Result<LocalFile> {
        let length = file.metadata()?.len();
        Ok(LocalFile { file: file.into(), length })
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
}

impl ByteSource for LocalFile {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
        let mut bytes = vec![0; length];
        self.read_exact_at(&mut bytes, start)?;
        Ok(bytes.into())
    }
}
