//! Keys in program text: its number literals of one width, in the order of the text.

use std::ops::Range;

use zobrist_input::{Context, Place, Result};

use crate::arrays::{self, Arrays, Run};
use crate::groups::{Groups, arrays_of};
use crate::hex::Digits;
use crate::join::{Halves, join};
use crate::list::{KeyList, check_bits};
use crate::literal_counts::LiteralCounts;
use crate::number::LiteralWidth;
use crate::report::{MatchingLiterals, report, spans};
use crate::scan::{Token, scan};

/// Expected width, count and form of the keys to read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Request {
    /// The width of a key.
    pub(crate) bits: Option<u32>,
    /// The width of the integers that hold keys: 32, 64 or 128.
    pub(crate) integer: Option<u32>,
    pub(crate) halves: Option<Halves>,
    /// The number of keys of an export, in which other literals are not keys.
    pub(crate) keys: Option<usize>,
}

/// Reads the literals of the requested width.
///
/// # Errors
/// When there are none, they cannot be joined, or a number is not well-formed.
pub(crate) fn read(place: Place, request: Request) -> Result<KeyList> {
    let counts = LiteralCounts::of(place)?;
    let width = counts.width(place, request.integer, request.halves)?;
    let numbers_per_key = match (request.halves, request.integer) {
        (Some(_), _) => 2,
        (None, integer) => (integer.unwrap_or(width) / width) as usize,
    };
    let wanted = request.keys.and_then(|keys| keys.checked_mul(numbers_per_key));
    let found = find(place, width, counts.count(width).literals, wanted)?;
    let spans = if wanted.is_some() { Vec::new() } else { spans(place, &found) };
    let report = report(place, &counts, &found, &spans, (numbers_per_key, request.halves));
    let arrays = if wanted.is_some() {
        Vec::new()
    } else {
        arrays_of_keys(&found, numbers_per_key, request.halves)
    };
    let keys_apart = if request.halves.is_some() { 1 } else { numbers_per_key };
    // Decimal numbers have no leading zeros that show a width.
    let own_bits = if found.all_hex { found.digits.bits() } else { width };
    let (keys, joined) = join(found.numbers, width, request.integer, request.halves)
        .map_err(|reason| place.error(found.starts[0], reason))?;
    for (index, key) in keys.iter().enumerate() {
        check_bits(*key, index, request.bits)
            .map_err(|reason| place.error(found.starts[index * keys_apart], reason))?;
    }
    let is_as_written = request.integer.is_none() && request.halves.is_none();
    Ok(KeyList {
        number_width: (width >= 32).then_some(width),
        report: Some(report),
        arrays: Arrays(arrays),
        spans: spans.into_iter().map(|(lines, count)| (lines, count / numbers_per_key)).collect(),
        ..KeyList::new(keys, if is_as_written { own_bits } else { joined })
    })
}

/// The arrays by the numbers of their keys; none if keys do not lie each in one array.
fn arrays_of_keys(
    found: &MatchingLiterals,
    numbers_per_key: usize,
    halves: Option<Halves>,
) -> Vec<Run> {
    let runs = arrays_of(&found.parts);
    match halves {
        // The low words and the high words are in arrays of the same sizes.
        Some(_) => arrays::first_half(&runs),
        None => arrays::divided(runs, numbers_per_key),
    }
}

/// Finds the literals of a width. If `wanted` is given, only those in the first brackets with that
/// many are kept, or else those of the largest list.
fn find(
    place: Place,
    width: u32,
    literals: usize,
    wanted: Option<usize>,
) -> Result<MatchingLiterals> {
    let mut groups = Groups::new(wanted);
    let (mut numbers, mut starts) = (Vec::new(), Vec::new());
    let room =
        numbers.try_reserve_exact(literals).and_then(|()| starts.try_reserve_exact(literals));
    room.with_context(|| format!("the system refuses the memory for {literals} numbers"))?;
    let (mut digits, mut all_hex) = (Digits::default(), true);
    scan(place, |at, token| match token {
        Token::Literal(literal) if literal.width == LiteralWidth::Bits(width) => {
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
        Token::Literal(_) | Token::Commented(_) => {}
    })?;
    let (parts, wanted_range) = groups.finish();
    if wanted.is_some() {
        let largest = parts.iter().map(|part| part.literals.clone()).max_by_key(Range::len);
        let range = wanted_range.or(largest).expect("the width has literals");
        numbers = numbers[range.clone()].to_vec();
        starts = starts[range].to_vec();
    }
    Ok(MatchingLiterals { width, numbers, starts, digits, all_hex, parts })
}
