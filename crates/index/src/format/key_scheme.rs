//! The schemes that an index can be keyed by, and their texts in the manifest.
//!
//! A text includes all keys, since the file of a scheme may be changed or gone when the index is
//! opened, and a fingerprint only says that something differs. The text is canonical: two files
//! that mean the same have the same text, so that the fingerprint covers every convention.

use zobrist_chess::{AnyScheme, ComposedScheme, KeysFrom, Scheme, SchemeDescription, SchemeId};

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
        AnyScheme::Composed(composed) => match from_text(&composed.to_text()) {
            Ok(_) => Ok(()),
            Err(what) => Err(IndexError::SchemeText { scheme: scheme.clone(), what }),
        },
    }
}

/// The name and the fingerprint of a scheme. Schemes with the same two are the same.
pub(crate) fn label(scheme: &AnyScheme) -> String {
    format!("{} ({})", scheme.name(), scheme.fingerprint())
}

/// Size above which a text is refused: one of 1024 keys takes 27 KB.
const MAX_BYTES: usize = 1 << 20;

/// The canonical text of a scheme: layout and conventions, and all keys unless it is built in.
pub(crate) fn text_of(scheme: &AnyScheme) -> String {
    match scheme {
        AnyScheme::BuiltIn(_) => SchemeDescription::of(scheme).to_string(),
        AnyScheme::Composed(scheme) => scheme.to_text(),
    }
}

/// Reads the canonical text of a scheme that is not built in. No file is opened, whatever the text
/// says.
///
/// # Errors
/// When it is too long, cannot be read, or is not canonical; when its keys are not in it, or it has
/// the name of a scheme that is built in without a text.
pub(crate) fn from_text(text: &str) -> Result<ComposedScheme, String> {
    if text.len() > MAX_BYTES {
        let (most, bytes) = (MAX_BYTES >> 20, text.len());
        return Err(format!("expected a scheme_text of at most {most} MiB, got {bytes} bytes"));
    }
    let scheme = parse(text).map_err(|error| format!("scheme_text: {error}"))?;
    if scheme.to_text() != text {
        return Err(format!("expected the canonical text of the scheme {}", scheme.name()));
    }
    if scheme.name().parse::<SchemeId>().is_ok() {
        return Err(format!("expected no text of the scheme {}, which is built in", scheme.name()));
    }
    Ok(scheme)
}

fn parse(text: &str) -> Result<ComposedScheme, String> {
    let description = SchemeDescription::parse(text).map_err(|error| error.to_string())?;
    match description.keys {
        KeysFrom::Hex(_) => description.compose(None).map_err(|error| error.to_string()),
        _ => Err("expected the keys in the text, as hex digits".to_owned()),
    }
}
