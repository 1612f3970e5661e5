//! Quotes of properties in messages.

use core::fmt::{self, Display};
use core::ops::Deref;

/// A property as it is written, on one line and without its end if it is long.
///
/// It reads as a `str`. Its bytes are taken for UTF-8, with U+FFFD for those that are not, until
/// [`Record::decode_quotes`](super::Record::decode_quotes) or [`Fault::decode`](super::Fault::decode)
/// has their charset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    text: String,
    /// The bytes from which the text was made, if they are not ASCII.
    raw: Option<Box<[u8]>>,
    /// True if the bytes do not go to the end.
    is_cut: bool,
}

/// Largest number of bytes that are looked at.
const MAX_BYTES: usize = 1 << 10;

impl Quote {
    pub(super) fn new(written: &[u8]) -> Quote {
        let bytes = &written[..written.len().min(MAX_BYTES)];
        let is_cut = bytes.len() < written.len();
        let raw = (!bytes.is_ascii()).then(|| bytes.into());
        Quote { text: one_line(&String::from_utf8_lossy(bytes), is_cut), raw, is_cut }
    }

    /// Decodes the bytes, if they are not ASCII.
    pub(super) fn decode(&mut self, decode: impl FnOnce(&[u8]) -> String) {
        if let Some(raw) = self.raw.take() {
            self.text = one_line(&decode(&raw), self.is_cut);
        }
    }
}

fn one_line(text: &str, is_cut: bool) -> String {
    const MAX_CHARS: usize = 60;
    let text = text.replace(char::is_control, " ");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None if is_cut => format!("{text}…"),
        None => text,
    }
}

impl Deref for Quote {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The quote of a text that was made by someone else.
impl From<&str> for Quote {
    fn from(text: &str) -> Quote {
        Quote::new(text.as_bytes())
    }
}
