//! Hashes as programs write them: in hex or in decimal, as one number or as two halves.

use memchr::memchr;

/// The base in which hashes that have digits alone are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    Hex,
    Decimal,
}

/// The number of hashes of which one has a letter in hex: each of 32 bits has none once in forty.
const SEVERAL: usize = 16;

impl Radix {
    /// The base of the hashes of some lines, up to the first that has a hex digit beyond 9. They
    /// are decimal if one has two digits more than a hash in hex can have, or several have one
    /// more. Halves of hashes are judged by the digits of a half, and are decimal if one has a
    /// minus sign.
    pub(crate) fn of_lines(text: &[u8], bits: u32) -> Radix {
        let mut longer = 0;
        for line in text.split(|byte| *byte == b'\n') {
            let Some(tab) = memchr(b'\t', line) else { continue };
            let Ok(hash) = str::from_utf8(&line[..tab]) else { continue };
            let (numbers, bits) = match halves(hash) {
                Some(halves) => (halves.to_vec(), bits / 2),
                None => (vec![hash.trim()], bits),
            };
            let width = bits.div_ceil(4) as usize;
            for number in numbers {
                if !is_decimal(number.as_bytes()) {
                    let is_hex = number
                        .bytes()
                        .all(|byte| byte.is_ascii_hexdigit() || b"xX".contains(&byte));
                    if is_hex && !number.is_empty() {
                        return Radix::Hex;
                    }
                    continue;
                }
                if number.starts_with('-') && width < 16 {
                    return Radix::Decimal;
                }
                let digits = number.trim_start_matches('-').trim_start_matches('0');
                match digits.len().saturating_sub(width) {
                    0 => {}
                    1 => longer += 1,
                    _ => return Radix::Decimal,
                }
                if longer > 1 {
                    return Radix::Decimal;
                }
            }
        }
        Radix::Hex
    }

    /// The base of the hashes of a log whose width is not known. Among several in hex, one has a
    /// letter.
    pub(crate) fn of_log(text: &[u8]) -> Radix {
        let hashes = text.split(|byte| *byte == b'\n').filter_map(|line| {
            let tab = memchr(b'\t', line)?;
            Some(line[..tab].trim_ascii())
        });
        let are_decimal = hashes.clone().all(is_decimal);
        match are_decimal && hashes.take(SEVERAL).count() == SEVERAL {
            true => Radix::Decimal,
            false => Radix::of_lines(text, 64),
        }
    }

    /// Reads a hash of a number of bits, as one number or as two of half as many bits, the high
    /// half first, with a space, a comma, a colon or a bar between them; those in hex have all of
    /// their digits, or `0x`. `None` if it is none.
    pub(crate) fn parse(self, text: &str, bits: u32) -> Option<u128> {
        match halves(text) {
            Some(halves @ [high, low]) if bits.is_multiple_of(2) => {
                let half = bits / 2;
                let is_whole = |number: &&str| {
                    number.starts_with("0x") || number.len() == half.div_ceil(4) as usize
                };
                if self == Radix::Hex && !halves.iter().all(is_whole) {
                    return None;
                }
                Some(self.parse_one(high, half)? << half | self.parse_one(low, half)?)
            }
            _ => self.parse_one(text, bits),
        }
    }

    /// Reads a number of some bits, with `0x` or without; in decimal, a negative number stands for
    /// one that is larger by 2^bits, as programs print signed integers.
    fn parse_one(self, text: &str, bits: u32) -> Option<u128> {
        let text = text.trim();
        let fits = |word: &u128| word.checked_shr(bits).unwrap_or(0) == 0;
        if self == Radix::Decimal && is_decimal(text.as_bytes()) {
            let Some(magnitude) = text.strip_prefix('-') else {
                return text.parse().ok().filter(fits);
            };
            let magnitude: u128 = magnitude.parse().ok()?;
            let is_signed = magnitude <= 1 << (bits - 1);
            return is_signed.then(|| magnitude.wrapping_neg() & (u128::MAX >> (128 - bits)));
        }
        let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or(text);
        let word = (!digits.starts_with('+')).then(|| u128::from_str_radix(digits, 16).ok());
        word.flatten().filter(fits)
    }
}

