//! Keys in program text: the numbers of its arrays.

use anyhow::Result;

use super::file::List;
use super::hex::{self, Digits};
use super::npy;
use super::tokens::{Number, Token, tokens};
use crate::place::Place;

/// Reads the numbers of the arrays, nested or not, in the order of the text: those in hex,
/// or, where no array has any, those that are decimal. Sizes in brackets and whatever
/// stands outside arrays are no keys. In text without an assignment, every number is one.
///
/// # Errors
/// When there is no number, or one that is too large for a key.
pub fn read(place: Place, bits: Option<u32>) -> Result<List> {
    let tokens = tokens(place.bytes).map_err(|offset| {
        place.error(offset, "expected a whole number of up to 128 bits, in hex or decimal")
    })?;
    let tokens: Vec<Token> = tokens.into_iter().map(|(token, _)| token).collect();
    let all = initialisers(&tokens);
    let in_hex =
        |array: &&Vec<Signed>| array.iter().any(|signed| signed.number.hex_digits.is_some());
    let any_hex = all.iter().any(|array| in_hex(&array));
    let numbers: Vec<Signed> =
        all.iter().filter(|array| !any_hex || in_hex(array)).flatten().copied().collect();
    if numbers.is_empty() {
        return Err(place.error(0, "expected an array of numbers, got none"));
    }
    let width = width(&numbers);
    let mask = u128::MAX >> (128 - width.max(1));
    let words = numbers.iter().map(|signed| match signed.negative {
        true => signed.number.value.wrapping_neg() & mask,
        false => signed.number.value,
    });
    let words: Vec<u128> = words.collect();
    // A width of digits, such as 60 bits, that no neighbour can complete.
    let (keys, bits) = match matches!(width, 32 | 64) {
        true => npy::join(words, width, bits).map_err(|reason| place.error(0, reason))?,
        false => (words, bits.unwrap_or(width)),
    };
    Ok(List::new(keys, bits))
}

/// A number and what stands around it.
#[derive(Clone, Copy)]
struct Signed {
    number: Number,
    /// A minus stands before it.
    negative: bool,
    /// It is in brackets or braces.
    grouped: bool,
}

/// By the digits where all are in hex, else by the largest; a number with a sign has 32 bits
/// or 64.
fn width(numbers: &[Signed]) -> u32 {
    let mut digits = Digits::default();
    for signed in numbers {
        match signed.number.hex_digits {
            Some(count) => digits.add(count.min(32)),
            // A zero among keys in hex says nothing of their width.
            None if signed.number.value == 0 => {}
            None => return signed_width(numbers),
        }
    }
    digits.bits().max(1)
}

fn signed_width(numbers: &[Signed]) -> u32 {
    let fits = |signed: &Signed| match signed.negative {
        true => signed.number.value <= 1 << 31,
        false => signed.number.value < 1 << 32,
    };
    if numbers.iter().all(fits) {
        return 32;
    }
    hex::width_of(&numbers.iter().map(|signed| signed.number.value).collect::<Vec<_>>()).max(64)
}

/// The numbers of each array: of what follows a `=`, up to the end of its outermost group.
fn initialisers(tokens: &[Token]) -> Vec<Vec<Signed>> {
    let assigned: Vec<usize> = (0..tokens.len()).filter(|at| assigns(tokens, *at)).collect();
    if assigned.is_empty() {
        let mut numbers = group(tokens, 0, true).0;
        let is_hex = |signed: &Signed| signed.number.hex_digits.is_some();
        // What is decimal beside keys in hex and in no group is the size of a type.
        if numbers.iter().any(is_hex) {
            numbers.retain(|signed| signed.grouped || is_hex(signed));
        }
        return vec![numbers];
    }
    let mut arrays = Vec::new();
    let mut end = 0;
    for at in assigned {
        if at >= end {
            let (numbers, next) = group(tokens, at + 1, false);
            arrays.push(numbers);
            end = next;
        }
    }
    arrays.retain(|numbers| !numbers.is_empty());
    arrays
}

/// A `=` that is no part of a comparison, an arrow or an operator.
fn assigns(tokens: &[Token], at: usize) -> bool {
    let mark = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(Token::Mark(mark)) => *mark,
        _ => 0,
    };
    tokens[at] == Token::Mark(b'=')
        && !b"=>".contains(&mark(Some(at + 1)))
        && !b"=<>!+-*/%&|^".contains(&mark(at.checked_sub(1)))
}

