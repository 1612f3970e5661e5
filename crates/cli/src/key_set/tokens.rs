//! Program text as numbers, words and marks, without comments: as much as languages with C's
//! look have in common.

use super::language::Language;
use super::strings::{attribute, character, comment, line, quoted, raw};

/// A token, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Spanned<'a> {
    pub token: Token<'a>,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    Number(Number),
    /// What begins like a number, but is not a whole number that a key could be.
    Wrong(&'a [u8]),
    /// A name or a keyword.
    Word(&'a [u8]),
    /// A string or a character, with its quotes.
    Quoted(&'a [u8]),
    /// What includes or excludes text, such as `#include` and `#[cfg(test)]`.
    Directive(&'a [u8]),
    Mark(u8),
}

impl Token<'_> {
    /// Whether it is a number, or was meant to be one.
    pub fn is_number(self) -> bool {
        matches!(self, Token::Number(_) | Token::Wrong(_)) || self.is_hex()
    }

    /// Whether it is a number of more than 32 bits.
    pub fn is_long(self) -> bool {
        matches!(self, Token::Number(number) if number.is_long())
    }

    /// Whether it is a number in hex, or was meant to be one: an array of these holds keys.
    pub fn is_hex(self) -> bool {
        let begins = |text: &[u8]| matches!(text, [b'0', b'x' | b'X', ..]);
        match self {
            Token::Number(number) => number.hex_digits.is_some(),
            Token::Wrong(text) => begins(text),
            Token::Quoted(text) => begins(&text[1..]),
            _ => false,
        }
    }
}

/// A whole number in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: u128,
    /// How many hex digits it has; `None` when it is decimal, octal or binary.
    pub hex_digits: Option<usize>,
}

impl Number {
    /// Whether it has more than 32 bits, leading zeros included.
    pub fn is_long(self) -> bool {
        self.value >> 32 != 0 || self.hex_digits.is_some_and(|digits| digits > 8)
    }
}

/// The tokens of the text.
pub fn tokens(text: &[u8], language: Language) -> Vec<Spanned<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line_begins = true;
    while let Some(byte) = text.get(at) {
        let rest = &text[at..];
        let part = |length: usize| &rest[..length.min(rest.len())];
        let (token, length) = match byte {
            b'\n' => {
                line_begins = true;
                at += 1;
                continue;
            }
            _ if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if language != Language::Python && rest.starts_with(b"//") => {
                (None, line(rest, language))
            }
            b'/' if language != Language::Python && rest.starts_with(b"/*") => {
                (None, comment(rest, language))
            }
            // A comment of Python's, a directive of C's or an attribute of Rust's.
            b'#' if is_line(rest, line_begins, language) => {
                let length = match language {
                    Language::Rust if is_attribute(rest) => attribute(rest),
                    _ => None,
                };
                let length = length.unwrap_or_else(|| line(rest, language));
                let is_directive = is_directive(part(length)) && language != Language::Python;
                let is_directive = is_directive && (line_begins || is_attribute(rest));
                (is_directive.then(|| Token::Directive(part(length))), length)
            }
            b'"' | b'`' | b'\'' => {
                let length = raw(text, at, language).or_else(|| match byte {
                    b'\'' => character(rest),
                    _ => quoted(rest, *byte, *byte == b'`' || language == Language::Rust),
                });
                let token = length.map(|length| Token::Quoted(part(length)));
                (Some(token.unwrap_or(Token::Mark(*byte))), length.unwrap_or(1))
            }
            b'0'..=b'9' => {
                let (number, length) = number(rest);
                (Some(number.map_or(Token::Wrong(part(length)), Token::Number)), length)
            }
            _ if is_word(*byte) => {
                let length = rest.iter().take_while(|byte| is_word(**byte)).count();
                (Some(Token::Word(part(length))), length)
            }
            mark => (Some(Token::Mark(*mark)), 1),
        };
        let end = (at + length).min(text.len());
        tokens.extend(token.map(|token| Spanned { token, start: at, end }));
        line_begins = false;
        at = end;
    }
    tokens
}

pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// Whether a `#` begins something that ends with the line.
fn is_line(rest: &[u8], line_begins: bool, language: Language) -> bool {
    match language {
        Language::Script => rest.starts_with(b"#!"),
        Language::Python => true,
        Language::Rust => line_begins || is_attribute(rest),
        _ => line_begins || !rest.starts_with(b"#["),
    }
}

fn is_attribute(rest: &[u8]) -> bool {
    rest.starts_with(b"#[") || rest.starts_with(b"#![")
}

