//! Schemes that files describe.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use zobrist::Layout;
use zobrist_chess::{AnyScheme, KeysFrom, SchemeDescription, SlotDescription};
use zobrist_input::{Context, Listener, Nobody, Result, bail, error, whole};

use crate::file::{KeyListFormat, KeyListOptions, read_key_list};
use crate::hex::integer_width;
use crate::layout_file::is_layout;

/// A file that describes a scheme, before its keys are read.
pub(crate) enum Description {
    /// A scheme of chess.
    Chess(Box<SchemeDescription>),
    /// A scheme of another game, of which only the slots are known.
    Slots(Box<SlotDescription>),
}

/// Reads a scheme of chess from a TOML file, and its keys from the file that it names, if it names
/// one.
///
/// # Errors
/// When a file cannot be read, describes no scheme of chess, or has other keys than the description
/// says.
pub fn read_scheme(path: &Path) -> Result<AnyScheme> {
    read_scheme_within(path, None)
}

/// Reads a scheme as [`read_scheme`] does, with another limit on the size of each of the two files.
///
/// # Errors
/// As [`read_scheme`].
pub fn read_scheme_within(path: &Path, max_size: Option<u64>) -> Result<AnyScheme> {
    let description = match described(path, max_size.unwrap_or(whole::DESCRIPTION))? {
        Description::Chess(description) => description,
        Description::Slots(_) => bail!(
            "{}: expected a scheme of chess, got one of another game, with a field `slots`: its \
             hashes are those of slots, and not of positions",
            path.display()
        ),
    };
    let (bits, layout) = (description.bits, description.keys_layout());
    let limit = max_size.unwrap_or(whole::LIST);
    let keys = keys_of(path, &description.keys, bits, layout, limit)?;
    AnyScheme::of_description(&description, keys.as_deref()).context(path.display())
}

/// True if a file is named `*.toml`, in capitals or not, and describes a scheme, of chess or of
/// another game. Its keys are not read.
#[must_use]
pub fn describes_scheme(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"))
        && described(path, whole::DESCRIPTION).is_ok()
}

pub(crate) fn described(path: &Path, limit: u64) -> Result<Description> {
    let text = File::open(path).and_then(|file| whole::text(file, limit));
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    let description = match has_slots(&text) {
        true => SlotDescription::parse(&text).map(|slots| Description::Slots(slots.into())),
        false => SchemeDescription::parse(&text).map(|chess| Description::Chess(chess.into())),
    };
    description.map_err(|error| match is_layout(&text) {
        true => error!("{}: expected a scheme, got a layout (tables `[[kind]]`)", path.display())
            .with_advice("a layout belongs to --layout"),
        false => error!("{}: {error}", path.display()),
    })
}

/// True if a text is about slots.
fn has_slots(text: &str) -> bool {
    toml::from_str::<toml::Table>(text).is_ok_and(|fields| fields.contains_key("slots"))
}

/// The keys in the file that a description names, `bits` wide and in the order of a layout; `None`
/// if it names none. The path of the file is relative to that of the description.
pub(crate) fn keys_of(
    path: &Path,
    keys: &KeysFrom,
    bits: u32,
    layout: Layout,
    limit: u64,
) -> Result<Option<Vec<u128>>> {
    let (file, format, skip) = match keys {
        KeysFrom::File { path: file, skip } => (file, None, *skip),
        KeysFrom::Lines { path: file, skip } => (file, Some(KeyListFormat::Lines), *skip),
        KeysFrom::Raw { path: file, big_endian: false } => (file, Some(KeyListFormat::Raw), 0),
        KeysFrom::Raw { path: file, big_endian: true } => (file, Some(KeyListFormat::RawBe), 0),
        _ => return Ok(None),
    };
    let file = path.parent().unwrap_or(Path::new("")).join(file);
    let bits = match format {
        // In bytes alone, a key takes 4, 8 or 16.
        Some(KeyListFormat::Raw | KeyListFormat::RawBe) => integer_width(bits),
        _ => bits,
    };
    let width_option = "`bits`";
    let options =
        KeyListOptions { format, bits: Some(bits), width_option, lines: None, halves: None, limit };
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let list = read_key_list(&file, options, &nobody);
    let mut list =
        list.with_context(|| format!("cannot read the keys that {} names", path.display()))?;
    // Arrays with other numbers before the keys are not those of the layout.
    let contradiction = if skip == 0 { list.arrays.contradiction(layout) } else { None };
    if let Some(contradiction) = contradiction {
        bail!(
            "{}: the arrays contradict {}: {contradiction}; give `layout` the order in which the \
             keys stand there",
            file.display(),
            path.display(),
        );
    }
    if list.keys.len() != layout.len() + skip {
        let skipped = if skip == 0 { String::new() } else { format!(" after {skip} skipped ones") };
        bail!(
            "{}: expected {} keys{skipped}, as {} describes them ({layout}), got {}",
            file.display(),
            layout.len(),
            path.display(),
            list.keys.len(),
        );
    }
    Ok(Some(list.keys.split_off(skip)))
}
