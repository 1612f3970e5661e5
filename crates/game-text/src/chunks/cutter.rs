//! Cuts one input into chunks.

use std::cell::Cell;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::{memchr, memchr_iter, memrchr};
use zobrist_input::{Input, counted, without_mark};
use zobrist_shakmaty::pgn::GameScanner;
use zobrist_shakmaty::pgn::{Game, find_game_start};
use zobrist_text_encoding::{FileEncoding, TextEncoding, WithEncoding};

use super::chunk::{Chunk, ChunkBoundary, ChunkUnit, ends_line, lines};
use super::notes::Notes;
use crate::buffers::Buffers;
use crate::csv;
use crate::other_kind::{
    JUDGED_BYTES, OtherKind, SIGNATURE_BYTES, has_game, is_blank, judge, kind_without_games,
};
use crate::rejection::Rejection;
use crate::zeros::WithoutZeros;

/// Number of bytes read for a chunk: enough work to hand to another thread.
const CHUNK_BYTES: usize = 128 << 10;

/// Number of bytes without a game that are held back, so that a text that has none is rejected as a
/// whole.
const HELD: usize = JUDGED_BYTES;

/// Maximum length of a line or record without its end, and of a game, in bytes. Longer ones are
/// rejected, which bounds memory.
pub const MAX_LINE: usize = 1 << 20;
const MAX_GAME: usize = 16 << 20;

/// The source from which the encoding of tags is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum TagEncoding {
    Given(TextEncoding),
    Found,
}

/// Cuts one input.
#[derive(Debug)]
pub(super) struct Cutter {
    input: Input,
    unit: ChunkUnit,
    /// Input read ahead of the last chunk returned.
    text: Vec<u8>,
    line_before: Vec<u8>,
    line: u64,
    offset: u64,
    /// True if `text` begins a line.
    begins_line: bool,
    scanner: GameScanner,
    /// End of the last game found in `text`.
    found: usize,
    /// Ends of all games found in `text`.
    ends: Vec<usize>,
    /// True if no more can be read.
    ended: bool,
    /// True if that is because of a failure, which is reported after the text before it.
    failed: bool,
    failure: Option<(Rejection, &'static str)>,
    /// True while the rest of a line or game that was too long is skipped.
    skipping: bool,
    rejections: Vec<Rejection>,
    buffers: Buffers,
    encoding: FileEncoding,
    notes: Arc<Notes>,
    /// Number of zeros at the end that were left out and not told yet.
    zeros: Arc<AtomicU64>,
    /// `None` once a game was found, or if the input need not have one.
    no_games: Option<NoGames>,
}

/// The facts about an input in which no game was found yet.
#[derive(Debug, Default)]
struct NoGames {
    /// The first bytes were looked at.
    has_begun: bool,
    /// The kind that it looks like, if text without games was handed out.
    looks_like: Option<OtherKind>,
}

impl Cutter {
    pub(super) fn new(
        mut input: Input,
        unit: ChunkUnit,
        buffers: Buffers,
        encoding: Option<TagEncoding>,
    ) -> Cutter {
        let zeros = Arc::new(AtomicU64::new(0));
        if unit == ChunkUnit::Games && input.piece.is_none() {
            input.reader = Box::new(WithoutZeros::new(input.reader, zeros.clone()));
        }
        let encoding = match encoding {
            Some(TagEncoding::Given(given)) => FileEncoding::given(given),
            Some(TagEncoding::Found) => {
                let found = FileEncoding::default();
                input.reader = Box::new(WithEncoding::new(input.reader, found.clone()));
                found
            }
            None => FileEncoding::default(),
        };
        let notes = Notes::new(input.name.clone(), input.listener.clone(), encoding.clone());
        let notes = Arc::new(notes);
        let (line, offset) = input.piece.map_or((1, 0), |piece| (1 + piece.lines, piece.offset));
        let is_begin = input.piece.is_none_or(|piece| piece.byte == 0);
        let must_have_games = unit == ChunkUnit::Games && is_begin && !input.refused;
        Cutter {
            input,
            unit,
            text: Vec::new(),
            line_before: Vec::new(),
            line,
            offset,
            begins_line: true,
            scanner: GameScanner::new(),
            found: 0,
            ends: Vec::new(),
            ended: false,
            failed: false,
            failure: None,
            skipping: false,
            rejections: Vec::new(),
            buffers,
            encoding,
            notes,
            zeros,
            no_games: must_have_games.then(NoGames::default),
        }
    }

