//! The name and the version of the format, which files carry and errors name.

/// The name of the format, in the manifest.
pub(crate) const FORMAT: &str = "zobrist-position-index";

/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;
