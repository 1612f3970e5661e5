//! One game of a collection, read in one pass.

use super::charset::Charset;
use super::cursor::{Cursor, OpenValue, Value};
use super::error::{Fault, Quote, SgfError, TextPosition};
use super::header::{Header, begins_root};
use super::properties::Properties;
use super::record::Record;
use super::value::{self, Spot, capitals};
use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// Largest number of nodes of a game, and of points that it sets up: eight bytes of text can set up
/// 625 points.
const MAX_NODES: usize = 1 << 20;
const MAX_POINTS: usize = 1 << 22;

/// Largest size of a game in bytes, since the places of its nodes have 32 bits.
const MAX_TEXT: usize = u32::MAX as usize - 1;

/// A game whose brackets close.
#[derive(Debug)]
pub(super) struct WholeGame {
    /// The byte after its closing parenthesis.
    pub end: usize,
    pub record: Result<Record, SgfError>,
    /// The charset that its first node names, by whatever charset it was read.
    pub named: Charset,
}

/// A game whose brackets do not close, or that has something between them that is not SGF.
#[derive(Debug)]
pub(super) struct BrokenGame {
    pub error: SgfError,
    /// The byte from which the next game is to be looked for.
    pub resume: usize,
    /// True if all of the text was read to find this out.
    pub reached_end: bool,
}

/// Reads the game that begins with the parenthesis at `start`.
pub(super) fn game(
    text: &[u8],
    start: TextPosition,
    charset: Charset,
) -> Result<WholeGame, BrokenGame> {
    let cursor = Cursor { text, at: start.offset, charset };
    let record = Record::new(0, 0);
    let (parents, in_node, rejected, named) = (0, false, None, Charset::Plain);
    let mut reader =
        Reader { cursor, record, start, place: start, parents, in_node, rejected, named };
    reader.read_to_end()?;
    let Reader { cursor, mut record, rejected, named, .. } = reader;
    let end = cursor.at;
    if rejected.is_none() {
        // The properties of all nodes, at the cost of one copy.
        record.text = text[start.offset..end].to_vec();
        record.charset = charset;
        record.written = (record.width, record.height);
    }
    Ok(WholeGame { end, record: rejected.map_or(Ok(record), Err), named })
}

/// Reads properties on a board of this size, as those of node 1 of a record.
pub(super) fn node(properties: Properties<'_>, width: usize, height: usize) -> Option<Record> {
    // A second place that reads properties would make reading slower: they are read in a game.
    let mut text = b"(;".to_vec();
    value::write_size(width, height, &mut text);
    text.push(b';');
    properties.iter().for_each(|property| property.write(&mut text));
    text.push(b')');
    game(&text, TextPosition::START, properties.charset()).ok()?.record.ok()
}

/// The reason why a property is not read to its end.
enum Stop {
    OpenValue(OpenValue),
    /// The byte of a value at fault, and the fault of its property.
    Flaw(usize, fn(Quote) -> Fault),
}

