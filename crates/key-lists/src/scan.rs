//! Splits program text into number literals and brackets.

use zobrist_input::{FileError, Place, Result};

use crate::comments::Comments;
use crate::number::{Literal, Number, is_word, number, word};

/// An element of program text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Literal(Literal),
    /// A literal in a comment or a string.
    Commented(Literal),
    Open,
    Close,
    /// A `;` or `=`: the brackets around it hold statements.
    Statement,
}

/// Calls `each` with the tokens in their order, and with the offset of each.
///
/// # Errors
/// When a number is not well-formed.
pub(crate) fn scan(place: Place, mut each: impl FnMut(usize, Token)) -> Result<()> {
    let text = place.bytes;
    let mut comments = Comments::new(text);
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let mut length = 1;
        if let Some(count) = comments.length(at) {
            match quoted_literal(&text[at..at + count]) {
                Some(literal) => each(at + 1, Token::Literal(literal)),
                None => commented_literals(&text[at..at + count], |inside, literal| {
                    each(at + inside, Token::Commented(literal));
                }),
            }
            length = count;
        } else if byte.is_ascii_digit() {
            let (number, count) = number(&text[at..]);
            length = count;
            match number {
                Number::Whole(_) if is_fraction(text, at) => {}
                Number::Whole(literal) if is_negative(text, at) => {
                    each(at, Token::Literal(literal.negated()));
                }
                Number::Whole(literal) => each(at, Token::Literal(literal)),
                Number::Other => {}
                Number::Wrong(expected) => return Err(wrong(place, at, length, expected)),
            }
        } else if is_word(*byte) {
            length = word(&text[at..]);
        } else {
            match byte {
                b'[' | b'{' | b'(' => each(at, Token::Open),
                b']' | b'}' | b')' => each(at, Token::Close),
                b';' | b'=' => each(at, Token::Statement),
                _ => {}
            }
        }
        at += length;
    }
    Ok(())
}

fn wrong(place: Place, at: usize, length: usize, expected: &str) -> FileError {
    let got = String::from_utf8_lossy(&place.bytes[at..at + length.min(40)]).into_owned();
    let advice = "correct it, or leave its line out with --lines";
    place.error(at, format!("expected {expected}, got `{got}`")).with_advice(advice)
}

/// True if the digits follow the point of a fraction or of a member, but not of a range.
fn is_fraction(text: &[u8], at: usize) -> bool {
    text[..at].ends_with(b".") && !text[..at].ends_with(b"..")
}

/// True if a minus sign stands before the digits and does not subtract.
fn is_negative(text: &[u8], at: usize) -> bool {
    let Some(before) = text[..at].strip_suffix(b"-") else { return false };
    let last = before.iter().rfind(|byte| !b" \t\r".contains(byte));
    matches!(last, None | Some(b'\n' | b',' | b'(' | b'[' | b'{' | b'=' | b':'))
}

/// The number in a string that holds only a hexadecimal number, as in `BigInt("0x1")`.
fn quoted_literal(text: &[u8]) -> Option<Literal> {
    let [quote, inside @ .., _] = text else { return None };
    if !matches!(quote, b'"' | b'\'' | b'`') || !matches!(inside, [b'0', b'x' | b'X', ..]) {
        return None;
    }
    match number(inside) {
        (Number::Whole(literal), length) if length == inside.len() => Some(literal),
        _ => None,
    }
}

fn commented_literals(text: &[u8], mut each: impl FnMut(usize, Literal)) {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        at += match byte {
            b'0'..=b'9' => {
                let (number, length) = number(&text[at..]);
                if let Number::Whole(literal) = number {
                    each(at, literal);
                }
                length
            }
            byte if is_word(*byte) => word(&text[at..]),
            _ => 1,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of literals in code, and of those in comments and strings.
    fn literals(text: &str) -> (Vec<u128>, Vec<u128>) {
        let (mut in_code, mut commented) = (Vec::new(), Vec::new());
        let place = Place::new("x", text.as_bytes());
        scan(place, |_, token| match token {
            Token::Literal(literal) => in_code.push(literal.value),
            Token::Commented(literal) => commented.push(literal.value),
            _ => {}
        })
        .unwrap();
        (in_code, commented)
    }

    #[test]
    fn comments_and_strings() {
        for (text, in_code, commented) in [
            ("1 // 2\n3", vec![1, 3], vec![2]),
            ("1 /* 2\n3 */ 4", vec![1, 4], vec![2, 3]),
            ("1, # 2\n3 #4\n## 5\n#", vec![1, 3], vec![2, 4, 5]),
            ("#define A 1\n#if 2\n#[a(3)] #![b(4)] #k = 5; r#\"6\"#", vec![1, 2, 3, 4, 5], vec![6]),
            ("#!/bin/python3.4", vec![], vec![4]),
            ("\"1 \\\" 2\" 3 '4' 5 '\\'' 6 '\"' 7", vec![3, 5, 6, 7], vec![1, 2, 4]),
            ("`1\n2` 3", vec![3], vec![1, 2]),
            ("'''1\n2''' 3 \"\"\"it's 4\n\"5\"\"\" 6", vec![3, 6], vec![1, 2, 4, 5]),
            ("&'static [u64] 1 <'a, 2> '3'", vec![1, 2], vec![3]),
            ("'a b', 1, 'c d'", vec![1], vec![]),
            // Quotes and openers without an end.
            ("re = /\"/, 1\n 2", vec![1, 2], vec![]),
            ("1 /* 2", vec![1, 2], vec![]),
            ("1 ` 2", vec![1, 2], vec![]),
            ("\"\"\" 1\n2", vec![1, 2], vec![]),
            ("'\\", vec![], vec![]),
            ("' 1 \\' 2 \\' 3\n '4'", vec![1, 2, 3], vec![4]),
        ] {
            assert_eq!(literals(text), (in_code, commented), "{text}");
        }
    }

    #[test]
    fn strings_of_one_hexadecimal_number_are_literals() {
        assert_eq!(literals("BigInt(\"0x1\"), '0x2n', `0x3`"), (vec![1, 2, 3], vec![]));
        assert_eq!(literals("\"0x1 \" \"10\" \"\""), (vec![], vec![1, 10]));
    }

    #[test]
    fn names_fractions_and_signs() {
        assert_eq!(literals("U64(1) x2 _3 $4 5.5 .6 a.7 8..9 \u{e9}1").0, [1, 8, 9]);
        let negative = |value: u128| value.wrapping_neg();
        assert_eq!(
            literals("-1, -2 (-3) [-4] x-5 6-7 {-8} = -9; 10 -11\n-12\n- 13").0,
            [1, 2, 3, 4]
                .map(negative)
                .into_iter()
                .chain([5, 6, 7, negative(8), negative(9), 10, 11, negative(12), 13])
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn malformed_numbers_are_refused_at_their_place() {
        let text = "a = {1,\n 0x1G, 2}";
        let error = scan(Place::new("x.c", text.as_bytes()), |_, _| {}).unwrap_err();
        let text = "x.c:2 (byte 9): expected hexadecimal digits and a suffix such as ULL after 0x, \
                    got `0x1G`";
        assert_eq!(error.to_string(), text);
        let advice = "correct it, or leave its line out with --lines";
        assert_eq!(error.advice(), Some(advice));
    }
}
