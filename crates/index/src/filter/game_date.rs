//! The date of a game, as far as its tags tell it.

use super::date::{Day, PartialDate, days_in_month};
use crate::tags::year;

/// The date of a game, any part of which may be unknown. The default is wholly unknown.
///
/// It is that of the tag `Date` or, if there is none or its year is unknown, that of `UTCDate`.
/// The year is known as in the column `year` of an index: four digits other than 0000 that no fifth
/// follows. Month and day are numbers of one or two digits after `.`, `-` or `/`, the same one
/// before both. A month or day of question marks is unknown, and so is a day that is anything but a
/// number or that the month does not have. After a month that is neither a number from 1 to 12 nor
/// unknown, the day is unknown too. A time after the day does not count.
///
/// ```
/// use zobrist_index::GameDate;
///
/// let [may, first, june] = [&b"2023.05.??"[..], b"2023-05-01", b"2023.06.01"]
///     .map(|date| GameDate::of(Some(date), None));
/// assert!(may.agrees_with(first) && !may.agrees_with(june));
/// assert!(GameDate::of(Some(b"????.??.??"), None).agrees_with(june));
/// assert_eq!(GameDate::of(Some(b"????.??.??"), Some(b"2023.06.01")), june);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameDate {
    /// 0 if the date is unknown; month and day are then 0 too.
    year: u16,
    /// 0 if it is unknown.
    month: u8,
    /// 0 if it is unknown; otherwise a day of the month, or up to 31 if that is unknown.
    day: u8,
}

impl GameDate {
    /// Returns the date of a game by its tags `Date` and `UTCDate`.
    pub fn of(date: Option<&[u8]>, utc_date: Option<&[u8]>) -> GameDate {
        let dates = [date, utc_date].into_iter().flatten().map(GameDate::read);
        dates.into_iter().find(|date| date.year > 0).unwrap_or_default()
    }

    fn read(text: &[u8]) -> GameDate {
        let Some(year) = year(text) else { return GameDate::default() };
        let unknown = GameDate { year, month: 0, day: 0 };
        let rest = &text.trim_ascii()[4..];
        let Some((separator, rest)) = rest.split_first().filter(|(first, _)| is_separator(first))
        else {
            return unknown;
        };
        let (word, rest) = first_word(rest);
        let month = match Part::read(word) {
            Part::Unknown => 0,
            Part::Number(month @ 1..=12) => month,
            _ => return unknown,
        };
        let day = match rest.split_first() {
            // Months from one to another.
            Some((other, _)) if is_separator(other) && other != separator => return unknown,
            Some((same, rest)) if same == separator => match first_word(rest) {
                // Days from one to another.
                (_, [after, ..]) if is_separator(after) => 0,
                (word, _) => match Part::read(word) {
                    Part::Number(day) => day,
                    _ => 0,
                },
            },
            _ => 0,
        };
        let days = if month > 0 { days_in_month(year, month) } else { 31 };
        GameDate { year, month, day: if day <= days { day } else { 0 } }
    }

    /// A number that is higher for later dates; what is not known of a date comes before what is.
    pub(crate) fn rank(self) -> u64 {
        let day = if self.month == 0 { 0 } else { self.day };
        (u64::from(self.year) * 100 + u64::from(self.month)) * 100 + u64::from(day)
    }

    /// Year, month and day, each 0 if it is unknown.
    pub(crate) fn parts(self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }

    /// Returns the date as far as it is known: without a day where the month is unknown, and `None`
    /// if the year is.
    #[must_use]
    pub fn known(self) -> Option<PartialDate> {
        let GameDate { year, month, day } = self;
        let known = |part: u8| (part > 0).then_some(part);
        PartialDate::new(year, known(month), known(month).and(known(day)))
    }

    /// The first and the last of the days that it can mean; `None` if it can be any day.
    pub(super) fn days(self) -> Option<[Day; 2]> {
        let GameDate { year, month, day } = self;
        let known = |part: u8, otherwise| if part > 0 { part } else { otherwise };
        // January and December have all days.
        let last_month = known(month, 12);
        let last_day = known(day, days_in_month(year, last_month));
        (year > 0).then(|| [(year, known(month, 1), known(day, 1)), (year, last_month, last_day)])
    }

    /// Returns true if every day that it can mean is between two dates, both in; an unknown date is
    /// not, unless both ends are open.
    #[must_use]
    pub fn is_within(self, since: Option<PartialDate>, until: Option<PartialDate>) -> bool {
        if since.is_none() && until.is_none() {
            return true;
        }
        self.days().is_some_and(|[first, last]| {
            since.is_none_or(|since| since.first_day() <= first)
                && until.is_none_or(|until| last <= until.last_day())
        })
    }

    /// Returns true if there is a day that both can mean.
    #[must_use]
    pub fn agrees_with(self, other: GameDate) -> bool {
        if self.year == 0 || other.year == 0 {
            return true;
        }
        let same = |a: u8, b: u8| a == b || a == 0 || b == 0;
        let (month, day) = (self.month.max(other.month), self.day.max(other.day));
        self.year == other.year
            && same(self.month, other.month)
            && same(self.day, other.day)
            && (month == 0 || day <= days_in_month(self.year, month))
    }
}

