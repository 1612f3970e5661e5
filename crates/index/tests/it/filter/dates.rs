//! Dates against all days that they can mean.

use proptest::prelude::*;
use zobrist_index::{Filter, FilterError, GameDate, PartialDate};

use super::conditions::facts;

type Day = (u16, u8, u8);

/// All days of some years, counted from one to the next by the rules of the calendar.
fn days(years: std::ops::RangeInclusive<u16>) -> Vec<Day> {
    let last = *years.end();
    let mut days = vec![(*years.start(), 1, 1)];
    while let Some((year, month, day)) = days.last().copied() {
        let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
        let length = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        days.push(match (month, day) {
            (12, 31) if year == last => return days,
            (12, 31) => (year + 1, 1, 1),
            (month, day) if day == length => (year, month + 1, 1),
            (month, day) => (year, month, day + 1),
        });
    }
    days
}

/// The days that agree with the parts that are given.
fn meant(all: &[Day], year: u16, month: Option<u8>, day: Option<u8>) -> Vec<Day> {
    let fits = |&&(y, m, d): &&Day| {
        y == year && month.is_none_or(|month| month == m) && day.is_none_or(|day| day == d)
    };
    all.iter().filter(fits).copied().collect()
}

/// A date in PGN.
fn tag(year: u16, month: Option<u8>, day: Option<u8>, separator: char) -> String {
    let part = |part: Option<u8>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
    format!("{year:04}{separator}{}{separator}{}", part(month), part(day))
}

/// Years with leap years of both kinds among them, and with others between.
const YEARS: std::ops::RangeInclusive<u16> = 1896..=1904;

fn parts() -> impl Strategy<Value = (u16, Option<u8>, Option<u8>)> {
    (YEARS, prop::option::of(1..=12_u8), prop::option::of(1..=31_u8))
}

fn ends() -> impl Strategy<Value = Option<PartialDate>> {
    let date = (YEARS, prop::option::of((1..=12_u8, prop::option::of(1..=31_u8))));
    prop::option::of(date.prop_filter_map("a day that there is", |(year, rest)| {
        PartialDate::new(year, rest.map(|rest| rest.0), rest.and_then(|rest| rest.1))
    }))
}

/// The days that an end of a range means, from its text.
fn days_of(all: &[Day], end: PartialDate) -> Vec<Day> {
    let text = end.to_string();
    let mut parts = text.split('.');
    let year = parts.next().and_then(|year| year.parse().ok()).expect("a year");
    let mut next = || parts.next().and_then(|part| part.parse().ok());
    let (month, day) = (next(), next());
    meant(all, year, month, day)
}

/// The definition.
fn is_within(
    all: &[Day],
    meant: &[Day],
    since: Option<PartialDate>,
    until: Option<PartialDate>,
) -> bool {
    meant.iter().all(|day| {
        since.is_none_or(|since| days_of(all, since).first() <= Some(day))
            && until.is_none_or(|until| Some(day) <= days_of(all, until).last())
    })
}

proptest! {
    #[test]
    fn a_game_counts_if_all_days_that_its_date_can_mean_do(
        (year, month, day) in parts(),
        since in ends(),
        until in ends(),
        separator in prop::sample::select(vec!['.', '-', '/']),
    ) {
        let all = days(YEARS);
        let mut meant_days = meant(&all, year, month, day);
        if meant_days.is_empty() {
            // A day that the month does not have is no day.
            meant_days = meant(&all, year, month, None);
        }
        let text = tag(year, month, day, separator);
        let mut filter = Filter::default();
        (filter.since, filter.until) = (since, until);
        let game = facts(|game| game.date = Some(text.as_bytes()));
        prop_assert_eq!(filter.matches(&game), is_within(&all, &meant_days, since, until), "{}", text);
    }

    #[test]
    fn dates_agree_if_there_is_a_day_that_both_can_mean(a in parts(), b in parts()) {
        let all = days(YEARS);
        let [(first, first_days), (second, second_days)] = [a, b].map(|(year, month, day)| {
            let days = match meant(&all, year, month, day) {
                none if none.is_empty() => meant(&all, year, month, None),
                days => days,
            };
            (GameDate::of(Some(tag(year, month, day, '.').as_bytes()), None), days)
        });
        let common = first_days.iter().any(|day| second_days.contains(day));
        prop_assert_eq!(first.agrees_with(second), common);
        prop_assert_eq!(second.agrees_with(first), common);
    }

    #[test]
    fn what_is_no_range_is_an_error(since in ends(), until in ends()) {
        let mut filter = Filter::default();
        (filter.since, filter.until) = (since, until);
        let all = days(YEARS);
        let is_range = all.iter().any(|day| is_within(&all, &[*day], since, until));
        match (filter.check(), since, until) {
            (Ok(()), ..) => prop_assert!(is_range),
            (Err(error), Some(since), Some(until)) => {
                prop_assert!(!is_range);
                prop_assert_eq!(error, FilterError::NoDates { since, until });
            }
            (Err(error), ..) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn any_text_is_a_date_or_none(text: Vec<u8>, since in ends()) {
        let mut filter = Filter::default();
        filter.since = since;
        let game = facts(|game| game.date = Some(&text));
        // Unless a year is there, the game is of an unknown date.
        let year = text.trim_ascii().get(..4).is_some_and(|year| year.iter().all(u8::is_ascii_digit));
        prop_assert!(year || filter.matches(&game) == since.is_none());
    }
}

#[test]
fn games_count_by_their_dates() {
    for (since, until, date, utc_date, expected) in [
        ("2023", "", "2023.05.01", "", true),
        ("2023", "", "2022.12.31", "", false),
        ("2023", "2023", "2023.??.??", "", true),
        ("2023.05", "", "2023.??.??", "", false),
        ("2023.05", "2023.05", "2023.05.??", "", true),
        ("2023.05.01", "2023.05.31", "2023.05.??", "", true),
        ("2023.05.02", "", "2023.05.??", "", false),
        ("", "2024.02", "2024.02.29", "", true),
        ("", "2024.02.28", "2024.02.29", "", false),
        ("2023", "", "????.??.??", "", false),
        ("2023", "", "", "", false),
        ("2023", "", "????.??.??", "2023.05.01", true),
        ("2023", "", "", "2023.05.01", true),
        ("2023", "", "2022.??.??", "2023.05.01", false),
        ("2023", "", "2023-05-01", "", true),
        ("2023.05.01", "2023.05.01", "2023-05-01", "", true),
        ("2023", "", "yesterday", "", false),
        ("", "9999", "yesterday", "", false),
        ("", "", "yesterday", "", true),
    ] {
        let mut filter = Filter::default();
        filter.since = since.parse().ok();
        filter.until = until.parse().ok();
        let text = |text: &'static str| Some(text.as_bytes()).filter(|text| !text.is_empty());
        let game = facts(|game| {
            game.date = text(date);
            game.utc_date = text(utc_date);
        });
        assert_eq!(filter.matches(&game), expected, "{date} {utc_date} in {since} to {until}");
    }
}
