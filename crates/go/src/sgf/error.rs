//! Faults of a text in SGF, and where they are.

use core::fmt::{self, Display};
use core::ops::Deref;

use crate::board::BoardSizeError;

/// A place in a text: byte, line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// The byte, from 0.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

impl TextPosition {
    /// The beginning of a text.
    pub const START: TextPosition = TextPosition { offset: 0, line: 1, column: 1 };

    /// Returns the place after a text that begins here.
    pub(super) fn after(self, text: &[u8]) -> TextPosition {
        let breaks = text.iter().filter(|byte| **byte == b'\n').count();
        let column = match text.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => text.len() - end,
            None => self.column + text.len(),
        };
        TextPosition { offset: self.offset + text.len(), line: self.line + breaks, column }
    }
}

impl Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A fault of a text in SGF, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SgfError {
    /// The place of the fault in the text that was given to [`games`](super::games) or
    /// [`read`](super::read): for a property, that of the bracket of the value at fault.
    pub place: TextPosition,
    /// The fault.
    pub fault: Fault,
}

impl Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.fault)
    }
}

impl core::error::Error for SgfError {}

/// A fault of a text in SGF. A property is quoted as it is written, on one line
/// and without its end if it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// There is no game at all.
    Nothing,
    /// A game does not end.
    OpenGame,
    /// A value does not end.
    OpenValue,
    /// So many games or values before this one had no end that the rest is not read.
    TooManyOpen,
    /// There is something else where a node, a variation or a property should be.
    Unexpected(u8),
    /// A property has a name and no value.
    NoValue,
    /// It is a record of another game than Go.
    OtherGame,
    /// The first node has a second property `GM`, which is quoted.
    Repeated(Quote),
    /// No board has the size of the game.
    Size(BoardSizeError),
    /// The game has more nodes than this, which is the largest number that is read.
    TooManyNodes(usize),
    /// The game sets up more points than this, which is the largest number that is read.
    TooManyPoints(usize),
    /// The game has more bytes before its last node than this, which is the largest size that is
    /// read.
    TooLong(usize),
    /// This property cannot be read.
    Property(Quote),
    /// This property has only small letters in its name, which mean nothing.
    NoName(Quote),
    /// A point of this property is off the board.
    OffBoard(Quote),
    /// This property gives another size than that of the game, which the first node gives, once.
    Resized(Quote),
}

impl Fault {
    /// Decodes the bytes of a quote that is not ASCII, in the charset of the game. Once is enough.
    pub fn decode(&mut self, decode: impl FnOnce(&[u8]) -> String) {
        match self {
            Fault::Repeated(quote)
            | Fault::Property(quote)
            | Fault::NoName(quote)
            | Fault::OffBoard(quote)
            | Fault::Resized(quote) => quote.decode(decode),
            _ => {}
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Nothing => f.write_str("no game in SGF: expected `(;`"),
            Fault::OpenGame => f.write_str("not SGF: this game has no closing parenthesis"),
            Fault::OpenValue => f.write_str("not SGF: this value has no closing bracket"),
            Fault::TooManyOpen => f.write_str(
                "too many unclosed games before this one: expected closing brackets; what follows \
                 is not read",
            ),
            Fault::Unexpected(byte) => {
                let found = *byte as char;
                write!(f, "not SGF: expected a node, property or variation, found {found:?}")
            }
            Fault::NoValue => {
                f.write_str("not SGF: this property has no value: expected `[` after its name")
            }
            Fault::OtherGame => f.write_str("a record of another game: expected GM[1]"),
            Fault::Repeated(got) => write!(f, "a second {got}: expected one in the first node"),
            Fault::Size(error) => error.fmt(f),
            Fault::TooManyNodes(max) => {
                write!(f, "expected a game of at most {max} nodes, got more")
            }
            Fault::TooManyPoints(max) => {
                write!(f, "expected a game that sets up at most {max} points, got more")
            }
            Fault::TooLong(max) => write!(f, "expected a game of at most {max} bytes, got more"),
            Fault::Property(got) => write!(f, "cannot read {got}"),
            Fault::NoName(got) => {
                let expected =
                    "expected a property whose name has capital letters, such as B or SZ";
                write!(f, "{expected}, got {got}")
            }
            Fault::OffBoard(got) => write!(f, "{got} is off the board"),
            Fault::Resized(got) => {
                let expected = "expected one size, in the first node";
                write!(f, "{got} is not the size of the game: {expected}")
            }
        }
    }
}

/// A property as it is written, on one line and without its end if it is long.
///
/// It reads as a `str`. Its bytes are taken for UTF-8, with U+FFFD for those that are not, until
/// [`Record::decode_quotes`](super::Record::decode_quotes) or
/// [`Fault::decode`](super::Fault::decode) has their charset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    text: String,
    /// The bytes from which the text was made, if they are not ASCII.
    raw: Option<Box<[u8]>>,
    /// True if the bytes do not go to the end.
    is_cut: bool,
}

/// Largest number of bytes that are looked at.
const MAX_BYTES: usize = 1 << 10;

impl Quote {
    pub(super) fn new(written: &[u8]) -> Quote {
        let bytes = &written[..written.len().min(MAX_BYTES)];
        let is_cut = bytes.len() < written.len();
        let raw = (!bytes.is_ascii()).then(|| bytes.into());
        Quote { text: one_line(&String::from_utf8_lossy(bytes), is_cut), raw, is_cut }
    }

    /// Decodes the bytes, if they are not ASCII.
    pub(super) fn decode(&mut self, decode: impl FnOnce(&[u8]) -> String) {
        if let Some(raw) = self.raw.take() {
            self.text = one_line(&decode(&raw), self.is_cut);
        }
    }
}

fn one_line(text: &str, is_cut: bool) -> String {
    const MAX_CHARS: usize = 60;
    let text = text.replace(char::is_control, " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None if is_cut => format!("{text}…"),
        None => text,
    }
}

impl Deref for Quote {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The quote of a text that was made by someone else.
impl From<&str> for Quote {
    fn from(text: &str) -> Quote {
        Quote::new(text.as_bytes())
    }
}
