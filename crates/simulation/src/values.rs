//! Values of a configuration that are checked as they are read.

use std::fmt::Display;
use std::str::FromStr;

use toml::Spanned;
use zobrist_input::{Place, Result};

/// A finite number above 0; `name` is that of its key.
pub(crate) fn positive(name: &str, value: &Spanned<f64>, place: Place<'_>) -> Result<f64> {
    let number = *value.get_ref();
    if number > 0.0 && number.is_finite() {
        return Ok(number);
    }
    let reason = format!("`{name}`: expected a number above 0, got {number}");
    Err(place.error(value.span().start, reason))
}

/// A whole number from 1 to `most`; `name` is that of its key.
pub(crate) fn count(name: &str, value: &Spanned<u64>, most: u64, place: Place<'_>) -> Result<u64> {
    let number = *value.get_ref();
    if (1..=most).contains(&number) {
        return Ok(number);
    }
    let expected = match most {
        u64::MAX => "1 or more".to_owned(),
        most => format!("from 1 to {most}"),
    };
    let reason = format!("`{name}`: expected {expected}, got {number}");
    Err(place.error(value.span().start, reason))
}

/// Parses a value that has a name.
pub(crate) fn parsed<T: FromStr<Err: Display>>(
    name: &Spanned<String>,
    place: Place<'_>,
) -> Result<T> {
    name.get_ref().parse().map_err(|error: T::Err| place.error(name.span().start, error))
}
