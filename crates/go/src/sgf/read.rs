//! One game of a collection, read in one pass.

use super::charset::Charset;
use super::cursor::{Cursor, OpenValue, Value};
use super::error::{Fault, Place, SgfError};
use super::header::{Header, begins_root};
use super::record::Record;
use super::value::{self, Spot, capitals};
use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// Largest number of nodes of a game, and of points that it sets up: eight bytes of text can set up
/// 625 points.
const MAX_NODES: usize = 1 << 20;
const MAX_POINTS: usize = 1 << 22;

/// A game whose brackets close.
#[derive(Debug)]
pub(super) struct Whole {
    /// The byte after its closing parenthesis.
    pub end: usize,
    pub record: Result<Record, SgfError>,
}

/// A game whose brackets do not close, or that has something between them that is not SGF.
#[derive(Debug)]
pub(super) struct Broken {
    pub error: SgfError,
    /// The byte from which the next game is to be looked for.
    pub resume: usize,
    /// True if all of the text was read to find this out.
    pub reached_end: bool,
}

/// Reads the game that begins with the parenthesis at `start`.
pub(super) fn game(text: &[u8], start: Place, charset: Charset) -> Result<Whole, Broken> {
    let cursor = Cursor { text, at: start.offset, charset };
    let mut reader = Reader {
        cursor,
        record: Record::new(0, 0),
        place: start,
        parents: 0,
        in_node: false,
        rejected: None,
    };
    match reader.read_to_end() {
        Ok(()) => {
            let Reader { cursor, record, rejected, .. } = reader;
            Ok(Whole { end: cursor.at, record: rejected.map_or(Ok(record), Err) })
        }
        Err(stop) => {
            let (at, fault, resume, reached_end) = match stop {
                Stop::OpenValue(at) => (at, Fault::OpenValue, at + 1, true),
                Stop::Unexpected(at, byte) => (at, Fault::Unexpected(byte), at + 1, false),
                Stop::NextGame(next) => (start.offset, Fault::OpenGame, next, false),
                Stop::EndOfText => (start.offset, Fault::OpenGame, start.offset + 1, true),
            };
            let place = start.after(&text[start.offset..at]);
            Err(Broken { error: SgfError { place, fault }, resume, reached_end })
        }
    }
}

/// Why the end of a game is not found, with the byte.
enum Stop {
    OpenValue(usize),
    Unexpected(usize, u8),
    /// A game begins that is no variation of this one.
    NextGame(usize),
    EndOfText,
}

impl From<OpenValue> for Stop {
    fn from(OpenValue(offset): OpenValue) -> Stop {
        Stop::OpenValue(offset)
    }
}

/// The byte of a value at fault, and the fault of its property.
type Flaw = (usize, fn(String) -> Fault);

struct Reader<'a> {
    cursor: Cursor<'a>,
    record: Record,
    /// The place of the last fault, or of the beginning of the game.
    place: Place,
    /// The number of nodes up to the parent of the next one, which is the last of them.
    parents: usize,
    /// True after a node and its properties, where more properties may follow.
    in_node: bool,
    /// The first fault that costs the game. What follows is read for its brackets only.
    rejected: Option<SgfError>,
}

