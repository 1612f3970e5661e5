//! A collection cut into its games, before anything is parsed.

use core::fmt::{self, Display};

use super::charset::Charset;
use super::written::first_node;

/// One game of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut<'a> {
    /// The text from the opening to the closing parenthesis.
    pub text: &'a [u8],
    /// The byte at which it begins, from 0.
    pub offset: usize,
    /// The line in which it begins, from 1.
    pub line: usize,
}

/// Why no game can be cut out at some place of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CutError {
    /// The byte, from 0.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with the brackets of a game, or between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A value does not end.
    OpenValue,
    /// The game does not end.
    OpenGame,
    /// There is something else where a node, a variation or a property should be.
    Unexpected(u8),
    /// A property has a name and no value: the node after it would be taken for its name.
    NoValue,
    /// There is no game at all.
    Nothing,
    /// So many games or values before this one had no end that the rest is not read.
    TooManyOpen,
}

impl Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            Fault::OpenValue => f.write_str("not SGF: this value has no closing bracket"),
            Fault::OpenGame => f.write_str("not SGF: this game has no closing parenthesis"),
            Fault::Unexpected(byte) => {
                write!(
                    f,
                    "not SGF: expected a node, property or variation, found {:?}",
                    byte as char
                )
            }
            Fault::NoValue => {
                f.write_str("not SGF: this property has no value: expected `[` after its name")
            }
            Fault::Nothing => f.write_str("no game in SGF: expected `(;`"),
            Fault::TooManyOpen => f.write_str(
                "too many unclosed games before this one: expected closing brackets; what follows \
                 is not read",
            ),
        }
    }
}

impl core::error::Error for CutError {}

/// Finding that a game or a value has no end costs a look at all that follows, so there must be a
/// limit to it.
const MOST_OPEN: usize = 100;

/// Cuts a collection into its games, in order. Whatever comes before a game and is not SGF is
/// skipped, as the format says. After a game whose brackets are wrong, the next one is looked for
/// at the beginning of a line. A game whose first node has no semicolon counts, too, if it begins
/// with a property of one or two capital letters, such as `(GM[1]`.
///
/// If the first node of a game names Big5, GBK, Shift_JIS or one of their kin in its property `CA`,
/// and within the first 16 KiB, characters of two bytes are taken whole: the second byte may be
/// that of a bracket. A game that is UTF-8 is taken as that, whatever it names.
pub fn cut(collection: &[u8]) -> impl Iterator<Item = Result<Cut<'_>, CutError>> {
    let mut cutter = Cutter::new(collection);
    core::iter::from_fn(move || cutter.next())
}

/// The charset by which [`cut`] finds the end of the first game of a text.
pub(super) fn charset_of(text: &[u8]) -> Charset {
    let mut cutter = Cutter::new(text);
    cutter.find_game();
    cutter.game().0
}

/// Why a game has no end, and where to look for the next one.
struct Broken {
    error: CutError,
    /// Byte and line.
    resume: (usize, usize),
}

impl Broken {
    fn new((offset, line): (usize, usize), fault: Fault, resume: (usize, usize)) -> Broken {
        Broken { error: CutError { offset, line, fault }, resume }
    }
}

struct Cutter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    any: bool,
    open: usize,
}

impl<'a> Cutter<'a> {
    fn new(bytes: &'a [u8]) -> Cutter<'a> {
        Cutter { bytes, at: 0, line: 1, any: false, open: 0 }
    }

    fn find_game(&mut self) {
        while self.at < self.bytes.len() && !self.begins_game() {
            self.step();
        }
    }

    fn next(&mut self) -> Option<Result<Cut<'a>, CutError>> {
        self.find_game();
        if self.at >= self.bytes.len() {
            let nothing = CutError { offset: 0, line: 1, fault: Fault::Nothing };
            return (!core::mem::replace(&mut self.any, true)).then_some(Err(nothing));
        }
        self.any = true;
        let (offset, line) = (self.at, self.line);
        if self.open > MOST_OPEN {
            self.at = self.bytes.len();
            return Some(Err(CutError { offset, line, fault: Fault::TooManyOpen }));
        }
        Some(match self.game().1 {
            Ok(()) => Ok(Cut { text: &self.bytes[offset..self.at], offset, line }),
            Err(Broken { error, resume }) => {
                // A game that ends where the next one begins was read that far, and no farther.
                let to_the_end = self.at == self.bytes.len() || error.fault == Fault::OpenValue;
                self.open += usize::from(to_the_end);
                (self.at, self.line) = resume;
                while self.at < self.bytes.len() && !(self.begins_line() && self.begins_game()) {
                    self.step();
                }
                Err(error)
            }
        })
    }

