//! Where games come from: files, or texts in memory.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::ArrayRef;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};
use zobrist_files::{Chunk, ChunkUnit, Chunks, Holds, Listener, Rejection, find_all};
use zobrist_shakmaty::pgn::GameScanner;

use crate::arguments::paths_of;
use crate::column::{arrow_chunks, as_objects, texts};
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

/// Texts in memory.
#[derive(Debug)]
pub(crate) enum Texts {
    One(Text),
    Many(Vec<Option<Text>>),
    Arrow(Vec<ArrayRef>),
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
    fn len(&self) -> usize {
        match self {
            Texts::One(_) => 1,
            Texts::Many(texts) => texts.len(),
            Texts::Arrow(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
        }
    }

    /// The number of bytes of all texts.
    fn bytes(&self) -> u64 {
        let length = |text: &Text| text.as_bytes().len() as u64;
        match self {
            Texts::One(text) => length(text),
            Texts::Many(many) => many.iter().flatten().map(length).sum(),
            Texts::Arrow(chunks) => {
                let of = |chunk| texts(chunk).into_iter().flatten().map(|text| text.len() as u64);
                chunks.iter().flat_map(of).sum()
            }
        }
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
            return Ok(Source::Texts(Arc::new(Texts::Arrow(chunks))));
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
            if text.is_none() && !item.is_none() {
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
        listener: Arc<dyn Listener>,
    ) -> Result<Box<dyn Iterator<Item = Piece> + Send>, Failure> {
        Ok(match self {
            Source::Files(files) => {
                let found = find_all(files, Holds::Text, &listener)?;
                let chunks = Chunks::new(found, ChunkUnit::Games).only_whole(!partial);
                Box::new(chunks.map(Piece::Chunk))
            }
            Source::Texts(texts) => Box::new(Cuts::new(texts.clone(), listener)),
        })
    }
}

fn nobody() -> Arc<dyn Listener> {
    Arc::new(zobrist_files::Nobody)
}

/// Whole games that one thread replays.
pub(crate) enum Piece {
    Chunk(Chunk),
    Cut(Cut),
}

/// Some of the games in memory.
pub(crate) struct Cut {
    texts: Arc<Texts>,
    /// The text that it is of, and the number of texts: more than one only if the cut has them whole.
    first: usize,
    count: usize,
    /// If it is of one text: where it begins there, and the number of games before it.
    start: usize,
    games: u64,
    /// The ends of the games, from `start` on.
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
    /// The line of the text in the file, from 1; `None` if it must be counted in `before`.
    line: Option<u64>,
    before: &'a [u8],
}

impl GamesOfText<'_> {
    /// A rejection at a byte of the text.
    pub(crate) fn reject(&self, at: usize, reason: String) -> Rejection {
        let lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count() as u64;
        let line = self.line.unwrap_or_else(|| 1 + lines(self.before)) + lines(&self.text[..at]);
        Rejection::new(self.file.clone(), line, self.offset + at as u64, reason)
    }
}

impl Piece {
    /// Calls `each` with the games of each file.
    pub(crate) fn for_each_text(&self, mut each: impl FnMut(&GamesOfText)) {
        match self {
            Piece::Chunk(chunk) => each(&GamesOfText {
                file: chunk.file.clone(),
                text: &chunk.text,
                ends: &chunk.ends,
                first: chunk.game_in_file,
                offset: chunk.offset,
                line: Some(chunk.line),
                before: b"",
            }),
            Piece::Cut(cut) => cut.for_each_text(each),
        }
    }

    /// The size of the text, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Piece::Chunk(chunk) => chunk.text.len(),
            Piece::Cut(cut) => cut.ends.last().copied().unwrap_or(AT_ONCE),
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
    fn for_each_text(&self, mut each: impl FnMut(&GamesOfText)) {
        match &*self.texts {
            Texts::One(text) => self.part(text.as_bytes(), &mut each),
            Texts::Many(texts) => {
                for (number, text) in texts.iter().enumerate().skip(self.first).take(self.count) {
                    self.whole(number, text.as_ref().map(Text::as_bytes), &mut each);
                }
            }
            Texts::Arrow(chunks) => {
                let mut before = 0;
                for chunk in chunks {
                    let (from, to) = (self.first.max(before), self.first + self.count);
                    let to = to.min(before + chunk.len());
                    if from < to {
                        let rows = chunk.slice(from - before, to - from);
                        for (row, text) in texts(&rows).into_iter().enumerate() {
                            self.whole(from + row, text.map(str::as_bytes), &mut each);
                        }
                    }
                    before += chunk.len();
                }
            }
        }
    }

    fn part(&self, text: &[u8], each: &mut impl FnMut(&GamesOfText)) {
        let end = self.start + self.ends.last().copied().unwrap_or_default();
        each(&GamesOfText {
            file: name(&self.texts, 0),
            text: &text[self.start..end],
            ends: &self.ends,
            first: self.games + 1,
            offset: self.start as u64,
            line: None,
            before: &text[..self.start],
        });
    }

    fn whole(&self, number: usize, text: Option<&[u8]>, each: &mut impl FnMut(&GamesOfText)) {
        let Some(text) = text else { return };
        let mut scanner = GameScanner::new();
        let (mut ends, mut end) = (Vec::new(), 0);
        while let Some(length) = scanner.end_of_game(&text[end..], true) {
            end += length;
            ends.push(end);
        }
        each(&GamesOfText {
            file: name(&self.texts, number),
            text,
            ends: &ends,
            first: 1,
            offset: 0,
            line: Some(1),
            before: b"",
        });
    }
}

/// Cuts texts in memory into pieces: one text between its games, several between them.
struct Cuts {
    texts: Arc<Texts>,
    listener: Arc<dyn Listener>,
    next: usize,
    at: usize,
    games: u64,
    scanner: GameScanner,
}

impl Cuts {
    fn new(texts: Arc<Texts>, listener: Arc<dyn Listener>) -> Cuts {
        Cuts { texts, listener, next: 0, at: 0, games: 0, scanner: GameScanner::new() }
    }

    /// The next games of the only text.
    fn part(&mut self, text: &Text) -> Option<Cut> {
        let text = text.as_bytes();
        let (start, games) = (self.at, self.games);
        let mut ends = Vec::new();
        while self.at - start < AT_ONCE {
            let Some(length) = self.scanner.end_of_game(&text[self.at..], true) else { break };
            self.at += length;
            ends.push(self.at - start);
        }
        self.games += ends.len() as u64;
        self.listener.read((self.at - start) as u64);
        let texts = self.texts.clone();
        (!ends.is_empty()).then_some(Cut { texts, first: 0, count: 1, start, games, ends })
    }
}

impl Iterator for Cuts {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let texts = self.texts.clone();
        if let Texts::One(text) = &*texts {
            return self.part(text).map(Piece::Cut);
        }
        let (first, mut bytes) = (self.next, 0);
        let length = |number: usize| match &*texts {
            Texts::Many(many) => many[number].as_ref().map_or(0, |text| text.as_bytes().len()),
            // Games are of some kilobytes.
            _ => 2 << 10,
        };
        while self.next < texts.len() && bytes < AT_ONCE {
            bytes += length(self.next);
            self.next += 1;
        }
        self.listener.read(bytes as u64);
        let count = self.next - first;
        let cut = Cut { texts: self.texts.clone(), first, count, start: 0, games: 0, ends: vec![] };
        (count > 0).then_some(Piece::Cut(cut))
    }
}
