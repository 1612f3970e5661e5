//! Reads keys from a file: lines of hex, JSON, NumPy arrays, number literals in program text, and
//! bytes.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use zobrist_input::{
    Content, Context, FileError, Listener, Place, Result, bail, error, find_one, plain_name, whole,
};

use crate::arrays::{self, Arrays};
use crate::join::{Halves, join};
use crate::lines::Lines;
use crate::list::KeyList;
use crate::literals::Request;
use crate::metadata::{self, ExportMetadata};
use crate::raw::{self, ByteOrder};
use crate::{hex, json, literals, npy, numbers};

/// Format of a list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyListFormat {
    /// One key per line, with or without 0x; `#` and `//` begin comments.
    Hex,
    /// Numbers that space or commas separate, decimal or hexadecimal, with or without 0x and signs.
    /// No file is taken for this by its contents.
    Lines,
    /// An array of hex strings or numbers, nested or not, or what `zobrist keys export --lang json`
    /// writes.
    Json,
    /// A NumPy array of integers.
    Npy,
    /// Program text: its number literals of one width, in their order.
    Code,
    /// Bytes alone: keys of 64 bits unless a width is given, little-endian. No file is taken for
    /// this by its contents.
    Raw,
    /// Bytes alone, big-endian. No file is taken for this by its contents.
    RawBe,
}

impl KeyListFormat {
    fn is_text(self) -> bool {
        matches!(
            self,
            KeyListFormat::Hex | KeyListFormat::Lines | KeyListFormat::Json | KeyListFormat::Code
        )
    }
}

/// Options for reading a list of keys.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct KeyListOptions {
    /// The format; by default that of the name, or else that of the contents.
    pub format: Option<KeyListFormat>,
    /// The width of keys in bits, if the user gives it.
    pub bits: Option<u32>,
    /// The option or the field that gives `bits`, for messages.
    pub width_option: &'static str,
    /// The lines of a text to read; by default all.
    pub lines: Option<Lines>,
    /// The order in which keys are joined from two lists of their halves, if they are.
    pub halves: Option<Halves>,
    /// Maximum size of the file, in bytes, after decompression.
    pub limit: u64,
}

impl Default for KeyListOptions {
    /// Returns options for a whole file of at most [`whole::LIST`] bytes, in the format of its name
    /// or contents, with `bits` as the name of the width in messages.
    fn default() -> KeyListOptions {
        KeyListOptions {
            format: None,
            bits: None,
            width_option: "bits",
            lines: None,
            halves: None,
            limit: whole::LIST,
        }
    }
}

/// Reads a list of keys, plain or compressed; `-` is standard input.
///
/// # Errors
/// When the file cannot be read, is larger than the limit, or holds anything but keys.
pub fn read_key_list(
    path: &Path,
    options: KeyListOptions,
    listener: &Arc<dyn Listener>,
) -> Result<KeyList> {
    let is_text = options.format.is_none_or(KeyListFormat::is_text);
    let holds = if is_text { Content::Text } else { Content::Anything };
    let input = find_one(path, holds, listener)?.open();
    let mut bytes = Vec::new();
    whole::fill(input.reader, options.limit, &mut bytes)
        .with_context(|| format!("cannot read {}", input.name))?;
    // Editors on Windows begin text with a byte order mark.
    if is_text && bytes.starts_with("\u{feff}".as_bytes()) {
        bytes[..3].fill(b' ');
    }
    if let Some(lines) = options.lines {
        if bytes.starts_with(npy::MAGIC) {
            return Err(not_text(&input.name, "a NumPy array"));
        }
        if !is_text {
            return Err(not_text(&input.name, "bytes"));
        }
        lines.keep(&input.name, &mut bytes)?;
    }
    let format = match options.format {
        Some(format) => format,
        None => format_of(Place::new(&input.name, &bytes))?,
    };
    let metadata = match format {
        KeyListFormat::Hex | KeyListFormat::Code => ExportMetadata::from_comment(&bytes),
        KeyListFormat::Npy => ExportMetadata::from_sidecar(path, options.limit),
        // The JSON reader takes it from the object; numbers and bytes alone state nothing.
        KeyListFormat::Lines | KeyListFormat::Json | KeyListFormat::Raw | KeyListFormat::RawBe => {
            ExportMetadata::default()
        }
    };
    if format == KeyListFormat::Code {
        metadata::blank_comments_of_lua(&mut bytes);
    }
    let place = Place::new(&input.name, &bytes);
    let bits = metadata.width(&input.name, options.bits, options.width_option)?;
    refuse_halves(place, metadata.bits.is_some() && options.halves.is_some())?;
    let request = Request { bits, halves: options.halves, ..Request::default() };
    let list = read_as(format, place, &metadata, request, options.width_option, &**listener)?;
    let list =
        if format == KeyListFormat::Json { list } else { metadata.apply(&input.name, list)? };
    if list.keys.is_empty() {
        bail!("{}: expected keys, got none", input.name);
    }
    // The keys of an export are complete without a report.
    let report = list.report.filter(|_| list.layout.is_none());
    Ok(KeyList { bits: bits.unwrap_or(list.bits), report, ..list })
}

