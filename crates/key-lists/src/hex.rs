//! Keys in hex, one per line.

use zobrist_input::{FileError, Place, Result};

use crate::list::{KeyList, check_bits};

/// Reads one key per line, of at most `bits` bits.
pub(crate) fn read(place: Place, bits: Option<u32>) -> Result<KeyList> {
    let mut keys = Vec::new();
    let mut digits = Digits::default();
    let mut offset = 0;
    for line in place.bytes.split_inclusive(|byte| *byte == b'\n') {
        let text = without_comment(line);
        if !text.is_empty() {
            let wrong = |reason: String| place.error(offset, reason);
            let (key, count) = key(text).map_err(|reason| advised(text, wrong(reason)))?;
            check_bits(key, keys.len(), bits).map_err(wrong)?;
            keys.push(key);
            digits.add(count);
        }
        offset += line.len();
    }
    Ok(KeyList::new(keys, digits.bits()))
}

/// Refuses a list that looks decimal: no digit is a letter, and a line has 17 to 20 digits, as
/// decimal numbers of 64 bits have but not hex.
pub(crate) fn refuse_decimals(place: Place) -> Result<()> {
    let mut offset = 0;
    let mut long = None;
    for line in place.bytes.split_inclusive(|byte| *byte == b'\n') {
        let text = without_comment(line);
        if !text.iter().all(u8::is_ascii_digit) {
            return Ok(());
        }
        long = long.or((17..=20).contains(&text.len()).then_some(offset));
        offset += line.len();
    }
    match long {
        Some(offset) => {
            let reason = "expected keys in hex, got what looks like a list of decimal numbers";
            let advice = "--input code reads them as decimal, --input hex as hex";
            Err(place.error(offset, reason).with_advice(advice))
        }
        None => Ok(()),
    }
}

/// The part of a line before `#` or `//`, without the space around it.
pub(crate) fn without_comment(line: &[u8]) -> &[u8] {
    let end = (0..line.len()).find(|i| line[*i] == b'#' || line[*i..].starts_with(b"//"));
    line[..end.unwrap_or(line.len())].trim_ascii()
}

/// Parses a key; returns the number of its digits, too.
pub(crate) fn key(text: &[u8]) -> Result<(u128, usize), String> {
    let digits = text.strip_prefix(b"0x").or_else(|| text.strip_prefix(b"0X")).unwrap_or(text);
    let mut key = 0_u128;
    for digit in digits {
        let digit = char::from(*digit).to_digit(16).ok_or_else(|| wrong(text))?;
        key = key.checked_mul(16).ok_or_else(|| wrong(text))? | u128::from(digit);
    }
    if digits.is_empty() || digits.len() > 32 { Err(wrong(text)) } else { Ok((key, digits.len())) }
}

fn wrong(text: &[u8]) -> String {
    let shown: String = String::from_utf8_lossy(text).chars().take(40).collect();
    format!("expected a key in hex, of up to 32 digits, got {shown:?}")
}

/// The error about a text that is no key, with advice if it looks like a literal of a program.
pub(crate) fn advised(text: &[u8], error: FileError) -> FileError {
    let has_prefix = text.starts_with(b"0x") || text.starts_with(b"0X");
    if has_prefix { error.with_advice("--input code reads program text") } else { error }
}

/// The smallest and the largest number of digits of the keys in a list.
#[derive(Default)]
pub(crate) struct Digits {
    min: usize,
    max: usize,
}

impl Digits {
    pub(crate) fn add(&mut self, digits: usize) {
        self.min = if self.max == 0 { digits } else { self.min.min(digits) };
        self.max = self.max.max(digits);
    }

    /// The width of keys: that of the digits if all keys have the same number, else the next of 32,
    /// 64 and 128 bits.
    pub(crate) fn bits(&self) -> u32 {
        let bits = 4 * u32::try_from(self.max).expect("a key has up to 32 digits");
        if self.min == self.max { bits } else { integer_width(bits) }
    }
}

/// The width of the integer that holds a key of `bits` bits: 32, 64 or 128.
#[must_use]
pub fn integer_width(bits: u32) -> u32 {
    match bits {
        0..=32 => 32,
        33..=64 => 64,
        _ => 128,
    }
}

/// The width of the integers that hold these numbers.
pub(crate) fn width_of(numbers: &[u128]) -> u32 {
    integer_width(128 - numbers.iter().fold(0, |all, number| all | number).leading_zeros())
}
