//! Values that have names.

use std::fmt::Display;
use std::str::FromStr;

use toml::Spanned;

use crate::error::Result;
use crate::place::Place;

/// Parses a value that has a name.
pub(super) fn parsed<T: FromStr<Err: Display>>(
    name: &Spanned<String>,
    place: Place<'_>,
) -> Result<T> {
    name.get_ref().parse().map_err(|error: T::Err| place.error(name.span().start, error).into())
}
