//! Schemes that files describe.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use zobrist_chess::{AnyScheme, KeysFrom, SchemeDescription};
use zobrist_files::whole;

use crate::key_set::{self, ListFormat, ReadOptions};

/// Reads a scheme from a TOML file, and its keys from the file that it names, if it names one.
///
/// # Errors
/// When a file cannot be read, describes no scheme, or has other keys than the description says.
pub fn read(path: &Path) -> Result<AnyScheme> {
    read_within(path, None)
}

/// Reads a scheme as [`read`] does, with another limit on the size of each of the two files.
///
/// # Errors
/// As [`read`].
pub fn read_within(path: &Path, max_size: Option<u64>) -> Result<AnyScheme> {
    let description = describe(path, max_size.unwrap_or(whole::DESCRIPTION))?;
    let keys = keys_of(path, &description, max_size.unwrap_or(whole::LIST))?;
    AnyScheme::of_description(&description, keys.as_deref())
        .with_context(|| path.display().to_string())
}

/// True if a file is named `*.toml` and describes a scheme. Its keys are not read.
pub fn describes_scheme(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toml")
        && describe(path, whole::DESCRIPTION).is_ok()
}

fn describe(path: &Path, limit: u64) -> Result<SchemeDescription> {
    let text = File::open(path).and_then(|file| whole::text(file, limit));
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    SchemeDescription::parse(&text).map_err(|error| match is_layout(&text) {
        true => anyhow!(
            "{}: expected a scheme, got a layout (tables `[[kind]]`), which belongs to --layout",
            path.display()
        ),
        false => anyhow!("{}: {error}", path.display()),
    })
}

/// True if a text describes a layout for the keys of any game.
fn is_layout(text: &str) -> bool {
    let fields = toml::from_str::<toml::Table>(text);
    fields.is_ok_and(|fields| fields.get("kind").is_some_and(toml::Value::is_array))
}

/// The keys in the file that a description names. Its path is relative to that of the description.
fn keys_of(path: &Path, description: &SchemeDescription, limit: u64) -> Result<Option<Vec<u128>>> {
    let (file, format) = match &description.keys {
        KeysFrom::File(file) => (file, None),
        KeysFrom::Raw { path: file, big_endian: false } => (file, Some(ListFormat::Raw)),
        KeysFrom::Raw { path: file, big_endian: true } => (file, Some(ListFormat::RawBe)),
        _ => return Ok(None),
    };
    let file = path.parent().unwrap_or(Path::new("")).join(file);
    let bits = match format {
        // In bytes alone, a sum of fewer bits takes eight.
        Some(_) if (33..64).contains(&description.bits) => 64,
        _ => description.bits,
    };
    let width_option = "`bits`";
    let options =
        ReadOptions { format, bits: Some(bits), width_option, lines: None, halves: None, limit };
    let list = key_set::read(&file, options);
    let list =
        list.with_context(|| format!("cannot read the keys that {} names", path.display()))?;
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
    if list.keys.len() != layout.len() {
        bail!(
            "{}: expected {} keys, as {} describes them ({layout}), got {}",
            file.display(),
            layout.len(),
            path.display(),
            list.keys.len(),
        );
    }
    Ok(Some(list.keys))
}
