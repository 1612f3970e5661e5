//! Appends the key to the rows of a table.

use std::io::Write;

use zobrist_console::rows::append_hex;
use zobrist_console::terminal::Sink;
use zobrist_game_text::Chunk;
use zobrist_input::without_mark;
use zobrist_shakmaty::ReadPositionError;

use super::header::Header;
use super::object::{self, Members};
use super::syntax::{KEY, Syntax, is_blank, split_line_end};
use crate::hash::position_lines::PositionReader;
use crate::line_job::{Job, Output};

/// The key of a position in FEN.
pub(crate) type KeyOfFen = dyn Fn(&[u8]) -> Result<u128, ReadPositionError> + Sync;

/// Rows of tables with a column of positions.
pub(crate) struct TableWriter<'a> {
    pub(crate) key_of_fen: &'a KeyOfFen,
    /// Of a key.
    pub(crate) bits: u32,
    pub(crate) job: &'a Job,
    pub(crate) reader: PositionReader,
    pub(crate) header: &'a Header,
    /// The name of the column, for JSON lines.
    pub(crate) name: &'a str,
    /// True if keys are decimal numbers with a sign.
    pub(crate) signed: bool,
}

/// Why a row has no key.
struct Refusal {
    /// The byte of the row that is at fault.
    at: usize,
    reason: String,
    /// True if the row is left out, since nothing can be appended to it.
    leaves_out: bool,
}

impl Refusal {
    fn keeping(at: usize, reason: String) -> Refusal {
        Refusal { at, reason, leaves_out: false }
    }

    fn leaving_out(reason: String) -> Refusal {
        Refusal { at: 0, reason, leaves_out: true }
    }
}

impl TableWriter<'_> {
    /// The rows of a chunk with their keys.
    pub(crate) fn append_keys(&self, chunk: Chunk) -> Output {
        let mut output = Output { rows: chunk.buffers.take(), ..Output::default() };
        output.rows.reserve(chunk.text.len() * 5 / 4);
        let start = self.header.starts[chunk.input];
        let (mut at, mut ends) = (0, chunk.ends.iter());
        while at < chunk.text.len() {
            let rest = &chunk.text[at..];
            let length = match self.header.syntax {
                Syntax::Csv => ends.next().map_or(rest.len(), |end| end - at),
                syntax => syntax.record_end(rest).unwrap_or(rest.len()),
            };
            let (raw, offset) = (&rest[..length], chunk.offset + at as u64);
            let begin = at;
            at += length;
            if offset < start {
                continue;
            }
            let record = without_mark(raw, offset);
            let mark = raw.len() - record.len();
            if chunk.input == self.header.first {
                output.rows.extend_from_slice(&raw[..mark]);
            }
            if is_blank(record) {
                output.rows.extend_from_slice(record);
                continue;
            }
            output.read += 1;
            if let Err(refusal) = self.append(&mut output.rows, record) {
                output.rejections.push(chunk.reject(begin + mark + refusal.at, refusal.reason));
                if self.job.strict {
                    break;
                }
            }
        }
        if self.job.sink == Sink::Terminal {
            output.rows = self.header.syntax.shown(&output.rows);
        }
        chunk.buffers.give_back(chunk.text);
        output
    }

    /// Appends a row with its key, or with none.
    fn append(&self, out: &mut Vec<u8>, record: &[u8]) -> Result<(), Refusal> {
        let (text, end) = split_line_end(record);
        let key = match self.header.syntax {
            Syntax::JsonLines => self.key_of_object(text),
            _ => self.key_of_fields(text),
        };
        if key.as_ref().is_err_and(|refusal| refusal.leaves_out) {
            return key.map(|_| ());
        }
        if self.header.syntax == Syntax::JsonLines {
            let close = text.iter().rposition(|byte| *byte == b'}').expect("an object has an end");
            let is_empty = text[..close].trim_ascii_end().ends_with(b"{");
            out.extend_from_slice(&text[..close]);
            out.extend_from_slice(if is_empty { b"\"" } else { b",\"" });
            out.extend_from_slice(KEY.as_bytes());
            out.extend_from_slice(b"\":");
            match (&key, self.signed) {
                (Err(_), _) => out.extend_from_slice(b"null"),
                (Ok(key), true) => self.append_key(out, *key),
                (Ok(key), false) => {
                    out.push(b'"');
                    self.append_key(out, *key);
                    out.push(b'"');
                }
            }
            out.extend_from_slice(&text[close..]);
        } else {
            out.extend_from_slice(text);
            out.push(self.header.syntax.separator());
            if let Ok(key) = &key {
                self.append_key(out, *key);
            }
        }
        out.extend_from_slice(end);
        key.map(|_| ())
    }

    fn append_key(&self, out: &mut Vec<u8>, key: u128) {
        match self.signed {
            true => write!(out, "{}", key as i64).expect("memory can be written to"),
            false => append_hex(out, key, self.bits.div_ceil(4)),
        }
    }

    fn key_of_fields(&self, text: &[u8]) -> Result<u128, Refusal> {
        let syntax = self.header.syntax;
        let Some(found) = syntax.find(text, self.header.index) else {
            let reason = "expected a row, got a quote that is not closed; left out";
            return Err(Refusal::leaving_out(reason.to_owned()));
        };
        if found.fields != self.header.fields {
            let (expected, got) = (self.header.fields, found.fields);
            let reason = format!("expected {expected} columns, got {got}");
            return Err(Refusal::keeping(0, reason));
        }
        let (start, end) = found.field.expect("the index is that of a column");
        let Some(value) = syntax.value(&text[start..end]) else {
            let reason = "expected a comma after the closing quote of the position";
            return Err(Refusal::keeping(start, reason.to_owned()));
        };
        self.key_of(&value).map_err(|reason| Refusal::keeping(start, reason))
    }

    fn key_of_object(&self, text: &[u8]) -> Result<u128, Refusal> {
        let members = Members::read(text, self.name)
            .map_err(|reason| Refusal::leaving_out(format!("{reason}; left out")))?;
        if members.has_key {
            let reason = format!("the object has a member `{KEY}` already; left out");
            return Err(Refusal::leaving_out(reason));
        }
        let Some(value) = members.value else {
            let reason = format!("expected the member `{}`, got none", self.name);
            return Err(Refusal::keeping(0, reason));
        };
        // The value is a part of the line.
        let at = value.get().as_ptr().addr() - text.as_ptr().addr();
        let Some(fen) = object::text(value) else {
            let got: String = value.get().chars().take(40).collect();
            let reason = format!("expected a position as a string, got {got}");
            return Err(Refusal::keeping(at, reason));
        };
        self.key_of(fen.as_bytes()).map_err(|reason| Refusal::keeping(at, reason))
    }

    fn key_of(&self, fen: &[u8]) -> Result<u128, String> {
        (self.key_of_fen)(fen).map_err(|error| format!("{error}{}", self.reader.hint(fen)))
    }
}
