//! URLs as text: telling them from paths, and showing them without secrets.

use std::path::{Path, PathBuf};

const SCHEMES: [&str; 3] = ["s3://", "http://", "https://"];

/// Returns true if a path is a URL: if it begins with `s3://`, `http://` or `https://`.
///
/// ```
/// use std::path::Path;
/// use zobrist_storage::remote::is_url;
///
/// assert!(is_url(Path::new("s3://bucket/index")));
/// assert!(!is_url(Path::new("index")));
/// ```
#[must_use]
pub fn is_url(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    SCHEMES.iter().any(|scheme| bytes.starts_with(scheme.as_bytes()))
}

/// Returns a URL without what may be secret: the user name and password, the query, which may hold
/// a signature, and the fragment. Slashes at its end go, too. A path that is no URL stays as it is.
///
/// ```
/// use std::path::Path;
/// use zobrist_storage::remote::without_secrets;
///
/// let shown = without_secrets(Path::new("https://me:secret@host/a.pgn?signature=0123"));
/// assert_eq!(shown, Path::new("https://host/a.pgn"));
/// ```
#[must_use]
pub fn without_secrets(path: &Path) -> PathBuf {
    if !is_url(path) {
        return path.to_owned();
    }
    let text = path.to_string_lossy();
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let text = &text[..end];
    let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
    let host_end = rest.find(['/', '\\']).unwrap_or(rest.len());
    let (host, rest) = rest.split_at(host_end);
    let host = host.rsplit('@').next().unwrap_or(host);
    PathBuf::from(format!("{scheme}://{host}{}", rest.trim_end_matches('/')))
}