impl Reader<'_> {
    fn read_to_end(&mut self) -> Result<(), Stop> {
        // For each part within parentheses, the nodes up to the parent of its first.
        let mut open: Vec<u32> = Vec::new();
        let mut depth = 0_usize;
        while let Some(byte) = self.cursor.peek() {
            let at = self.cursor.at;
            match byte {
                b'(' => {
                    if depth > 0 && self.begins_next_game() {
                        return Err(Stop::NextGame(at));
                    }
                    // A part begins with a node, unless there are others at its place already.
                    if open.last().is_some_and(|parents| self.count() == *parents as usize) {
                        self.reject(at, Fault::Unexpected(byte));
                    }
                    if self.rejected.is_none() {
                        open.push(self.parents as u32);
                    }
                    depth += 1;
                    self.in_node = false;
                    self.cursor.at += 1;
                }
                b')' => {
                    if self.count() == 0 {
                        self.reject(at, Fault::Unexpected(byte));
                    }
                    self.parents = open.pop().map_or(0, |parents| parents as usize);
                    depth -= 1;
                    self.in_node = false;
                    self.cursor.at += 1;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                b';' => {
                    self.cursor.at += 1;
                    self.begin_node(at);
                }
                b'[' => {
                    self.reject(at, Fault::Unexpected(byte));
                    self.cursor.value()?;
                }
                letter if letter.is_ascii_alphabetic() => {
                    if !self.in_node && self.count() == 0 {
                        // The first node may lack its semicolon.
                        self.begin_node(at);
                    } else if !self.in_node {
                        self.reject(at, Fault::Unexpected(letter));
                    }
                    self.read_property()?;
                }
                other => return Err(Stop::Unexpected(at, other)),
            }
        }
        Err(Stop::EndOfText)
    }

    /// True if a game begins here, in a line of its own, that is no variation.
    fn begins_next_game(&self) -> bool {
        let Cursor { text, at, .. } = self.cursor;
        text[at - 1] == b'\n' && begins_root(&text[at..])
    }

    /// Returns the number of nodes so far.
    fn count(&self) -> usize {
        self.record.nodes().len()
    }

    fn begin_node(&mut self, at: usize) {
        self.in_node = true;
        if self.rejected.is_some() {
            return;
        }
        if self.count() == MAX_NODES {
            self.reject(at, Fault::TooManyNodes(MAX_NODES));
            return;
        }
        self.record.begin_node(self.parents.checked_sub(1));
        self.parents = self.count();
        if self.parents == 1 {
            match Header::read(self.cursor) {
                Ok(Header { width, height, komi }) => {
                    (self.record.width, self.record.height) = (width, height);
                    self.record.komi = komi;
                }
                Err((at, fault)) => self.reject(at, fault),
            }
        }
    }

    fn read_property(&mut self) -> Result<(), OpenValue> {
        let start = self.cursor.at;
        let name = self.cursor.name();
        if self.cursor.peek() != Some(b'[') {
            self.reject(start, Fault::NoValue);
            return Ok(());
        }
        let read = match &capitals(name) {
            _ if self.rejected.is_some() => Ok(()),
            b"AB" => self.read_points(Some(Color::Black))?,
            b"AW" => self.read_points(Some(Color::White))?,
            b"AE" => self.read_points(None)?,
            b"B\0" => self.read_single(|reader, value| reader.play(Color::Black, value))?,
            b"W\0" => self.read_single(|reader, value| reader.play(Color::White, value))?,
            b"PL" => self.read_single(|reader, value| {
                let color = value::color(value.text).ok_or(unreadable(value))?;
                reader.record.set_to_move(color);
                Ok(())
            })?,
            b"SZ" => self.read_single(Self::check_size)?,
            b"\0\0" => Err((start, Fault::NoName as fn(String) -> Fault)),
            _ => Ok(()),
        };
        // The values of no interest, or after a fault.
        self.cursor.last_value()?;
        if let Err((at, fault)) = read {
            let fault = fault(self.cursor.quote(start));
            let error = self.error(at, fault);
            self.record.add_fault(error);
        }
        Ok(())
    }

    /// Reads a property that has one value.
    fn read_single(
        &mut self,
        read: impl FnOnce(&mut Self, Value) -> Result<(), Flaw>,
    ) -> Result<Result<(), Flaw>, OpenValue> {
        let first = self.cursor.value()?.expect("a bracket is next");
        Ok(match self.cursor.value()? {
            None => read(self, first),
            Some(second) => Err(unreadable(second)),
        })
    }

    /// Reads a property whose values are points, which are set up together or not at all.
    fn read_points(&mut self, stone: Option<Color>) -> Result<Result<(), Flaw>, OpenValue> {
        let before = self.record.set_up.len();
        while let Some(value) = self.cursor.value()? {
            let corners = value::rectangle(value.text).ok_or(unreadable(value));
            let corners = corners.and_then(|(first, last)| {
                let corners = self.on_board(first).zip(self.on_board(last));
                corners.ok_or((value.offset, Fault::OffBoard as fn(String) -> Fault))
            });
            match corners {
                Ok((first, last)) => self.set_up(first, last, stone),
                Err(flaw) => {
                    self.record.set_up.truncate(before);
                    return Ok(Err(flaw));
                }
            }
            if self.record.set_up.len() > MAX_POINTS {
                self.reject(value.offset, Fault::TooManyPoints(MAX_POINTS));
                break;
            }
        }
        Ok(Ok(()))
    }

    /// Sets up a rectangle between its upper left and lower right corners.
    fn set_up(&mut self, first: Point, last: Point, stone: Option<Color>) {
        let rows = last.row()..=first.row();
        let columns = first.column()..=last.column();
        let points = rows.flat_map(|row| columns.clone().filter_map(move |c| Point::new(c, row)));
        self.record.set_up.extend(points.map(|point| (point, stone)));
    }

    fn play(&mut self, color: Color, value: Value) -> Result<(), Flaw> {
        let spot = value::spot_or_pass(value.text).ok_or(unreadable(value))?;
        let passes = |spot| spot == (19, 19) && self.record.width.max(self.record.height) <= 19;
        let played = match spot.filter(|spot| !passes(*spot)) {
            None => Move::Pass,
            Some(spot) => {
                Move::Play(self.on_board(spot).ok_or((value.offset, Fault::OffBoard as _))?)
            }
        };
        self.record.moves.push((color, played));
        Ok(())
    }

    /// Repeated, the size does no harm.
    fn check_size(&mut self, value: Value) -> Result<(), Flaw> {
        let size = value::size(value.text).ok_or(unreadable(value))?;
        let is_same = size == (self.record.width, self.record.height);
        if is_same { Ok(()) } else { Err((value.offset, Fault::Resized)) }
    }

    fn on_board(&self, (column, row): Spot) -> Option<Point> {
        let is_inside = column < self.record.width && row < self.record.height;
        is_inside.then(|| Point::new(column, self.record.height - 1 - row)).flatten()
    }

    fn reject(&mut self, at: usize, fault: Fault) {
        if self.rejected.is_none() {
            self.rejected = Some(self.error(at, fault));
        }
    }

    fn error(&mut self, at: usize, fault: Fault) -> SgfError {
        self.place = self.place.after(&self.cursor.text[self.place.offset..at]);
        SgfError { place: self.place, fault }
    }
}

fn unreadable(value: Value) -> Flaw {
    (value.offset, Fault::Property)
}
