//! Dates at which a filter begins or ends, in the Gregorian calendar, also before 1582.

use std::fmt::{self, Display};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A day, a month or a year, as people ask for it: `2023.05.01`, `2023.05` or `2023`.
///
/// As a beginning it means its first day, as an end its last one.
///
/// ```
/// use zobrist_index::PartialDate;
///
/// let may: PartialDate = "2023-05".parse()?;
/// assert_eq!(may, PartialDate::new(2023, Some(5), None).unwrap());
/// assert_eq!(may.to_string(), "2023.05");
/// assert!("2023.02.30".parse::<PartialDate>().is_err());
/// # Ok::<(), zobrist_index::FilterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartialDate {
    year: u16,
    month: Option<u8>,
    day: Option<u8>,
}

impl PartialDate {
    /// Returns the date of a year from 1 to 9999, a month from 1 to 12 and a day of that month;
    /// `None` if there is no such date, or if there is a day without a month.
    #[must_use]
    pub fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<PartialDate> {
        let is_date = (1..=9999).contains(&year)
            && month.is_none_or(|month| (1..=12).contains(&month))
            && day.is_none_or(|day| {
                month.is_some_and(|month| (1..=days_in_month(year, month)).contains(&day))
            });
        is_date.then_some(PartialDate { year, month, day })
    }

    /// The first day that it means.
    pub(super) fn first_day(self) -> Day {
        (self.year, self.month.unwrap_or(1), self.day.unwrap_or(1))
    }

    /// The last day that it means.
    pub(super) fn last_day(self) -> Day {
        let month = self.month.unwrap_or(12);
        (self.year, month, self.day.unwrap_or_else(|| days_in_month(self.year, month)))
    }

    /// The one of two dates that begins earlier; if both begin on the same day, the more exact one.
    pub(crate) fn earlier(self, other: PartialDate) -> PartialDate {
        let days = |date: PartialDate| (date.first_day(), date.last_day());
        if days(other) < days(self) { other } else { self }
    }

    /// The one of two dates that ends later; if both end on the same day, the more exact one.
    pub(crate) fn later(self, other: PartialDate) -> PartialDate {
        let days = |date: PartialDate| (date.last_day(), date.first_day());
        if days(other) > days(self) { other } else { self }
    }
}

impl Serialize for PartialDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PartialDate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PartialDate, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Display for PartialDate {
    /// Writes the date as PGN does, without the parts that are not given.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(f, ".{part:02}")?;
        }
        Ok(())
    }
}

/// A year from 1 to 9999, a month from 1 and a day from 1; earlier days are less.
pub(super) type Day = (u16, u8, u8);

/// The number of days of a month from 1 to 12; 0 for any other number.
pub(super) fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_dates_one_begins_earlier_and_one_ends_later() {
        for (one, other, earlier, later) in [
            ("2023", "2024", "2023", "2024"),
            ("2023", "2023.05", "2023", "2023"),
            ("2023", "2023.01.01", "2023.01.01", "2023"),
            ("2023", "2023.12", "2023", "2023.12"),
            ("2024.02", "2024.02.29", "2024.02", "2024.02.29"),
            ("2024.02.28", "2024.02", "2024.02", "2024.02"),
            ("2023.05.01", "2023.05.01", "2023.05.01", "2023.05.01"),
        ] {
            let date = |text: &str| text.parse::<PartialDate>().unwrap();
            for (one, other) in [(date(one), date(other)), (date(other), date(one))] {
                assert_eq!(one.earlier(other), date(earlier), "{one} {other}");
                assert_eq!(one.later(other), date(later), "{one} {other}");
            }
        }
    }

    #[test]
    fn dates_are_stored_as_they_are_written() {
        let date = PartialDate::new(2023, Some(5), None).unwrap();
        let json = serde_json::to_string(&date).unwrap();
        assert_eq!(json, "\"2023.05\"");
        assert_eq!(serde_json::from_str::<PartialDate>(&json).unwrap(), date);
        assert!(serde_json::from_str::<PartialDate>("\"2023.13\"").is_err());
    }
}
