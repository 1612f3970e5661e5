//! Where cached indexes are.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};
use zobrist_commands_input::hints::with_hint;

/// The command that builds an index of positions of chess in a folder that is named.
pub(crate) const COMMAND: &str = "zobrist index build";

/// Hint for errors of the cache folder, with a command that does without it.
fn hint(command: &str) -> String {
    format!("set XDG_CACHE_HOME, or build one with `{command} DIR FILE` and name DIR")
}

/// The folder of cached indexes, which may not exist yet. The rule is our own, since the crates for
/// such folders take the home of the user database when HOME is unset, which a cleared environment
/// does not ask for, and accept a relative HOME.
///
/// # Errors
/// When no variable names one.
pub fn folder() -> Result<PathBuf> {
    folder_for(COMMAND)
}

/// As [`folder`], with an error that names a command which builds an index without the cache.
///
/// # Errors
/// When no variable names one.
pub fn folder_for(command: &str) -> Result<PathBuf> {
    // By the XDG Base Directory Specification, relative paths are ignored.
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = variable("XDG_CACHE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".cache")));
    let folder = folder
        .with_context(|| format!("there is no folder to keep the index in; {}", hint(command)))?;
    Ok(folder.join("zobrist").join("explore"))
}

/// The error for a cache folder that cannot be written to, with a command that does without it.
pub fn unusable(folder: &Path, error: &Error, command: &str) -> Error {
    let (folder, error, hint) = (folder.display(), with_hint(error), hint(command));
    anyhow!("cannot keep the index in {folder}: {error}; {hint}")
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use zobrist_index::IndexError;

    use super::*;

    #[test]
    fn a_full_disk_needs_space_or_another_folder() {
        let path = PathBuf::from("cached/manifest.json");
        let error = ErrorKind::StorageFull.into();
        let full = IndexError::Io { operation: "write", path, error };
        let cause = full.to_string();
        let text = with_hint(&unusable(Path::new("cached"), &full.into(), COMMAND));
        assert_eq!(
            text,
            format!(
                "cannot keep the index in cached: {cause}; free some space and run the same \
                 command again; {}",
                hint(COMMAND)
            )
        );
    }
}
