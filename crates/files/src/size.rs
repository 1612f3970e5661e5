//! Sizes in bytes, in words.

/// A size in the largest unit in which it is a whole number.
pub fn size_in_words(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let unit = match bytes {
        0 => 0,
        _ => (bytes.trailing_zeros() as usize / 10).min(UNITS.len() - 1),
    };
    format!("{} {}", bytes >> (10 * unit), UNITS[unit])
}
