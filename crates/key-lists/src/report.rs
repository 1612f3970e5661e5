//! The report on program text: literals that were read, and literals that were not.

use std::cmp::Reverse;

use zobrist_input::{Place, counted};

use crate::groups::Part;
use crate::hex::Digits;
use crate::join::Halves;
use crate::lines::Lines;
use crate::literal_counts::{Count, LiteralCounts, commented_words, words};
use crate::number::LiteralWidth;

/// Maximum number of lists that the report names.
const MAX_NAMED: usize = 6;

/// The literals of one width.
pub(crate) struct MatchingLiterals {
    pub(crate) width: u32,
    pub(crate) numbers: Vec<u128>,
    /// Offset of each number.
    pub(crate) starts: Vec<usize>,
    pub(crate) digits: Digits,
    pub(crate) all_hex: bool,
    pub(crate) parts: Vec<Part>,
}

/// The lines of each part, and the number of its literals.
pub(crate) fn spans(place: Place, found: &MatchingLiterals) -> Vec<(Lines, usize)> {
    let (mut line, mut at) = (1, 0);
    let mut line_of = |literal: usize| {
        let start = found.starts[literal];
        line += memchr::memchr_iter(b'\n', &place.bytes[at..start]).count();
        at = start;
        line
    };
    let span = |part: &Part| {
        let first = line_of(part.literals.start);
        let last = line_of(part.literals.end - 1);
        (Lines { first, last: Some(last) }, part.literals.len())
    };
    found.parts.iter().map(span).collect()
}

/// Reports the literals that were read, and those of other widths. `joined` is the number of
/// literals of a key.
pub(crate) fn report(
    place: Place,
    counts: &LiteralCounts,
    found: &MatchingLiterals,
    spans: &[(Lines, usize)],
    joined: (usize, Option<Halves>),
) -> String {
    let Count { literals, decimal, .. } = counts.count(found.width);
    let mut text =
        format!("read {} of {} bits", counted(literals, "literal", "literals"), found.width);
    if decimal > 0 && decimal < literals {
        text += &format!(", {decimal} of them decimal,");
    }
    text += " as they stand (arithmetic on them is not done): ";
    text += &lists(&found.parts, spans);
    text += &match joined {
        (_, Some(Halves::LowHigh)) => "; the first half of them are low words".to_owned(),
        (_, Some(Halves::HighLow)) => "; the first half of them are high words".to_owned(),
        (1, None) => String::new(),
        (count, None) => format!("; each key is {count} of them, the first high"),
    };
    let width = LiteralWidth::Bits(found.width);
    let others = counts.in_code.iter().filter(|(other, _)| **other != width);
    let others: Vec<String> = others.map(|(width, count)| words(*width, count.literals)).collect();
    if !others.is_empty() {
        text += &format!("; passed over {}", others.join(", "));
    }
    text + &commented_words(place, &counts.in_comments, |commented| commented == width)
}

/// The largest lists, in the order of the text.
fn lists(parts: &[Part], spans: &[(Lines, usize)]) -> String {
    let mut largest: Vec<usize> = (0..parts.len().min(spans.len())).collect();
    largest.sort_by_key(|index| Reverse(spans[*index].1));
    largest.truncate(MAX_NAMED);
    largest.sort_unstable();
    let lists = largest.into_iter().map(|index| list(&parts[index], spans[index]));
    let text = lists.collect::<Vec<String>>().join(", ");
    match parts.len().saturating_sub(MAX_NAMED) {
        0 => text,
        more => format!("{text} and {}", counted(more, "smaller list", "smaller lists")),
    }
}

fn list(part: &Part, (lines, count): (Lines, usize)) -> String {
    let mut text = match lines.last {
        Some(last) if last != lines.first => format!("{count} in lines {lines}"),
        _ => format!("{count} in line {}", lines.first),
    };
    if !part.shape.is_empty() {
        let sizes: Vec<String> = part.shape.iter().map(usize::to_string).collect();
        text += &format!(" ({})", sizes.join(" x "));
    }
    text
}
