//! The scheme of an index, from its manifest alone.

use std::path::Path;

use zobrist_chess::{AnyScheme, SchemeId};

use crate::error::IndexError;
use crate::format::key_scheme::{self, label};
use crate::format::manifest::Manifest;

/// The scheme that a manifest names or holds the text of. `path` is the manifest's.
///
/// # Errors
/// When there is no scheme of this name, its keys are others, its text cannot be read, or an index
/// cannot be keyed by it.
pub(crate) fn of_manifest(manifest: &Manifest, path: &Path) -> Result<AnyScheme, IndexError> {
    let scheme: AnyScheme = match manifest.scheme.parse::<SchemeId>() {
        Ok(id) => id.into(),
        Err(_) => composed(&manifest.scheme_text, &manifest.scheme)
            .map_err(|what| IndexError::damaged(path, format!("{what}; remove its folder")))?,
    };
    if scheme.fingerprint().to_string() != manifest.fingerprint {
        let got = format!("{} ({})", manifest.scheme, manifest.fingerprint);
        let expected = label(&scheme);
        return Err(IndexError::Scheme { path: path.to_owned(), expected, got });
    }
    if manifest.scheme_text != key_scheme::text_of(&scheme) {
        let name = scheme.name();
        let what = format!(
            "expected the text of the scheme {name} as this version has it, got another; remove \
             its folder"
        );
        return Err(IndexError::damaged(path, what));
    }
    Ok(scheme)
}

/// The scheme of a stored text.
fn composed(text: &str, name: &str) -> Result<AnyScheme, String> {
    let scheme = AnyScheme::from(key_scheme::from_text(text)?);
    if scheme.name() != name {
        return Err(format!(
            "expected the text of the scheme {name}, got that of {}",
            scheme.name()
        ));
    }
    // No index can be begun by such a scheme, so none can exist.
    key_scheme::check(&scheme).map_err(|error| error.to_string())?;
    Ok(scheme)
}
