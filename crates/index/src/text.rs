//! The text of tags.

use std::borrow::Cow;

/// Text that is UTF-8, or otherwise taken as Latin-1, which old PGN is in.
pub(crate) fn utf8(text: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(text) {
        Ok(text) => text.into(),
        Err(_) => text.iter().map(|byte| char::from(*byte)).collect::<String>().into(),
    }
}
