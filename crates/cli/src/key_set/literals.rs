//! Keys in program text: its number literals of one width, in the order of the text.

use std::ops::Range;

use anyhow::{Context, Result};

use super::groups::Groups;
use super::hex::Digits;
use super::join::{Halves, join};
use super::list::{List, check_width};
use super::number::Width;
use super::report::{Found, report, spans};
use super::scan::{Token, scan};
use super::tally::Tally;
use crate::place::Place;

/// Expected width, count and form of the keys to read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// The width of a key.
    pub bits: Option<u32>,
    /// The width of the integers that hold keys: 32, 64 or 128.
    pub integer: Option<u32>,
    pub halves: Option<Halves>,
    /// The number of keys of an export, whose other literals are no keys.
    pub keys: Option<usize>,
}

/// Reads the literals of the width that is asked for.
///
/// # Errors
/// When there are none, they cannot be joined, or a number is not well-formed.
pub fn read(place: Place, request: Request) -> Result<List> {
    let tally = Tally::of(place)?;
    let width = tally.width(place, request.integer, request.halves)?;
    let numbers_per_key = match (request.halves, request.integer) {
        (Some(_), _) => 2,
        (None, integer) => (integer.unwrap_or(width) / width) as usize,
    };
    let wanted = request.keys.and_then(|keys| keys.checked_mul(numbers_per_key));
    let found = find(place, width, tally.count(width).literals, wanted)?;
    let spans = if wanted.is_some() { Vec::new() } else { spans(place, &found) };
    let report = report(place, &tally, &found, &spans, (numbers_per_key, request.halves));
    let keys_apart = if request.halves.is_some() { 1 } else { numbers_per_key };
    // Decimal numbers have no leading zeros to take a width from.
    let own_bits = if found.all_hex { found.digits.bits() } else { width };
    let (keys, joined) = join(found.numbers, width, request.integer, request.halves)
        .map_err(|reason| place.error(found.starts[0], reason))?;
    for (index, key) in keys.iter().enumerate() {
        check_width(place, found.starts[index * keys_apart], index, *key, request.bits)?;
    }
    let is_as_written = request.integer.is_none() && request.halves.is_none();
    Ok(List {
        joins: (width >= 32).then_some(width),
        report: Some(report),
        spans: spans.into_iter().map(|(lines, count)| (lines, count / numbers_per_key)).collect(),
        ..List::new(keys, if is_as_written { own_bits } else { joined })
    })
}

/// The literals of a width; if a number of them is wanted, those of the first brackets that have as
/// many, or if there are none, of the largest list.
fn find(place: Place, width: u32, literals: usize, wanted: Option<usize>) -> Result<Found> {
    let mut groups = Groups::new(wanted);
    let (mut numbers, mut starts) = (Vec::new(), Vec::new());
    let room =
        numbers.try_reserve_exact(literals).and_then(|()| starts.try_reserve_exact(literals));
    room.with_context(|| format!("the system refuses the memory for {literals} numbers"))?;
    let (mut digits, mut all_hex) = (Digits::default(), true);
    scan(place, |at, token| match token {
        Token::Literal(literal) if literal.width == Width::Bits(width) => {
            numbers.push(literal.value);
            starts.push(at);
            match literal.hex_digits {
                Some(count) => digits.add(count),
                None => all_hex = false,
            }
            groups.literal();
        }
        Token::Open => groups.open(),
        Token::Close => groups.close(),
        Token::Statement => groups.statement(),
        Token::Literal(_) | Token::Hidden(_) => {}
    })?;
    let (parts, wanted_range) = groups.finish();
    if wanted.is_some() {
        let largest = parts.iter().map(|part| part.literals.clone()).max_by_key(Range::len);
        let range = wanted_range.or(largest).expect("the width has literals");
        numbers = numbers[range.clone()].to_vec();
        starts = starts[range].to_vec();
    }
    Ok(Found { width, numbers, starts, digits, all_hex, parts })
}
