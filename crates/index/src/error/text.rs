//! The texts of errors, which name no command.

use std::fmt::{self, Display};

use zobrist_storage::remote::UrlsUnsupported;

use super::IndexError;
use crate::version::{FORMAT, FORMAT_VERSION};

impl Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexError::Io { operation, path, error } => {
                write!(f, "cannot {operation} {}: {error}", path.display())
            }
            IndexError::Parquet { path, error } => {
                write!(f, "{} is damaged ({error}); build the index again", path.display())
            }
            IndexError::MissingFile(path) => write!(
                f,
                "cannot open {}: the file is missing; open the index again if it was being \
                 written, else build it again",
                path.display()
            ),
            IndexError::Damaged { path, what } => {
                write!(f, "{} is damaged: {what}; build the index again", path.display())
            }
            IndexError::NotAnIndex(path) => write!(f, "{} holds no index", path.display()),
            IndexError::NotLocal(path) => write!(
                f,
                "expected a folder on this machine, got {}: an index behind a URL can only be asked",
                path.display()
            ),
            IndexError::NoObjectStorage(path) => {
                write!(f, "cannot open {}: {UrlsUnsupported}", path.display())
            }
            IndexError::Exists(path) => write!(f, "{} holds an index already", path.display()),
            IndexError::AlreadyIn(known) => {
                for (number, known) in known.iter().enumerate() {
                    write!(f, "{}{known}", if number > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
            IndexError::NotEmpty(path) => {
                write!(f, "{} holds other files; name a new folder for the index", path.display())
            }
            IndexError::Foreign { path, expected, got } => write!(
                f,
                "{}: expected {expected}, got {got}; links and devices in the folder of an index \
                 are not used: remove it, or name a new folder",
                path.display()
            ),
            IndexError::Filter(error) => error.fmt(f),
            IndexError::Format { path, got } => write!(
                f,
                "{}: expected an index of the format {FORMAT}, got {}; remove the folder and build \
                 the index again",
                path.display(),
                if got.is_empty() { "none" } else { got }
            ),
            IndexError::Version { path, got } => write!(
                f,
                "{}: expected an index of format version {FORMAT_VERSION}, got {got}; read it with \
                 the program that wrote it, or remove the folder and build it again",
                path.display()
            ),
            IndexError::Scheme { path, expected, got } => write!(
                f,
                "{}: expected an index keyed by the scheme {expected}, got one keyed by {got}; \
                 build another index for another scheme",
                path.display()
            ),
            IndexError::SchemeWidth(scheme) => write!(
                f,
                "expected a scheme with hashes of 64 bits for an index, got {} with {}",
                scheme.name(),
                scheme.bits()
            ),
            IndexError::SchemeClock(scheme) => write!(
                f,
                "expected a scheme without the halfmove clock for an index, because positions reached \
                 by different moves must have one key, got {}, which keys it",
                scheme.name()
            ),
            IndexError::SchemeText { scheme, what } => write!(
                f,
                "expected a scheme for an index that can be read from its text, got {}: {what}",
                scheme.name()
            ),
            IndexError::NoPlan(path) => {
                write!(f, "{} holds no plan of a build; plan it first", path.display())
            }
            IndexError::Planned(path) => write!(
                f,
                "{} holds the plan of a build that is not complete; commit or abandon it first",
                path.display()
            ),
            IndexError::Plan { path, what } => write!(
                f,
                "{} cannot be used: {what}; abandon the build and plan it again",
                path.display()
            ),
            IndexError::NoRun { path, runs, got } => write!(
                f,
                "{}: expected the number of a run from 1 to {runs}, got {got}",
                path.display()
            ),
            IndexError::NoRange { most, got: (range, of) } => write!(
                f,
                "expected a range and the number of ranges, such as 1 of 4, at most {most} of them, \
                 got {range} of {of}"
            ),
            IndexError::MissingRuns { path, of, missing } => write!(
                f,
                "{}: expected {of} finished run{}, got {}; build what is missing: {}",
                path.display(),
                if *of == 1 { "" } else { "s" },
                of - missing.len(),
                Listed(missing)
            ),
            IndexError::MissingRanges { path, of: 0, .. } => write!(
                f,
                "{}: expected ranges of the keys that cover all of them, got none; combine the runs",
                path.display()
            ),
            IndexError::MissingRanges { path, of, missing } => write!(
                f,
                "{}: expected {of} ranges of the keys, got {}; combine what is missing: {}",
                path.display(),
                *of as usize - missing.len(),
                Listed(missing)
            ),
            IndexError::Superseded(path) => write!(
                f,
                "{}: the build was committed or abandoned while this task was at work; what it has \
                 made is not used",
                path.display()
            ),
            IndexError::IndexChanged(path) => write!(
                f,
                "{}: expected the index for which the build was planned, got one that has changed \
                 since; abandon the build and plan it again",
                path.display()
            ),
            IndexError::ChangedWhileRead { path, what } => write!(
                f,
                "{} has changed while it was read: {what}; nothing was put into the index; do the \
                 same again when nothing else writes to the file",
                path.display()
            ),
            IndexError::SourceChanged { path, what } => {
                write!(f, "{}: {what}; abandon the build and plan it again", path.display())
            }
            IndexError::DedupOfPlan => f.write_str(
                "expected a build by many tasks to keep duplicates, since no task sees all games; \
                 build on one machine to leave them out, or list them in the complete index",
            ),
            IndexError::NotAFile(path) => write!(
                f,
                "{}: expected a file whose name is UTF-8 and that each task can open, got something \
                 else",
                path.display()
            ),
            IndexError::Busy(path) => write!(
                f,
                "another process is writing the index in {}; wait until it has finished",
                path.display()
            ),
            IndexError::DedupMemory { needed } => write!(
                f,
                "remembering the games seen so far takes {needed} bytes, more than half of the \
                 memory; allow more, or do not remove duplicates"
            ),
            IndexError::OutOfMemory { bytes } => write!(
                f,
                "the system refused {bytes} bytes of memory; allow the build less memory or fewer \
                 threads, so that it writes what it holds sooner"
            ),
            IndexError::NoGame(game) => write!(f, "the index has no game {game}"),
            IndexError::NoSource { given, names, is_ambiguous } => {
                let (what, names) = (no_source(names, *is_ambiguous), Listed(names));
                let lead = if *is_ambiguous { ", which can be " } else { "; the index has " };
                let lead = if names.0.is_empty() { "" } else { lead };
                write!(f, "expected the name of {what}, got {given}{lead}{names}")
            }
            IndexError::OtherGames { source, expected, got } => write!(
                f,
                "expected {expected} games with the name of {source} in the column file, got {got}: \
                 they were added under another name, so that it is not known which they are"
            ),
        }
    }
}

