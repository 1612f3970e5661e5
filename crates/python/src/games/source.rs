//! Where games come from: files, or texts in memory.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::ArrayRef;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};
use zobrist_files::{
    Chunk, ChunkUnit, Chunks, Holds, Listener, Notes, Rejection, encoding_of_texts, find_all,
    has_game, judge,
};
use zobrist_index::TextEncoding;
use zobrist_shakmaty::pgn::GameScanner;

use crate::arguments::paths_of;
use crate::column::{arrow_chunks, as_objects, is_missing, text_at};
use crate::error::Failure;

/// Number of bytes of a text in memory that are replayed at once.
const AT_ONCE: usize = 128 << 10;

/// The games to read; each pass reads them anew.
#[derive(Debug)]
pub(crate) enum Source {
    Files(Vec<PathBuf>),
    /// Texts, each of any number of games.
    Texts(Arc<Texts>),
}

/// How the tags of games are read that are not UTF-8.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tags {
    /// Not at all.
    Unread,
    /// By an encoding, or the one that they look like.
    By(Option<TextEncoding>),
}

/// Texts in memory.
#[derive(Debug)]
pub(crate) enum Texts {
    One(Text),
    Many(Vec<Option<Text>>),
    /// Chunks, with the number of texts before each.
    Arrow(Vec<(usize, ArrayRef)>),
}

/// A text of Python's, without a copy.
#[derive(Debug)]
pub(crate) enum Text {
    Bytes(PyBackedBytes),
    Str(PyBackedStr),
}

impl Text {
    fn of(value: &Bound<PyAny>) -> PyResult<Option<Text>> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Some(Text::Str(PyBackedStr::try_from(text.clone())?)));
        }
        Ok(value.cast::<PyBytes>().ok().map(|bytes| Text::Bytes(bytes.clone().into())))
    }

    fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Bytes(bytes) => bytes,
            Text::Str(text) => text.as_bytes(),
        }
    }
}

impl Texts {
    /// The texts of chunks of Arrow.
    fn of_chunks(chunks: Vec<ArrayRef>) -> Texts {
        let mut before = 0;
        let numbered = chunks.into_iter().map(|chunk| {
            let start = before;
            before += chunk.len();
            (start, chunk)
        });
        Texts::Arrow(numbered.collect())
    }

    fn len(&self) -> usize {
        match self {
            Texts::One(_) => 1,
            Texts::Many(texts) => texts.len(),
            Texts::Arrow(chunks) => chunks.last().map_or(0, |(before, chunk)| before + chunk.len()),
        }
    }

    /// The text of a number from 0, if it is not missing.
    fn get(&self, number: usize) -> Option<&[u8]> {
        match self {
            Texts::One(text) => Some(text.as_bytes()),
            Texts::Many(texts) => texts[number].as_ref().map(Text::as_bytes),
            Texts::Arrow(chunks) => {
                let at = chunks.partition_point(|(before, _)| *before <= number) - 1;
                let (before, chunk) = &chunks[at];
                text_at(chunk, number - before).map(str::as_bytes)
            }
        }
    }

    /// The encoding that what is not UTF-8 looks like; `None` if all is UTF-8.
    fn encoding(&self) -> Option<TextEncoding> {
        encoding_of_texts((0..self.len()).filter_map(|number| self.bytes_of(number)))
    }

    /// The text of a number, if it may be something else than UTF-8.
    fn bytes_of(&self, number: usize) -> Option<&[u8]> {
        let text = match self {
            Texts::One(text) => text,
            Texts::Many(texts) => texts[number].as_ref()?,
            Texts::Arrow(_) => return None,
        };
        matches!(text, Text::Bytes(_)).then(|| text.as_bytes())
    }

    /// The number of bytes of all texts.
    fn bytes(&self) -> u64 {
        (0..self.len()).filter_map(|number| self.get(number)).map(|text| text.len() as u64).sum()
    }
}