    fn step(&mut self) {
        self.line += usize::from(self.bytes[self.at] == b'\n');
        self.at += 1;
    }

    /// Whether `(;` is here, maybe with space between. If the semicolon is left out, a property
    /// tells a game from other text: its name has one or two capital letters.
    fn begins_game(&self) -> bool {
        let [b'(', rest @ ..] = &self.bytes[self.at..] else { return false };
        matches!(
            rest.trim_ascii_start(),
            [b';', ..] | [b'A'..=b'Z', b'[', ..] | [b'A'..=b'Z', b'A'..=b'Z', b'[', ..]
        )
    }

    fn begins_line(&self) -> bool {
        self.at > 0 && self.bytes[self.at - 1] == b'\n'
    }

    /// Whether the game that begins here has a property first that only roots have: then it is not
    /// a variation of the one before.
    fn begins_root(&self) -> bool {
        let rest = &self.bytes[self.at..];
        let node = rest[first_node(rest)..].trim_ascii_start();
        [b"GM[", b"FF[", b"SZ[", b"CA[", b"AP["].iter().any(|root| node.starts_with(*root))
    }

    /// Goes to the end of the game that begins here, and returns its charset. Where its brackets
    /// are depends on the charset, and the charset on the text between them: any but the plain one
    /// must lead to a text that names it.
    fn game(&mut self) -> (Charset, Result<(), Broken>) {
        let start = (self.at, self.line);
        let plain = self.game_in(Charset::Plain);
        let end = (self.at, self.line);
        let charset = match plain {
            Ok(()) => Charset::of(&self.bytes[start.0..end.0]),
            Err(_) => Charset::named_by(&self.bytes[start.0..]),
        };
        if charset == Charset::Plain {
            return (charset, plain);
        }
        (self.at, self.line) = start;
        let named = self.game_in(charset);
        let holds = match named {
            Ok(()) => Charset::of(&self.bytes[start.0..self.at]) == charset,
            Err(_) => plain.is_err(),
        };
        if holds {
            return (charset, named);
        }
        // This attempt may have gone far, and came to nothing.
        self.open += 1;
        (self.at, self.line) = end;
        (Charset::Plain, plain)
    }

    fn game_in(&mut self, charset: Charset) -> Result<(), Broken> {
        let start = (self.at, self.line);
        let mut depth = 0_usize;
        while let Some(byte) = self.bytes.get(self.at).copied() {
            let here = (self.at, self.line);
            if byte == b'('
                && depth > 0
                && self.begins_line()
                && self.begins_game()
                && self.begins_root()
            {
                return Err(Broken::new(start, Fault::OpenGame, here));
            }
            self.step();
            let next = (self.at, self.line);
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                // A value that does not end has swallowed the games after it.
                b'[' => match charset.end_of_value(self.bytes, self.at) {
                    Some(end) => {
                        while self.at < end {
                            self.step();
                        }
                    }
                    None => return Err(Broken::new(here, Fault::OpenValue, next)),
                },
                b';' => {}
                byte if byte.is_ascii_alphabetic() || byte.is_ascii_whitespace() => {}
                other => return Err(Broken::new(here, Fault::Unexpected(other), next)),
            }
        }
        Err(Broken::new(start, Fault::OpenGame, (start.0 + 1, start.1)))
    }
}
