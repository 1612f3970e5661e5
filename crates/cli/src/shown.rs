//! Texts of the user in messages.

/// The largest number of characters that are shown.
const MOST: usize = 60;

/// A text in quotes, shortened if it is long.
pub fn shown(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
