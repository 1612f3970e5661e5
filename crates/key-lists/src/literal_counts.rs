//! Counts the number literals of a text by width, and chooses the width of keys.

use std::collections::BTreeMap;

use zobrist_input::{FileError, Place, Result, counted, line_of};

use crate::join::Halves;
use crate::number::{Literal, LiteralWidth};
use crate::scan::{Token, scan};

/// Count of the literals of one width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) literals: usize,
    /// Number of literals that are not hexadecimal.
    pub(crate) decimal: usize,
    /// Offset of the first.
    pub(crate) first: usize,
}

/// Counts of the literals of a text, apart from those in its comments and strings.
#[derive(Debug, Default)]
pub(crate) struct LiteralCounts {
    pub(crate) in_code: BTreeMap<LiteralWidth, Count>,
    pub(crate) in_comments: BTreeMap<LiteralWidth, Count>,
}

impl LiteralCounts {
    pub(crate) fn of(place: Place) -> Result<LiteralCounts> {
        let mut counts = LiteralCounts::default();
        scan(place, |at, token| match token {
            Token::Literal(literal) => add(&mut counts.in_code, at, literal),
            Token::Commented(literal) => add(&mut counts.in_comments, at, literal),
            _ => {}
        })?;
        Ok(counts)
    }

    pub(crate) fn count(&self, bits: u32) -> Count {
        self.in_code.get(&LiteralWidth::Bits(bits)).copied().unwrap_or_default()
    }

    /// The width of the literals that make keys of `bits` bits: that width, or else a half or a
    /// quarter of it. Without `bits`, the most frequent of 32, 64 and 128 bits, or else 16 or 8
    /// bits.
    pub(crate) fn width(
        &self,
        place: Place,
        bits: Option<u32>,
        halves: Option<Halves>,
    ) -> Result<u32> {
        let is_here = |bits: &u32| self.count(*bits).literals > 0;
        let width = match (bits, halves) {
            (Some(bits), Some(_)) => Some(bits / 2).filter(is_here),
            (Some(bits), None) => {
                [bits, bits / 2, bits / 4].into_iter().filter(|bits| *bits >= 32).find(is_here)
            }
            (None, _) => {
                let count = |bits: &u32| self.count(*bits).literals;
                let frequent = [32, 64, 128].into_iter().max_by_key(count);
                frequent.into_iter().chain([16, 8]).find(is_here)
            }
        };
        width.ok_or_else(|| self.no_literals(place, bits, halves))
    }

    /// The error for a text without literals of the requested width.
    fn no_literals(&self, place: Place, bits: Option<u32>, halves: Option<Halves>) -> FileError {
        let expected = match (bits, halves) {
            (Some(bits), Some(_)) => format!("{} bits", bits / 2),
            (Some(32), None) => "32 bits".to_owned(),
            (Some(64), None) => "64 or 32 bits".to_owned(),
            _ => "128, 64 or 32 bits".to_owned(),
        };
        let frequent = self.in_code.iter().max_by_key(|(_, count)| count.literals);
        let commented =
            commented_words(place, &self.in_comments, |width| width >= LiteralWidth::Bits(32));
        let (at, got) = match frequent {
            Some((width, count)) => (count.first, words(*width, count.literals)),
            None => (0, "none".to_owned()),
        };
        place.error(
            at,
            format!(
                "expected number literals of {expected}, got {got}{commented}; write keys with their \
                 leading zeros, and those that a program calculates as lines of hex"
            ),
        )
    }
}

fn add(counts: &mut BTreeMap<LiteralWidth, Count>, at: usize, literal: Literal) {
    let count = counts.entry(literal.width).or_default();
    if count.literals == 0 {
        count.first = at;
    }
    count.literals += 1;
    count.decimal += usize::from(literal.hex_digits.is_none());
}

/// The number of literals of a width, such as `3 of 64 bits`.
pub(crate) fn words(width: LiteralWidth, literals: usize) -> String {
    match width {
        LiteralWidth::Small => counted(literals, "small number", "small numbers"),
        LiteralWidth::Bits(bits) => format!("{literals} of {bits} bits"),
        LiteralWidth::Wide => format!("{literals} of more than 128 bits"),
    }
}

/// An addition to a message about literals in comments and strings, if some have a width for which
/// `is_wide` is true.
pub(crate) fn commented_words(
    place: Place,
    counts: &BTreeMap<LiteralWidth, Count>,
    is_wide: impl Fn(LiteralWidth) -> bool,
) -> String {
    let wide: Vec<_> = counts.iter().filter(|(width, _)| is_wide(**width)).collect();
    let all: Vec<String> = wide.iter().map(|(width, c)| words(**width, c.literals)).collect();
    match wide.iter().map(|(_, count)| count.first).min() {
        Some(first) => format!(
            "; {} in comments and strings, from line {} on",
            all.join(" and "),
            line_of(place.bytes, first)
        ),
        None => String::new(),
    }
}
