//! The mends of tags.

use std::ops::Range;

use memchr::memchr;

use super::super::text::tag_lines::TagLine;
use super::mend::{Edits, Mend};
use crate::game_start::is_unknown;
use crate::pgn::typographic_quote;
use crate::result_tag::{GameResultTag, result_of_tag};

/// The text of a game.
#[derive(Clone, Copy)]
pub(super) struct GameText<'a> {
    /// The text, with what comes before the game.
    pub(super) text: &'a [u8],
    /// The offset in it from which those of tags count.
    pub(super) start: usize,
}

/// Mends the tags of a game, whose result is known.
pub(super) fn mend_tags(
    game: GameText<'_>,
    tags: &[TagLine<'_>],
    result: GameResultTag,
    edits: &mut Edits,
) {
    let last_of = |name: &[u8]| tags.iter().rposition(|line| line.name == name);
    let last_result = last_of(b"Result");
    let fen = last_of(b"FEN").filter(|fen| !is_unknown(&tags[*fen].value));
    let last_set_up = last_of(b"SetUp").filter(|_| fen.is_some());
    // Where a game has nothing but tags, an `Event` after an empty line begins the next.
    let has_late_event =
        tags.windows(2).any(|two| two[1].name == b"Event" && game.has_empty_line(&two[0], &two[1]));
    for (at, line) in tags.iter().enumerate() {
        if line.name == b"Event" && has_late_event {
            continue;
        }
        mend_name(game, line, edits);
        if Some(at) == fen && last_set_up.is_none() {
            insert_set_up(game, line, edits);
        }
        let value = if Some(at) == last_set_up {
            (line.value.as_ref() != b"1").then(|| (Mend::SetUp, "1".to_owned()))
        } else if line.name == b"Result" && result.contradiction().is_none() {
            mended_result(line, result, Some(at) == last_result)
        } else {
            None
        };
        mend_value(game, line, value, edits);
    }
    if last_result.is_none()
        && let (Some(anchor), Some(after)) = (anchor_of_result(tags), result.after_moves())
    {
        insert_after(game, anchor, &format!("[Result \"{after}\"]"), edits);
    }
}

/// The value that a tag `Result` should have, if it has another.
fn mended_result(
    line: &TagLine<'_>,
    result: GameResultTag,
    is_last: bool,
) -> Option<(Mend, String)> {
    let value: &[u8] = &line.value;
    let (mend, mended) = match result_of_tag(value) {
        Some(meant) => (Mend::ResultSpelling, meant.to_string()),
        None if is_last && (is_unknown(value) || value.trim_ascii() == b"*") => {
            (Mend::Result, result.after_moves()?.to_string())
        }
        None => return None,
    };
    (value != mended.as_bytes()).then_some((mend, mended))
}

/// The tag after which a missing `Result` belongs: the last of the roster, or the last of all.
fn anchor_of_result<'a, 'b>(tags: &'a [TagLine<'b>]) -> Option<&'a TagLine<'b>> {
    const BEFORE: [&[u8]; 6] = [b"Event", b"Site", b"Date", b"Round", b"White", b"Black"];
    tags.iter().rev().find(|line| BEFORE.contains(&line.name)).or(tags.last())
}

fn mend_name(game: GameText<'_>, line: &TagLine<'_>, edits: &mut Edits) {
    if line.tag.name == line.name {
        return;
    }
    let bracket = game.start + line.tag.offset + 1;
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
    let start = bracket + game.text[bracket..].iter().take_while(is_blank).count();
    edits.replace(start..start + line.tag.name.len(), line.name);
    edits.count(Mend::TagName);
}

/// Mends the value, if it should be another, and the quotes around it.
fn mend_value(
    game: GameText<'_>,
    line: &TagLine<'_>,
    value: Option<(Mend, String)>,
    edits: &mut Edits,
) {
    let start = game.start + line.tag.value_offset;
    let place = start..start + line.tag.raw.len();
    let quote = game.quote_before(start);
    let value = match value {
        Some((mend, value)) => {
            edits.count(mend);
            Some(value.into_bytes())
        }
        // Within typographic quotes, there are no escapes.
        None if quote.is_some() => escaped(line.tag.raw),
        None => None,
    };
    if let Some(quote) = quote.clone() {
        edits.replace(quote, "\"");
    }
    if let Some(value) = value {
        edits.replace(place.clone(), value);
    }
    if quote.is_some() {
        if let Some(length) = typographic_quote(&game.text[place.end..]) {
            edits.replace(place.end..place.end + length, "\"");
        }
        edits.count(Mend::Quotes);
    }
}

