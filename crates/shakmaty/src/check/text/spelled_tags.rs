//! The spellings of tags.

use shakmaty::Outcome;

use super::gap::read_lines;
use super::spellings::Spellings;
use super::tag_lines::{TagLine, excerpt, quoted};
use crate::pgn::{Game, typographic_quote};
use crate::result_tag::result_of_tag;

/// Adds the names of tags in another case, values in typographic quotes, results in other words, and the margins
/// and ends of the lines.
pub(super) fn read(game: &Game<'_>, tags: &[TagLine<'_>], spellings: &mut Spellings) {
    let text = game.text();
    let mut end = 0;
    for line in tags {
        // Comments before the tags have lines of their own.
        let before = if end == 0 { start_of_line(text, line.tag.offset) } else { end };
        read_lines(text, before..line.tag.offset, 0, spellings);
        end = line.tag.end;
        if line.tag.name != line.name {
            let name = String::from_utf8_lossy(line.name);
            spellings.add(0, format!("{} for {name}", excerpt(line.tag.name)));
        }
        let before = &text[line.tag.offset..line.tag.value_offset];
        if (2..=3).any(|length| {
            let quote = before.len().checked_sub(length).map(|at| &before[at..]);
            quote.and_then(typographic_quote) == Some(length)
        }) {
            spellings.add(0, "typographic quotes around a tag's value".to_owned());
        }
        if line.name == b"Result"
            && let Some(result) = result_of_tag(&line.value)
            && line.value != Outcome::Known(result).to_string().as_bytes()
        {
            spellings.add(0, format!("Result {} for {result}", quoted(&line.value)));
        }
    }
}

/// The offset of the line of `at`.
fn start_of_line(text: &[u8], at: usize) -> usize {
    let line = text[..at].iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
    // With the line end, if there is one, so that a margin is seen as such.
    line.unwrap_or(0)
}
