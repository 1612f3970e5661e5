//! Rewrites the text of a game as UTF-8.

use std::borrow::Cow;

use super::tags::escaped;
use crate::pgn::{Game, Tag, TokenKind, space_length};

/// Decodes a part of a text; see [`FixOptions::decode`](super::FixOptions::decode).
pub(super) type Decode<'a> = &'a dyn Fn(&[u8]) -> String;

/// Returns the text in UTF-8, or `None` if it is. Values of tags are decoded as a whole, as readers
/// do, and all else word by word.
pub(super) fn in_utf8(game: &[u8], decode: Decode<'_>) -> Option<Vec<u8>> {
    if game.is_ascii() {
        return None;
    }
    let read = Game::new(game, 0);
    let start = read.offset() as usize;
    let mut decoder = Decoder { decode, decoded: Vec::with_capacity(game.len() + 64) };
    let mut at = 0;
    for tag in read.tags().map_while(Result::ok) {
        let value = start + tag.value_offset;
        decoder.words(&game[at..value], false);
        decoder.value(&tag);
        at = value + tag.raw.len();
        let end = (start + tag.end).max(at);
        decoder.words(&game[at..end], false);
        at = end;
    }
    // Comments of earlier paragraphs.
    decoder.words(&game[at..start.max(at)], false);
    at = start.max(at);
    for token in read.tokens().map_while(Result::ok) {
        if matches!(token.kind, TokenKind::Comment | TokenKind::Variation) {
            let offset = (start + token.offset).max(at);
            decoder.words(&game[at..offset], true);
            at = start + token.offset + token.text.len();
            decoder.words(&game[offset..at], false);
        }
    }
    decoder.words(&game[at..], true);
    (decoder.decoded != game).then_some(decoder.decoded)
}

/// A text that is decoded piece by piece.
struct Decoder<'a> {
    decode: Decode<'a>,
    decoded: Vec<u8>,
}

impl Decoder<'_> {
    fn piece(&mut self, piece: &[u8]) {
        if piece.is_ascii() {
            self.decoded.extend_from_slice(piece);
        } else {
            self.decoded.extend_from_slice((self.decode)(piece).as_bytes());
        }
    }

    /// Decodes the value of a tag. A second byte of a letter may be a backslash.
    fn value(&mut self, tag: &Tag<'_>) {
        match tag.value() {
            _ if tag.raw.is_ascii() => self.piece(tag.raw),
            Cow::Borrowed(value) => self.piece(value),
            Cow::Owned(value) => {
                let value = (self.decode)(&value).into_bytes();
                let escaped = escaped(&value);
                self.decoded.extend_from_slice(escaped.as_deref().unwrap_or(&value));
            }
        }
    }

    /// Decodes words. The spaces of one byte between moves are those of windows-1252 to all
    /// readers.
    fn words(&mut self, text: &[u8], are_moves: bool) {
        let mut from = 0;
        for at in 0..text.len() {
            let space = match text[at] {
                b' ' | b'\t' | b'\r' | b'\n' => "",
                0x85 if are_moves && space_length(text, at).is_some() => "\u{2026}",
                0xa0 if are_moves && space_length(text, at).is_some() => "\u{a0}",
                _ => continue,
            };
            self.piece(&text[from..at]);
            from = at + usize::from(!space.is_empty());
            self.decoded.extend_from_slice(space.as_bytes());
        }
        self.piece(&text[from..]);
    }
}
