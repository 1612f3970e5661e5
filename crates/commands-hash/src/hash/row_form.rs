//! Form of the rows of positions: text, CSV or JSON, or packed for a Parquet file.

use zobrist::Key;
use zobrist_chess::Scheme;
use zobrist_console::rows::{Format, Value};
use zobrist_console::terminal::Sink;

use super::packed_row::PackedRow;

/// Format and columns of rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowForm {
    /// `None` for rows that are packed for a Parquet file.
    pub(crate) format: Option<Format>,
    pub(crate) sink: Sink,
    /// True if hashes are decimal numbers with a sign.
    pub(crate) signed: bool,
    /// True if rows of lines have their number.
    pub(crate) number: bool,
    /// True if rows end in the name of the file.
    pub(crate) file: bool,
}

const LINE: &[&str] = &["hash", "fen"];
const LINE_IN_FILE: &[&str] = &["hash", "fen", "file"];
const NUMBERED: &[&str] = &["hash", "line", "fen"];
const NUMBERED_IN_FILE: &[&str] = &["hash", "line", "fen", "file"];
const PLY: &[&str] = &["hash", "game", "ply", "fen"];
const PLY_IN_FILE: &[&str] = &["hash", "game", "ply", "fen", "file"];

impl RowForm {
    /// The line before the rows of lines, if there is one.
    pub(crate) fn header_of_lines(&self) -> Vec<u8> {
        self.header(match (self.number, self.file) {
            (false, false) => LINE,
            (false, true) => LINE_IN_FILE,
            (true, false) => NUMBERED,
            (true, true) => NUMBERED_IN_FILE,
        })
    }

    /// The line before the rows of games, if there is one.
    pub(crate) fn header_of_games(&self) -> Vec<u8> {
        self.header(if self.file { PLY_IN_FILE } else { PLY })
    }

    fn header(&self, columns: &[&str]) -> Vec<u8> {
        self.format.map(|format| format.header(columns)).unwrap_or_default()
    }

    /// Appends the row of a line.
    // The usual form is apart from the others, so that it stays short where it is inlined.
    #[inline]
    pub(crate) fn append_line<S: Scheme>(
        &self,
        out: &mut Vec<u8>,
        scheme: &S,
        key: S::Key,
        line: u64,
        (fen, file): (&[u8], &str),
    ) {
        match self.format {
            Some(format) if !(self.number || self.file || self.signed) => {
                let values = [Value::hash(scheme, key), Value::Line(fen)];
                format.append_specialized(self.sink, out, LINE, &values);
            }
            _ => self.append_other_line(out, scheme, key, line, (fen, file)),
        }
    }

    #[inline(never)]
    fn append_other_line<S: Scheme>(
        &self,
        out: &mut Vec<u8>,
        scheme: &S,
        key: S::Key,
        line: u64,
        (fen, file): (&[u8], &str),
    ) {
        let Some(format) = self.format else {
            return PackedRow { word: key.to_word(), number: line, ply: 0, fen, file }.append(out);
        };
        let hash = self.hash(scheme, key);
        let (number, text, name) = (Value::Number(line), Value::Line(fen), Value::Name(file));
        let sink = self.sink;
        match (self.number, self.file) {
            (false, false) => format.append_for(sink, out, LINE, &[hash, text]),
            (false, true) => format.append_for(sink, out, LINE_IN_FILE, &[hash, text, name]),
            (true, false) => format.append_for(sink, out, NUMBERED, &[hash, number, text]),
            (true, true) => {
                format.append_for(sink, out, NUMBERED_IN_FILE, &[hash, number, text, name]);
            }
        }
    }

    /// Appends the row of a position of a game.
    #[inline]
    pub(crate) fn append_ply<S: Scheme>(
        &self,
        out: &mut Vec<u8>,
        scheme: &S,
        key: S::Key,
        (game, ply): (u64, usize),
        (fen, file): (&[u8], &str),
    ) {
        match self.format {
            Some(format) if !(self.file || self.signed) => {
                let (game, ply) = (Value::Number(game), Value::Number(ply as u64));
                let values = [Value::hash(scheme, key), game, ply, Value::Line(fen)];
                format.append_specialized(self.sink, out, PLY, &values);
            }
            _ => self.append_other_ply(out, scheme, key, (game, ply), (fen, file)),
        }
    }

    #[inline(never)]
    fn append_other_ply<S: Scheme>(
        &self,
        out: &mut Vec<u8>,
        scheme: &S,
        key: S::Key,
        (game, ply): (u64, usize),
        (fen, file): (&[u8], &str),
    ) {
        let Some(format) = self.format else {
            let ply = u32::try_from(ply).expect("a game of 16 MiB has fewer plies");
            return PackedRow { word: key.to_word(), number: game, ply, fen, file }.append(out);
        };
        let (game, ply) = (Value::Number(game), Value::Number(ply as u64));
        let values = [self.hash(scheme, key), game, ply, Value::Line(fen), Value::Name(file)];
        let columns = if self.file { PLY_IN_FILE } else { PLY };
        format.append_for(self.sink, out, columns, &values[..columns.len()]);
    }

    /// The hash as a value of a row.
    pub(crate) fn hash<S: Scheme>(&self, scheme: &S, key: S::Key) -> Value<'static> {
        match self.signed {
            false => Value::hash(scheme, key),
            true => Value::Signed(key.to_word() as i64),
        }
    }
}
