//! Texts of games in memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::ArrayRef;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};
use zobrist_index::TextEncoding;
use zobrist_input::Listener;
use zobrist_text_encoding::encoding_of_texts;

use crate::column::text_at;

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
    pub(super) fn of(value: &Bound<PyAny>) -> PyResult<Option<Text>> {
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
    pub(super) fn of_chunks(chunks: Vec<ArrayRef>) -> Texts {
        let mut before = 0;
        let numbered = chunks.into_iter().map(|chunk| {
            let start = before;
            before += chunk.len();
            (start, chunk)
        });
        Texts::Arrow(numbered.collect())
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Texts::One(_) => 1,
            Texts::Many(texts) => texts.len(),
            Texts::Arrow(chunks) => chunks.last().map_or(0, |(before, chunk)| before + chunk.len()),
        }
    }

    /// The text of a number from 0, if it is not missing.
    pub(super) fn get(&self, number: usize) -> Option<&[u8]> {
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

    /// The name of the text of a number.
    pub(super) fn name(&self, number: usize) -> Arc<str> {
        match self {
            Texts::One(_) => "texts".into(),
            _ => format!("texts[{number}]").into(),
        }
    }

    /// The encoding that what is not UTF-8 looks like; `None` if all is UTF-8.
    pub(super) fn encoding(&self) -> Option<TextEncoding> {
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
    pub(super) fn bytes(&self) -> u64 {
        (0..self.len()).filter_map(|number| self.get(number)).map(|text| text.len() as u64).sum()
    }
}

/// The encoding of tags in texts that are not UTF-8.
pub(crate) struct TextsEncoding {
    pub(super) encoding: TextEncoding,
    /// True if it was found by the texts, and nobody was told of it.
    pub(super) untold: AtomicBool,
    pub(super) listener: Arc<dyn Listener>,
}

impl TextsEncoding {
    /// Tells once that it was assumed.
    pub(super) fn tell(&self) {
        if self.untold.swap(false, Ordering::Relaxed) {
            self.listener.assumed_encoding(&format!(
                "texts: some tags are not UTF-8; they were read as {}, which they look like",
                self.encoding
            ));
        }
    }
}
