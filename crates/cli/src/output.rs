//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A file that is written beside its place, and moved there when it is whole. What was
/// there before stays until then, and for good when this is dropped.
pub struct Output {
    path: PathBuf,
    beside: PathBuf,
    writer: Option<BufWriter<File>>,
}

impl Output {
    /// Begins a file, so that a place where none can be is known before any work is done.
    ///
    /// # Errors
    /// When something stands there that is not a file, or nothing can be written.
    pub fn create(path: &Path) -> Result<Output> {
        let what = || format!("cannot write {}", path.display());
        let Some(name) = path.file_name() else { bail!("{}: it names no file", what()) };
        if path.metadata().is_ok_and(|meta| !meta.is_file()) {
            bail!("{}: something stands there that is not a file", what());
        }
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.tmp", std::process::id()));
        let beside = path.with_file_name(hidden);
        let file = File::create(&beside).with_context(what)?;
        Ok(Output { path: path.to_owned(), beside, writer: Some(BufWriter::new(file)) })
    }

    /// Moves the file to its place, when all of it has come to the disk.
    ///
    /// # Errors
    /// When it cannot be written or moved.
    pub fn finish(mut self) -> Result<()> {
        let moved = self.move_to_place();
        moved.with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn move_to_place(&mut self) -> io::Result<()> {
        let Some(mut writer) = self.writer.take() else { return Ok(()) };
        let written = writer.flush().and_then(|()| writer.get_ref().sync_all());
        let moved = written.and_then(|()| fs::rename(&self.beside, &self.path));
        if moved.is_err() {
            fs::remove_file(&self.beside).ok();
        }
        moved
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if self.writer.take().is_some() {
            fs::remove_file(&self.beside).ok();
        }
    }
}
