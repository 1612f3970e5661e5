//! The name and the version of the format, which the manifest carries and errors name.

/// The name of the format, in the manifest.
pub const FORMAT: &str = "zobrist-go-index";

/// The version of the format.
pub const FORMAT_VERSION: u32 = 1;
