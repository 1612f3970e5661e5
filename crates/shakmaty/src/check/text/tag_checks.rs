//! Checks of tags by the PGN standard: the Seven Tag Roster (section 8.1.1), the form of dates
//! (8.1.1.3) and the days of the calendar, ratings, tags that stand twice, and `SetUp` beside a
//! `FEN` (9.7).

use std::collections::HashMap;

use super::tag_lines::{TagLine, excerpt, joined, last, quoted};
use crate::game_start::is_unknown;

/// The tags that every game should have, in their order, before all others.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Returns the tags that are missing, and the first that comes too late.
pub(super) fn seven_tag_roster(tags: &[TagLine<'_>]) -> Option<String> {
    let rank = |name: &[u8]| ROSTER.iter().position(|known| known.as_bytes() == name);
    let has = |name: &&&str| tags.iter().any(|line| line.name == name.as_bytes());
    let missing: Vec<&str> = ROSTER.iter().filter(|name| !has(name)).copied().collect();
    let mut details = Vec::new();
    if !missing.is_empty() {
        details.push(format!("missing {}", missing.join(", ")));
    }
    // The tag of the highest rank so far; all others than the seven come last.
    let mut before: Option<(usize, &[u8])> = None;
    let mut seen = [false; ROSTER.len()];
    for line in tags {
        let rank = rank(line.name);
        if rank.is_some_and(|rank| std::mem::replace(&mut seen[rank], true)) {
            continue;
        }
        let rank = rank.unwrap_or(ROSTER.len());
        if let Some((_, name)) = before.filter(|(highest, _)| rank < *highest) {
            details.push(format!("{} comes after {}", ROSTER[rank], excerpt(name)));
            break;
        }
        before = Some((rank, line.name));
    }
    (!details.is_empty()).then(|| details.join("; "))
}

const NAMES: [&[u8]; 3] = [b"Date", b"UTCDate", b"EventDate"];

/// Returns the dates in another form than `2024.02.29`, and the days that do not exist.
pub(super) fn dates(tags: &[TagLine<'_>]) -> Option<String> {
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

/// Returns the Elos that are no ratings.
pub(super) fn elo(tags: &[TagLine<'_>]) -> Option<String> {
    let elos = tags.iter().filter(|line| matches!(line.name, b"WhiteElo" | b"BlackElo"));
    let wrong = elos.filter(|line| !is_elo(&line.value));
    let details = wrong.map(|line| {
        let name = String::from_utf8_lossy(line.name);
        format!("{name} {}: expected a number from 100 to 4000", quoted(&line.value))
    });
    joined(details, "; ")
}

/// True for a rating, and for the signs of none.
fn is_elo(value: &[u8]) -> bool {
    if matches!(value, b"" | b"?" | b"-") {
        return true;
    }
    let is_number = value.iter().all(u8::is_ascii_digit);
    let number: Option<u32> = str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
    is_number && number.is_some_and(|elo| (100..=4000).contains(&elo))
}

/// Returns the names that more than one tag has, whatever their case, in the order of the game.
pub(super) fn duplicate_tags(tags: &[TagLine<'_>]) -> Option<String> {
    // The number of tags of each name, and the first of them.
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut names: Vec<(&[u8], u64)> = Vec::new();
    for line in tags {
        let number = *numbers.entry(line.name.to_ascii_lowercase()).or_insert_with(|| {
            names.push((line.name, 0));
            names.len() - 1
        });
        names[number].1 += 1;
    }
    let names = names.into_iter().filter(|(_, count)| *count > 1);
    joined(names.map(|(name, count)| format!("{} {count} times", excerpt(name))), ", ")
}

/// Returns how `SetUp` is wrong beside a `FEN`.
pub(super) fn fen_without_setup(tags: &[TagLine<'_>]) -> Option<String> {
    last(tags, "FEN").filter(|fen| !is_unknown(fen))?;
    match last(tags, "SetUp") {
        None => Some("expected SetUp \"1\" beside FEN, got none".to_owned()),
        Some(b"1") => None,
        Some(value) => Some(format!("expected SetUp \"1\" beside FEN, got {}", quoted(value))),
    }
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
