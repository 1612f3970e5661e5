//! Files that are written whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A file that is written beside its place, and moved there when it is whole. What was
/// there before stays until then, and for good when this is dropped. The new file gets the mode of
/// the old one, and a link to the place still leads to it, whether or not anything was there.
pub struct Output {
    path: PathBuf,
    beside: PathBuf,
    mode: Option<Permissions>,
    /// From the first byte on, so that work that is abandoned leaves nothing behind.
    writer: Option<BufWriter<File>>,
}

impl Output {
    /// Begins a file, so that an impossible place is reported before any work is done.
    ///
    /// # Errors
    /// When something other than a file is there, or nothing can be written.
    pub fn create(path: &Path) -> Result<Output> {
        let what = || format!("cannot write {}", path.display());
        if path.as_os_str() == "-" {
            bail!("{}: standard output is not a file; `./-` is one of that name", what());
        }
        let there = match path.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            there => Some(there.with_context(what)?),
        };
        if there.as_ref().is_some_and(|meta| !meta.is_file()) {
            bail!("{}: what is there is not a file", what());
        }
        let path = behind_links(path);
        let Some(name) = path.file_name() else { bail!("{}: it names no file", what()) };
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.tmp", std::process::id()));
        let beside = path.with_file_name(hidden);
        File::create(&beside).and_then(|_| fs::remove_file(&beside)).with_context(what)?;
        let mode = there.map(|meta| meta.permissions());
        Ok(Output { path, beside, mode, writer: None })
    }

    fn writer(&mut self) -> io::Result<&mut BufWriter<File>> {
        if self.writer.is_none() {
            let writer = self.writer.insert(BufWriter::new(File::create(&self.beside)?));
            if let Some(mode) = self.mode.clone() {
                writer.get_ref().set_permissions(mode)?;
            }
        }
        Ok(self.writer.as_mut().expect("it was made"))
    }

    /// A write error that names the place: rows may go to several files.
    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", self.path.display()))
    }

    /// Moves the file to its place once all of it is on the disk.
    ///
    /// # Errors
    /// When it cannot be written or moved.
    pub fn finish(mut self) -> Result<()> {
        let moved = self.move_to_place();
        moved.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn move_to_place(&mut self) -> io::Result<()> {
        let writer = self.writer()?;
        writer.flush()?;
        writer.get_ref().sync_all()?;
        fs::rename(&self.beside, &self.path)?;
        self.writer = None;
        Ok(())
    }
}

/// The place to which a path leads through links, which do not form a cycle.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(target) = path.read_link() {
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path.canonicalize().unwrap_or(path)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer().and_then(|writer| writer.write(bytes));
        written.map_err(|error| self.named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.writer.as_mut().map_or(Ok(()), BufWriter::flush);
        flushed.map_err(|error| self.named(&error))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.writer.take().is_some() {
            fs::remove_file(&self.beside).ok();
        }
    }
}
