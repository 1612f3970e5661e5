//! Keys that are given in the section of their part.

use alloc::format;

use super::fields::{DescriptionError, Section, Value};
use super::{GivenKeys, keys, mask};

type Result<T> = core::result::Result<T, DescriptionError>;

/// Takes the field `values` of a section, with the keys of `count` features.
pub(super) fn values(
    section: &mut Section<'_>,
    bits: u32,
    count: usize,
) -> Result<Option<GivenKeys>> {
    section.take("values").map(|value| given(value, bits, count)).transpose()
}

/// Keys in an array, or by a formula.
pub(super) fn given(value: Value<'_>, bits: u32, count: usize) -> Result<GivenKeys> {
    match value.as_text() {
        Some(_) => lcg(value, bits),
        None => Ok(GivenKeys::Listed(keys::listed(value, bits, count)?)),
    }
}

/// Parses `lcg(a,c)`.
fn lcg(value: Value<'_>, bits: u32) -> Result<GivenKeys> {
    let number = |text: &str| {
        let (digits, radix) =
            text.trim().strip_prefix("0x").map_or((text.trim(), 10), |hex| (hex, 16));
        let number = u128::from_str_radix(digits, radix).ok();
        number.filter(|number| *number <= mask(bits) && !digits.starts_with('+'))
    };
    let numbers = value.as_text().and_then(|text| {
        let inner = text.trim().strip_prefix("lcg(")?.strip_suffix(')')?;
        let (multiplier, increment) = inner.split_once(',')?;
        Some(GivenKeys::Linear { multiplier: number(multiplier)?, increment: number(increment)? })
    });
    numbers.ok_or_else(|| {
        value.wrong(format!(
            "an array of keys, or \"lcg(a,c)\" with numbers of {bits} bits, decimal or 0x"
        ))
    })
}
