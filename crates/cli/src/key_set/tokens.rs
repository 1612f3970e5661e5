//! Program text as numbers, words and marks, without comments and strings: as much as
//! languages with C's look have in common.

/// A token, and the offset of its first byte.
pub type Spanned = (Token, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Number(Number),
    /// A name or a keyword.
    Word,
    Mark(u8),
}

/// A whole number that stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: u128,
    /// How many hex digits it has; `None` when it is decimal.
    pub hex_digits: Option<usize>,
}

/// The tokens of the text, or the offset of what is no number although it begins like one.
pub fn tokens(text: &[u8]) -> Result<Vec<Spanned>, usize> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line_begins = true;
    while let Some(byte) = text.get(at) {
        let rest = &text[at..];
        let length = match byte {
            b'\n' => {
                line_begins = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ if rest.starts_with(b"//") => until(rest, b"\n"),
            _ if rest.starts_with(b"/*") => 2 + until(&rest[2..], b"*/") + 2,
            // A comment of Python's, a directive of C's or an attribute of Rust's.
            b'#' if line_begins || !rest.starts_with(b"#[") => until(rest, b"\n"),
            b'"' | b'`' => quoted(rest, *byte),
            b'\'' => character(rest),
            b'0'..=b'9' => {
                let (number, length) = number(rest).ok_or(at)?;
                tokens.push((Token::Number(number), at));
                length
            }
            _ if is_word(*byte) => {
                tokens.push((Token::Word, at));
                rest.iter().take_while(|byte| is_word(**byte)).count()
            }
            mark => {
                tokens.push((Token::Mark(*mark), at));
                1
            }
        };
        line_begins = false;
        at += length;
    }
    Ok(tokens)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// The length of what stands before `end`.
fn until(text: &[u8], end: &[u8]) -> usize {
    memchr::memmem::find(text, end).unwrap_or(text.len())
}

/// The length of a string, with its quotes.
fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != quote {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of a character or a string in single quotes; of the quote alone where it is
/// that of a lifetime, and a word follows that no quote ends.
fn character(text: &[u8]) -> usize {
    let word = text[1..].iter().take_while(|byte| is_word(**byte)).count();
    let is_lifetime = word > 0 && !text[1].is_ascii_digit() && text.get(1 + word) != Some(&b'\'');
    let line = &text[..until(text, b"\n")];
    let length = quoted(line, b'\'');
    if is_lifetime || length > line.len() { 1 } else { length }
}

/// A number and the length of its text, its suffix included.
fn number(text: &[u8]) -> Option<(Number, usize)> {
    let (radix, start) = match text {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'b' | b'B', b'0' | b'1', ..] => (2, 2),
        _ => (10, 0),
    };
    let mut value = 0_u128;
    let mut digits = 0;
    let mut at = start;
    while let Some(byte) = text.get(at) {
        if let Some(digit) = char::from(*byte).to_digit(radix) {
            value = value.checked_mul(radix.into())?.checked_add(digit.into())?;
            digits += 1;
        } else if !is_separator(&text[at..], radix) {
            break;
        }
        at += 1;
    }
    let suffix = text[at..].iter().take_while(|byte| is_word(**byte)).count();
    let octal = radix == 10 && digits > 1 && text[0] == b'0';
    let fraction = radix == 10
        && (matches!(text[at..], [b'.', b'0'..=b'9', ..])
            || matches!(text[at..], [b'e' | b'E', ..]));
    if digits == 0 || octal || fraction {
        return None;
    }
    let hex_digits = (radix == 16).then_some(digits);
    Some((Number { value, hex_digits }, at + suffix))
}

/// `'` and `_` separate digits, and do not end a number.
fn is_separator(text: &[u8], radix: u32) -> bool {
    matches!(text, [b'\'' | b'_', next, ..] if char::from(*next).is_digit(radix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<(u128, Option<usize>)> {
        let tokens = tokens(text.as_bytes()).unwrap().into_iter();
        tokens
            .filter_map(|(token, _)| match token {
                Token::Number(number) => Some((number.value, number.hex_digits)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn literals_of_languages() {
        for text in ["0xAbCdULL", "0xabcd", "0xAB'CD", "0xab_cd_u64", "0XABCDL", "0xabcdn"] {
            assert_eq!(numbers(text), [(0xabcd, Some(4))], "{text}");
        }
        for text in ["43981", "43_981", "43981L", "43'981ull", "0b1010_1011_1100_1101"] {
            assert_eq!(numbers(text), [(0xabcd, None)], "{text}");
        }
        assert_eq!(numbers("U64(0x1)uint64_t x2 3.f"), [(1, Some(1)), (3, None)]);
    }

    #[test]
    fn comments_and_strings_hold_no_numbers() {
        let text =
            "// 1\n# 2\n#define A 3\n/* 4\n5 */ '6' \"7 \\\" 8\" 'a 9 &'static `10` 11 # 12\n13";
        let found: Vec<u128> = numbers(text).into_iter().map(|(value, _)| value).collect();
        assert_eq!(found, [9, 11, 13]);
    }

    #[test]
    fn what_is_no_whole_number() {
        for text in ["x = 0x;", "x = 0777;", "x = 1.5;", "x = 1e3;", &format!("x = 0x1{:032}", 0)] {
            assert_eq!(tokens(text.as_bytes()), Err(4), "{text}");
        }
    }
}
