//! Lines of positions: where they are in a chunk of text, and how they are read.

use std::ops::ControlFlow;

use memchr::memchr;
use shakmaty::Chess;
use shakmaty::variant::{Variant, VariantPosition};
use zobrist_commands_input::schemes::VariantOption;
use zobrist_game_text::{Chunk, Rejection};
use zobrist_input::without_mark;
use zobrist_shakmaty::{
    ReadPositionError, Strictness, read_position_with, read_variant_position_with,
};

/// Reads positions from lines of FEN or EPD.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PositionReader {
    pub(crate) variant: VariantOption,
    /// True if missing fields of FEN are accepted, and what follows them is ignored.
    pub(crate) lenient: bool,
}

impl PositionReader {
    /// Reads a position and passes it to `chess`, or to `other` if a variant was asked for.
    /// Standard chess has its own type, which is faster.
    pub(crate) fn read<R>(
        &self,
        line: &[u8],
        chess: impl FnOnce(Chess) -> R,
        other: impl FnOnce(VariantPosition) -> R,
    ) -> Result<R, ReadPositionError> {
        let mode = self.variant.castling_mode();
        let strictness = if self.lenient { Strictness::Lenient } else { Strictness::Strict };
        match self.variant.rules() {
            Variant::Chess => read_position_with(line, mode, strictness).map(chess),
            rules => read_variant_position_with(line, rules, mode, strictness).map(other),
        }
    }

    /// What the user can do about a line that was refused.
    pub(crate) fn hint(&self, line: &[u8]) -> &'static str {
        let lenient = Strictness::Lenient;
        let (mode, rules) = (self.variant.castling_mode(), self.variant.rules());
        match read_variant_position_with(line, rules, mode, lenient) {
            Ok(_) => "; --lenient accepts the line",
            Err(_) => "",
        }
    }
}

/// A line of a chunk that is not blank, without its line end, and its place.
pub(crate) struct ChunkLine<'a> {
    pub(crate) text: &'a [u8],
    /// In its file, from 1.
    pub(crate) number: u64,
    /// In its chunk.
    at: usize,
}

impl ChunkLine<'_> {
    pub(crate) fn reject(&self, chunk: &Chunk, reason: String) -> Rejection {
        let offset = chunk.offset + self.at as u64;
        Rejection::new(chunk.file.clone(), self.number, offset, reason)
    }
}

/// Calls `each` with every line that is not blank; stops early when it returns a break.
pub(crate) fn for_each_line<'a>(
    chunk: &'a Chunk,
    mut each: impl FnMut(ChunkLine<'a>) -> ControlFlow<()>,
) {
    let mut at = 0;
    for number in chunk.line.. {
        let rest = &chunk.text[at..];
        if rest.is_empty() {
            return;
        }
        let end = memchr(b'\n', rest);
        let text = &rest[..end.unwrap_or(rest.len())];
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let text = without_mark(text, chunk.offset + at as u64);
        let blank = text.trim_ascii_start().is_empty();
        if !blank && each(ChunkLine { text, number, at }).is_break() {
            return;
        }
        at += end.map_or(rest.len(), |end| end + 1);
    }
}
