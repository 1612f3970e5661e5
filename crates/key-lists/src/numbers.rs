//! A list of numbers, decimal or hexadecimal, with or without signs.

use zobrist_input::{Place, Result};

use crate::hex::without_comment;
use crate::list::{KeyList, check_bits};

/// A number with its place in the file.
struct Number {
    negative: bool,
    magnitude: u128,
    offset: usize,
}

/// Reads numbers that space or commas separate, of at most `bits` bits; a negative one is in two's
/// complement.
///
/// Digits after 0x are hexadecimal. Those of all other numbers are, too, if one of them has a
/// letter, and else decimal.
pub(crate) fn read(place: Place, bits: Option<u32>) -> Result<KeyList> {
    let words: Vec<(usize, &[u8])> = words(place.bytes).collect();
    let is_hex = words.iter().any(|(_, word)| {
        let (_, digits, radix) = parts(word);
        radix.is_none() && digits.iter().any(u8::is_ascii_alphabetic)
    });
    let mut numbers = Vec::with_capacity(words.len());
    for (offset, word) in words {
        let (negative, digits, radix) = parts(word);
        let radix = radix.unwrap_or(if is_hex { 16 } else { 10 });
        let magnitude = value(digits, radix).ok_or_else(|| {
            let shown: String = String::from_utf8_lossy(word).chars().take(40).collect();
            let base = if radix == 16 { "hexadecimal" } else { "decimal" };
            place.error(offset, format!("expected a {base} number of 128 bits, got {shown:?}"))
        })?;
        numbers.push(Number { negative, magnitude, offset });
    }
    let width = bits.unwrap_or_else(|| {
        [32, 64].into_iter().find(|bits| numbers.iter().all(|one| one.fits(*bits))).unwrap_or(128)
    });
    let mut keys = Vec::with_capacity(numbers.len());
    for number in numbers {
        let wrong = |reason: String| place.error(number.offset, reason);
        if !number.fits(width) {
            check_bits(number.magnitude, keys.len(), Some(width)).map_err(wrong)?;
            let got = number.magnitude;
            return Err(wrong(format!(
                "expected negative numbers of {width} bits in two's complement, got -{got}"
            )));
        }
        keys.push(number.word(width));
    }
    Ok(KeyList::new(keys, width))
}

impl Number {
    /// True if the number has no more bits, a negative one in two's complement.
    fn fits(&self, bits: u32) -> bool {
        match self.negative {
            true => self.magnitude <= 1 << (bits - 1),
            false => self.magnitude.checked_shr(bits).unwrap_or(0) == 0,
        }
    }

    fn word(&self, bits: u32) -> u128 {
        match self.negative {
            true => self.magnitude.wrapping_neg() & u128::MAX >> (128 - bits),
            false => self.magnitude,
        }
    }
}

/// The words of a text without its comments, with their offsets.
fn words(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let mut start = 0;
    bytes.split_inclusive(|byte| *byte == b'\n').flat_map(move |line| {
        let begin = start;
        start += line.len();
        let text = without_comment(line);
        // What is left of a line is a part of it.
        let mut at = begin + (text.as_ptr() as usize - line.as_ptr() as usize);
        text.split(is_space).filter_map(move |word| {
            let offset = at;
            at += word.len() + 1;
            (!word.is_empty()).then_some((offset, word))
        })
    })
}

/// True for a minus sign; the digits; and 16 after 0x.
fn parts(word: &[u8]) -> (bool, &[u8], Option<u32>) {
    let (negative, rest) = match word {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, word),
    };
    match rest {
        [b'0', b'x' | b'X', digits @ ..] => (negative, digits, Some(16)),
        _ => (negative, rest, None),
    }
}

fn value(digits: &[u8], radix: u32) -> Option<u128> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u128, |value, digit| {
        let digit = char::from(*digit).to_digit(radix)?;
        value.checked_mul(radix.into())?.checked_add(digit.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, bits: Option<u32>) -> Result<(Vec<u128>, u32), String> {
        let list = read(Place::new("x", text.as_bytes()), bits);
        list.map(|list| (list.keys, list.bits)).map_err(|error| error.to_string())
    }

    #[test]
    fn bases_and_signs() {
        let max = u128::from(u64::MAX);
        for (text, bits, expected, width) in [
            ("10\n11\n", None, vec![10, 11], 32),
            ("10\n1f\n", None, vec![0x10, 0x1f], 32),
            ("10\n0x1f\n", None, vec![10, 0x1f], 32),
            ("# a\n 18446744073709551615, +1 // b\n\n-1,", None, vec![max, 1, max], 64),
            ("-1\n-9223372036854775808\n5", None, vec![max, 1 << 63, 5], 64),
            ("-1\n-0x80\nFF", Some(8), vec![255, 128, 255], 8),
            ("18446744073709551616 -1", None, vec![max + 1, u128::MAX], 128),
            ("-1 65535", Some(16), vec![65535, 65535], 16),
        ] {
            assert_eq!(keys(text, bits).unwrap(), (expected, width), "{text}");
        }
    }

    #[test]
    fn errors_have_places() {
        for (text, bits, expected) in [
            (
                "1\n2 x\n",
                None,
                "x:2 (byte 4): expected a hexadecimal number of 128 bits, got \"x\"",
            ),
            ("1\n--2", None, "x:2 (byte 2): expected a decimal number of 128 bits, got \"--2\""),
            ("0x", None, "x:1 (byte 0): expected a hexadecimal number of 128 bits, got \"0x\""),
            (
                "1 70000",
                Some(16),
                "x:1 (byte 2): expected keys of 16 bits, got 0x11170 as key 1 (from 0)",
            ),
            (
                "-32769",
                Some(16),
                "x:1 (byte 0): expected negative numbers of 16 bits in two's complement, got -32769",
            ),
            (
                &"9".repeat(40),
                None,
                "x:1 (byte 0): expected a decimal number of 128 bits, got \
                 \"9999999999999999999999999999999999999999\"",
            ),
        ] {
            assert_eq!(keys(text, bits).unwrap_err(), expected, "{text}");
        }
    }
}
