//! Signs that an array in program text is not a list of keys, or not a complete one.

use anyhow::Result;

use super::arrays::{Array, Text};
use super::elements::{Signed, WAY_OUT};
use super::tokens::Token;
use crate::place::Place;

/// Refuses indices and shifts among keys, rows with fewer numbers than they are declared with,
/// and arrays that a condition may leave out. `numbers` are those of the array. Returns how
/// many are declared, if the last are left out of a single row.
pub fn check(
    text: &Text,
    place: Place,
    array: &Array,
    numbers: &[Signed],
    condition: Option<usize>,
) -> Result<Option<u128>> {
    alike(place, numbers)?;
    let count = numbers.len() as u128;
    let sizes = text.sizes(array.declared, array.open).unwrap_or_default();
    let size = sizes.iter().try_fold(1_u128, |all, size| all.checked_mul(*size)).unwrap_or(0);
    // What has several numbers for each element is an array of structures.
    let is_whole = size == 0 || (count > 0 && count.is_multiple_of(size));
    if !is_whole && (sizes.len() > 1 || count > size) {
        let reason = format!(
            "expected {size} numbers, as declared, got {count}; write each row in full, with the \
             zeros that are left out"
        );
        return Err(place.error(text.tokens[array.open].start, reason));
    }
    match condition.or_else(|| text.configured(array.declared)).map(|at| &text.tokens[at]) {
        Some(spanned) => {
            let shown = match spanned.token {
                Token::Directive(line) => String::from_utf8_lossy(line).trim().to_owned(),
                _ => String::new(),
            };
            let shown: String = shown.chars().take(40).collect();
            let reason = format!(
                "expected unconditional arrays of keys, got `{shown}` around one; {WAY_OUT}"
            );
            Err(place.error(spanned.start, reason))
        }
        None => Ok((!is_whole).then_some(size)),
    }
}

/// Checks that there are no small decimal numbers among long ones in hex.
pub fn alike(place: Place, numbers: &[Signed]) -> Result<()> {
    let is_hex = |signed: &Signed| signed.number.hex_digits.is_some_and(|digits| digits > 8);
    let is_small = |signed: &&Signed| {
        let number = signed.number;
        number.hex_digits.is_none() && (1..1 << 32).contains(&number.value)
    };
    match numbers.iter().find(is_small).filter(|_| numbers.iter().any(is_hex)) {
        Some(signed) => {
            let reason = format!(
                "expected only keys, got {} among long numbers in hex, which may be an index or a \
                 shift; {WAY_OUT}",
                signed.number.value
            );
            Err(place.error(signed.start, reason))
        }
        None => Ok(()),
    }
}
