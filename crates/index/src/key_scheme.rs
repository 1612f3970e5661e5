//! The schemes that an index can be keyed by.

use zobrist_chess::{AnyScheme, SchemeId};

use crate::error::IndexError;
use crate::scheme_text;

/// The width of the hashes that an index is keyed by.
pub(crate) const BITS: u32 = 64;

/// The built-in schemes that an index can be keyed by.
pub(crate) fn schemes() -> impl Iterator<Item = SchemeId> {
    SchemeId::ALL.into_iter().filter(|scheme| scheme.bits() == BITS)
}

/// Checks that an index can be keyed by a scheme.
///
/// # Errors
/// When it has another width or a clock; when it is not built in, but has the name of one that is, or
/// a text that is too long to be read again.
pub(crate) fn check(scheme: &AnyScheme) -> Result<(), IndexError> {
    if scheme.bits() != BITS {
        return Err(IndexError::SchemeWidth(scheme.clone()));
    }
    if scheme.layout().clock().is_some() {
        return Err(IndexError::SchemeClock(scheme.clone()));
    }
    if let AnyScheme::Composed(composed) = scheme {
        if scheme.name().parse::<SchemeId>().is_ok() {
            return Err(IndexError::SchemeName(scheme.clone()));
        }
        let bytes = composed.to_text().len();
        if bytes > scheme_text::MAX_BYTES {
            return Err(IndexError::SchemeText { bytes });
        }
    }
    Ok(())
}

/// The name and the fingerprint of a scheme. Schemes with the same two are the same.
pub(crate) fn label(scheme: &AnyScheme) -> String {
    format!("{} ({})", scheme.name(), scheme.fingerprint())
}
