//! Files and standard input, plain or compressed, as readers of bytes.

use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};

/// An open input.
pub struct Input {
    /// The name for messages.
    pub name: Arc<str>,
    pub reader: Box<dyn Read + Send>,
    /// Whether to work on what comes as it comes, since somebody may be typing.
    pub eager: bool,
}

/// Opens all files, so that a missing one is found before any work is done. `-`, or no
/// file at all, is standard input.
///
/// # Errors
/// When a file cannot be opened.
pub fn open_all(files: &[PathBuf], progress: &ProgressBar) -> Result<Vec<Input>> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input } else { files };
    files.iter().map(|file| open(file, progress)).collect()
}

/// A bar of the bytes read of these files, shown when standard error is a terminal and
/// the rows do not go to one.
pub fn progress_bar(files: &[PathBuf]) -> ProgressBar {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() || files.is_empty() {
        return ProgressBar::hidden();
    }
    let sizes = files.iter().map(|file| file.metadata().ok().filter(|meta| meta.is_file()));
    let total: Option<u64> = sizes.map(|meta| meta.map(|meta| meta.len())).sum();
    let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {eta}");
    match (total, style) {
        (Some(total), Ok(style)) => ProgressBar::new(total).with_style(style),
        _ => ProgressBar::hidden(),
    }
}

fn open(path: &Path, progress: &ProgressBar) -> Result<Input> {
    let standard = path == Path::new("-");
    let (name, raw): (Arc<str>, Box<dyn Read + Send>) = if standard {
        ("standard input".into(), Box::new(io::stdin()))
    } else {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        if file.metadata().is_ok_and(|meta| meta.is_dir()) {
            bail!("cannot read {}: it is a directory; name its files", path.display());
        }
        (path.to_string_lossy().into(), Box::new(progress.wrap_read(file)))
    };
    let reader = decompress(raw).with_context(|| format!("cannot read {name}"))?;
    Ok(Input { name, reader, eager: standard })
}

/// Tells zstd, gzip and bzip2 by their first bytes, which no text begins with.
fn decompress(mut raw: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = Vec::new();
    raw.by_ref().take(4).read_to_end(&mut magic)?;
    let whole = Cursor::new(magic.clone()).chain(raw);
    Ok(match magic.as_slice() {
        [0x28, 0xb5, 0x2f, 0xfd] => Box::new(zstd::Decoder::new(whole)?),
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(whole)),
        [b'B', b'Z', b'h', ..] => Box::new(MultiBzDecoder::new(whole)),
        _ => Box::new(whole),
    })
}
