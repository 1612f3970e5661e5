//! Parses number literals of C, C++, C#, Rust, Go, Java, JavaScript and Python.

/// The width of a literal, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LiteralWidth {
    /// A number below 2^16 that is not written in hexadecimal, as sizes and indices are.
    Small,
    /// The smallest of 8, 16, 32, 64 and 128 bits that holds it, leading zeros of hexadecimal
    /// included.
    Bits(u32),
    /// More than 128 bits.
    Wide,
}

/// A whole number in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    pub(crate) value: u128,
    pub(crate) width: LiteralWidth,
    /// Number of digits, if it is hexadecimal.
    pub(crate) hex_digits: Option<usize>,
}

/// A word that begins with a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Whole(Literal),
    /// A fraction, or no number at all, such as `2nd`.
    Other,
    /// A number in no language, or a different one in some. Content the expected form.
    Wrong(&'static str),
}

const HEX: &str = "hexadecimal digits and a suffix such as ULL after 0x";
const PREFIX: &str = "0x before hexadecimal digits";
const OCTAL: &str = "a decimal number without leading zeros, with which C takes it for octal";

/// Minimum length of a word of hexadecimal digits, or a number with leading zeros, that may be a
/// miswritten key.
const LONG: usize = 9;

impl Literal {
    /// The number with a minus sign, in two's complement of its width.
    pub(crate) fn negated(self) -> Literal {
        let bits = match self.hex_digits {
            Some(digits) => 4 * digits,
            None => 129 - self.value.saturating_sub(1).leading_zeros() as usize,
        };
        let width =
            if self.width == LiteralWidth::Wide { LiteralWidth::Wide } else { self.width_of(bits) };
        let value = match width {
            LiteralWidth::Bits(bits) => self.value.wrapping_neg() & u128::MAX >> (128 - bits),
            _ => self.value.wrapping_neg(),
        };
        Literal { value, width, ..self }
    }

    fn width_of(&self, bits: usize) -> LiteralWidth {
        match bits.next_power_of_two() {
            ..=16 if self.hex_digits.is_none() => LiteralWidth::Small,
            bits @ ..=128 => LiteralWidth::Bits(bits.max(8) as u32),
            _ => LiteralWidth::Wide,
        }
    }
}

/// Parses the word at the start of a text, which begins with a digit. Returns its length, too.
pub(crate) fn number(text: &[u8]) -> (Number, usize) {
    let length = length(text);
    let (word, rest) = text.split_at(length);
    // A macro of C joins digits to it.
    let is_pasted = word.len() == 2 && rest.starts_with(b"#");
    (if is_pasted { Number::Other } else { parse(word) }, length)
}

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)
}

/// The length of the word at the start of a text.
pub(crate) fn word(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_word(**byte)).count()
}

fn length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let next = text.get(at + 1);
        let is_part = match byte {
            b'\'' => next.is_some_and(u8::is_ascii_hexdigit),
            b'.' => next.is_some_and(u8::is_ascii_digit),
            byte => is_word(*byte),
        };
        if !is_part {
            break;
        }
        at += 1;
    }
    at
}

fn parse(word: &[u8]) -> Number {
    let (radix, rest) = match word {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, rest),
        _ => (10, word),
    };
    let is_digit = |byte: u8| char::from(byte).is_digit(radix);
    let end = rest.iter().position(|byte| !is_digit(*byte) && !b"_'".contains(byte));
    let (digits, suffix) = rest.split_at(end.unwrap_or(rest.len()));
    let digits = digits.iter().copied().filter(|byte| is_digit(*byte));
    let count = digits.clone().count();
    if count == 0 || !is_suffix(suffix) {
        return no_number(word, radix);
    }
    if radix == 10 && count > 1 && word[0] == b'0' {
        return if count < LONG { Number::Other } else { Number::Wrong(OCTAL) };
    }
    let mut digits = digits.filter_map(|digit| char::from(digit).to_digit(radix));
    let value = digits.try_fold(0_u128, |value, digit| {
        value.checked_mul(radix.into())?.checked_add(digit.into())
    });
    let hex_digits = (radix == 16).then_some(count);
    let literal = Literal { value: value.unwrap_or(0), width: LiteralWidth::Wide, hex_digits };
    let bits = match radix {
        16 => 4 * count,
        2 => count,
        _ => 128 - literal.value.leading_zeros() as usize,
    };
    let width = if value.is_some() { literal.width_of(bits) } else { LiteralWidth::Wide };
    Number::Whole(Literal { width, ..literal })
}

