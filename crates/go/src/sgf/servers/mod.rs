//! Records of games as three servers of Asia write them: GIB (Tygem), NGF (wBaduk, CyberOro) and
//! UGF (PandaNet), read by turning them into SGF.
//!
//! None of them has a published specification; `docs/server-records.md` has what is read here.

mod gib;
mod ngf;
mod sgf_text;
mod ugf;

use core::fmt::{self, Display};

use sgf_text::SgfText;

/// A format of records that a server writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ServerFormat {
    /// GIB, of the server Tygem.
    Gib,
    /// NGF, of the servers wBaduk and CyberOro.
    Ngf,
    /// UGF or UGI, of the server PandaNet (IGS).
    Ugf,
}

/// The error of a record that cannot be read further.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerRecordError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// The beginning of what was there.
    pub got: String,
}

impl Display for ServerRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ServerRecordError { line, expected, got } = self;
        write!(f, "line {line}: expected {expected}, got {got:?}")
    }
}

impl core::error::Error for ServerRecordError {}

/// A record as SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServerRecord {
    /// The record in SGF, with each move on the line on which it stood, so that the line of a fault
    /// is that of the original. It ends before the line of the fault, if there is one.
    pub sgf: String,
    /// The line that could not be read.
    pub fault: Option<ServerRecordError>,
}

impl ServerFormat {
    /// Returns the format of a text by its beginning, whatever its charset; `None` if it is none of
    /// the three. Looks at the first lines, and at most at the first 64 KiB.
    ///
    /// ```
    /// use zobrist_go::sgf::ServerFormat;
    ///
    /// assert_eq!(ServerFormat::of(b"\\HS\r\n\\[GAMEBLACKNAME=Ada\\]\r\n"), Some(ServerFormat::Gib));
    /// assert_eq!(ServerFormat::of(b"[Header]\nSize=19\n"), Some(ServerFormat::Ugf));
    /// assert_eq!(ServerFormat::of(b"(;GM[1])"), None);
    /// ```
    #[must_use]
    pub fn of(text: &[u8]) -> Option<ServerFormat> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let text = &text[..text.len().min(1 << 16)];
        let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.clone().find(|line| !line.is_empty())?;
        if first == b"\\HS" {
            return Some(ServerFormat::Gib);
        }
        if first.eq_ignore_ascii_case(b"[Header]") || first.eq_ignore_ascii_case(b"[Files]") {
            return Some(ServerFormat::Ugf);
        }
        // NGF has no mark: the board's size stands alone on the second line, and moves follow the
        // header.
        let size = lines.nth(1)?;
        let is_size = matches!(size.len(), 1..=2) && size.iter().all(u8::is_ascii_digit);
        let mut moves = lines.skip(ngf::HEADER - 2).filter(|line| !line.is_empty());
        let is_ngf = is_size && !text.starts_with(b"(") && moves.next()?.starts_with(b"PM");
        is_ngf.then_some(ServerFormat::Ngf)
    }

    /// Turns a record into SGF, as far as it can be read. The text is decoded from its charset
    /// already, and the result is UTF-8.
    ///
    /// Costs time proportional to the text. A point that no board of the size has is written as it
    /// is, and is a fault for the reader of SGF, with its move.
    ///
    /// ```
    /// use zobrist_go::sgf::{ServerFormat, read};
    ///
    /// let text = "\\HS\n\\[GAMEBLACKNAME=Ada (3D)\\]\n\\HE\n\\GS\nINI 0 1 0 &4\n\
    ///             STO 0 2 1 15 3\nSTO 0 3 2 3 15\n\\GE\n";
    /// let record = ServerFormat::Gib.to_sgf(text);
    /// assert_eq!(record.fault, None);
    /// let game = read(record.sgf.as_bytes())?.game(zobrist_go::Rules::default())?;
    /// assert_eq!(game.board().stone("Q16".parse()?), Some(zobrist_go::Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_sgf(self, text: &str) -> ServerRecord {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut sgf = SgfText::default();
        let read = match self {
            ServerFormat::Gib => gib::read(text, &mut sgf),
            ServerFormat::Ngf => ngf::read(text, &mut sgf),
            ServerFormat::Ugf => ugf::read(text, &mut sgf),
        };
        ServerRecord { sgf: sgf.end(), fault: read.err() }
    }
}

/// The lines of a text with their numbers, without space around them.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(str::trim))
}

fn fault(line: usize, expected: &'static str, got: &str) -> ServerRecordError {
    ServerRecordError { line, expected, got: got.chars().take(40).collect() }
}

/// A komi in tenths of a point, as a number of points.
fn tenths(text: &str) -> Option<String> {
    let tenths: i32 = text.trim().parse().ok()?;
    let sign = if tenths < 0 { "-" } else { "" };
    let (points, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    Some(if rest == 0 { format!("{sign}{points}") } else { format!("{sign}{points}.{rest}") })
}