impl Source {
    /// The source that a call names: `paths`, or `texts`.
    ///
    /// # Errors
    /// TypeError and ValueError when it names none or both, and ReadError when a file cannot be opened.
    pub(crate) fn of(
        paths: Option<&Bound<PyAny>>,
        texts: Option<&Bound<PyAny>>,
    ) -> PyResult<Source> {
        match (paths, texts) {
            (Some(paths), None) => Source::files(paths),
            (None, Some(texts)) => Source::texts(texts),
            _ => Err(PyTypeError::new_err(
                "expected either the paths of files, or texts= with the text of games",
            )),
        }
    }

    fn files(paths: &Bound<PyAny>) -> PyResult<Source> {
        let files = paths_of("paths", paths)?;
        // A missing file is an error now, and not in the middle of a query.
        find_all(&files, Holds::Text, &nobody()).map_err(Failure::from)?;
        Ok(Source::Files(files))
    }

    fn texts(texts: &Bound<PyAny>) -> PyResult<Source> {
        if let Some(text) = Text::of(texts)? {
            return Ok(Source::Texts(Arc::new(Texts::One(text))));
        }
        if let Some(chunks) = arrow_chunks(texts)? {
            return Ok(Source::Texts(Arc::new(Texts::of_chunks(chunks))));
        }
        let values = as_objects(texts)?;
        let Ok(items) = values.try_iter() else {
            let got = texts.get_type().name()?;
            let expected = "texts: expected str, bytes or a column of them";
            return Err(PyTypeError::new_err(format!("{expected}, got {got}")));
        };
        let mut many = Vec::new();
        for item in items {
            let item = item?;
            let text = Text::of(&item)?;
            if text.is_none() && !is_missing(&item) {
                let (row, got) = (many.len(), item.get_type().name()?);
                let expected = format!("texts[{row}]: expected str, bytes or None");
                return Err(PyTypeError::new_err(format!("{expected}, got {got}")));
            }
            many.push(text);
        }
        Ok(Source::Texts(Arc::new(Texts::Many(many))))
    }

    /// The number of bytes to read, if it is known.
    pub(crate) fn bytes(&self) -> Option<u64> {
        match self {
            Source::Files(files) => {
                let sizes = files.iter().map(|file| file.metadata().ok());
                sizes.map(|meta| meta.filter(|meta| meta.is_file()).map(|meta| meta.len())).sum()
            }
            Source::Texts(texts) => Some(texts.bytes()),
        }
    }

    /// What a `repr` calls it.
    pub(crate) fn words(&self) -> String {
        match self {
            Source::Files(files) => match &files[..] {
                [file] => file.display().to_string(),
                files => format!("{} files", files.len()),
            },
            Source::Texts(texts) => match texts.len() {
                1 => "1 text".to_owned(),
                count => format!("{count} texts"),
            },
        }
    }

    /// The pieces of all games, in order.
    ///
    /// # Errors
    /// When a file cannot be opened any more.
    pub(crate) fn pieces(
        &self,
        partial: bool,
        tags: Tags,
        listener: Arc<dyn Listener>,
    ) -> Result<Box<dyn Iterator<Item = Piece> + Send>, Failure> {
        Ok(match self {
            Source::Files(files) => {
                let found = find_all(files, Holds::Text, &listener)?;
                let mut chunks = Chunks::new(found, ChunkUnit::Games).only_whole(!partial);
                if let Tags::By(encoding) = tags {
                    chunks = chunks.decode_tags(encoding);
                }
                Box::new(chunks.map(|chunk| Piece::Chunk(Box::new(chunk))))
            }
            Source::Texts(texts) => {
                let (given, found) = match tags {
                    Tags::Unread => (None, None),
                    Tags::By(Some(given)) => (Some(given), None),
                    Tags::By(None) => (None, texts.encoding()),
                };
                let encoding = TextsEncoding {
                    encoding: given.or(found).unwrap_or_default(),
                    untold: AtomicBool::new(found.is_some()),
                    listener: listener.clone(),
                };
                Box::new(Cuts::new(texts.clone(), Arc::new(encoding), listener))
            }
        })
    }
}

fn nobody() -> Arc<dyn Listener> {
    Arc::new(zobrist_files::Nobody)
}

/// Whole games that one thread replays.
pub(crate) enum Piece {
    Chunk(Box<Chunk>),
    Cut(Cut),
}

