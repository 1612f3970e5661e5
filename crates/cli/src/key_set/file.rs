//! Reads keys from files: lines of hex, JSON, NumPy arrays, number literals in program text, and bytes.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use zobrist_files::{Holds, Place, plain_name, whole};

use super::arrays;
use super::join::{Halves, join};
use super::lines::Lines;
use super::list::KeyList;
use super::literals::Request;
use super::metadata::{self, ExportMetadata};
use super::raw::{self, ByteOrder};
use super::{hex, json, literals, npy};
use crate::input::find_one;

/// Format of a list of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// One key per line, with or without 0x; `#` and `//` begin comments
    Hex,
    /// An array of hex strings or numbers, nested or not, or what `keys export --lang json` writes
    Json,
    /// A NumPy array of integers
    Npy,
    /// Program text: its number literals of one width, in their order
    Code,
    /// Bytes alone: keys of 64 bits unless a width is given, little-endian; chosen by this option only
    Raw,
    /// Bytes alone, big-endian; chosen by this option only
    RawBe,
}

impl ListFormat {
    fn is_text(self) -> bool {
        matches!(self, ListFormat::Hex | ListFormat::Json | ListFormat::Code)
    }
}

/// Options for reading a list of keys.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions {
    pub format: Option<ListFormat>,
    /// The width of keys, if the user gives it.
    pub bits: Option<u32>,
    /// The option or the field that gives `bits`, for messages.
    pub width_option: &'static str,
    pub lines: Option<Lines>,
    pub halves: Option<Halves>,
    /// Maximum size of the file, in bytes.
    pub limit: u64,
}

/// Reads a list; `-` is standard input.
///
/// # Errors
/// When the file cannot be read, is larger than the limit, or holds anything but keys.
pub fn read(path: &Path, options: ReadOptions) -> Result<KeyList> {
    let is_text = options.format.is_none_or(ListFormat::is_text);
    let holds = if is_text { Holds::Text } else { Holds::Anything };
    let input = find_one(path, holds)?.open();
    let mut bytes = Vec::new();
    whole::fill(input.reader, options.limit, &mut bytes)
        .with_context(|| format!("cannot read {}", input.name))?;
    // Editors on Windows begin text with a byte order mark.
    if is_text && bytes.starts_with("\u{feff}".as_bytes()) {
        bytes[..3].fill(b' ');
    }
    if let Some(lines) = options.lines {
        if bytes.starts_with(npy::MAGIC) {
            bail!("{}: --lines is for text, got a NumPy array", input.name);
        }
        if !is_text {
            bail!("{}: --lines is for text", input.name);
        }
        lines.keep(&input.name, &mut bytes)?;
    }
    let format = match options.format {
        Some(format) => format,
        None => format_of(Place { file: &input.name, bytes: &bytes })?,
    };
    let metadata = match format {
        ListFormat::Hex | ListFormat::Code => ExportMetadata::from_comment(&bytes),
        ListFormat::Npy => ExportMetadata::from_sidecar(path, options.limit),
        // The JSON reader takes it from the object; bytes alone state nothing.
        ListFormat::Json | ListFormat::Raw | ListFormat::RawBe => ExportMetadata::default(),
    };
    if format == ListFormat::Code {
        metadata::blank_comments_of_lua(&mut bytes);
    }
    let place = Place { file: &input.name, bytes: &bytes };
    let bits = metadata.width(&input.name, options.bits, options.width_option)?;
    refuse_halves(place, metadata.bits.is_some() && options.halves.is_some())?;
    let request = Request { bits, halves: options.halves, ..Request::default() };
    let list = read_as(format, place, &metadata, request, options.width_option)?;
    let list = if format == ListFormat::Json { list } else { metadata.apply(&input.name, list)? };
    if list.keys.is_empty() {
        bail!("{}: expected keys, got none", input.name);
    }
    // The keys of an export are complete without a report.
    let report = list.report.filter(|_| list.layout.is_none());
    Ok(KeyList { bits: bits.unwrap_or(list.bits), report, ..list })
}

fn read_as(
    format: ListFormat,
    place: Place,
    metadata: &ExportMetadata,
    request: Request,
    width_option: &str,
) -> Result<KeyList> {
    let Request { bits, halves, .. } = request;
    // An export writes keys of 60 bits as integers of 64 bits, or as two halves of those.
    let integer = bits.map(hex::container);
    let number = if halves.is_some() { bits.map(|bits| bits / 2) } else { bits };
    let list = match format {
        ListFormat::Hex => hex::read(place, number)?,
        ListFormat::Json => json::read(place, number)?,
        ListFormat::Npy => return npy::read(place, integer, halves, width_option),
        ListFormat::Raw => return raw::read(place, ByteOrder::Little, bits, halves, width_option),
        ListFormat::RawBe => return raw::read(place, ByteOrder::Big, bits, halves, width_option),
        ListFormat::Code => {
            let keys = metadata.layout.map(|layout| layout.len());
            return literals::read(place, Request { integer, keys, ..request });
        }
    };
    if halves.is_none() {
        return Ok(list);
    }
    refuse_halves(place, list.fingerprint.is_some())?;
    let width = number.unwrap_or_else(|| hex::container(list.bits));
    let joined = join(list.keys, width, bits, halves);
    let (keys, bits) = joined.map_err(|reason| anyhow!("{}: {reason}", place.file))?;
    Ok(KeyList { arrays: arrays::first_half(&list.arrays), ..KeyList::new(keys, bits) })
}

fn refuse_halves(place: Place, is_export: bool) -> Result<()> {
    if is_export {
        bail!("{}: an export says how its keys are written: leave out --halves", place.file);
    }
    Ok(())
}

/// Determines the format from the extension, or else from the beginning of the file.
fn format_of(place: Place) -> Result<ListFormat> {
    if place.bytes.starts_with(npy::MAGIC) {
        return Ok(ListFormat::Npy);
    }
    let name = place.file.to_ascii_lowercase();
    match Path::new(plain_name(&name)).extension().and_then(OsStr::to_str) {
        Some("npy") => Ok(ListFormat::Npy),
        Some("json") => Ok(ListFormat::Json),
        Some("hex") => Ok(ListFormat::Hex),
        _ => format_of_text(place),
    }
}

fn format_of_text(place: Place) -> Result<ListFormat> {
    let bytes = place.bytes;
    let mut lines = bytes.split(|byte| *byte == b'\n').map(hex::without_comment);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    if hex::key(first).is_ok() {
        hex::refuse_decimals(place)?;
        return Ok(ListFormat::Hex);
    }
    let start: Vec<u8> =
        bytes.iter().copied().filter(|b| !b.is_ascii_whitespace()).take(64).collect();
    let inner = start.iter().position(|byte| *byte != b'[').unwrap_or_default();
    Ok(match (start.first(), &start[inner..]) {
        (Some(b'{'), [b'{', b'"' | b'}', ..]) => ListFormat::Json,
        (Some(b'['), [b'0', b'x' | b'X', ..]) => ListFormat::Code,
        (Some(b'['), [b'"' | b'-' | b']' | b'0'..=b'9', ..]) => ListFormat::Json,
        _ if bytes.iter().any(|byte| b"{[,;=".contains(byte)) => ListFormat::Code,
        _ => ListFormat::Hex,
    })
}
