//! Advice that names commands and options of this program, for errors of libraries, whose texts do
//! not.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::io::{self, ErrorKind};

use anyhow::Error;
use zobrist_index::{FORMAT_VERSION, IndexError};
use zobrist_input::FileError;
use zobrist_storage::remote::UrlsUnsupported;

/// Returns the text of an error with its causes, and the advice for it if there is some.
pub fn with_hint(error: &Error) -> String {
    let hint = hint(error).map_or(String::new(), |hint| format!("; {hint}"));
    format!("{error:#}{hint}")
}

/// Returns what the user can do about an error, beyond what its own text says.
fn hint(error: &Error) -> Option<Cow<'_, str>> {
    if let Some(advice) = error.chain().filter_map(of_file).find_map(FileError::advice) {
        return Some(advice.into());
    }
    if error.chain().any(is_refused_url) {
        return Some(
            "`cargo install --path crates/cli --features object-storage` builds a command that does".into(),
        );
    }
    let hint = match error.chain().find_map(|cause| cause.downcast_ref::<IndexError>())? {
        IndexError::Io { error, .. } if error.kind() == ErrorKind::StorageFull => {
            "free some space and run the same command again"
        }
        IndexError::Parquet { .. } => "`zobrist index verify` reports more",
        IndexError::NoPlan(_) => "`zobrist index plan` makes one",
        IndexError::Planned(folder) => {
            let folder = folder.display();
            return Some(
                format!(
                    "`zobrist index commit {folder}` or `zobrist index plan {folder} --abandon`"
                )
                .into(),
            );
        }
        IndexError::Plan { .. }
        | IndexError::IndexChanged(_)
        | IndexError::SourceChanged { .. } => "`zobrist index plan DIR --abandon` abandons it",
        IndexError::MissingRuns { path, missing, .. } => {
            let (folder, run) = (path.display(), missing.first().unwrap_or(&1));
            return Some(format!("`zobrist index run {folder} {run}` builds one").into());
        }
        IndexError::MissingRanges { path, of, missing } => {
            let (folder, range) = (path.display(), missing.first().unwrap_or(&1));
            let of = (*of).max(1);
            return Some(format!("`zobrist index combine {folder} {range}/{of}` does it").into());
        }
        IndexError::DedupOfPlan => {
            "`zobrist index build --dedup` leaves them out, `zobrist index duplicates` lists them"
        }
        IndexError::NotAnIndex(_) => "`zobrist index build` makes one",
        IndexError::Version { got, .. } if *got > FORMAT_VERSION.into() => {
            "a newer version of this program reads it"
        }
        _ => return None,
    };
    Some(hint.into())
}

/// The error of reading a file that a cause is, or that an error of the system carries.
fn of_file<'a>(cause: &'a (dyn StdError + 'static)) -> Option<&'a FileError> {
    cause.downcast_ref().or_else(|| cause.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref())
}

/// True for the error of a URL in a program that reads none.
fn is_refused_url(cause: &(dyn StdError + 'static)) -> bool {
    let of_system =
        |error: &io::Error| error.get_ref().is_some_and(|inner| inner.is::<UrlsUnsupported>());
    matches!(cause.downcast_ref(), Some(IndexError::NoObjectStorage(_)))
        || cause.downcast_ref().is_some_and(of_system)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use zobrist_index::Index;
    use zobrist_input::whole;
    use zobrist_key_lists::read_scheme;

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
    fn an_index_of_a_later_version_needs_a_newer_program() {
        let version = |got: u32| IndexError::Version { path: PathBuf::from("m"), got: got.into() };
        let text = with_hint(&version(FORMAT_VERSION + 1).into());
        assert!(text.ends_with("; a newer version of this program reads it"), "{text}");
        let text = with_hint(&version(0).into());
        assert!(text.ends_with(" build it again"), "{text}");
    }

    #[test]
    fn advice_on_a_file_follows_the_causes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("layout.toml");
        std::fs::write(&path, "[[kind]]\nname = \"piece\"\nsize = 768\n").unwrap();
        let error = Error::new(read_scheme(&path).unwrap_err()).context("a scheme");
        let text = with_hint(&error);
        assert_eq!(text, format!("{error:#}; a layout belongs to --layout"));
        let large = whole::fill(&b"12"[..], 1, &mut Vec::new()).unwrap_err();
        let (text, large) = (large.to_string(), Error::new(large));
        assert_eq!(with_hint(&large), format!("{text}; --max-size allows more"));
        let missing = read_scheme(&folder.path().join("none.toml")).unwrap_err().into();
        assert_eq!(with_hint(&missing), format!("{missing:#}"));
    }

    #[test]
    fn a_url_needs_the_feature() {
        let advice = "; `cargo install --path crates/cli --features object-storage` builds a command that does";
        let folder = IndexError::NoObjectStorage(PathBuf::from("s3://bucket/index"));
        let file =
            Error::new(io::Error::from(UrlsUnsupported)).context("cannot open https://host/a.pgn");
        for error in [Error::new(folder), file] {
            let text = with_hint(&error);
            let reason = "expected a path on this machine, got a URL: this program was built without the feature \
                          object-storage, which reads https://, http:// and s3://";
            assert!(
                text.starts_with("cannot open ") && text.ends_with(&format!("{reason}{advice}")),
                "{text}"
            );
        }
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
