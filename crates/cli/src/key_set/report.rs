//! What is reported of keys in program text: which arrays were read, and what is outside them.

use crate::counted::counted;

/// An array that was read.
#[derive(Debug)]
pub struct Part {
    pub name: String,
    pub line: usize,
    pub numbers: usize,
    /// How many are declared, if the last are left out.
    pub declared: Option<u128>,
}

/// How many arrays are named.
const NAMED: usize = 6;

/// Which arrays were read, and how many long numbers are elsewhere; `None` if one array
/// holds them all. `read` are the places of the numbers, in order.
pub fn report(bytes: &[u8], parts: &[Part], read: &[usize]) -> Option<String> {
    let mut outside = long_numbers(bytes).filter(|start| read.binary_search(start).is_err());
    let first = outside.next();
    if first.is_none() && parts.len() < 2 && parts.iter().all(|part| part.declared.is_none()) {
        return None;
    }
    let mut text = format!("read {}", counted(parts.len(), "array", "arrays"));
    for (index, part) in parts.iter().take(NAMED).enumerate() {
        let before = if index == 0 { ": " } else { ", " };
        text += &format!("{before}{} (line {}) {}", part.name, part.line, part.numbers);
        if let Some(declared) = part.declared {
            text += &format!(" of {declared}");
        }
        text += match (index, part.numbers, part.declared) {
            (0, 1, None) => " number",
            (0, ..) => " numbers",
            _ => "",
        };
    }
    if parts.len() > NAMED {
        text += &format!(" and {} more", parts.len() - NAMED);
    }
    if let Some(first) = first {
        let count = 1 + outside.count();
        let (verb, which) = if count == 1 { ("stands", "") } else { ("stand", "the first ") };
        text += &format!(
            "; {} of more than 32 bits {verb} outside, {which}in line {}",
            counted(count, "number", "numbers"),
            line_of(bytes, first),
        );
    }
    Some(text)
}

/// The line of a byte, from 1.
pub fn line_of(bytes: &[u8], offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..offset]).count() + 1
}

/// Where numbers of more than 32 bits begin, in hex or decimal, in comments and strings too: this
/// shows what was mistaken for a comment or a string.
pub fn long_numbers(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            if rest[0] == b'\'' {
                at += 1;
                continue;
            }
            let start = at;
            let length = rest.iter().take_while(|byte| is_part(**byte)).count();
            at += length.max(1);
            let is_fraction = start > 0 && bytes[start - 1] == b'.';
            if !is_fraction && is_long(&rest[..length]) {
                return Some(start);
            }
        }
        None
    })
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'' | 0x80..)
}

/// Whether a word is such a number, ignoring a suffix.
fn is_long(word: &[u8]) -> bool {
    let digits = word.iter().copied().filter(|byte| !b"_'".contains(byte));
    match word {
        [b'0', b'x' | b'X', ..] => digits.skip(2).take_while(u8::is_ascii_hexdigit).count() > 8,
        [b'0'..=b'9', ..] => {
            let value = digits.take_while(u8::is_ascii_digit);
            let add = |value: u64, digit: u8| {
                value.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
            };
            value.fold(0, add) > u64::from(u32::MAX)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_more_than_32_bits() {
        let text = b"0x9d39247e33776d41ULL 0x9d39247e // 4294967296\n4294967295 x4294967296 \
                     0.4294967296 '0x1_0000_0000' 0b1 4'294'967'296";
        let found: Vec<usize> = long_numbers(text).collect();
        let words: Vec<&[u8]> = found.iter().map(|at| &text[*at..*at + 5]).collect();
        assert_eq!(words, [b"0x9d3", b"42949", b"0x1_0", b"4'294"]);
        assert_eq!(found[1], 36);
    }
}
