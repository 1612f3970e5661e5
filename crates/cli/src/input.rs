//! Files and standard input, plain or compressed, as readers of bytes.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use indicatif::ProgressBar;

use crate::progress::bar_of_bytes;

/// An open input.
pub struct Input {
    /// The name for messages.
    pub name: Arc<str>,
    pub reader: Box<dyn Read + Send>,
    /// Whether to work on what comes as it comes, since somebody may be typing.
    pub eager: bool,
}

/// An input that is there; opened when its turn comes, for there may be more files than
/// a process can hold open.
pub struct Found {
    path: PathBuf,
    progress: ProgressBar,
}

/// Looks for all files, so that a missing one is found before any work is done. `-`, or
/// no file at all, is standard input.
///
/// # Errors
/// When a file is not there or cannot be opened.
pub fn find_all(files: &[PathBuf], progress: &ProgressBar) -> Result<Vec<Found>> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input } else { files };
    if files.iter().filter(|file| is_standard(file)).count() > 1 {
        bail!("standard input can be read only once; name `-` once");
    }
    files.iter().map(|file| find(file, progress)).collect()
}

/// Looks for one file, whose reading shows no progress; `-` is standard input.
///
/// # Errors
/// When it is not there or cannot be opened.
pub fn find_one(file: &Path) -> Result<Found> {
    find(file, &ProgressBar::hidden())
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn find(path: &Path, progress: &ProgressBar) -> Result<Found> {
    if !is_standard(path) {
        let what = || format!("cannot open {}", path.display());
        let meta = path.metadata().with_context(what)?;
        if meta.is_dir() {
            bail!("cannot read {}: it is a directory; name its files", path.display());
        }
        // A pipe is opened once only: its writer would take the end of the first reader
        // for the end of all.
        if meta.is_file() {
            File::open(path).with_context(what)?;
        }
    }
    Ok(Found { path: path.to_owned(), progress: progress.clone() })
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
    /// An input that cannot be opened after all fails when it is read.
    pub fn open(self) -> Input {
        let eager = is_standard(&self.path);
        let name = if eager { "standard input".into() } else { self.path.to_string_lossy().into() };
        let reader = self.reader().unwrap_or_else(|error| Box::new(Failed(error)));
        Input { name, reader, eager }
    }

    fn reader(&self) -> io::Result<Box<dyn Read + Send>> {
        decompress(if is_standard(&self.path) {
            Box::new(io::stdin())
        } else {
            Box::new(self.progress.wrap_read(File::open(&self.path)?))
        })
    }
}

struct Failed(io::Error);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(self.0.kind(), self.0.to_string()))
    }
}

/// Tells zstd, gzip and bzip2 by their first bytes, which no text begins with.
fn decompress(mut raw: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = Vec::new();
    raw.by_ref().take(4).read_to_end(&mut magic)?;
    let whole = Cursor::new(magic.clone()).chain(raw);
    Ok(match magic.as_slice() {
        // A frame, or one to be skipped: that is how pzstd begins.
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            Box::new(zstd::Decoder::new(whole)?)
        }
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(whole)),
        [b'B', b'Z', b'h', ..] => Box::new(MultiBzDecoder::new(whole)),
        _ => Box::new(whole),
    })
}