/// The numbers in the brackets and braces that follow, up to the end of the first such group
/// that has any, or of the statement; and where that is. `bare` takes all numbers to the end.
fn group(tokens: &[Token], start: usize, bare: bool) -> (Vec<Signed>, usize) {
    let mut numbers: Vec<Signed> = Vec::new();
    // For each open group, how many numbers came before it and whether it holds a size.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        let before = at.checked_sub(1).map(|before| tokens[before]);
        match token {
            Token::Mark(b'{' | b'(') => open.push((numbers.len(), false)),
            Token::Mark(b'[') => {
                let is_size = matches!(before, Some(Token::Word | Token::Mark(b']')));
                open.push((numbers.len(), is_size));
            }
            Token::Mark(b'}' | b']' | b')') => {
                let Some((from, is_size)) = open.pop() else {
                    if bare {
                        at += 1;
                        continue;
                    }
                    break;
                };
                let next = tokens.get(at + 1);
                // `[781]uint64{` and `[12][64]uint64{` are types, too.
                let of_type = *token == Token::Mark(b']')
                    && numbers.len() == from + 1
                    && matches!(next, Some(Token::Word | Token::Mark(b'[')));
                if is_size || of_type {
                    numbers.truncate(from);
                }
                if open.is_empty() && !numbers.is_empty() && !bare {
                    return (numbers, at + 1);
                }
            }
            Token::Mark(b';') if open.is_empty() && !bare => break,
            Token::Number(number) if bare || !open.is_empty() => {
                let negative = before == Some(Token::Mark(b'-'));
                numbers.push(Signed { number: *number, negative, grouped: !open.is_empty() });
            }
            _ => {}
        }
        at += 1;
    }
    (numbers, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, bits: Option<u32>) -> (Vec<u128>, u32) {
        let list = read(Place { file: "keys.h", bytes: text.as_bytes() }, bits).unwrap();
        (list.keys, list.bits)
    }

    #[test]
    fn arrays_of_languages() {
        for text in [
            "static const uint64_t k[2] = { U64(0x9D39247E33776D41), U64(0x2AF7398005AAA5C7) };",
            "U64 k[1][2] = {{0x9D39247E33776D41ULL, // one\n 0x2AF7398005AAA5C7ULL}};\nint n = 2;",
            "pub static K: [u64; 2] = [0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7];",
            "long[] K = new long[] {0x9D39247E33776D41L, 0x2AF7398005AAA5C7L};",
            "long[] K = {-7117000000000000703L, 3096006490060006855L};",
            "var k = [2]uint64{\n\t0x9d39247e33776d41, 0x2af7398005aaa5c7,\n}\nvar n = 5",
            "var k = [1][2]uint64{{0x9d39247e33776d41, 0x2af7398005aaa5c7}}",
            "const K = new BigUint64Array([0x9d39247e33776d41n, 0x2af7398005aaa5c7n]);",
            "K = (\n    0x9d39247e33776d41,  # one, 0x1\n    0x2af7398005aaa5c7,\n)\nN = 2\n",
            "ulong[] k = new ulong[2] { 0x9d39247e33776d41UL, 0x2af7398005aaa5c7UL };",
            "0x9d39247e33776d41, 0x2af7398005aaa5c7",
            "{0x9d39247e33776d41, 0x2af7398005aaa5c7}",
            "std::array<uint64_t, 2> k {0x9d39247e33776d41, 0x2af7398005aaa5c7};",
        ] {
            let expected = match text.contains("-71") {
                true => {
                    [(-7_117_000_000_000_000_703_i64).cast_unsigned(), 3_096_006_490_060_006_855]
                }
                false => [0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7],
            };
            assert_eq!(read_text(text, None), (expected.map(u128::from).to_vec(), 64), "{text}");
        }
    }

    #[test]
    fn several_arrays_are_one_list_and_what_stands_outside_is_none() {
        let text = "enum { PIECE = 0, SIDE = 768 };\nint squares[] = {3, 4};\n\
                    U64 a[2] = {0x11111111, 0};\nif (x == 5) y = 0xff;\nU64 b[] = {0x22222222};\n";
        assert_eq!(read_text(text, None), (vec![0x1111_1111, 0, 0x2222_2222], 32));
    }

    #[test]
    fn neighbours_are_one_key_when_keys_are_wider() {
        let text = "K = { {0x0000000000000001, 0x0000000000000002}, };";
        assert_eq!(read_text(text, Some(128)), (vec![1 << 64 | 2], 128));
        assert_eq!(read_text("K = [0x00000001, 0x00000002]", Some(64)), (vec![1 << 32 | 2], 64));
    }

    #[test]
    fn what_is_no_array() {
        for (text, reason) in [
            ("int x;\nint main() {}", "keys.h:1 (byte 0): expected an array of numbers, got none"),
            ("k = {\n 0x};", "keys.h:2 (byte 7): expected a whole number"),
        ] {
            let error = read(Place { file: "keys.h", bytes: text.as_bytes() }, None).unwrap_err();
            assert!(error.to_string().starts_with(reason), "{error}");
        }
    }
}
