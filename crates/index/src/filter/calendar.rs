//! Days of the calendar that chess uses, the Gregorian one, also before 1582.

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
