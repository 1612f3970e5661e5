//! The scheme of an index, from its manifest alone.

use std::path::Path;

use zobrist_chess::{AnyScheme, SchemeId};

use crate::error::IndexError;
use crate::key_scheme::{self, label, schemes};
use crate::manifest::Manifest;
use crate::scheme_text;
use crate::table::VERSION_1;

/// The scheme that a manifest names or holds the text of. `path` is the manifest's.
///
/// # Errors
/// When there is no scheme of this name, its keys are others, its text cannot be read, or an index
/// cannot be keyed by it.
pub(crate) fn of_manifest(manifest: &Manifest, path: &Path) -> Result<AnyScheme, IndexError> {
    let built_in = manifest.scheme.parse::<SchemeId>();
    let scheme = match (&manifest.scheme_text, built_in) {
        (Some(_), Ok(id)) if manifest.version > VERSION_1 => id.into(),
        (Some(text), _) => composed(text, &manifest.scheme)
            .map_err(|what| IndexError::damaged(path, format!("{what}; remove its folder")))?,
        (None, Ok(id)) => id.into(),
        (None, Err(_)) => {
            let expected = schemes().map(SchemeId::name).collect::<Vec<_>>().join(", ");
            return Err(other_scheme(manifest, path, expected));
        }
    };
    if scheme.fingerprint().to_string() != manifest.fingerprint {
        return Err(other_scheme(manifest, path, label(&scheme)));
    }
    if manifest.version > VERSION_1
        && manifest.scheme_text.as_deref() != Some(&*scheme_text::of(&scheme))
    {
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
    let scheme = AnyScheme::from(scheme_text::read(text)?);
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

fn other_scheme(manifest: &Manifest, path: &Path, expected: String) -> IndexError {
    let got = format!("{} ({})", manifest.scheme, manifest.fingerprint);
    IndexError::Scheme { path: path.to_owned(), expected, got }
}
