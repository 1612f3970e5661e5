//! Numbers of items and probabilities, as people write them.

use super::probability::MAX_BITS;

/// A number of items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Items {
    /// A whole number from 1 to 2^512.
    pub(crate) number: f64,
    /// True if its shortest decimal form as a double has other digits than the text.
    pub(crate) is_rounded: bool,
}

/// Parses a whole number from 1 to 2^512: 77163, 7e9, 2^32, 10M.
pub(crate) fn items(text: &str) -> Result<Items, String> {
    let number = whole_number(text)?;
    let is_rounded = digits(text).is_some_and(|given| Some(given) != digits(&number.to_string()));
    Ok(Items { number, is_rounded })
}

/// The digits of a decimal number, with or without a suffix, from the first to the last that is not 0.
/// `None` for a power of two, which a double has exactly.
fn digits(text: &str) -> Option<String> {
    let text = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if text.contains('^') {
        return None;
    }
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(|c| *c != '.').collect();
    Some(digits.trim_matches('0').to_owned())
}

fn whole_number(text: &str) -> Result<f64, String> {
    let number = power(text).or_else(|| with_suffix(text)).or_else(|| decimal(text));
    number
        .filter(|number| (1.0..=f64::from(MAX_BITS).exp2()).contains(number))
        .filter(|number| number.fract() == 0.0)
        .ok_or_else(|| {
            format!(
                "expected a whole number from 1 to 2^{MAX_BITS}, such as 77163, 7e9, 2^32 or 10M"
            )
        })
}

/// Parses a probability between 0 and 1, both excluded: 0.5, 1e-9, 1%, 1/1000.
pub(crate) fn probability(text: &str) -> Result<f64, String> {
    fraction(text).filter(|number| *number > 0.0 && *number < 1.0).ok_or_else(|| {
        "expected a probability between 0 and 1, such as 0.5, 1e-9, 1% or 1/1000".to_owned()
    })
}

/// Parses a probability above 0 and at most 1: 1, 1e-9, 1%, 1/1000.
pub(crate) fn positive_probability(text: &str) -> Result<f64, String> {
    fraction(text).filter(|number| *number > 0.0 && *number <= 1.0).ok_or_else(|| {
        "expected a probability above 0 and at most 1, such as 0.5, 1e-9, 1% or 1/1000".to_owned()
    })
}

/// A quotient of whole numbers from 1, a number of percent, or a decimal number.
fn fraction(text: &str) -> Option<f64> {
    match (text.split_once('/'), text.strip_suffix('%')) {
        (Some((above, below)), _) => Some(whole_number(above).ok()? / whole_number(below).ok()?),
        (None, Some(percent)) => decimal(percent).map(|percent| percent / 100.0),
        (None, None) => decimal(text),
    }
}

/// A decimal number without the words that Rust takes for numbers, such as `inf`.
fn decimal(text: &str) -> Option<f64> {
    let is_decimal = text.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    text.parse().ok().filter(|_| is_decimal)
}

/// A power of two.
fn power(text: &str) -> Option<f64> {
    let exponent: u32 = text.strip_prefix("2^")?.parse().ok()?;
    (exponent <= MAX_BITS).then(|| f64::from(exponent).exp2())
}

/// A number of thousands, millions, billions or trillions.
fn with_suffix(text: &str) -> Option<f64> {
    let suffixes = [("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12)];
    let (suffix, factor) = suffixes.into_iter().find(|(suffix, _)| text.ends_with(suffix))?;
    // Three decimal digits of a number of thousands are whole, though the double may not be.
    let number = decimal(text.strip_suffix(suffix)?)? * factor;
    Some(if (number - number.round()).abs() < number * 1e-15 { number.round() } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_of_items() {
        for (text, expected) in [
            ("1", 1.0),
            ("77163", 77163.0),
            ("7e9", 7e9),
            ("1.5e3", 1500.0),
            ("2^32", 4_294_967_296.0),
            ("10M", 1e7),
            ("1.001k", 1001.0),
            ("2.3G", 2.3e9),
            ("5T", 5e12),
            ("2^512", 512_f64.exp2()),
        ] {
            assert_eq!(items(text), Ok(Items { number: expected, is_rounded: false }), "{text}");
        }
        for (text, expected) in [
            ("9007199254740991", None),
            ("9007199254740992", None),
            ("9007199254740993", Some(9_007_199_254_740_992.0)),
            ("9007199254740994", None),
            ("9007199254740.993k", Some(9_007_199_254_740_992.0)),
            ("9.007199254740993e15", Some(9_007_199_254_740_992.0)),
            ("12345678901234567890", Some(12_345_678_901_234_567_000.0)),
            ("1e23", None),
            ("100000000000000000000000", None),
            ("1e154", None),
            ("2^53", None),
            ("2^300", None),
        ] {
            let found = items(text).unwrap();
            assert_eq!(found.is_rounded, expected.is_some(), "{text}");
            assert!(expected.is_none_or(|expected| expected == found.number), "{text}");
        }
        for text in [
            "", "0", "-1", "1.5", "1e-3", "inf", "NaN", "2^513", "2^", "10m", "1.0001k", "1e155",
            "M", "10 M", "0x10", "3^2", "2^-1",
        ] {
            assert!(items(text).is_err(), "{text}");
        }
    }

    #[test]
    fn probabilities_by_their_limits() {
        for (text, expected) in [
            ("0.5", 0.5),
            (".5", 0.5),
            ("1e-9", 1e-9),
            ("1%", 0.01),
            ("0.1%", 0.001),
            ("1/1000", 0.001),
            ("1/2^64", (-64_f64).exp2()),
            ("3/4", 0.75),
        ] {
            assert_eq!(probability(text), Ok(expected), "{text}");
            assert_eq!(positive_probability(text), Ok(expected), "{text}");
        }
        for text in ["1", "100%", "1/1"] {
            assert_eq!(positive_probability(text), Ok(1.0), "{text}");
        }
        let outside = ["", "0", "0%", "-0.5", "2", "1/0", "3/2", "x", "nan", "1e-400", "%"];
        for text in outside.into_iter().chain(["1", "100%", "1/1"]) {
            assert!(probability(text).is_err(), "{text}");
        }
        for text in outside {
            assert!(positive_probability(text).is_err(), "{text}");
        }
    }
}
