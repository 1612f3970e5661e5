//! Hashes as programs write them: in hex or in decimal.

use memchr::memchr;

/// The base in which hashes that have digits alone are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    Hex,
    Decimal,
}

impl Radix {
    /// The base of the hashes of some lines, up to the first that has a hex digit beyond 9. They
    /// are decimal if one has two digits more than a hash in hex can have, or several have one
    /// more.
    pub(crate) fn of_lines(text: &[u8], bits: u32) -> Radix {
        let width = bits.div_ceil(4) as usize;
        let mut longer = 0;
        for line in text.split(|byte| *byte == b'\n') {
            let Some(tab) = memchr(b'\t', line) else { continue };
            let hash = line[..tab].trim_ascii();
            if !is_decimal(hash) {
                let is_hex =
                    hash.iter().all(|byte| byte.is_ascii_hexdigit() || b"xX".contains(byte));
                if is_hex && !hash.is_empty() {
                    return Radix::Hex;
                }
                continue;
            }
            let digits = hash.strip_prefix(b"-").unwrap_or(hash);
            let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
            match (digits.len() - zeros).saturating_sub(width) {
                0 => {}
                1 => longer += 1,
                _ => return Radix::Decimal,
            }
            if longer > 1 {
                return Radix::Decimal;
            }
        }
        Radix::Hex
    }

    /// Reads a hash of a number of bits, with `0x` or without; in decimal, a negative number stands
    /// for one that is larger by 2^bits, as programs print signed integers. `None` if it is none.
    pub(crate) fn parse(self, text: &str, bits: u32) -> Option<u128> {
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