/// A month or a day.
enum Part {
    /// One or two digits.
    Number(u8),
    /// Question marks.
    Unknown,
    /// Anything else.
    Other,
}

impl Part {
    fn read(word: &[u8]) -> Part {
        match word {
            [b'0'..=b'9'] => Part::Number(word[0] - b'0'),
            [b'0'..=b'9', b'0'..=b'9'] => Part::Number(10 * (word[0] - b'0') + word[1] - b'0'),
            [b'?', ..] if word.iter().all(|byte| *byte == b'?') => Part::Unknown,
            _ => Part::Other,
        }
    }
}

fn is_separator(byte: &u8) -> bool {
    matches!(byte, b'.' | b'-' | b'/')
}

/// The text before a separator, a blank or the time of day, and the rest.
fn first_word(text: &[u8]) -> (&[u8], &[u8]) {
    let ends = |byte: &u8| is_separator(byte) || byte.is_ascii_whitespace() || *byte == b'T';
    text.split_at(text.iter().position(ends).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_far_as_they_go() {
        for (text, expected) in [
            ("2023.05.01", (2023, 5, 1)),
            (" 2023-05-01 ", (2023, 5, 1)),
            ("2023/5/1", (2023, 5, 1)),
            ("2023.05.01 12:30:00", (2023, 5, 1)),
            ("2023-05-01T12:30:00Z", (2023, 5, 1)),
            ("2023.05.??", (2023, 5, 0)),
            ("2023.05.?", (2023, 5, 0)),
            ("2023.05", (2023, 5, 0)),
            ("2023.05.", (2023, 5, 0)),
            ("2023.05 or later", (2023, 5, 0)),
            ("2023.??.??", (2023, 0, 0)),
            ("2023.??.31", (2023, 0, 31)),
            ("2023.??.32", (2023, 0, 0)),
            ("2023", (2023, 0, 0)),
            ("2023.", (2023, 0, 0)),
            ("2023 May", (2023, 0, 0)),
            ("2023.May.01", (2023, 0, 0)),
            ("2023.00.00", (2023, 0, 0)),
            ("2023.13.01", (2023, 0, 0)),
            ("2023.1st", (2023, 0, 0)),
            ("2023.005.01", (2023, 0, 0)),
            ("2023-2024", (2023, 0, 0)),
            ("2023.05-06", (2023, 0, 0)),
            ("2023.05.01-03", (2023, 5, 0)),
            ("2023.02.29", (2023, 2, 0)),
            ("2024.02.29", (2024, 2, 29)),
            ("2023.05.00", (2023, 5, 0)),
            ("2023.05.001", (2023, 5, 0)),
            ("????.??.??", (0, 0, 0)),
            ("????.05.01", (0, 0, 0)),
            ("0000.05.01", (0, 0, 0)),
            ("20230501", (0, 0, 0)),
            ("23.05.01", (0, 0, 0)),
            ("?", (0, 0, 0)),
            ("", (0, 0, 0)),
        ] {
            let (year, month, day) = expected;
            let date = GameDate::of(Some(text.as_bytes()), None);
            assert_eq!(date, GameDate { year, month, day }, "{text}");
            let known = match (year, month, day) {
                (0, ..) => None,
                (_, 0, _) => Some(format!("{year:04}")),
                (_, _, 0) => Some(format!("{year:04}.{month:02}")),
                _ => Some(format!("{year:04}.{month:02}.{day:02}")),
            };
            assert_eq!(date.known().map(|known| known.to_string()), known, "{text}");
        }
    }

    #[test]
    fn the_other_tag_counts_where_the_year_is_unknown() {
        let of = |date: Option<&str>, utc_date: Option<&str>| {
            GameDate::of(date.map(str::as_bytes), utc_date.map(str::as_bytes))
        };
        let other = Some("2022.01.02");
        let (first, second) = ((2023, 0, 0), (2022, 1, 2));
        for (date, utc_date, (year, month, day)) in [
            (Some("2023.??.??"), other, first),
            (Some("????.??.??"), other, second),
            (Some("junk"), other, second),
            (None, other, second),
            (Some("?"), Some("?"), (0, 0, 0)),
            (None, None, (0, 0, 0)),
        ] {
            assert_eq!(of(date, utc_date), GameDate { year, month, day }, "{date:?}");
        }
    }

    #[test]
    fn later_dates_have_higher_ranks() {
        let rank = |date: &[u8]| GameDate::of(Some(date), None).rank();
        let dates: [&[u8]; 6] =
            [b"2024.05.02", b"2024.05.01", b"2024.05.??", b"2024.??.02", b"2023.12.31", b"?"];
        assert!(dates.is_sorted_by(|one, other| rank(one) > rank(other)));
    }
}
