//! Names of files as clients see them.

use std::path::Path;

/// The name of a file without its folders, which are nobody's business.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
