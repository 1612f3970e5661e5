//! Numbers in routes.

use super::super::reply::{Answered, Refusal};

/// The number of something, `of`, in a route.
///
/// # Errors
/// When there is no number.
pub fn route_number(text: &str, of: &str) -> Answered<usize> {
    let wrong = || Refusal::missing(format_args!("expected the number of {of}, got {text:?}"));
    text.parse().map_err(|_| wrong())
}
