//! Numbers as C or Fortran writes them.

use std::str::FromStr;

/// A number, written as by C or Fortran.
pub(super) fn parsed<T: FromStr>(word: &str) -> Option<T> {
    word.parse().or_else(|_| of_fortran(word).parse()).ok()
}

/// A finite number, written as by C or Fortran.
pub(super) fn finite(word: &str) -> Option<f64> {
    parsed(word).filter(|number: &f64| number.is_finite())
}

/// A number as Fortran writes it, with the letter that it should have: double precision has a D,
/// and a three-digit exponent leaves no room for one.
fn of_fortran(word: &str) -> String {
    let word = word.replace(['D', 'd'], "e");
    match word.rfind(['+', '-']) {
        Some(at) if word[..at].ends_with(|c: char| c.is_ascii_digit() || c == '.') => {
            format!("{}e{}", &word[..at], &word[at..])
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_those_of_fortran() {
        for (word, number) in [
            ("-.5D+00", -0.5),
            ("1.5d3", 1500.0),
            ("0.12345678E-05", 1.2345678e-6),
            ("0.1234567890123456-103", 1.234567890123456e-104),
            ("-2.+100", -2e100),
            ("-1.25-2", -0.0125),
            ("4.9D-324", 5e-324),
            ("1.0-400", 0.0),
        ] {
            assert_eq!(finite(word), Some(number), "{word}");
        }
        for word in ["1.0+400", "-", "+-1", "1.0--3", "1.0-", "e-3", "x-3", "1.0-3-3", "1.0E5-3"] {
            assert_eq!(finite(word), None, "{word}");
        }
    }
}
