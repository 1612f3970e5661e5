//! Schemes that files describe.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use zobrist_chess::{AnyScheme, KeysFrom, SchemeDescription};

use crate::key_set::{self, ReadOptions};
use crate::whole;

/// Reads a scheme from a TOML file, and its keys from the file that it names, if it names one.
///
/// # Errors
/// When a file cannot be read, describes no scheme, or has other keys than the description says.
pub fn read(path: &Path) -> Result<AnyScheme> {
    let description = describe(path)?;
    let keys = keys_of(path, &description)?;
    AnyScheme::of_description(&description, keys.as_deref())
        .with_context(|| path.display().to_string())
}

/// Reads the description of a scheme.
///
/// # Errors
/// When the file cannot be read or describes no scheme.
pub fn describe(path: &Path) -> Result<SchemeDescription> {
    let text = File::open(path).and_then(|file| whole::text(file, whole::DESCRIPTION));
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    SchemeDescription::parse(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// The keys in the file that a description names. Its path is relative to that of the description.
fn keys_of(path: &Path, description: &SchemeDescription) -> Result<Option<Vec<u128>>> {
    let beside = |file: &str| path.parent().unwrap_or(Path::new("")).join(file);
    let (file, keys) = match &description.keys {
        KeysFrom::File(file) => {
            let file = beside(file);
            let keys = listed(path, &file, description)?;
            (file, keys)
        }
        KeysFrom::Raw { path: file, big_endian } => {
            let file = beside(file);
            let bytes = whole::read(&file, whole::LIST);
            let bytes = bytes.with_context(|| {
                format!("cannot read {}, which {} names", file.display(), path.display())
            })?;
            let keys = raw(&bytes, description.bits, *big_endian);
            let keys = keys.with_context(|| file.display().to_string())?;
            (file, keys)
        }
        _ => return Ok(None),
    };
    let layout = description.keys_layout();
    if keys.len() != layout.len() {
        bail!(
            "{}: expected {} keys, as {} describes them ({layout}), got {}",
            file.display(),
            layout.len(),
            path.display(),
            keys.len(),
        );
    }
    Ok(Some(keys))
}

/// Reads keys that are written as text.
fn listed(path: &Path, file: &Path, description: &SchemeDescription) -> Result<Vec<u128>> {
    // Sums of fewer bits are written as numbers of 64.
    let bits = if description.bits < 64 && description.bits > 32 { 64 } else { description.bits };
    let options = ReadOptions {
        format: None,
        bits: Some(bits),
        lines: None,
        halves: None,
        limit: whole::LIST,
    };
    let list = key_set::read(file, options);
    let list = list.with_context(|| format!("the keys that {} names", path.display()))?;
    let layout = description.keys_layout();
    if !list.arrays.is_empty() && key_set::contradict(&list.arrays, layout) {
        let kinds: Vec<String> = layout.kinds().map(|kind| kind.size().to_string()).collect();
        bail!(
            "{}: the arrays contradict {}: expected sizes {} ({layout}), got {}, in the order of \
             the file; give `layout` the order in which the keys stand there",
            file.display(),
            path.display(),
            kinds.join(", "),
            key_set::words(&list.arrays),
        );
    }
    Ok(list.keys)
}

/// Reads keys that are written as bytes, each in as many as its bits need.
fn raw(bytes: &[u8], bits: u32, big_endian: bool) -> Result<Vec<u128>> {
    let width = bits.div_ceil(8) as usize;
    if !bytes.len().is_multiple_of(width) {
        bail!("expected keys of {width} bytes each, got {} bytes", bytes.len());
    }
    let key = |bytes: &[u8]| {
        let append = |key: u128, byte: &u8| key << 8 | u128::from(*byte);
        if big_endian { bytes.iter().fold(0, append) } else { bytes.iter().rev().fold(0, append) }
    };
    Ok(bytes.chunks_exact(width).map(key).collect())
}
