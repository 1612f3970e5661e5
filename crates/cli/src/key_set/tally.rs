//! Counts the number literals of a text by their widths, and chooses the width of keys.

use std::collections::BTreeMap;

use anyhow::Result;

use super::join::Halves;
use super::number::{Literal, Width};
use super::scan::{Token, scan};
use crate::counted::counted;
use crate::place::{Place, line_of};

/// Literals of one width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub literals: usize,
    /// How many of them are not hexadecimal.
    pub decimal: usize,
    /// The place of the first.
    pub first: usize,
}

/// The literals of a text, and those in its comments and strings.
#[derive(Debug, Default)]
pub struct Tally {
    pub seen: BTreeMap<Width, Count>,
    pub hidden: BTreeMap<Width, Count>,
}

impl Tally {
    /// # Errors
    /// When a number is not well-formed.
    pub fn of(place: Place) -> Result<Tally> {
        let mut tally = Tally::default();
        scan(place, |at, token| match token {
            Token::Literal(literal) => add(&mut tally.seen, at, literal),
            Token::Hidden(literal) => add(&mut tally.hidden, at, literal),
            _ => {}
        })?;
        Ok(tally)
    }

    pub fn count(&self, bits: u32) -> Count {
        self.seen.get(&Width::Bits(bits)).copied().unwrap_or_default()
    }

    /// The width of the literals that are keys or parts of keys of `bits` bits: if there are none of
    /// that width, a half or a quarter. Without `bits`, the one of 32, 64 and 128 bits that most
    /// literals have, or if none has, the wider of 16 and 8 bits.
    ///
    /// # Errors
    /// When there is no such literal.
    pub fn width(&self, place: Place, bits: Option<u32>, halves: Option<Halves>) -> Result<u32> {
        let is_here = |bits: &u32| self.count(*bits).literals > 0;
        let width = match (bits, halves) {
            (Some(bits), Some(_)) => Some(bits / 2).filter(is_here),
            (Some(bits), None) => {
                [bits, bits / 2, bits / 4].into_iter().filter(|bits| *bits >= 32).find(is_here)
            }
            (None, _) => {
                let most = [32, 64, 128].into_iter().max_by_key(|bits| self.count(*bits).literals);
                most.into_iter().chain([16, 8]).find(is_here)
            }
        };
        width.ok_or_else(|| self.nothing(place, bits, halves))
    }

    /// An error about a text without literals of the width that is asked for.
    fn nothing(&self, place: Place, bits: Option<u32>, halves: Option<Halves>) -> anyhow::Error {
        let expected = match (bits, halves) {
            (Some(bits), Some(_)) => format!("{} bits", bits / 2),
            (Some(32), None) => "32 bits".to_owned(),
            (Some(64), None) => "64 or 32 bits".to_owned(),
            _ => "128, 64 or 32 bits".to_owned(),
        };
        let most = self.seen.iter().max_by_key(|(_, count)| count.literals);
        let hidden = hidden_words(place, &self.hidden, |width| width >= Width::Bits(32));
        let (at, got) = match most {
            Some((width, count)) => (count.first, words(*width, count.literals)),
            None => (0, "none".to_owned()),
        };
        place.error(
            at,
            format!(
                "expected number literals of {expected}, got {got}{hidden}; write keys with their \
                 leading zeros, and those that a program calculates as lines of hex"
            ),
        )
    }
}

fn add(counts: &mut BTreeMap<Width, Count>, at: usize, literal: Literal) {
    let count = counts.entry(literal.width).or_default();
    if count.literals == 0 {
        count.first = at;
    }
    count.literals += 1;
    count.decimal += usize::from(literal.hex_digits.is_none());
}

/// The number of literals of a width, such as `3 of 64 bits`.
pub fn words(width: Width, literals: usize) -> String {
    match width {
        Width::Small => counted(literals, "small number", "small numbers"),
        Width::Bits(bits) => format!("{literals} of {bits} bits"),
        Width::Wide => format!("{literals} of more than 128 bits"),
    }
}

/// What to add of the literals in comments and strings whose width `is_wide`.
pub fn hidden_words(
    place: Place,
    hidden: &BTreeMap<Width, Count>,
    is_wide: impl Fn(Width) -> bool,
) -> String {
    let wide: Vec<_> = hidden.iter().filter(|(width, _)| is_wide(**width)).collect();
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
