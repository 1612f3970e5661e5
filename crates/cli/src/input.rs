//! Files and standard input, plain or compressed, as readers of bytes.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;

use crate::compression::{Failed, Kind, decompress, decompress_text, kind_of};
use crate::progress::bar_of_bytes;
use crate::reading::Reading;
use crate::whole;

/// An open input.
pub struct Input {
    /// The name for messages.
    pub name: Arc<str>,
    pub reader: Box<dyn Read + Send>,
    /// Whether to work on the input as it arrives, since somebody may be typing.
    pub eager: bool,
    /// Whether its first bytes already said that it is of a kind that is not read.
    pub refused: bool,
}

/// An input that exists; opened when its turn comes, since there may be more files than
/// a process can hold open.
pub struct Found {
    path: PathBuf,
    holds: Holds,
    progress: ProgressBar,
    /// Why it will be rejected as a whole, if its first bytes say so.
    refusal: Option<String>,
    reading: Option<Reading>,
}

/// What a file may hold when it is decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Text,
    /// Whatever it is, it is taken as it is.
    Anything,
}

/// Looks for all files, so that a missing one is reported before any work is done. `-`, or
/// no file at all, is standard input. A file of a kind that is not allowed is rejected when its
/// turn comes, since the others can still be done.
///
/// # Errors
/// When a file is missing or cannot be opened, or all are of kinds that are not allowed.
pub fn find_all(files: &[PathBuf], holds: Holds, progress: &ProgressBar) -> Result<Vec<Found>> {
    let found = find_each(files, holds, progress)?;
    if found.iter().all(|found| found.refusal.is_some()) {
        found.iter().try_for_each(Found::refuse)?;
    }
    Ok(found)
}

/// The same when there is something else that can be done.
///
/// # Errors
/// When a file is missing or cannot be opened.
pub fn find_each(files: &[PathBuf], holds: Holds, progress: &ProgressBar) -> Result<Vec<Found>> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input } else { files };
    refuse_standard_input_twice(files)?;
    files.iter().map(|file| find(file, holds, progress)).collect()
}

/// # Errors
/// When standard input is named twice: nothing would be left of it the second time.
pub fn refuse_standard_input_twice(files: &[PathBuf]) -> Result<()> {
    if files.iter().filter(|file| is_standard(file)).count() > 1 {
        bail!("standard input can be read only once; name `-` once");
    }
    Ok(())
}

/// Looks for one file, whose reading shows no progress; `-` is standard input.
///
/// # Errors
/// When it is missing, cannot be opened, or is of a kind that is not allowed.
pub fn find_one(file: &Path, holds: Holds) -> Result<Found> {
    let found = find(file, holds, &ProgressBar::hidden())?;
    found.refuse()?;
    Ok(found)
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn find(path: &Path, holds: Holds, progress: &ProgressBar) -> Result<Found> {
    let mut refusal = None;
    if !is_standard(path) {
        let what = || format!("cannot open {}", path.display());
        let meta = path.metadata().with_context(what)?;
        if meta.is_dir() {
            bail!("cannot read {}: it is a directory; name its files", path.display());
        }
        // A pipe is opened only once: its writer would take the end of the first reader
        // for the end of all.
        if meta.is_file() {
            let file = File::open(path).with_context(what)?;
            if holds == Holds::Text {
                refusal = kind_of(file).refusal(&path.to_string_lossy());
            }
        }
    }
    Ok(Found { path: path.to_owned(), holds, progress: progress.clone(), refusal, reading: None })
}

/// A bar of the bytes read of these files, shown when standard error is a terminal and
/// the rows do not go to one.
pub fn progress_bar(files: &[PathBuf]) -> ProgressBar {
    if io::stdout().is_terminal() || files.is_empty() {
        return ProgressBar::hidden();
    }
    let sizes = files.iter().map(|file| file.metadata().ok().filter(|meta| meta.is_file()));
    let total: Option<u64> = sizes.map(|meta| meta.map(|meta| meta.len())).sum();
    total.map_or_else(ProgressBar::hidden, bar_of_bytes)
}

impl Found {
    fn refuse(&self) -> Result<()> {
        match &self.refusal {
            Some(refusal) => bail!("cannot read {}: {refusal}", self.path.display()),
            None => Ok(()),
        }
    }

    /// An input that cannot be opened after all fails when it is read.
    pub fn open(self) -> Input {
        let eager = is_standard(&self.path);
        let name = self.name().into();
        let reader = self.reader().unwrap_or_else(|error| Box::new(Failed(error)));
        Input { name, reader, eager, refused: self.refusal.is_some() }
    }

    /// From now on, the bytes that are read of the file are hashed.
    pub fn hash_bytes(&mut self) -> Reading {
        self.reading.get_or_insert_default().clone()
    }

    /// The name for messages.
    pub fn name(&self) -> String {
        if is_standard(&self.path) {
            return "standard input".to_owned();
        }
        self.path.to_string_lossy().into()
    }

    /// The name for a command line.
    fn shell_name(&self) -> String {
        if is_standard(&self.path) { "FILE".to_owned() } else { self.name() }
    }

    fn reader(&self) -> io::Result<Box<dyn Read + Send>> {
        match self.holds {
            Holds::Anything => decompress(self.raw()?),
            Holds::Text => decompress_text(self.raw()?, &self.shell_name()),
        }
    }

    fn raw(&self) -> io::Result<Box<dyn Read + Send>> {
        if is_standard(&self.path) {
            return Ok(Box::new(io::stdin()));
        }
        let file = self.progress.wrap_read(File::open(&self.path)?);
        Ok(match &self.reading {
            Some(reading) => Box::new(reading.clone().of(file)),
            None => Box::new(file),
        })
    }

    /// All that the input holds, at most `limit` bytes. What is not text may begin with any bytes:
    /// `is_plain` says which bytes are the contents, whatever they begin like.
    ///
    /// # Errors
    /// When it cannot be read, is of a kind that is not read, or is larger.
    pub fn read_whole(&self, limit: u64, is_plain: impl Fn(&[u8]) -> bool) -> io::Result<Vec<u8>> {
        let mut raw = Vec::new();
        whole::fill(self.raw()?, limit, &mut raw)?;
        if Kind::of(&raw) == Kind::Plain || is_plain(&raw) {
            return Ok(raw);
        }
        let mut bytes = Vec::new();
        whole::fill(decompress(&raw[..])?, limit, &mut bytes)?;
        if !is_plain(&bytes) {
            // Only for its errors.
            decompress_text(&raw[..], &self.shell_name())?;
        }
        Ok(bytes)
    }
}