    /// Skips the input before a place, unless it begins there or later.
    pub(super) fn start_at(&mut self, place: ChunkBoundary) {
        let Some(length) = place.offset.checked_sub(self.offset) else { return };
        if length > 0 {
            self.no_games = None;
        }
        let mut before = self.input.reader.by_ref().take(length);
        if let Err(error) = io::copy(&mut before, &mut io::sink()) {
            self.fail(&error);
        }
        self.offset = place.offset;
        self.line = place.line + 1;
    }

    /// The place of the piece in the file, if the input is one.
    fn piece(&self) -> Option<u64> {
        self.input.piece.map(|piece| piece.byte)
    }

    /// The next chunk; its number of the input and of the game are still 0.
    pub(super) fn next(&mut self) -> Option<Chunk> {
        loop {
            if !self.ended {
                self.read();
            }
            if self.skipping {
                self.skip();
            }
            if self.no_games.is_some() && self.is_without_games() {
                return Some(self.cut(self.text.len()));
            }
            self.tell_zeros();
            let whole = self.whole();
            if self.no_games.is_some() && !self.has_found_game() && self.may_yet_hold_none() {
                continue;
            }
            let (max, whole, is_long) = match self.unit {
                ChunkUnit::Lines => {
                    let long = long_line(&self.text);
                    (MAX_LINE, long.unwrap_or(whole), long == Some(0))
                }
                ChunkUnit::Records => (
                    MAX_LINE,
                    whole,
                    // A record that goes on may still have a line end with CR as its last byte.
                    whole == 0
                        && !self.skipping
                        && self.text.len() > MAX_LINE + usize::from(!self.ended),
                ),
                ChunkUnit::Games => {
                    let is_long = whole == 0 && !self.ended && self.text.len() > MAX_GAME;
                    (MAX_GAME, whole, is_long)
                }
            };
            if is_long {
                let cause = match self.unit {
                    ChunkUnit::Records => " in a record (is a quote not closed?)",
                    _ => "",
                };
                self.reject(format!("expected at most {max} bytes, got more{cause}; skipped"));
                self.skipping = true;
                return Some(self.cut(0));
            }
            if whole > 0 || !self.rejections.is_empty() || self.ended {
                self.note_no_games(whole);
                let chunk = self.cut(whole);
                let nothing = chunk.text.is_empty() && chunk.rejections.is_empty();
                return (!nothing).then_some(chunk);
            }
        }
    }

    /// Tells of zeros at the end of the games.
    fn tell_zeros(&mut self) {
        let zeros = self.zeros.swap(0, Ordering::Relaxed);
        if zeros > 0 {
            let zeros = counted(zeros, "zero byte", "zero bytes");
            let name = &self.input.name;
            self.input.listener.notice(&format!("{name}: left out {zeros} at its end"));
        }
    }

    /// Looks at the first bytes of an input. If they show that it holds no game, or all of it is
    /// there and does not, it is rejected as a whole. Games of a piece may be in the next.
    fn is_without_games(&mut self) -> bool {
        let Some(no_games) = &mut self.no_games else { return false };
        let is_enough = self.ended || !no_games.has_begun && self.text.len() >= SIGNATURE_BYTES;
        if self.offset > 0 || self.failed || !is_enough {
            return false;
        }
        no_games.has_begun = true;
        let is_piece = self.input.piece.is_some();
        let Some(kind) = judge(&self.input.name, &self.text, self.ended && !is_piece) else {
            if is_piece {
                self.no_games = None;
            }
            return false;
        };
        // All bytes of a source are hashed.
        if let Err(error) = io::copy(&mut self.input.reader, &mut io::sink()) {
            self.fail(&error);
            return false;
        }
        // Zeros of other data need no message.
        self.zeros.store(0, Ordering::Relaxed);
        let name = self.input.name.clone();
        self.rejections.push(Rejection::without_games(name, kind));
        self.ends.clear();
        (self.found, self.ended, self.failed) = (0, true, true);
        true
    }

