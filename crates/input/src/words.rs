//! Counts and sizes in words.

use std::fmt::Display;

use crate::error::{Context, Result, bail};

/// `1 entry`, `2 entries`.
pub fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let things = if number == "1" { one } else { many };
    format!("{number} {things}")
}

/// A size in the largest unit in which it is a whole number.
#[must_use]
pub fn size_in_words(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let unit = match bytes {
        0 => 0,
        _ => (bytes.trailing_zeros() as usize / 10).min(UNITS.len() - 1),
    };
    format!("{} {}", bytes >> (10 * unit), UNITS[unit])
}

/// Reads a size such as 512MiB, 2G or 1000000.
///
/// # Errors
/// When it is not a whole number, has an unknown unit, or is not below 2^64.
pub fn bytes_of_size(text: &str) -> Result<u64> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor: u64 = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        unit => bail!("expected a size such as 512MiB, got the unit {unit:?}"),
    };
    let size = digits.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(factor));
    size.with_context(|| {
        format!("expected a size such as 512MiB, 2G or 1000000, below 2^64, got {text:?}")
    })
}
