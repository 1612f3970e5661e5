//! The text of tags.

use std::borrow::Cow;

use zobrist_text_encoding::TextEncoding;
use super::text_encoding::TextEncoding;

/// Text that is UTF-8, or otherwise taken as windows-1252, which old PGN is in.
pub(crate) fn utf8(text: &[u8]) -> Cow<'_, str> {
    TextEncoding::default().decode(text)
}
