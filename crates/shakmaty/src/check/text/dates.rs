//! The form of dates, section 8.1.1.3 of the PGN standard, and the days of the calendar.

use super::tag_lines::{TagLine, joined, quoted};

const NAMES: [&[u8]; 3] = [b"Date", b"UTCDate", b"EventDate"];

/// Returns the dates in another form than `2024.02.29`, and the days that do not exist.
pub(super) fn check(tags: &[TagLine<'_>]) -> Option<String> {
    let dates = tags.iter().filter(|line| NAMES.contains(&line.name));
    let details = dates.filter_map(|line| {
        let wrong = fault(&line.value)?;
        let name = String::from_utf8_lossy(line.name);
        Some(format!("{name} {}: {wrong}", quoted(&line.value)))
    });
    joined(details, "; ")
}

/// The fault of a date.
fn fault(date: &[u8]) -> Option<&'static str> {
    const FORM: &str = "expected YYYY.MM.DD, with ? for what is not known";
    let [year @ .., b'.', m1, m2, b'.', d1, d2] = date else { return Some(FORM) };
    let parts = [year, &[*m1, *m2], &[*d1, *d2]];
    let is_part =
        |part: &&[u8]| part.iter().all(|byte| *byte == b'?') || part.iter().all(u8::is_ascii_digit);
    if year.len() != 4 || !parts.iter().all(is_part) {
        return Some(FORM);
    }
    let [year, month, day] = parts.map(number);
    let days = match (month, year) {
        (Some(4 | 6 | 9 | 11), _) => 30,
        // A leap year is possible.
        (Some(2), None) => 29,
        (Some(2), Some(year)) if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        (Some(2), _) => 28,
        _ => 31,
    };
    let exists = year != Some(0)
        && month.is_none_or(|month| (1..=12).contains(&month))
        && day.is_none_or(|day| (1..=days).contains(&day));
    (!exists).then_some("there is no such day")
}

/// The number of digits; `None` for question marks.
fn number(digits: &[u8]) -> Option<u32> {
    str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The days of each month of a year, counted with nothing but the calendar's rule.
    #[test]
    fn all_days_of_some_years_exist_and_no_others() {
        for year in [1, 1899, 1900, 2000, 2023, 2024] {
            let is_leap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0;
            let february = if is_leap { 29 } else { 28 };
            let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for month in 0..=13_u32 {
                for day in 0..=32_u32 {
                    let exists = (1..=12).contains(&month)
                        && (1..=months[month as usize - 1]).contains(&day);
                    let date = format!("{year:04}.{month:02}.{day:02}");
                    assert_eq!(fault(date.as_bytes()).is_none(), exists, "{date}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_known_is_a_question_mark() {
        for date in ["????.??.??", "2024.??.??", "2024.02.??", "????.02.29", "2024.??.31"] {
            assert_eq!(fault(date.as_bytes()), None, "{date}");
        }
        for date in
            ["", "?", "2024", "2024-02-29", "29.02.2024", "2024.2.29", "24.02.29", "2024.0?.01"]
        {
            assert!(fault(date.as_bytes()).is_some_and(|fault| fault.contains("YYYY")), "{date}");
        }
        for date in ["0000.00.00", "2024.13.??", "????.02.30", "????.??.32", "2023.02.29"] {
            assert_eq!(fault(date.as_bytes()), Some("there is no such day"), "{date}");
        }
    }
}
