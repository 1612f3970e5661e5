//! Whole files in memory, those of an archive one by one.

use std::io;
use std::sync::Arc;

use crate::compression::{Contents, FileFormat, contents_of};
use crate::input::FoundInput;
use crate::whole;

/// A file that was read into memory, after decompression.
#[derive(Debug)]
#[non_exhaustive]
pub struct WholeFile {
    /// The name for messages. A file of an archive has the name of the archive before its own, as
    /// in `games.zip/2026/first.sgf`.
    pub name: Arc<str>,
    /// True if it is in an archive.
    pub in_archive: bool,
    /// The bytes up to its end, or up to the fault.
    pub bytes: Vec<u8>,
    /// The reason why it could not be read to its end.
    pub fault: Option<io::Error>,
}

/// The files of an input, one after the other: one, or as many as an archive has.
pub struct WholeFiles {
    /// The name of the input.
    name: Arc<str>,
    /// The largest number of bytes of a file.
    limit: u64,
    /// True if text in UTF-16 is read, too.
    utf16: bool,
    /// `None` at the end.
    contents: Option<io::Result<Contents>>,
}

impl FoundInput {
    /// Opens the input, and reads its files of at most `limit` bytes into memory, each when it is
    /// asked for. Files of a zip archive are apart; folders, hidden files and those with names of
    /// documentation are skipped there. After a fault of an archive, the rest of it is lost, and
    /// the last file has the fault. A compressed file in an archive has a fault, too.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use zobrist_input::{Content, Listener, Nobody, find_one};
    ///
    /// let path = std::env::temp_dir().join(format!("zobrist-whole-{}.sgf", std::process::id()));
    /// std::fs::write(&path, "(;B[ee])")?;
    /// let listener: Arc<dyn Listener> = Arc::new(Nobody);
    /// let mut files = find_one(&path, Content::Text, &listener)?.whole_files(1 << 20);
    /// let file = files.next().unwrap();
    /// assert!(file.bytes == b"(;B[ee])" && file.fault.is_none() && files.next().is_none());
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn whole_files(mut self, limit: u64) -> WholeFiles {
        let name: Arc<str> = self.name().into();
        let utf16 = self.takes_utf16();
        let contents = match self.take_opened() {
            Some(text) => Ok(Contents::Text(text)),
            None => self.raw().and_then(|raw| {
                contents_of(raw, &self.shell_name(), (name.clone(), self.listener()), utf16)
            }),
        };
        WholeFiles { name, limit, utf16, contents: Some(contents) }
    }
}

impl WholeFiles {
    fn file(&self, name: Arc<str>, bytes: Vec<u8>, fault: Option<io::Error>) -> WholeFile {
        WholeFile { in_archive: name != self.name, name, bytes, fault }
    }
}

impl Iterator for WholeFiles {
    type Item = WholeFile;

    fn next(&mut self) -> Option<WholeFile> {
        let mut bytes = Vec::new();
        let mut archive = match self.contents.take()? {
            Err(fault) => return Some(self.file(self.name.clone(), bytes, Some(fault))),
            Ok(Contents::Text(text)) => {
                let fault = whole::fill(text, self.limit, &mut bytes).err();
                return Some(self.file(self.name.clone(), bytes, fault));
            }
            Ok(Contents::Archive(archive)) => archive,
        };
        let name: Arc<str> = match archive.next_file() {
            Err(fault) => return Some(self.file(self.name.clone(), bytes, Some(fault))),
            Ok(None) => return None,
            Ok(Some(name)) => format!("{}/{name}", self.name).into(),
        };
        let mut fault = whole::fill(&mut archive, self.limit, &mut bytes).err();
        let format = FileFormat::of(&bytes);
        let format = if self.utf16 { format.or_utf16() } else { format };
        if fault.is_none() && format != FileFormat::Plain {
            let what =
                "expected plain text in the archive, got a compressed file; unpack the archive";
            fault = Some(io::Error::new(io::ErrorKind::InvalidData, what));
            bytes.clear();
        }
        self.contents = Some(Ok(Contents::Archive(archive)));
        Some(self.file(name, bytes, fault))
    }
}

impl std::fmt::Debug for WholeFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WholeFiles").field("name", &self.name).finish_non_exhaustive()
    }
}