    /// True if one of the pieces of the text that were found is a game. Nothing is asked for after
    /// it.
    fn has_found_game(&mut self) -> bool {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let has_games =
            starts.zip(&self.ends).any(|(start, end)| has_game(&self.text[start..*end]));
        if has_games {
            self.no_games = None;
        }
        has_games
    }

    /// True if text without a game is held until more has come, since all of it may have none.
    fn may_yet_hold_none(&self) -> bool {
        self.offset == 0 && !self.ended && self.rejections.is_empty() && self.text.len() < HELD
    }

    /// Called before text is handed out, whose first `whole` bytes are whole: notes that it has no
    /// game, and rejects the input at its end if it had none.
    fn note_no_games(&mut self, whole: usize) {
        let Some(no_games) = &mut self.no_games else { return };
        if no_games.looks_like.is_none() && !is_blank(&self.text) {
            no_games.looks_like =
                Some(kind_without_games(&self.input.name, &self.text, self.ended));
        }
        let is_last = self.ended && whole == self.text.len();
        if let Some(kind) = no_games.looks_like.filter(|_| is_last && !self.failed) {
            self.no_games = None;
            self.rejections.push(Rejection::without_games(self.input.name.clone(), kind));
        }
    }

    /// Reads enough for a chunk, or what an eager input has at the moment.
    fn read(&mut self) {
        let enough = self.text.len() + CHUNK_BYTES;
        while self.text.len() < enough && !self.ended {
            let start = self.text.len();
            self.text.resize(enough, 0);
            let read = self.input.reader.read(&mut self.text[start..]);
            self.text.truncate(start + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => self.ended = true,
                Ok(_) if self.input.eager => return,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.fail(&error),
            }
        }
    }

    /// Ends the input after a failure to read; the last line or game is rejected if it is not
    /// whole.
    fn fail(&mut self, error: &io::Error) {
        let mut whole = self.whole();
        if self.unit == ChunkUnit::Games && !self.skipping {
            // The last game may be over, though nothing that begins another has come.
            if let Some(length) = self.scanner.end_if_complete(&self.text[self.found..]) {
                self.found += length;
                self.ends.push(self.found);
            }
            whole = self.found;
        }
        (self.ended, self.failed) = (true, true);
        self.scanner = GameScanner::new();
        let rest = self.text.split_off(whole);
        let lost = match self.unit {
            _ if rest.trim_ascii().is_empty() => "what follows is lost",
            ChunkUnit::Lines => "the rest of this line and what follows are lost",
            ChunkUnit::Records => "this record and what follows are lost",
            ChunkUnit::Games => "this game and what follows are lost",
        };
        let (line, offset) = (self.line + lines(&self.text), self.offset + whole as u64);
        let reason = format!("cannot be read further: {error}");
        let at = Rejection::new(self.input.name.clone(), line, offset, reason).by_error(error);
        self.failure = Some((at.of_piece(self.piece()), lost));
    }

    /// Length of the text that is whole lines or games.
    fn whole(&mut self) -> usize {
        match self.unit {
            _ if self.skipping => 0,
            ChunkUnit::Lines if self.ended => self.text.len(),
            ChunkUnit::Lines => memrchr(b'\n', &self.text).map_or(0, |end| end + 1),
            ChunkUnit::Records => {
                while let Some(length) = self.record_end(&self.text[self.found..]) {
                    self.found += length;
                    self.ends.push(self.found);
                }
                self.found
            }
            // Comments alone are not a game and get no number.
            ChunkUnit::Games if self.ended && Game::new(&self.text[self.found..], 0).is_empty() => {
                self.text.len()
            }
            ChunkUnit::Games => {
                while let Some(length) =
                    self.scanner.end_of_game(&self.text[self.found..], self.ended)
                {
                    self.found += length;
                    self.ends.push(self.found);
                }
                self.found
            }
        }
    }