/// The encoding of tags in texts that are not UTF-8.
pub(crate) struct TextsEncoding {
    encoding: TextEncoding,
    /// True if it was found by the texts, and nobody was told of it.
    untold: AtomicBool,
    listener: Arc<dyn Listener>,
}

impl TextsEncoding {
    /// Tells once that it was assumed.
    fn tell(&self) {
        if self.untold.swap(false, Ordering::Relaxed) {
            self.listener.assumed_encoding(&format!(
                "texts: some tags are not UTF-8; they were read as {}, which they look like",
                self.encoding
            ));
        }
    }
}

/// Some of the games in memory.
pub(crate) struct Cut {
    texts: Arc<Texts>,
    encoding: Arc<TextsEncoding>,
    /// The number of the first text.
    first: usize,
    /// The texts, whole, or a part of the first.
    what: CutOf,
}

enum CutOf {
    Texts(usize),
    Part(Part),
}

/// A part of a text.
struct Part {
    start: usize,
    /// The line of its first byte, from 1.
    line: u64,
    /// The number of games before it.
    games: u64,
    /// The ends of its games, from `start` on.
    ends: Vec<usize>,
}

/// The games of a text, or of a part of it.
pub(crate) struct GamesOfText<'a> {
    pub(crate) file: Arc<str>,
    pub(crate) text: &'a [u8],
    /// The ends of the games in the text.
    pub(crate) ends: &'a [usize],
    /// The number of the first game within the file, from 1.
    pub(crate) first: u64,
    /// The offset of the text in the file.
    pub(crate) offset: u64,
    /// The line of the text in the file, from 1.
    line: u64,
    /// The encoding of tags that are not UTF-8.
    pub(crate) encoding: TextEncoding,
    told: Told<'a>,
}

/// Those who tell of tags that are not UTF-8.
#[derive(Clone, Copy)]
enum Told<'a> {
    Notes(&'a Notes),
    Texts(&'a TextsEncoding),
}

impl GamesOfText<'_> {
    /// Counts games, by their numbers from 0 in the text, with tags that are not UTF-8.
    pub(crate) fn decoded(&self, games: &[usize]) {
        for number in games {
            match self.told {
                Told::Notes(notes) => notes.decoded(self.first + *number as u64),
                Told::Texts(encoding) => encoding.tell(),
            }
        }
    }

    /// A rejection at a byte of the text.
    pub(crate) fn reject(&self, at: usize, reason: String) -> Rejection {
        let line = self.line + lines(&self.text[..at]);
        Rejection::new(self.file.clone(), line, self.offset + at as u64, reason)
    }
}

impl Piece {
    /// Calls `each` with the games of each file, or the rejection of a text that holds none. A file without
    /// games is rejected by its chunk.
    pub(crate) fn for_each_text(&self, mut each: impl FnMut(Result<&GamesOfText, Rejection>)) {
        match self {
            Piece::Chunk(chunk) => each(Ok(&GamesOfText {
                file: chunk.file.clone(),
                text: &chunk.text,
                ends: &chunk.ends,
                first: chunk.game_in_file,
                offset: chunk.offset,
                line: chunk.line,
                encoding: chunk.encoding,
                told: Told::Notes(&chunk.notes),
            })),
            Piece::Cut(cut) => cut.for_each_text(each),
        }
    }

    /// The size of the text, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Piece::Chunk(chunk) => chunk.text.len(),
            Piece::Cut(_) => AT_ONCE,
        }
    }
}

/// The name of a text.
fn name(texts: &Texts, number: usize) -> Arc<str> {
    match texts {
        Texts::One(_) => "texts".into(),
        _ => format!("texts[{number}]").into(),
    }
}

