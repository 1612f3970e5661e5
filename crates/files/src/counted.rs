//! Counts in words.

use std::fmt::Display;

/// `1 entry`, `2 entries`.
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let things = if number == "1" { one } else { many };
    format!("{number} {things}")
}
