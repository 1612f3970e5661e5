//! Syntax of tables: CSV, TSV or JSON lines.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};
use zobrist_console::terminal::Sink;
use zobrist_game_text::{ChunkUnit, csv};
use zobrist_input::{plain_name, without_mark};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Fields between commas; quotes as in RFC 4180.
    Csv,
    /// Fields between tabs; quotes mean nothing.
    Tsv,
    /// One object per line.
    JsonLines,
}

/// The name of the column that is appended.
pub(crate) const KEY: &str = "key";

/// The field of a record that was looked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its place in the record; `None` if the record has fewer fields.
    pub(crate) field: Option<(usize, usize)>,
    /// Number of fields of the record.
    pub(crate) fields: usize,
}

impl Syntax {
    /// The syntax by the name of a file.
    pub(crate) fn of_name(name: &str) -> Option<Syntax> {
        let name = name.to_ascii_lowercase();
        let is = |extension: &str| plain_name(&name).ends_with(extension);
        match () {
            () if is(".csv") => Some(Syntax::Csv),
            () if is(".tsv") => Some(Syntax::Tsv),
            () if is(".jsonl") || is(".ndjson") => Some(Syntax::JsonLines),
            () => None,
        }
    }

    /// The syntax by the first line that is not blank.
    pub(crate) fn of_line(line: &[u8]) -> Syntax {
        match line.trim_ascii_start().first() {
            Some(b'{') => Syntax::JsonLines,
            _ if memchr(b'\t', line).is_some() => Syntax::Tsv,
            _ => Syntax::Csv,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Syntax::Csv => "CSV",
            Syntax::Tsv => "TSV",
            Syntax::JsonLines => "JSON lines",
        }
    }

    /// The unit that is read at once.
    pub(crate) fn unit(self) -> ChunkUnit {
        match self {
            Syntax::Csv => ChunkUnit::Records,
            Syntax::Tsv | Syntax::JsonLines => ChunkUnit::Lines,
        }
    }

    /// Length of the first record with its line end; `None` if the text ends before.
    pub(crate) fn record_end(self, text: &[u8]) -> Option<usize> {
        match self {
            Syntax::Csv => csv::record_end(text),
            Syntax::Tsv | Syntax::JsonLines => memchr(b'\n', text).map(|end| end + 1),
        }
    }

    /// Finds a field of a record of CSV or TSV; `None` if a quote is not closed.
    pub(crate) fn find(self, record: &[u8], index: usize) -> Option<Found> {
        if self == Syntax::Tsv {
            let mut ends = memchr_iter(b'\t', record).chain([record.len()]);
            let start = match index {
                0 => Some(0),
                _ => ends.by_ref().nth(index - 1).map(|end| end + 1),
            };
            let field = start.and_then(|start| Some((start, ends.next()?)));
            return Some(Found { field, fields: memchr_iter(b'\t', record).count() + 1 });
        }
        let mut found = Found { field: None, fields: 0 };
        for field in csv::fields(record) {
            let field = field?;
            if found.fields == index {
                found.field = Some((field.start, field.end));
            }
            found.fields += 1;
        }
        Some(found)
    }

    /// The value of a field; `None` if something follows its closing quote.
    pub(crate) fn value(self, field: &[u8]) -> Option<Cow<'_, [u8]>> {
        match self {
            Syntax::Csv => csv::value(field),
            Syntax::Tsv | Syntax::JsonLines => Some(field.into()),
        }
    }

    /// Values of all fields of a record; `None` if quotes are wrong.
    pub(crate) fn values(self, record: &[u8]) -> Option<Vec<Vec<u8>>> {
        let fields = self.find(record, 0)?.fields;
        let field = |index| {
            let (start, end) = self.find(record, index)?.field?;
            Some(self.value(&record[start..end])?.into_owned())
        };
        (0..fields).map(field).collect()
    }

    /// Rows for a terminal, without control characters. CSV is exact everywhere.
    pub(crate) fn shown(self, rows: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(rows).replace("\r\n", "\n");
        match self {
            Syntax::Csv => rows.to_owned(),
            Syntax::Tsv => Sink::Terminal.lines(&text).into_owned().into_bytes(),
            Syntax::JsonLines => Sink::Terminal.json(&text).into_owned().into_bytes(),
        }
    }

    /// The byte between fields.
    pub(crate) fn separator(self) -> u8 {
        if self == Syntax::Tsv { b'\t' } else { b',' }
    }
}

/// A record without its line end, and the line end.
pub(crate) fn split_line_end(record: &[u8]) -> (&[u8], &[u8]) {
    let line = record.strip_suffix(b"\n").unwrap_or(record);
    let line =
        if line.len() < record.len() { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
    record.split_at(line.len())
}

/// True for a record of white space alone, which is a blank line between others.
pub(crate) fn is_blank(record: &[u8]) -> bool {
    without_mark(record, 0).iter().all(|byte| matches!(byte, b' ' | b'\r' | b'\n'))
}