impl Cut {
    fn for_each_text(&self, mut each: impl FnMut(Result<&GamesOfText, Rejection>)) {
        match &self.what {
            CutOf::Part(part) => {
                let Some(text) = self.texts.get(self.first) else { return };
                let end = part.start + part.ends.last().copied().unwrap_or_default();
                each(Ok(&GamesOfText {
                    file: name(&self.texts, self.first),
                    text: &text[part.start..end],
                    ends: &part.ends,
                    first: part.games + 1,
                    offset: part.start as u64,
                    line: part.line,
                    encoding: self.encoding.encoding,
                    told: Told::Texts(&self.encoding),
                }));
            }
            CutOf::Texts(count) => {
                for number in self.first..self.first + count {
                    let Some(text) = self.texts.get(number) else { continue };
                    let (mut scanner, mut at, mut ends) = (GameScanner::new(), 0, Vec::new());
                    while let Some(length) = scanner.end_of_game(&text[at..], true) {
                        at += length;
                        ends.push(at);
                    }
                    let file = name(&self.texts, number);
                    let first = ends.first().map_or(0, |end| *end);
                    // Few texts have no game, so that most are not judged.
                    let is_game = begins_as_games(text) && has_game(&text[..first]);
                    let other = if is_game { None } else { judge(&file, text, true) };
                    match other {
                        Some(kind) => each(Err(Rejection::without_games(file, kind))),
                        None => each(Ok(&GamesOfText {
                            file,
                            text,
                            ends: &ends,
                            first: 1,
                            offset: 0,
                            line: 1,
                            encoding: self.encoding.encoding,
                            told: Told::Texts(&self.encoding),
                        })),
                    }
                }
            }
        }
    }
}

/// True if a text begins with a letter, a digit or a tag, as most games do, and JSON and records of Go do not.
fn begins_as_games(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'[', letter, ..] => letter.is_ascii_alphabetic(),
        [first, ..] => first.is_ascii_alphanumeric(),
        [] => false,
    }
}

/// The number of line ends.
fn lines(text: &[u8]) -> u64 {
    text.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// Cuts texts in memory into pieces: a long one between its games, short ones between them.
struct Cuts {
    texts: Arc<Texts>,
    encoding: Arc<TextsEncoding>,
    listener: Arc<dyn Listener>,
    /// The number of the next text.
    next: usize,
    /// How far that text has been cut.
    at: usize,
    line: u64,
    games: u64,
    scanner: GameScanner,
}

impl Cuts {
    fn new(texts: Arc<Texts>, encoding: Arc<TextsEncoding>, listener: Arc<dyn Listener>) -> Cuts {
        let scanner = GameScanner::new();
        Cuts { texts, encoding, listener, next: 0, at: 0, line: 1, games: 0, scanner }
    }

    /// The next games of a long text; `None` at its end.
    fn part(&mut self, text: &[u8]) -> Option<Part> {
        let start = self.at;
        let mut ends = Vec::new();
        while self.at - start < AT_ONCE {
            let Some(length) = self.scanner.end_of_game(&text[self.at..], true) else { break };
            self.at += length;
            ends.push(self.at - start);
        }
        let part = Part { start, line: self.line, games: self.games, ends };
        self.games += part.ends.len() as u64;
        self.line += lines(&text[start..self.at]);
        (!part.ends.is_empty()).then_some(part)
    }

    /// Goes on to the next text.
    fn advance(&mut self) {
        self.next += 1;
        (self.at, self.line, self.games) = (0, 1, 0);
        self.scanner = GameScanner::new();
    }
}

impl Iterator for Cuts {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let texts = self.texts.clone();
        let encoding = self.encoding.clone();
        let cut = |first, what| {
            let (texts, encoding) = (texts.clone(), encoding.clone());
            Piece::Cut(Cut { texts, encoding, first, what })
        };
        let (first, mut bytes) = (self.next, 0);
        while self.next < texts.len() && bytes < AT_ONCE {
            let text = texts.get(self.next).unwrap_or_default();
            // A text without games is rejected as a whole.
            let is_other = || self.at == 0 && judge(&name(&texts, self.next), text, true).is_some();
            if text.len() < AT_ONCE || is_other() {
                bytes += text.len();
                self.advance();
            } else if self.next > first {
                // Those before it make a piece of their own.
                break;
            } else if let Some(part) = self.part(text) {
                self.listener.read((self.at - part.start) as u64);
                return Some(cut(first, CutOf::Part(part)));
            } else if self.games == 0 {
                // It is rejected as a whole if it is not empty.
                bytes += text.len();
                self.advance();
            } else {
                self.advance();
                return Iterator::next(self);
            }
        }
        self.listener.read(bytes as u64);
        let count = self.next - first;
        (count > 0).then(|| cut(first, CutOf::Texts(count)))
    }
}
