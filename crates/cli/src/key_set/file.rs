//! Lists of keys in files: lines of hex, JSON, NumPy arrays, and arrays in program text.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use zobrist::Layout;

use super::about::About;
use super::language::{self, Language};
use super::{hex, json, npy, program_text};
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
    /// Program text: the numbers of its arrays, in C, C++, Rust, Java, Go, C#, JavaScript, Python
    Code,
}

/// The keys of a list, and what it says of them.
#[derive(Debug)]
pub struct List {
    pub keys: Vec<u128>,
    /// The width of a key, by its digits or its type.
    pub bits: u32,
    pub layout: Option<Layout>,
    pub name: Option<String>,
    /// The fingerprint that the keys should have.
    pub fingerprint: Option<String>,
    /// Whether keys add, modulo 2^48, as an export may say.
    pub adds: bool,
    /// The width of the numbers that `--bits` can join into keys.
    pub joins: Option<u32>,
    /// What was read of program text, if it is not all of it.
    pub report: Option<String>,
}

impl List {
    pub fn new(keys: Vec<u128>, bits: u32) -> List {
        List {
            keys,
            bits,
            layout: None,
            name: None,
            fingerprint: None,
            adds: false,
            joins: None,
            report: None,
        }
    }
}

/// Reads a list of at most `limit` bytes; `-` is standard input. `bits` is the width that the user
/// says keys have.
///
/// # Errors
/// When the file cannot be read, is larger, or holds anything but keys.
pub fn read(
    path: &Path,
    format: Option<ListFormat>,
    bits: Option<u32>,
    limit: u64,
) -> Result<List> {
    let input = input::find_one(path, Holds::Text)?.open();
    let mut bytes = Vec::new();
    whole::fill(input.reader, limit, &mut bytes)
        .with_context(|| format!("cannot read {}", input.name))?;
    // Editors on Windows put a mark in front of text.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes[..3].fill(b' ');
    }
    let place = Place { file: &input.name, bytes: &bytes };
    let format = match format {
        Some(format) => format,
        None => format_of(place)?,
    };
    let about = match format {
        ListFormat::Hex | ListFormat::Code => About::of_text(&bytes),
        ListFormat::Npy => About::beside(path, limit),
        // JSON says it itself.
        ListFormat::Json => About::default(),
    };
    let bits = about.width(&input.name, bits)?;
    // An export writes keys of 60 bits as integers of 64, or as halves of those.
    let integer = bits.map(hex::container);
    let list = match format {
        ListFormat::Hex => hex::read(place),
        ListFormat::Json => json::read(place),
        ListFormat::Npy => npy::read(place, integer),
        ListFormat::Code => program_text::read(place, integer),
    }?;
    let list = if format == ListFormat::Json { list } else { about.tell(&input.name, list)? };
    if list.keys.is_empty() {
        bail!("{}: expected keys, got none", input.name);
    }
    let bits = bits.unwrap_or(list.bits);
    let is_wide = |key: &u128| key.checked_shr(bits).is_some_and(|rest| rest != 0);
    if let Some(slot) = list.keys.iter().position(is_wide) {
        bail!(
            "{}: expected keys of {bits} bits, got {:#x} as key {slot} (from 0)",
            input.name,
            list.keys[slot],
        );
    }
    // If it has the layout of an export, it is complete.
    let report = list.report.filter(|_| list.layout.is_none());
    Ok(List { bits, report, ..list })
}

/// The format, by the end of the name, else by what the file begins with.
fn format_of(place: Place) -> Result<ListFormat> {
    if place.bytes.starts_with(npy::MAGIC) {
        return Ok(ListFormat::Npy);
    }
    match language::extension(place.file).as_deref() {
        Some("npy") => Ok(ListFormat::Npy),
        Some("json") => Ok(ListFormat::Json),
        Some("hex") => Ok(ListFormat::Hex),
        _ if Language::known(place.file).is_some() => Ok(ListFormat::Code),
        _ => match language::unread(place.file) {
            Some(name) => bail!(
                "{}: expected text of C, C++, Rust, Java, Go, C#, JavaScript or Python, got that of \
                 {name}, whose comments and strings differ; copy the keys into a file of their \
                 own, one per line, or read it as if it were C with --input code",
                place.file,
            ),
            None => format_of_text(place),
        },
    }
}

fn format_of_text(place: Place) -> Result<ListFormat> {
    let bytes = place.bytes;
    let mut lines = bytes.split(|byte| *byte == b'\n').map(hex::without_comment);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    if hex::key(first).is_ok() {
        hex::is_no_decimal(place)?;
        return Ok(ListFormat::Hex);
    }
    let start: Vec<u8> =
        bytes.iter().copied().filter(|b| !b.is_ascii_whitespace()).take(64).collect();
    let inner = start.iter().position(|byte| *byte != b'[').unwrap_or_default();
    Ok(match (start.first(), &start[inner..]) {
        (Some(b'{'), [b'{', b'"' | b'}', ..]) => ListFormat::Json,
        (Some(b'['), [b'0', b'x' | b'X', ..]) => ListFormat::Code,
        (Some(b'['), _) => ListFormat::Json,
        _ if bytes.iter().any(|byte| b"{[,;=".contains(byte)) => ListFormat::Code,
        _ => ListFormat::Hex,
    })
}
