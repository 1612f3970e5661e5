//! Rows of results as text, CSV or JSON lines, and the formats of tables.

use std::fmt::Display;
use std::io::{self, Write};

use clap::ValueEnum;
use zobrist::Key;
use zobrist_chess::Scheme;
use zobrist_game_text::csv;

use crate::terminal::{self, Sink};

/// Output format of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Columns separated by tabs, unless the help of the command describes another form
    #[default]
    Text,
    /// Comma-separated values with a header (RFC 4180)
    Csv,
    /// One JSON object per line
    Jsonl,
}

/// Output format of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Columns separated by tabs, unless the help of the command describes another form
    #[default]
    Text,
    /// Comma-separated values with a header (RFC 4180)
    Csv,
    /// One JSON object per line
    Jsonl,
    /// A Parquet file, compressed by zstd
    Parquet,
}

impl TableFormat {
    /// The format of rows; `None` for Parquet.
    pub fn rows(self) -> Option<Format> {
        match self {
            TableFormat::Text => Some(Format::Text),
            TableFormat::Csv => Some(Format::Csv),
            TableFormat::Jsonl => Some(Format::Jsonl),
            TableFormat::Parquet => None,
        }
    }
}

/// One value of a row.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// Text.
    Text(&'a str),
    /// UTF-8 text as bytes.
    Line(&'a [u8]),
    /// The name of a file. If it contains a tab or a line end, which would break a row of text, it
    /// is written with `\t`, `\n`, `\r` and `\\`, and the row begins with `\`.
    Name(&'a str),
    /// Any bytes. In JSON, those that are not UTF-8 become U+FFFD.
    Bytes(&'a [u8]),
    /// A number without a sign.
    Number(u64),
    /// A number that may be negative.
    Signed(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A floating-point number.
    Real(f64),
    /// An empty field, or null.
    Null,
    /// Texts, as an array in JSON, where none are null; in other formats with spaces between them.
    List(&'a [String]),
    /// Small numbers, as an array in JSON, where none are null; in other formats with spaces
    /// between them.
    Numbers(&'a [u8]),
    /// An object with its fields. Only JSON has objects.
    Object(&'a [(&'a str, Value<'a>)]),
    /// A number in tenths: 429 is 42.9.
    Tenths(u64),
    /// A key or a hash, written with `digits` hex digits.
    Hex {
        /// The number.
        word: u128,
        /// The number of hex digits.
        digits: u32,
    },
}

impl<'a> Value<'a> {
    /// A text that may be missing.
    pub fn text_or_null(text: Option<&'a str>) -> Self {
        text.map_or(Value::Null, Value::Text)
    }

    /// A number that may be missing.
    pub fn number_or_null(number: Option<impl Into<u64>>) -> Self {
        number.map_or(Value::Null, |number| Value::Number(number.into()))
    }

    /// An Elo, from 1 to 9999, that may be missing.
    pub fn elo(elo: Option<i32>) -> Self {
        Value::number_or_null(elo.map(i32::unsigned_abs))
    }

    /// A key or a hash, with one hex digit for four bits.
    #[inline]
    pub fn hex<K: Key>(key: K) -> Self {
        Value::Hex { word: key.to_word(), digits: K::BITS.div_ceil(4) }
    }

    /// A key or a hash of a scheme, with one hex digit for four bits.
    #[inline]
    pub fn hash<S: Scheme>(scheme: &S, key: S::Key) -> Self {
        Value::Hex { word: key.to_word(), digits: scheme.bits().div_ceil(4) }
    }
}

impl Format {
    /// The line before the first row, if the format has one.
    pub fn header(self, columns: &[&str]) -> Vec<u8> {
        match self {
            Format::Csv => format!("{}\n", columns.join(",")).into_bytes(),
            Format::Text | Format::Jsonl => Vec::new(),
        }
    }

    /// Appends one row for standard output. A text or CSV row holds the values only.
    #[inline]
    pub fn append(self, out: &mut Vec<u8>, columns: &[&str], values: &[Value]) {
        self.append_for(terminal::stdout(), out, columns, values);
    }

    /// Appends one row. On a terminal, text and JSON have no control characters; CSV is exact.
    pub fn append_for(self, sink: Sink, out: &mut Vec<u8>, columns: &[&str], values: &[Value]) {
        self.append_specialized(sink, out, columns, values);
    }

    /// Appends one row as [`append_for`](Format::append_for) does, in code of its own for the types
    /// of the values, for callers with millions of rows.
    #[inline(always)]
    pub fn append_specialized(
        self,
        sink: Sink,
        out: &mut Vec<u8>,
        columns: &[&str],
        values: &[Value],
    ) {
        debug_assert_eq!(columns.len(), values.len());
        let start = out.len();
        let (separator, close): (u8, &[u8]) = match self {
            Format::Text => (b'\t', b"\n"),
            Format::Csv => (b',', b"\n"),
            Format::Jsonl => {
                out.push(b'{');
                (b',', b"}\n")
            }
        };
        for (index, (column, value)) in columns.iter().zip(values).enumerate() {
            if index > 0 {
                out.push(separator);
            }
            if self == Format::Jsonl {
                out.push(b'"');
                out.extend_from_slice(column.as_bytes());
                out.extend_from_slice(b"\":");
            }
            match *value {
                Value::Number(number) => append_number(out, number),
                Value::Signed(number) => append_number(out, number),
                Value::Flag(flag) => append_number(out, flag),
                Value::Real(number) => append_real(out, number),
                Value::List([]) | Value::Numbers([]) | Value::Null if self == Format::Jsonl => {
                    out.extend_from_slice(b"null")
                }
                Value::Null => {}
                Value::List(texts) if self == Format::Jsonl => {
                    for (index, text) in texts.iter().enumerate() {
                        out.push(if index == 0 { b'[' } else { b',' });
                        self.append_text(sink, out, text);
                    }
                    out.push(b']');
                }
                Value::List(texts) => self.append_text(sink, out, &texts.join(" ")),
                Value::Numbers(numbers) => {
                    let is_json = self == Format::Jsonl;
                    out.extend_from_slice(if is_json { b"[" } else { b"" });
                    for (index, number) in numbers.iter().enumerate() {
                        if index > 0 {
                            out.push(if is_json { b',' } else { b' ' });
                        }
                        append_number(out, number);
                    }
                    out.extend_from_slice(if is_json { b"]" } else { b"" });
                }
                Value::Object(fields) => self.append_object(sink, out, fields),
                Value::Tenths(tenths) => {
                    append_number(out, tenths / 10);
                    out.extend_from_slice(b".");
                    append_number(out, tenths % 10);
                }
                Value::Name(name) if self == Format::Text && name.contains(BREAKS_ROW) => {
                    out.insert(start, b'\\');
                    out.extend_from_slice(sink.field(&unbroken(name)).as_bytes());
                }
                Value::Text(text) | Value::Name(text) => self.append_text(sink, out, text),
                Value::Line(line) if self == Format::Text => {
                    out.extend_from_slice(&sink.bytes(line));
                }
                Value::Line(line) => {
                    self.append_text(sink, out, str::from_utf8(line).expect("the line is UTF-8"));
                }
                Value::Bytes(bytes) => match self {
                    Format::Text => out.extend_from_slice(&sink.bytes(bytes)),
                    Format::Csv => csv::append_field(out, bytes),
                    Format::Jsonl => self.append_text(sink, out, &String::from_utf8_lossy(bytes)),
                },
                Value::Hex { word, digits } if self == Format::Jsonl => {
                    out.push(b'"');
                    append_hex(out, word, digits);
                    out.push(b'"');
                }
                Value::Hex { word, digits } => append_hex(out, word, digits),
            }
        }
        out.extend_from_slice(close);
    }

    /// # Panics
    /// When the format has no objects.
    fn append_object(self, sink: Sink, out: &mut Vec<u8>, fields: &[(&str, Value)]) {
        assert_eq!(self, Format::Jsonl, "only JSON has objects");
        let (names, values): (Vec<&str>, Vec<Value>) = fields.iter().copied().unzip();
        self.append_for(sink, out, &names, &values);
        // The end of the line.
        out.pop();
    }

    fn append_text(self, sink: Sink, out: &mut Vec<u8>, text: &str) {
        match (self, sink) {
            (Format::Text, _) => out.extend_from_slice(sink.name(text).as_bytes()),
            (Format::Csv, _) => csv::append_field(out, text.as_bytes()),
            (Format::Jsonl, Sink::Exact) => {
                serde_json::to_writer(out, text).expect("text can be written to memory");
            }
            (Format::Jsonl, Sink::Terminal) => {
                let json = serde_json::to_string(text).expect("text can be written to memory");
                out.extend_from_slice(sink.json(&json).as_bytes());
            }
        }
    }
}

/// Number of bytes of rows that are written at once.
const BATCH: usize = 1 << 16;

/// Writes and clears the rows if there are enough for a batch.
pub fn write_batch(
    rows: &mut Vec<u8>,
    write: impl FnOnce(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    if rows.len() >= BATCH {
        write(rows)?;
        rows.clear();
    }
    Ok(())
}

/// Characters that a field of a text row cannot contain.
const BREAKS_ROW: [char; 3] = ['\t', '\n', '\r'];

/// A name with escapes for the characters that would break a row.
fn unbroken(name: &str) -> String {
    let name = name.replace('\\', r"\\").replace('\t', r"\t");
    name.replace('\n', r"\n").replace('\r', r"\r")
}

/// A number or a truth value.
fn append_number(out: &mut Vec<u8>, number: impl Display) {
    write!(out, "{number}").expect("memory can be written to");
}

/// A floating-point number in the fewest digits that are read back as it was: with an exponent
/// below 10⁻⁵ and from 10¹⁶ on, where only zeros would be added.
fn append_real(out: &mut Vec<u8>, number: f64) {
    let is_plain = number == 0.0 || (1e-5..1e16).contains(&number.abs()) || !number.is_finite();
    match is_plain {
        true => append_number(out, number),
        false => write!(out, "{number:e}").expect("memory can be written to"),
    }
}

/// A key or a hash, with `digits` hex digits.
#[inline]
pub fn append_hex(out: &mut Vec<u8>, word: u128, digits: u32) {
    if digits == 16 {
        // The usual width, as eight pairs without a loop.
        let pairs = (word as u64).to_be_bytes().map(|byte| HEX_PAIRS[usize::from(byte)]);
        return out.extend_from_slice(pairs.as_flattened());
    }
    let pairs = word.to_be_bytes().map(|byte| HEX_PAIRS[usize::from(byte)]);
    out.extend_from_slice(&pairs.as_flattened()[32 - digits as usize..]);
}

/// The two hex digits of every byte.
static HEX_PAIRS: [[u8; 2]; 256] = {
    let digits = b"0123456789abcdef";
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        pairs[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    pairs
};