fn is_directive(line: &[u8]) -> bool {
    let name = line[1..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
    let names: [&[u8]; 7] = [b"include", b"if", b"ifdef", b"ifndef", b"elif", b"else", b"endif"];
    names.contains(&&line[1..=name]) || line.starts_with(b"#[cfg")
}

/// A number, if the text is that of a whole one, and the length of the text, its suffix
/// included.
fn number(text: &[u8]) -> (Option<Number>, usize) {
    let (radix, start) = match text {
        [b'0', b'x' | b'X', ..] => (16, 2),
        [b'0', b'b' | b'B', b'0' | b'1', ..] => (2, 2),
        [b'0', b'o' | b'O', b'0'..=b'7', ..] => (8, 2),
        _ => (10, 0),
    };
    let mut value = Some(0_u128);
    let mut digits = 0;
    let mut at = start;
    while let Some(byte) = text.get(at) {
        if let Some(digit) = char::from(*byte).to_digit(radix) {
            let shifted = value.and_then(|value| value.checked_mul(radix.into()));
            value = shifted.and_then(|value| value.checked_add(digit.into()));
            digits += 1;
        } else if !is_separator(&text[at..], radix) {
            break;
        }
        at += 1;
    }
    // C reads 0777 in octal, Rust and C# in decimal, and Python not at all.
    let is_octal = radix == 10 && digits > 1 && text[0] == b'0';
    let has_fraction = |at: usize| match text.get(at..at + 2) {
        Some([b'.', next]) => char::from(*next).is_digit(radix),
        _ => false,
    };
    let is_part = |at: usize| text.get(at).is_some_and(|byte| is_word(*byte));
    let rest = at;
    while is_part(at) || has_fraction(at) {
        at += 1;
    }
    let is_whole = digits > 0 && !is_octal && is_suffix(&text[rest..at]);
    let hex_digits = (radix == 16).then_some(digits);
    (value.filter(|_| is_whole).map(|value| Number { value, hex_digits }), at)
}

/// `'` and `_` separate digits, and do not end a number.
fn is_separator(text: &[u8], radix: u32) -> bool {
    matches!(text, [b'\'' | b'_', next, ..] if char::from(*next).is_digit(radix))
}

/// Whether it names a type of integers, as `ULL`, `_u64`, `n` and `ui64` do.
fn is_suffix(text: &[u8]) -> bool {
    let text = text.to_ascii_lowercase();
    let name = &text[text.iter().take_while(|byte| **byte == b'_').count()..];
    let width = |name: &[u8]| matches!(name, b"8" | b"16" | b"32" | b"64" | b"128" | b"size");
    match name {
        b"" | b"u" | b"l" | b"ul" | b"lu" | b"ll" | b"ull" | b"llu" | b"n" | b"z" | b"uz"
        | b"zu" => true,
        [b'u', b'i', rest @ ..] | [b'u' | b'i', rest @ ..] => width(rest),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<(u128, Option<usize>)> {
        let tokens = tokens(text.as_bytes(), Language::Other).into_iter();
        tokens
            .filter_map(|spanned| match spanned.token {
                Token::Number(number) => Some((number.value, number.hex_digits)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn literals_of_languages() {
        for text in [
            "0xAbCdULL",
            "0xabcd",
            "0xAB'CD",
            "0xab_cd_u64",
            "0XABCDL",
            "0xabcdn",
            "0xabcdui64",
            "0xabcdi64",
            "0xabcdusize",
            "0xabcdlu",
        ] {
            assert_eq!(numbers(text), [(0xabcd, Some(4))], "{text}");
        }
        for text in [
            "43981",
            "43_981",
            "43981L",
            "43'981ull",
            "0b1010_1011_1100_1101",
            "0o125715",
            "0O125_715u128",
            "43981u64",
            "43981n",
        ] {
            assert_eq!(numbers(text), [(0xabcd, None)], "{text}");
        }
        assert_eq!(numbers("U64(0x1)uint64_t x2 3.f"), [(1, Some(1)), (3, None)]);
        assert_eq!(numbers("0..781"), [(0, None), (781, None)]);
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
        for number in [
            "0x",
            "0777",
            "1.5",
            "1e3",
            &format!("0x1{:032}", 0),
            "0x1G",
            "0x1.8p3",
            "0b12",
            "0o8",
            "0x1ULLL",
            "12abc",
            "5u65",
        ] {
            let text = format!("x = {number};");
            let all = tokens(text.as_bytes(), Language::Other);
            assert_eq!(all[2].token, Token::Wrong(number.as_bytes()), "{text}");
            assert_eq!((all[2].start, all.len()), (4, 4), "{text}");
        }
    }

    #[test]
    fn where_tokens_stand() {
        let text = "a='b';\n#if X\n#endif";
        let spans: Vec<&str> = tokens(text.as_bytes(), Language::Other)
            .iter()
            .map(|token| &text[token.start..token.end])
            .collect();
        assert_eq!(spans, ["a", "=", "'b'", ";", "#if X", "#endif"]);
        for text in ["\"abc", "/* abc", "'", "\"\\"] {
            assert!(
                tokens(text.as_bytes(), Language::Other)
                    .iter()
                    .all(|token| token.end <= text.len())
            );
        }
    }
}