    /// Length of the record at the beginning of a text, if all of it is there and it is not too
    /// long.
    fn record_end(&self, text: &[u8]) -> Option<usize> {
        let last = || (self.ended && !text.is_empty()).then(|| csv::last_record_end(text));
        let length = csv::record_end(text).or_else(last)?;
        let record = text[..length].strip_suffix(b"\n").unwrap_or(&text[..length]);
        (record.strip_suffix(b"\r").unwrap_or(record).len() <= MAX_LINE).then_some(length)
    }

    /// Cuts off the first `whole` bytes of the text as a chunk.
    fn cut(&mut self, whole: usize) -> Chunk {
        let mut rest = self.buffers.take();
        rest.extend_from_slice(&self.text[whole..]);
        let mut text = std::mem::replace(&mut self.text, rest);
        text.truncate(whole);
        self.found = 0;
        let is_last = self.text.is_empty() && self.ended;
        let failure = if is_last { self.failure.take() } else { None };
        let failure = failure.map(|(at, lost)| {
            let reason = format!("{}; {lost}", at.reason);
            self.rejections.push(Rejection { reason, ..at.clone() });
            at
        });
        let chunk = Chunk {
            input: 0,
            failed: self.failed && is_last,
            failure: failure.filter(|_| !self.input.refused),
            file: self.input.name.clone(),
            piece: self.piece(),
            line: self.line,
            line_before: self.line_before.clone(),
            offset: self.offset,
            begins_line: self.begins_line,
            is_last,
            game: 0,
            game_in_file: 0,
            ends: std::mem::take(&mut self.ends),
            rejections: std::mem::take(&mut self.rejections),
            buffers: self.buffers.clone(),
            encoding: self.encoding.get(),
            notes: self.notes.clone(),
            counted: Cell::default(),
            text,
        };
        self.advance(&chunk.text);
        chunk
    }

    fn advance(&mut self, text: &[u8]) {
        if self.unit == ChunkUnit::Lines
            && let Some(line) = last_line(without_mark(text, self.offset))
        {
            self.line_before.clear();
            self.line_before.extend_from_slice(line);
        }
        if !text.is_empty() {
            self.begins_line = ends_line(text);
        }
        self.line += lines(text);
        self.offset += text.len() as u64;
    }

    fn reject(&mut self, reason: String) {
        let file = self.input.name.clone();
        let at = Rejection::new(file, self.line, self.offset, reason);
        self.rejections.push(at.of_piece(self.piece()));
    }

    /// Discards text until the next line or game begins.
    fn skip(&mut self) {
        let end = match self.unit {
            ChunkUnit::Lines | ChunkUnit::Records => memchr(b'\n', &self.text).map(|end| end + 1),
            ChunkUnit::Games => find_game_start(&self.text),
        };
        self.skipping = end.is_none() && !self.ended;
        // The separator of two games may continue in text that is not read yet.
        let kept = if self.skipping { b"\n\r\n".len() } else { 0 };
        let rest = self.text.split_off(end.unwrap_or(self.text.len().saturating_sub(kept)));
        let skipped = std::mem::replace(&mut self.text, rest);
        self.advance(&skipped);
        self.line_before.clear();
        self.scanner = GameScanner::new();
        self.found = 0;
        self.ends.clear();
    }
}

/// The last line that is not blank, without its end.
fn last_line(text: &[u8]) -> Option<&[u8]> {
    let last = text.iter().rposition(|byte| !byte.is_ascii_whitespace())?;
    let start = memrchr(b'\n', &text[..last]).map_or(0, |end| end + 1);
    let end = memchr(b'\n', &text[last..]).map_or(text.len(), |end| last + end);
    let line = &text[start..end];
    Some(line.strip_suffix(b"\r").unwrap_or(line))
}

/// Start of the first line that is too long; its end need not have been read.
fn long_line(text: &[u8]) -> Option<usize> {
    if text.len() <= MAX_LINE {
        return None;
    }
    let mut start = 0;
    for end in memchr_iter(b'\n', text).chain([text.len()]) {
        let line = &text[start..end];
        if line.strip_suffix(b"\r").unwrap_or(line).len() > MAX_LINE {
            return Some(start);
        }
        start = end + 1;
    }
    None
}