fn no_number(word: &[u8], radix: u32) -> Number {
    let is_fraction = word.iter().any(|byte| b".pP".contains(byte));
    let is_long_hex = word.len() >= LONG && word.iter().all(u8::is_ascii_hexdigit);
    let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic());
    let is_exponent = letters.map(u8::to_ascii_lowercase).eq([b'e']);
    match radix {
        16 if !is_fraction => Number::Wrong(HEX),
        2 | 8 | 10 if is_long_hex && !is_exponent => Number::Wrong(PREFIX),
        _ => Number::Other,
    }
}

/// True for suffixes that name a type of integers, such as `ULL`, `_u64`, `n` and `ui64`.
fn is_suffix(text: &[u8]) -> bool {
    let text = text.to_ascii_lowercase();
    let letters = text.iter().take_while(|byte| b"ulinz".contains(byte)).count();
    letters <= 3
        && matches!(&text[letters..], b"" | b"8" | b"16" | b"32" | b"64" | b"128" | b"size")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Literal {
        match number(text.as_bytes()) {
            (Number::Whole(literal), length) if length == text.len() => literal,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn literals_of_languages() {
        let (value, width) = (0x9d39_247e_3377_6d41, LiteralWidth::Bits(64));
        for text in [
            "0x9D39247E33776D41",
            "0x9D39247E33776D41ULL",
            "0X9d39247e33776d41L",
            "0x9d39_247e_3377_6d41",
            "0x9d39_247e_3377_6d41_u64",
            "0x9D39'247E'3377'6D41ull",
            "0x9d39247e33776d41n",
            "0x9d39247e33776d41ui64",
            "0x9d39247e33776d41usize",
        ] {
            assert_eq!(whole(text), Literal { value, width, hex_digits: Some(16) }, "{text}");
        }
        for text in [
            "11329126462075137345",
            "11_329_126_462_075_137_345u64",
            "11'329'126'462'075'137'345ull",
            "11329126462075137345n",
            "0o1164711107706335666501",
            "0b1001_1101_0011_1001_0010_0100_0111_1110_0011_0011_0111_0111_0110_1101_0100_0001",
        ] {
            assert_eq!(whole(text), Literal { value, width, hex_digits: None }, "{text}");
        }
    }

    #[test]
    fn widths_are_those_of_digits_or_of_values() {
        for (text, width) in [
            ("0", LiteralWidth::Small),
            ("65535ULL", LiteralWidth::Small),
            ("0b101", LiteralWidth::Small),
            ("65536", LiteralWidth::Bits(32)),
            ("4294967295", LiteralWidth::Bits(32)),
            ("4294967296", LiteralWidth::Bits(64)),
            ("18446744073709551616", LiteralWidth::Bits(128)),
            ("340282366920938463463374607431768211456", LiteralWidth::Wide),
            ("0x1", LiteralWidth::Bits(8)),
            ("0x000", LiteralWidth::Bits(16)),
            ("0x00001", LiteralWidth::Bits(32)),
            ("0x000000001", LiteralWidth::Bits(64)),
            ("0x00000000000000001", LiteralWidth::Bits(128)),
        ] {
            assert_eq!(whole(text).width, width, "{text}");
        }
        assert_eq!(whole(&format!("0x{:033}", 0)).width, LiteralWidth::Wide);
    }

    #[test]
    fn signs() {
        for (text, value, width) in [
            ("7117000000000000703", -7_117_000_000_000_000_703_i64 as u64, LiteralWidth::Bits(64)),
            ("9223372036854775808", 1 << 63, LiteralWidth::Bits(64)),
            ("2147483648", 1 << 31, LiteralWidth::Bits(32)),
            ("2147483649", u64::MAX - (1 << 31), LiteralWidth::Bits(64)),
            ("0x00000001", 0xffff_ffff, LiteralWidth::Bits(32)),
        ] {
            let literal = whole(text).negated();
            assert_eq!((literal.value, literal.width), (value.into(), width), "{text}");
        }
        assert_eq!(whole("1").negated().width, LiteralWidth::Small);
        assert_eq!(whole("0").negated().width, LiteralWidth::Small);
        assert_eq!(
            whole("170141183460469231731687303715884105729").negated().width,
            LiteralWidth::Wide
        );
    }

    #[test]
    fn words_that_are_not_literals() {
        for text in ["1.5", "1e3", "0x1.8p3", "2nd", "007", "1234567e8", "0b12", "12abc", "0x##x"] {
            assert_eq!(number(text.as_bytes()).0, Number::Other, "{text}");
        }
        for (text, expected) in [
            ("0x", HEX),
            ("0x1G", HEX),
            ("0x1ULLL", HEX),
            ("9d39247e33776d41", PREFIX),
            ("0b39247e33776d41", PREFIX),
            ("00011329126462075137345", OCTAL),
        ] {
            assert_eq!(number(text.as_bytes()), (Number::Wrong(expected), text.len()), "{text}");
        }
        assert_eq!(number(b"0..781").1, 1);
        assert_eq!(number(b"5.toLong()").1, 1);
    }
}
