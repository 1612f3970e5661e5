//! Reading dates at which a filter begins or ends.

use std::str::FromStr;

use super::date::{PartialDate, days_in_month};
use super::error::FilterError;

impl FromStr for PartialDate {
    type Err = FilterError;

    /// Reads `YYYY`, `YYYY.MM` or `YYYY.MM.DD`, with `.` or `-` between the parts.
    ///
    /// # Errors
    /// [`FilterError::Date`], which says what was expected.
    fn from_str(text: &str) -> Result<PartialDate, FilterError> {
        let expected = |what: &str| FilterError::Date { expected: what.into(), got: text.into() };
        let no_date = || expected("a date as YYYY, YYYY.MM or YYYY.MM.DD");
        let date = text.trim();
        let separator = if date.contains('.') { '.' } else { '-' };
        let mut parts = date.split(separator);
        let year = parts.next().filter(|year| year.len() == 4).and_then(number);
        let year = year.ok_or_else(no_date)?;
        let mut next = || match parts.next() {
            None => Ok(None),
            Some(part) if part.len() > 2 => Err(no_date()),
            Some(part) => number(part).map(|part| Some(part as u8)).ok_or_else(no_date),
        };
        let (month, day, beyond) = (next()?, next()?, next()?);
        if beyond.is_some() {
            return Err(no_date());
        }
        if year == 0 {
            return Err(expected("a year from 0001 to 9999"));
        }
        if month.is_some_and(|month| !(1..=12).contains(&month)) {
            return Err(expected("a month from 01 to 12"));
        }
        PartialDate::new(year, month, day).ok_or_else(|| {
            let month = month.unwrap_or_default();
            let days = days_in_month(year, month);
            expected(&format!("a day from 01 to {days} in {year:04}.{month:02}"))
        })
    }
}

/// A number of decimal digits only.
fn number(digits: &str) -> Option<u16> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_either_form() {
        for (text, expected) in [
            ("2023", (2023, None, None)),
            ("2023.05", (2023, Some(5), None)),
            ("2023-05-01", (2023, Some(5), Some(1))),
            (" 2024.2.29 ", (2024, Some(2), Some(29))),
            ("2000.02.29", (2000, Some(2), Some(29))),
            ("0001.12.31", (1, Some(12), Some(31))),
        ] {
            let (year, month, day) = expected;
            assert_eq!(text.parse().ok(), PartialDate::new(year, month, day), "{text}");
            assert!(PartialDate::new(year, month, day).is_some(), "{text}");
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        let form = "a date as YYYY, YYYY.MM or YYYY.MM.DD";
        for (text, expected) in [
            ("", form),
            ("23", form),
            ("20230501", form),
            ("2023.??.??", form),
            ("2023.05-01", form),
            ("2023.05.", form),
            ("2023.", form),
            ("2023.005", form),
            ("2023.05.01.02", form),
            ("+023", form),
            ("May 2023", form),
            ("0000", "a year from 0001 to 9999"),
            ("2023.13", "a month from 01 to 12"),
            ("2023.00.01", "a month from 01 to 12"),
            ("2023.02.30", "a day from 01 to 28 in 2023.02"),
            ("1900.02.29", "a day from 01 to 28 in 1900.02"),
            ("2023-04-31", "a day from 01 to 30 in 2023.04"),
            ("2023.05.00", "a day from 01 to 31 in 2023.05"),
        ] {
            let error = text.parse::<PartialDate>().unwrap_err().to_string();
            assert_eq!(error, format!("expected {expected}, got {text:?}"));
        }
    }
}
