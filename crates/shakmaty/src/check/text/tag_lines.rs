//! The tags of a game, with their names in the spelling of the standard.

use std::borrow::Cow;

use crate::pgn::{Game, Tag, canonical};

/// A tag of a game.
#[derive(Debug)]
pub(in crate::check) struct TagLine<'a> {
    pub(in crate::check) tag: Tag<'a>,
    /// The name in the spelling of the standard, if it has the name.
    pub(in crate::check) name: &'a [u8],
    /// The value without escapes.
    pub(in crate::check) value: Cow<'a, [u8]>,
}

impl<'a> TagLine<'a> {
    /// All tags of a game. One that is not terminated ends them.
    pub(in crate::check) fn all(game: &Game<'a>) -> Vec<TagLine<'a>> {
        let tags = game.tags().map_while(Result::ok);
        tags.map(|tag| TagLine { tag, name: canonical(tag.name), value: tag.value() }).collect()
    }
}

/// The value of the last tag of a name, which counts.
pub(in crate::check) fn last<'a>(tags: &'a [TagLine<'_>], name: &str) -> Option<&'a [u8]> {
    let last = tags.iter().rev().find(|line| line.name == name.as_bytes());
    last.map(|line| line.value.as_ref())
}

/// The beginning of a text that may be of any length, on one line and in quotes, with its blanks.
pub(super) fn quoted(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * MOST)]);
    let on_one_line = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
    let text = text.chars().map(on_one_line).collect();
    format!("\"{}\"", shortened(text))
}

/// The beginning of a text that may be of any length, on one line.
pub(super) fn excerpt(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * MOST)]);
    shortened(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text,
    }
}

/// The first of many details in one text; `None` for none.
pub(super) fn joined(mut details: impl Iterator<Item = String>, between: &str) -> Option<String> {
    let mut text = details.by_ref().take(NAMED).collect::<Vec<_>>().join(between);
    let more = details.count();
    if more > 0 {
        text += &format!("{between}{more} more");
    }
    (!text.is_empty()).then_some(text)
}

/// The most details that are named.
const NAMED: usize = 8;

/// The most letters of a text that are shown.
const MOST: usize = 40;