/// Returns the words for the source that was expected.
fn no_source(names: &[String], is_ambiguous: bool) -> &'static str {
    match is_ambiguous {
        true => "one source",
        false if names.is_empty() => "a source, but the index has none",
        false => "a source of the index",
    }
}

/// The first items of a list.
struct Listed<'a, T>(&'a [T]);

impl<T: Display> Display for Listed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 10;
        for (number, name) in self.0.iter().take(MOST).enumerate() {
            write!(f, "{}{name}", if number > 0 { ", " } else { "" })?;
        }
        match self.0.len().saturating_sub(MOST) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use zobrist_chess::SchemeId;

    use std::error::Error;
    use std::io;
    use std::path::PathBuf;

    use parquet::errors::ParquetError;
    use zobrist_tables::TableError;

    use super::super::known_source::{KnownBy, KnownSource};
    use super::*;
    use crate::filter::FilterError;

    #[test]
    fn a_cause_is_printed_once_and_no_command_is_named() {
        let path = || PathBuf::from("idx");
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let known = |by| KnownSource {
            source: 0,
            name: "a.pgn".to_owned(),
            known_as: "b.pgn".to_owned(),
            by,
        };
        let all_known =
            [KnownBy::NameAndTime, KnownBy::Bytes, KnownBy::Part, KnownBy::OtherAdded].map(known);
        for error in [
            IndexError::io("write", &path(), full()),
            IndexError::io("open", &path(), io::ErrorKind::NotFound.into()),
            TableError::parquet(&path(), ParquetError::General("no pages".to_owned())).into(),
            IndexError::damaged(&path(), "cut off"),
            IndexError::MissingFile(path()),
            IndexError::NotAnIndex(path()),
            IndexError::NotLocal(path()),
            IndexError::NoObjectStorage(path()),
            IndexError::Exists(path()),
            IndexError::AlreadyIn(all_known.to_vec()),
            IndexError::NotEmpty(path()),
            IndexError::Foreign { path: path(), expected: "a file", got: "a pipe" },
            IndexError::Format { path: path(), got: "zobrist-index".to_owned() },
            IndexError::Version { path: path(), got: 3 },
            IndexError::Scheme {
                path: path(),
                expected: "fide 6003b7b89e3ccabf".to_owned(),
                got: "fide 0".to_owned(),
            },
            IndexError::SchemeWidth(SchemeId::Zobrist128.into()),
            IndexError::SchemeClock(SchemeId::Fide.into()),
            IndexError::SchemeText { scheme: SchemeId::Fide.into(), what: "too long".to_owned() },
            IndexError::NoPlan(path()),
            IndexError::Planned(path()),
            IndexError::Plan { path: path(), what: "cut off".to_owned() },
            IndexError::NoRun { path: path(), runs: 3, got: 4 },
            IndexError::NoRange { most: 65536, got: (4, 3) },
            IndexError::MissingRuns { path: path(), of: 3, missing: vec![2] },
            IndexError::MissingRanges { path: path(), of: 3, missing: vec![2] },
            IndexError::MissingRanges { path: path(), of: 0, missing: Vec::new() },
            IndexError::Superseded(path()),
            IndexError::IndexChanged(path()),
            IndexError::ChangedWhileRead { path: path(), what: "got none".to_owned() },
            IndexError::SourceChanged { path: path(), what: "got none".to_owned() },
            IndexError::DedupOfPlan,
            IndexError::NotAFile(path()),
            IndexError::Busy(path()),
            IndexError::Filter(FilterError::NoPlies),
            IndexError::DedupMemory { needed: 1 },
            IndexError::OutOfMemory { bytes: 1 },
            IndexError::NoGame(1),
            IndexError::NoSource {
                given: "c.pgn".to_owned(),
                names: vec!["a.pgn".to_owned(), "b.pgn".to_owned()],
                is_ambiguous: false,
            },
            IndexError::OtherGames { source: "a.pgn".to_owned(), expected: 2, got: 1 },
        ] {
            let text = error.to_string();
            assert!(error.source().is_none(), "{text}");
            for word in ["`", "--", "command"] {
                assert!(!text.contains(word), "{text}");
            }
        }
        let text = IndexError::io("write", &path(), full()).to_string();
        assert_eq!(text, format!("cannot write idx: {}", full()));
    }
}
