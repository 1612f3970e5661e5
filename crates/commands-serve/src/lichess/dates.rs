//! The dates of `since` and `until`: years, or months as lichess writes them.

use zobrist_index::PartialDate;

use super::super::reply::{Answered, Refusal};

/// Reads the value of a parameter: `2024` or, with `has_months`, `2024-05`.
///
/// # Errors
/// When it is no such date.
pub(crate) fn read(name: &str, text: &str, has_months: bool) -> Answered<PartialDate> {
    let is_year = text.len() == 4;
    let is_month = has_months && text.len() == 7 && text.as_bytes()[4] == b'-';
    if !is_year && !is_month {
        let form = if has_months { "YYYY-MM or YYYY" } else { "YYYY" };
        return Err(Refusal::bad(format_args!(
            "parameter `{name}`: expected a date as {form}, got {text:?}"
        )));
    }
    text.parse().map_err(|error| Refusal::bad(format_args!("parameter `{name}`: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masters_have_years_and_others_months() {
        for (text, has_months, expected) in
            [("2024", false, "2024"), ("2024", true, "2024"), ("2024-05", true, "2024.05")]
        {
            assert_eq!(read("since", text, has_months).unwrap().to_string(), expected);
        }
    }

    #[test]
    fn other_dates_are_refused() {
        for (text, has_months, expected) in [
            ("2024-05", false, "expected a date as YYYY, got \"2024-05\""),
            ("2024.05", true, "expected a date as YYYY-MM or YYYY, got \"2024.05\""),
            ("2024-05-01", true, "expected a date as YYYY-MM or YYYY, got \"2024-05-01\""),
            ("2024-5", true, "expected a date as YYYY-MM or YYYY, got \"2024-5\""),
            ("", true, "expected a date as YYYY-MM or YYYY, got \"\""),
            ("2024-13", true, "expected a month from 01 to 12, got \"2024-13\""),
            ("0000", false, "expected a year from 0001 to 9999, got \"0000\""),
            ("älf", false, "expected a date as YYYY"),
            ("20äääa", true, "expected a date as YYYY"),
        ] {
            let refusal = read("until", text, has_months).unwrap_err();
            let expected = format!("parameter `until`: {expected}");
            assert!(refusal.message.starts_with(&expected), "{text}: {}", refusal.message);
            assert_eq!(refusal.status, 400);
        }
    }
}