fn read_as(
    format: KeyListFormat,
    place: Place,
    metadata: &ExportMetadata,
    request: Request,
    width_option: &str,
    listener: &dyn Listener,
) -> Result<KeyList> {
    let Request { bits, halves, .. } = request;
    // An export writes keys of 60 bits as integers of 64 bits, or as two halves of those.
    let integer = bits.map(hex::integer_width);
    let number = if halves.is_some() { bits.map(|bits| bits / 2) } else { bits };
    let list = match format {
        KeyListFormat::Hex => hex::read(place, number)?,
        KeyListFormat::Lines => numbers::read(place, number)?,
        KeyListFormat::Json => json::read(place, number)?,
        KeyListFormat::Npy => return npy::read(place, integer, halves, width_option, listener),
        KeyListFormat::Raw => {
            return raw::read(place, ByteOrder::Little, bits, halves, width_option);
        }
        KeyListFormat::RawBe => {
            return raw::read(place, ByteOrder::Big, bits, halves, width_option);
        }
        KeyListFormat::Code => {
            let keys = metadata.layout.map(|layout| layout.len());
            return literals::read(place, Request { integer, keys, ..request });
        }
    };
    if halves.is_none() {
        return Ok(list);
    }
    refuse_halves(place, list.fingerprint.is_some())?;
    let width = number.unwrap_or_else(|| hex::integer_width(list.bits));
    let joined = join(list.keys, width, bits, halves);
    let (keys, bits) = joined.map_err(|reason| error!("{}: {reason}", place.file))?;
    Ok(KeyList { arrays: Arrays(arrays::first_half(&list.arrays.0)), ..KeyList::new(keys, bits) })
}

fn refuse_halves(place: Place, is_export: bool) -> Result<()> {
    if is_export {
        let error = error!("{}: an export says how its keys are written", place.file);
        return Err(error.with_advice("leave out --halves"));
    }
    Ok(())
}

/// The error for a range of lines of what has no lines.
fn not_text(file: &str, got: &str) -> FileError {
    error!("{file}: expected text for a range of lines, got {got}").with_advice("leave out --lines")
}

/// Determines the format from the extension, or else from the beginning of the file.
fn format_of(place: Place) -> Result<KeyListFormat> {
    if place.bytes.starts_with(npy::MAGIC) {
        return Ok(KeyListFormat::Npy);
    }
    let name = place.file.to_ascii_lowercase();
    match Path::new(plain_name(&name)).extension().and_then(OsStr::to_str) {
        Some("npy") => Ok(KeyListFormat::Npy),
        Some("json") => Ok(KeyListFormat::Json),
        Some("hex") => Ok(KeyListFormat::Hex),
        _ => format_of_text(place),
    }
}

fn format_of_text(place: Place) -> Result<KeyListFormat> {
    let bytes = place.bytes;
    let mut lines = bytes.split(|byte| *byte == b'\n').map(hex::without_comment);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    if hex::key(first).is_ok() {
        hex::refuse_decimals(place)?;
        return Ok(KeyListFormat::Hex);
    }
    let start: Vec<u8> =
        bytes.iter().copied().filter(|b| !b.is_ascii_whitespace()).take(64).collect();
    let inner = start.iter().position(|byte| *byte != b'[').unwrap_or_default();
    Ok(match (start.first(), &start[inner..]) {
        (Some(b'{'), [b'{', b'"' | b'}', ..]) => KeyListFormat::Json,
        (Some(b'['), [b'0', b'x' | b'X', ..]) => KeyListFormat::Code,
        (Some(b'['), [b'"' | b'-' | b']' | b'0'..=b'9', ..]) => KeyListFormat::Json,
        _ if bytes.iter().any(|byte| b"{[,;=".contains(byte)) => KeyListFormat::Code,
        _ => KeyListFormat::Hex,
    })
}
