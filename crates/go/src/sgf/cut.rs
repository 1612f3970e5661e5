//! A collection cut into its games, before anything is parsed.

use core::fmt::{self, Display};

/// One game of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut<'a> {
    /// From its opening to its closing parenthesis.
    pub text: &'a [u8],
    /// The byte at which it begins, from 0.
    pub offset: usize,
    /// The line in which it begins, from 1.
    pub line: usize,
}

/// Why there is no game at some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CutError {
    /// The byte, from 0.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with the brackets of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A value does not end.
    OpenValue,
    /// The game does not end.
    OpenGame,
    /// There is something else where a node, a variation or a property should be.
    Unexpected(u8),
    /// There is no game at all.
    Nothing,
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
            Fault::Nothing => f.write_str("no game in SGF: expected `(;`"),
        }
    }
}

impl core::error::Error for CutError {}

/// Looking for another game after one without an end costs a look at all that follows, so
/// that there must be an end to it.
const MOST_OPEN_GAMES: usize = 100;

/// The games of a collection, in order. What stands before a game and is not SGF is passed over, as
/// the format has it. After a game whose brackets are wrong, the next one is looked for at
/// the beginning of a line.
pub fn cut(collection: &[u8]) -> impl Iterator<Item = Result<Cut<'_>, CutError>> {
    let mut cutter = Cutter { bytes: collection, at: 0, line: 1, any: false, open_games: 0 };
    core::iter::from_fn(move || cutter.next())
}

struct Cutter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    any: bool,
    open_games: usize,
}

impl<'a> Cutter<'a> {
    fn next(&mut self) -> Option<Result<Cut<'a>, CutError>> {
        while self.at < self.bytes.len() && !self.begins_game() {
            self.step();
        }
        if self.at >= self.bytes.len() {
            let nothing = CutError { offset: 0, line: 1, fault: Fault::Nothing };
            return (!core::mem::replace(&mut self.any, true)).then_some(Err(nothing));
        }
        self.any = true;
        let (offset, line) = (self.at, self.line);
        Some(match self.game() {
            Ok(()) => Ok(Cut { text: &self.bytes[offset..self.at], offset, line }),
            Err((offset, line, fault)) => {
                // A value that does not end has swallowed the games after it.
                (self.at, self.line) = (offset, line);
                self.step();
                self.open_games += usize::from(fault == Fault::OpenGame);
                if self.open_games > MOST_OPEN_GAMES {
                    self.at = self.bytes.len();
                }
                while self.at < self.bytes.len()
                    && !(self.bytes[self.at - 1] == b'\n' && self.begins_game())
                {
                    self.step();
                }
                Err(CutError { offset, line, fault })
            }
        })
    }

    fn step(&mut self) {
        self.line += usize::from(self.bytes[self.at] == b'\n');
        self.at += 1;
    }

    /// Whether `(;` stands here, maybe with space between.
    fn begins_game(&self) -> bool {
        let [b'(', rest @ ..] = &self.bytes[self.at..] else { return false };
        rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b';')
    }

    /// Goes to the end of the game that begins here.
    fn game(&mut self) -> Result<(), (usize, usize, Fault)> {
        let (start, first_line) = (self.at, self.line);
        let mut depth = 0_usize;
        while let Some(byte) = self.bytes.get(self.at).copied() {
            let here = (self.at, self.line);
            self.step();
            match byte {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                b'[' => self.value().map_err(|()| (here.0, here.1, Fault::OpenValue))?,
                b';' => {}
                byte if byte.is_ascii_alphabetic() || byte.is_ascii_whitespace() => {}
                other => return Err((here.0, here.1, Fault::Unexpected(other))),
            }
        }
        Err((start, first_line, Fault::OpenGame))
    }

    fn value(&mut self) -> Result<(), ()> {
        while let Some(byte) = self.bytes.get(self.at).copied() {
            self.step();
            match byte {
                b']' => return Ok(()),
                b'\\' if self.at < self.bytes.len() => self.step(),
                _ => {}
            }
        }
        Err(())
    }
}
