//! Advice that names commands of this program, for errors of libraries that do not know them.

use std::borrow::Cow;
use std::io::ErrorKind;

use anyhow::Error;
use zobrist_index::{FORMAT_VERSION, IndexError};

/// Returns the text of an error with its causes, and the advice for it if there is some.
pub fn with_hint(error: &Error) -> String {
    let hint = hint(error).map_or(String::new(), |hint| format!("; {hint}"));
    format!("{error:#}{hint}")
}

/// Returns what the user can do about an error, beyond what its own text says.
fn hint(error: &Error) -> Option<Cow<'static, str>> {
    let hint = match error.chain().find_map(|cause| cause.downcast_ref::<IndexError>())? {
        IndexError::Io { error, .. } if error.kind() == ErrorKind::StorageFull => {
            "free some space and run the same command again"
        }
        IndexError::Parquet { .. } => "`zobrist index verify` reports more",
        IndexError::NotAnIndex(_) => "`zobrist index build` makes one",
        IndexError::OldVersion(folder) => {
            return Some(format!("`zobrist index merge {}` does it", folder.display()).into());
        }
        IndexError::Version { got, .. } if *got > FORMAT_VERSION.into() => {
            "a newer version of this program reads it"
        }
        _ => return None,
    };
    Some(hint.into())
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::PathBuf;

    use zobrist_index::Index;

    use super::*;

    fn io_error(kind: ErrorKind) -> IndexError {
        IndexError::Io { operation: "write", path: PathBuf::from("idx"), error: kind.into() }
    }

    #[test]
    fn a_full_disk_needs_space() {
        let full = io_error(ErrorKind::StorageFull);
        let text = full.to_string();
        let error = Error::new(full);
        let expected = format!("{text}; free some space and run the same command again");
        assert_eq!(with_hint(&error), expected);
        assert_eq!(with_hint(&error.context("a game")), format!("a game: {expected}"));
    }

    #[test]
    fn a_file_that_is_not_parquet_needs_verify() {
        let parquet = IndexError::Parquet {
            path: PathBuf::from("idx/games"),
            error: io::Error::other("no pages").into(),
        };
        let text = with_hint(&Error::new(parquet));
        assert!(text.ends_with("; `zobrist index verify` reports more"), "{text}");
    }

    #[test]
    fn a_folder_without_an_index_needs_one() {
        let folder = tempfile::tempdir().unwrap();
        let text = with_hint(&Index::open(folder.path()).unwrap_err().into());
        assert!(text.ends_with(" holds no index; `zobrist index build` makes one"), "{text}");
    }

    #[test]
    fn an_index_of_another_version_needs_a_merge_or_a_newer_program() {
        let text = with_hint(&IndexError::OldVersion(PathBuf::from("idx")).into());
        assert!(text.ends_with("; `zobrist index merge idx` does it"), "{text}");
        let version = |got: u32| IndexError::Version { path: PathBuf::from("m"), got: got.into() };
        let text = with_hint(&version(FORMAT_VERSION + 1).into());
        assert!(text.ends_with("; a newer version of this program reads it"), "{text}");
        let text = with_hint(&version(0).into());
        assert!(text.ends_with(" build it again"), "{text}");
    }

    #[test]
    fn other_errors_have_no_hint() {
        let denied = io_error(ErrorKind::PermissionDenied);
        for error in [
            Error::new(denied),
            Error::new(IndexError::NoGame(1)),
            Error::new(io::Error::from(ErrorKind::StorageFull)),
        ] {
            assert_eq!(with_hint(&error), format!("{error:#}"));
        }
    }
}
