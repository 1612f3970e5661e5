//! Lists of keys in files: lines of hex, JSON, NumPy arrays, and number literals in program text.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;

use super::about::About;
use super::join::{Halves, join};
use super::lines::Lines;
use super::list::List;
use super::literals::Request;
use super::{hex, json, literals, npy};
use crate::input::{self, Holds};
use crate::place::Place;
use crate::whole;

/// How a list of keys is written.
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
}

/// How a list is to be read.
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub format: Option<ListFormat>,
    /// The width that the user says keys have.
    pub bits: Option<u32>,
    pub lines: Option<Lines>,
    pub halves: Option<Halves>,
    /// The largest file, in bytes.
    pub limit: u64,
}

/// Reads a list; `-` is standard input.
///
/// # Errors
/// When the file cannot be read, is larger than the limit, or holds anything but keys.
pub fn read(path: &Path, how: How) -> Result<List> {
    let input = input::find_one(path, Holds::Text)?.open();
    let mut bytes = Vec::new();
    whole::fill(input.reader, how.limit, &mut bytes)
        .with_context(|| format!("cannot read {}", input.name))?;
    // Editors on Windows put a mark in front of text.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes[..3].fill(b' ');
    }
    if let Some(lines) = how.lines {
        if bytes.starts_with(npy::MAGIC) {
            bail!("{}: --lines is for text, got a NumPy array", input.name);
        }
        lines.keep(&input.name, &mut bytes)?;
    }
    let place = Place { file: &input.name, bytes: &bytes };
    let format = match how.format {
        Some(format) => format,
        None => format_of(place)?,
    };
    let about = match format {
        ListFormat::Hex | ListFormat::Code => About::of_text(&bytes),
        ListFormat::Npy => About::beside(path, how.limit),
        // JSON says it itself.
        ListFormat::Json => About::default(),
    };
    let bits = about.width(&input.name, how.bits)?;
    refuse_halves(place, about.bits.is_some() && how.halves.is_some())?;
    let request = Request { bits, halves: how.halves, ..Request::default() };
    let list = read_as(format, place, &about, request)?;
    let list = if format == ListFormat::Json { list } else { about.apply(&input.name, list)? };
    if list.keys.is_empty() {
        bail!("{}: expected keys, got none", input.name);
    }
    // If it has the layout of an export, it is complete.
    let report = list.report.filter(|_| list.layout.is_none());
    Ok(List { bits: bits.unwrap_or(list.bits), report, ..list })
}

fn read_as(format: ListFormat, place: Place, about: &About, request: Request) -> Result<List> {
    let Request { bits, halves, .. } = request;
    // An export writes keys of 60 bits as integers of 64, or as halves of those.
    let integer = bits.map(hex::container);
    let number = if halves.is_some() { bits.map(|bits| bits / 2) } else { bits };
    let list = match format {
        ListFormat::Hex => hex::read(place, number)?,
        ListFormat::Json => json::read(place, number)?,
        ListFormat::Npy => return npy::read(place, integer, halves),
        ListFormat::Code => {
            let keys = about.layout.map(|layout| layout.len());
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
    Ok(List::new(keys, bits))
}

fn refuse_halves(place: Place, is_export: bool) -> Result<()> {
    if is_export {
        bail!("{}: an export says how its keys are written: leave out --halves", place.file);
    }
    Ok(())
}

/// The format, by the end of the name, else by what the file begins with.
fn format_of(place: Place) -> Result<ListFormat> {
    if place.bytes.starts_with(npy::MAGIC) {
        return Ok(ListFormat::Npy);
    }
    let name = place.file.to_ascii_lowercase();
    let plain = [".zst", ".gz", ".bz2"].iter().find_map(|end| name.strip_suffix(end));
    match Path::new(plain.unwrap_or(&name)).extension().and_then(OsStr::to_str) {
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
