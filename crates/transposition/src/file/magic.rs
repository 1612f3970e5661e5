//! The mark of a table file.

/// First bytes of every table file. The last byte, Ctrl-Z, ends a text on DOS and Windows.
pub(crate) const MAGIC: &[u8; 8] = b"zobtabl\x1a";