/// The two numbers of a hash that is written in halves.
fn halves(text: &str) -> Option<[&str; 2]> {
    let (high, low) = text.trim().split_once([' ', ',', ':', '|'])?;
    let (high, low) = (high.trim(), low.trim());
    let is_number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let digits = digits.strip_prefix("0x").or(digits.strip_prefix("0X")).unwrap_or(digits);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    (is_number(high) && is_number(low)).then_some([high, low])
}

/// True for decimal digits, with a minus sign or without.
fn is_decimal(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_hashes_are_longer_than_those_in_hex() {
        let of = |hashes: &[&str], bits| {
            let lines: Vec<String> = hashes.iter().map(|hash| format!("{hash}\tfen\n")).collect();
            Radix::of_lines(lines.concat().as_bytes(), bits)
        };
        assert_eq!(of(&["1234567890123456", "3462238097494268140"], 64), Radix::Decimal);
        assert_eq!(of(&["-3462238097494268140"], 64), Radix::Decimal);
        assert_eq!(of(&["12345678901234567", "12345678901234567"], 64), Radix::Decimal);
        assert_eq!(of(&["123456789"], 32), Radix::Hex);
        assert_eq!(of(&["1234567890"], 32), Radix::Decimal);
        for hex in ["1234567890123456", "abc", "0x12", "000000000000000000001", "12345678901234567"]
        {
            assert_eq!(of(&[hex], 64), Radix::Hex, "{hex}");
        }
        assert_eq!(of(&["abc", "3462238097494268140"], 64), Radix::Hex);
        assert_eq!(of(&["", "what", "3462238097494268140"], 64), Radix::Decimal);
    }

    /// The halves of 0x300c5734b8f858ec: the low one is negative as a signed integer.
    #[test]
    fn hashes_may_be_two_halves() {
        let hash = Some(0x300c_5734_b8f8_58ec);
        for (text, radix) in [
            ("806115124 -1191683860", Radix::Decimal),
            ("806115124, 3103283436", Radix::Decimal),
            ("0x300c5734|0xb8f858ec", Radix::Hex),
            ("300c5734:b8f858ec", Radix::Hex),
        ] {
            let line = format!("{text}\tfen\n");
            assert_eq!(Radix::of_lines(line.repeat(2).as_bytes(), 64), radix, "{text}");
            assert_eq!(radix.parse(text, 64), hash, "{text}");
        }
        for wrong in ["4294967296 0", "-2147483649 0", "1 2 3", "1 x"] {
            assert_eq!(Radix::Decimal.parse(wrong, 64), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_are_read_within_their_bits() {
        let decimal = |text| Radix::Decimal.parse(text, 64);
        assert_eq!(decimal("3462238097494268140"), Some(0x300c_5734_b8f8_58ec));
        assert_eq!(decimal("18446744073709551615"), Some(u64::MAX.into()));
        assert_eq!(decimal("18446744073709551616"), None);
        assert_eq!(decimal("-1"), Some(u64::MAX.into()));
        assert_eq!(decimal("-9223372036854775808"), Some(1 << 63));
        assert_eq!(decimal("-9223372036854775809"), None);
        assert_eq!(decimal("0x10"), Some(16));
        assert_eq!(decimal("ff"), Some(255));
        assert_eq!(Radix::Hex.parse("10", 64), Some(16));
        assert_eq!(Radix::Hex.parse("-1", 64), None);
        assert_eq!(Radix::Decimal.parse("-1", 128), Some(u128::MAX));
        assert_eq!(Radix::Decimal.parse("281474976710655", 48), Some((1 << 48) - 1));
        assert_eq!(Radix::Decimal.parse("281474976710656", 48), None);
    }
}
