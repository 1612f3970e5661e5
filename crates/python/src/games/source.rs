//! Where games come from: files, or texts in memory.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use zobrist_game_text::{ChunkUnit, Chunks};
use zobrist_index::TextEncoding;
use zobrist_input::{Content, Listener, find_all};

use super::piece::{Cuts, Piece};
use super::texts::{Text, Texts, TextsEncoding};
use crate::arguments::paths_of;
use crate::column::{arrow_chunks, as_objects, is_missing};
use crate::error::Failure;

/// The games to read; each pass reads them anew.
#[derive(Debug)]
pub(crate) enum GameInput {
    Files(Vec<PathBuf>),
    /// Texts, each of any number of games.
    Texts(Arc<Texts>),
}

/// The treatment of tags that are not UTF-8.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tags {
    /// Not at all.
    Unread,
    /// By an encoding, or the one that they look like.
    By(Option<TextEncoding>),
}

impl GameInput {
    /// The source that a call names: `paths`, or `texts`.
    ///
    /// # Errors
    /// TypeError and ValueError when it names none or both, and ReadError when a file cannot be
    /// opened.
    pub(crate) fn of(
        paths: Option<&Bound<PyAny>>,
        texts: Option<&Bound<PyAny>>,
    ) -> PyResult<GameInput> {
        match (paths, texts) {
            (Some(paths), None) => GameInput::files(paths),
            (None, Some(texts)) => GameInput::texts(texts),
            _ => Err(PyTypeError::new_err(
                "expected either the paths of files, or texts= with the text of games",
            )),
        }
    }

    fn files(paths: &Bound<PyAny>) -> PyResult<GameInput> {
        let files = paths_of("paths", paths)?;
        // A missing file is an error now, and not in the middle of a query.
        find_all(&files, Content::Text, &nobody()).map_err(Failure::from)?;
        Ok(GameInput::Files(files))
    }

    fn texts(texts: &Bound<PyAny>) -> PyResult<GameInput> {
        if let Some(text) = Text::of(texts)? {
            return Ok(GameInput::Texts(Arc::new(Texts::One(text))));
        }
        if let Some(chunks) = arrow_chunks(texts)? {
            return Ok(GameInput::Texts(Arc::new(Texts::of_chunks(chunks))));
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
        Ok(GameInput::Texts(Arc::new(Texts::Many(many))))
    }

    /// The number of bytes to read, if it is known.
    pub(crate) fn bytes(&self) -> Option<u64> {
        match self {
            GameInput::Files(files) => {
                let sizes = files.iter().map(|file| file.metadata().ok());
                sizes.map(|meta| meta.filter(|meta| meta.is_file()).map(|meta| meta.len())).sum()
            }
            GameInput::Texts(texts) => Some(texts.bytes()),
        }
    }

    /// Returns its words in a `repr`.
    pub(crate) fn words(&self) -> String {
        match self {
            GameInput::Files(files) => match &files[..] {
                [file] => file.display().to_string(),
                files => format!("{} files", files.len()),
            },
            GameInput::Texts(texts) => match texts.len() {
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
            GameInput::Files(files) => {
                let found = find_all(files, Content::Text, &listener)?;
                let mut chunks = Chunks::new(found, ChunkUnit::Games).only_whole(!partial);
                if let Tags::By(encoding) = tags {
                    chunks = chunks.decode_tags(encoding);
                }
                Box::new(chunks.map(|chunk| Piece::Chunk(Box::new(chunk))))
            }
            GameInput::Texts(texts) => {
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
    Arc::new(zobrist_input::Nobody)
}
