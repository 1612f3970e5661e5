//! The schemes that an index can be keyed by.

use zobrist_chess::AnyScheme;

use super::scheme_text;
use crate::error::IndexError;

/// The width of the hashes that an index is keyed by.
pub(crate) const BITS: u32 = 64;

/// Checks that an index can be keyed by a scheme.
///
/// # Errors
/// When it has another width or a clock.
pub(crate) fn check(scheme: &AnyScheme) -> Result<(), IndexError> {
    if scheme.bits() != BITS {
        return Err(IndexError::SchemeWidth(scheme.clone()));
    }
    if scheme.layout().clock().is_some() {
        return Err(IndexError::SchemeClock(scheme.clone()));
    }
    Ok(())
}

/// Checks that an index can be begun by a scheme: that it can be keyed by it, and opened later.
///
/// # Errors
/// As [`check`]; when the scheme cannot be read from its text.
pub(crate) fn check_new(scheme: &AnyScheme) -> Result<(), IndexError> {
    check(scheme)?;
    match scheme {
        AnyScheme::BuiltIn(_) => Ok(()),
        AnyScheme::Composed(composed) if composed.is_secondary() => {
            let what = "expected a hash of whole positions, got a secondary key".to_owned();
            Err(IndexError::SchemeText { scheme: scheme.clone(), what })
        }
        AnyScheme::Composed(composed) => match scheme_text::read(&composed.to_text()) {
            Ok(_) => Ok(()),
            Err(what) => Err(IndexError::SchemeText { scheme: scheme.clone(), what }),
        },
    }
}

/// The name and the fingerprint of a scheme. Schemes with the same two are the same.
pub(crate) fn label(scheme: &AnyScheme) -> String {
    format!("{} ({})", scheme.name(), scheme.fingerprint())
}