impl From<OpenValue> for Stop {
    fn from(open: OpenValue) -> Stop {
        Stop::OpenValue(open)
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    record: Record,
    /// The beginning of the game.
    start: TextPosition,
    /// The place of its last fault, from which lines are counted to the next one.
    place: TextPosition,
    /// The number of nodes up to the parent of the next one, which is the last of them.
    parents: usize,
    /// True after a node and its properties, where more properties may follow.
    in_node: bool,
    /// The first fault that costs the game. The rest of the text is read for its brackets only.
    rejected: Option<SgfError>,
    /// The charset that the first node names.
    named: Charset,
}

impl<'a> Reader<'a> {
    fn read_to_end(&mut self) -> Result<(), BrokenGame> {
        let start = self.start.offset;
        // For each part within parentheses, the nodes up to the parent of its first.
        let mut open: Vec<u32> = Vec::new();
        let mut depth = 0_usize;
        while let Some(byte) = self.cursor.peek() {
            let at = self.cursor.at;
            match byte {
                b'(' => {
                    if depth > 0 && self.begins_next_game() {
                        return Err(self.broken(start, Fault::OpenGame, at, false));
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
                    self.cursor.value().map_err(|open| self.open_value(open))?;
                }
                letter if letter.is_ascii_alphabetic() => {
                    if !self.in_node && self.count() == 0 {
                        // The first node may lack its semicolon.
                        self.begin_node(at);
                    } else if !self.in_node {
                        self.reject(at, Fault::Unexpected(letter));
                    }
                    self.read_property().map_err(|open| self.open_value(open))?;
                }
                other => return Err(self.broken(at, Fault::Unexpected(other), at + 1, false)),
            }
        }
        Err(self.broken(start, Fault::OpenGame, start + 1, true))
    }

    fn broken(&self, at: usize, fault: Fault, resume: usize, reached_end: bool) -> BrokenGame {
        BrokenGame { error: self.error(at, fault), resume, reached_end }
    }

    fn open_value(&self, OpenValue(at): OpenValue) -> BrokenGame {
        self.broken(at, Fault::OpenValue, at + 1, true)
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
        let begins = self.cursor.at - self.start.offset;
        if begins > MAX_TEXT {
            self.reject(at, Fault::TooLong(MAX_TEXT));
            return;
        }
        self.record.begin_node(self.parents.checked_sub(1), begins);
        self.parents = self.count();
        if self.parents == 1 {
            match Header::read(self.cursor) {
                Ok(Header { width, height, komi, charset }) => {
                    (self.record.width, self.record.height) = (width, height);
                    self.record.komi = komi;
                    self.named = charset.unwrap_or_default();
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
            b"AB" => self.set_up(Some(Color::Black)),
            b"AW" => self.set_up(Some(Color::White)),
            b"AE" => self.set_up(None),
            b"B\0" => self.play(Color::Black),
            b"W\0" => self.play(Color::White),
            b"PL" => self.set_to_move(),
            b"SZ" => self.check_size(),
            b"\0\0" => Err(Stop::Flaw(start, Fault::NoName)),
            _ => Ok(()),
        };
        if let Err(Stop::OpenValue(open)) = read {
            return Err(open);
        }
        // The values of no interest, or after a fault.
        self.cursor.last_value()?;
        if let Err(Stop::Flaw(at, fault)) = read {
            let error = self.error(at, fault(self.cursor.quote(start)));
            self.place = error.place;
            self.record.add_fault(error);
        }
        Ok(())
    }

    /// Reads the value of a property that has one.
    fn single(&mut self) -> Result<Value<'a>, Stop> {
        let first = self.cursor.value()?.expect("a bracket is next");
        self.cursor.value()?.map_or(Ok(first), |second| Err(unreadable(second)))
    }

    /// Reads points, which are set up together or not at all.
    fn set_up(&mut self, stone: Option<Color>) -> Result<(), Stop> {
        let before = self.record.set_up.len();
        while let Some(value) = self.cursor.value()? {
            let set_up = self.set_up_value(stone, value);
            set_up.inspect_err(|_| self.record.set_up.truncate(before))?;
        }
        Ok(())
    }

    fn set_up_value(&mut self, stone: Option<Color>, value: Value) -> Result<(), Stop> {
        let (first, last) = value::rectangle(value.text).ok_or(unreadable(value))?;
        let (first, last) = (self.on_board(first, value)?, self.on_board(last, value)?);
        for row in last.row()..=first.row() {
            let columns = first.column()..=last.column();
            let points = columns.filter_map(|column| Point::new(column, row));
            self.record.set_up.extend(points.map(|point| (point, stone)));
        }
        if self.record.set_up.len() > MAX_POINTS {
            self.record.set_up.truncate(MAX_POINTS);
            self.reject(value.offset, Fault::TooManyPoints(MAX_POINTS));
        }
        Ok(())
    }

    fn play(&mut self, color: Color) -> Result<(), Stop> {
        let value = self.single()?;
        let spot = value::spot_or_pass(value.text).ok_or(unreadable(value))?;
        let passes = |spot| spot == (19, 19) && self.record.width.max(self.record.height) <= 19;
        let played = match spot.filter(|spot| !passes(*spot)) {
            None => Move::Pass,
            Some(spot) => Move::Play(self.on_board(spot, value)?),
        };
        self.record.moves.push((color, played));
        Ok(())
    }

    fn set_to_move(&mut self) -> Result<(), Stop> {
        let value = self.single()?;
        self.record.set_to_move(value::color(value.text).ok_or(unreadable(value))?);
        Ok(())
    }

    /// Repeated, the size does no harm.
    fn check_size(&mut self) -> Result<(), Stop> {
        let value = self.single()?;
        let size = value::size(value.text).ok_or(unreadable(value))?;
        let is_same = size == (self.record.width, self.record.height);
        if is_same { Ok(()) } else { Err(Stop::Flaw(value.offset, Fault::Resized)) }
    }

    fn on_board(&self, (column, row): Spot, value: Value) -> Result<Point, Stop> {
        let is_inside = column < self.record.width && row < self.record.height;
        let point = is_inside.then(|| Point::new(column, self.record.height - 1 - row));
        point.flatten().ok_or(Stop::Flaw(value.offset, Fault::OffBoard))
    }

    /// Gives up the game, for the first fault that costs it.
    fn reject(&mut self, at: usize, fault: Fault) {
        if self.rejected.is_none() {
            self.rejected = Some(self.error(at, fault));
        }
    }

    /// Returns a fault with its place.
    fn error(&self, at: usize, fault: Fault) -> SgfError {
        let from = if at < self.place.offset { self.start } else { self.place };
        SgfError { place: from.after(&self.cursor.text[from.offset..at]), fault }
    }
}

fn unreadable(value: Value) -> Stop {
    Stop::Flaw(value.offset, Fault::Property)
}
