//! Keys in program text: the numbers of its arrays.

use anyhow::Result;

use super::arrays::{Array, Text};
use super::checks::{alike, check};
use super::elements::{Elements, Signed};
use super::file::List;
use super::hex::{self, Digits};
use super::language::Language;
use super::npy;
use super::report::{Part, line_of, long_numbers, report};
use super::tokens::Token;
use crate::place::Place;

/// Reads the numbers of the arrays, nested or not, in the order of the text: those in hex,
/// or, if no array has any, those that are decimal. Whatever is outside arrays is not a
/// key. A text that has no assignment and begins with a number is one list.
///
/// # Errors
/// When there is no number, or an array of keys has anything else in it.
pub fn read(place: Place, bits: Option<u32>) -> Result<List> {
    let text = Text::new(place.bytes, Language::of(place.file));
    let mut elements = Elements::new(&text, place);
    let mut parts = Vec::new();
    if text.begins_value(0) && !text.has_assignment() {
        elements.bare()?;
        alike(place, &elements.numbers)?;
        let numbers = elements.numbers.len();
        parts.push(Part { name: "a list".to_owned(), line: 1, numbers, declared: None });
    } else {
        let conditions = text.conditions();
        let blocks = text.configured_blocks();
        for array in arrays_of_keys(&text, place)? {
            let first = elements.numbers.len();
            elements.array(array.open)?;
            let numbers = &elements.numbers[first..];
            let before = conditions.partition_point(|(at, _)| *at < array.open);
            let condition = before.checked_sub(1).and_then(|before| conditions[before].1);
            let condition = condition.or_else(|| {
                let before = blocks.partition_point(|(at, _)| *at < array.open).checked_sub(1)?;
                let (attribute, end) = blocks[before];
                (array.open < end).then_some(attribute)
            });
            let declared = check(&text, place, &array, numbers, condition)?;
            let name = text.name(array.declared).unwrap_or(b"an array");
            parts.push(Part {
                name: String::from_utf8_lossy(name).chars().take(40).collect(),
                line: line_of(place.bytes, text.tokens[array.open].start),
                numbers: numbers.len(),
                declared,
            });
        }
    }
    let Elements { numbers, halves, .. } = elements;
    if numbers.is_empty() {
        return Err(nothing(place));
    }
    if let (Some((start, width)), None) = (halves, bits) {
        let reason = format!(
            "expected keys of one number, got constructors of two; --bits {width} takes two as a \
             key, the first high, and --bits {} each as one",
            width / 2
        );
        return Err(place.error(start, reason));
    }
    let starts: Vec<usize> = numbers.iter().map(|signed| signed.start).collect();
    let report = report(place.bytes, &parts, &starts);
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
    let joins = matches!(width, 32 | 64).then_some(width);
    Ok(List { joins, report, ..List::new(keys, bits) })
}

/// The arrays with numbers in hex, or, if there are none, those with numbers.
fn arrays_of_keys(text: &Text, place: Place) -> Result<Vec<Array>> {
    let mut arrays = text.arrays();
    arrays.retain(|array| text.has(&array.tokens, &|token| token.is_number()));
    let is_hex = |array: &Array| text.has(&array.tokens, &|token| token.is_hex());
    if !arrays.iter().any(is_hex) {
        return Ok(arrays);
    }
    let (keys, others): (Vec<Array>, Vec<Array>) = arrays.into_iter().partition(is_hex);
    // A table with strings is not one of keys.
    let has_texts =
        |array: &Array| text.has(&array.tokens, &|token| matches!(token, Token::Quoted(_)));
    let others: Vec<Array> = others.into_iter().filter(|array| !has_texts(array)).collect();
    let mut tokens = others.iter().flat_map(|array| &text.tokens[array.tokens.clone()]);
    match tokens.find(|spanned| spanned.token.is_long()) {
        Some(spanned) => {
            let got = String::from_utf8_lossy(&place.bytes[spanned.start..spanned.end]);
            let reason = format!(
                "expected arrays of keys in hex, as others in this file are, got the decimal \
                 number {got}; copy the arrays of keys into a file of their own"
            );
            Err(place.error(spanned.start, reason))
        }
        None => Ok(keys),
    }
}

/// An error about a text without an array.
fn nothing(place: Place) -> anyhow::Error {
    let languages = "the arrays of C, C++, Rust, Java, Go, C#, JavaScript and Python";
    match long_numbers(place.bytes).next() {
        Some(start) => {
            let reason = format!(
                "expected an array of numbers, got a number that stands in none: {languages} are \
                 read; copy the keys into a file of their own, with commas between them"
            );
            place.error(start, reason)
        }
        None => {
            place.error(0, format!("expected an array of numbers, got none: {languages} are read"))
        }
    }
}

/// The width by the digits if all are in hex, else by the largest; a number with a sign has 32 bits
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