/// The value with escapes, if it needs some.
pub(super) fn escaped(raw: &[u8]) -> Option<Vec<u8>> {
    let needs = |byte: &u8| matches!(byte, b'"' | b'\\');
    raw.iter().any(needs).then(|| {
        let escape = |byte: &u8| needs(byte).then_some(b'\\').into_iter().chain([*byte]);
        raw.iter().flat_map(escape).collect()
    })
}

/// Puts `SetUp "1"` before the `FEN`, on a line of its own if that has one.
fn insert_set_up(game: GameText<'_>, fen: &TagLine<'_>, edits: &mut Edits) {
    let at = game.start + fen.tag.offset;
    let mut tag = b"[SetUp \"1\"]".to_vec();
    match game.margin(at) {
        Some(margin) => tag.extend([game.line_end(at), margin].concat()),
        None => tag.push(b' '),
    }
    edits.replace(at..at, tag);
    edits.count(Mend::SetUp);
}

/// Puts a tag `Result` after another tag, on a line of its own if that begins one. Nothing is put
/// after a tag that is not closed and has words after it.
fn insert_after(game: GameText<'_>, before: &TagLine<'_>, tag: &str, edits: &mut Edits) {
    let start = game.start + before.tag.offset;
    // The blanks after a value that is not closed belong to it.
    let value_end = game.start + before.tag.value_offset + before.tag.raw.len();
    let end = game.text[..game.start + before.tag.end].trim_ascii_end().len().max(value_end);
    let is_closed = game.text[..end].ends_with(b"]") && end > value_end;
    if !is_closed && !matches!(game.text.get(end), None | Some(b'\r' | b'\n')) {
        return;
    }
    let before = match game.margin(start) {
        Some(margin) => [game.line_end(start), margin].concat(),
        None if is_closed => b" ".to_vec(),
        None => return,
    };
    edits.replace(end..end, [&before, tag.as_bytes()].concat());
    edits.count(Mend::Result);
}

impl<'a> GameText<'a> {
    /// The text before a tag on its line, if that is nothing but a margin.
    fn margin(self, tag: usize) -> Option<&'a [u8]> {
        let before = &self.text[..tag];
        let line = before.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        let margin = &before[line.map_or(0, |line| line + 1)..];
        let margin = margin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(margin);
        margin.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'>')).then_some(margin)
    }

    /// The end of the line of a tag: a carriage return only where no line has a line feed.
    fn line_end(self, tag: usize) -> &'a [u8] {
        let rest = &self.text[tag..];
        match memchr(b'\n', rest) {
            Some(at) if rest[..at].ends_with(b"\r") => b"\r\n",
            None if rest.contains(&b'\r') => b"\r",
            _ => b"\n",
        }
    }

    /// The place of the typographic quote before the value of a tag, if it has one.
    fn quote_before(self, value: usize) -> Option<Range<usize>> {
        let length = [3, 2].into_iter().find(|length| {
            let quote = value.checked_sub(*length).map(|at| &self.text[at..value]);
            quote.and_then(typographic_quote) == Some(*length)
        })?;
        Some(value - length..value)
    }

    /// True if an empty line stands between two tags.
    fn has_empty_line(self, before: &TagLine<'_>, tag: &TagLine<'_>) -> bool {
        let between = &self.text[self.start + before.tag.end..self.start + tag.tag.offset];
        let is_carriage_return =
            |at: usize| between[at] == b'\r' && between.get(at + 1) != Some(&b'\n');
        let ends = (0..between.len()).filter(|at| between[*at] == b'\n' || is_carriage_return(*at));
        ends.count() > 1
    }
}
