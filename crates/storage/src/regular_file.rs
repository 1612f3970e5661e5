//! Opening regular files, and nothing else, by their paths: those that the user or another program
//! names.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use crate::entry_type::EntryType;

/// Opens a regular file for reading. The path may lead through links, as the user gave it. Anything
/// else, such as a pipe or a device, is refused without being opened: it may never end.
///
/// ```
/// # let folder = std::env::temp_dir();
/// let error = zobrist_storage::open_regular(&folder).unwrap_err();
/// assert_eq!(error.to_string(), "expected a regular file, got a folder");
/// ```
///
/// # Errors
/// When it is missing, no regular file, or cannot be opened.
pub fn open_regular(path: impl AsRef<Path>) -> io::Result<File> {
    open_regular_with(path, OpenOptions::new().read(true))
}

/// Opens a regular file as [`open_regular`] does, with other options. A file that is missing is
/// made if the options say so.
///
/// # Errors
/// As [`open_regular`].
pub fn open_regular_with(path: impl AsRef<Path>, options: &OpenOptions) -> io::Result<File> {
    open(path.as_ref(), options, true)
}

/// Opens a regular file as [`open_regular_with`] does, but not through a link: for a file within a
/// folder that others may have written to. The folders of the path may be links.
///
/// # Errors
/// As [`open_regular`], and when the path is that of a link.
pub fn open_unlinked(path: impl AsRef<Path>, options: &OpenOptions) -> io::Result<File> {
    open(path.as_ref(), options, false)
}

fn open(path: &Path, options: &OpenOptions, follow: bool) -> io::Result<File> {
    let looked_at = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
    match looked_at {
        Ok(meta) => refuse_unless_regular(&meta)?,
        // It may be about to be made.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut options = options.clone();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags(follow));
    let file = options.open(path)?;
    // The entry may have been replaced since.
    refuse_unless_regular(&file.metadata()?)?;
    Ok(file)
}

/// Neither is a pipe waited for that has come in between, nor a link followed, nor does a terminal
/// become that of the process.
#[cfg(unix)]
fn flags(follow: bool) -> i32 {
    use rustix::fs::OFlags;
    let links = if follow { OFlags::empty() } else { OFlags::NOFOLLOW };
    (OFlags::NONBLOCK | OFlags::NOCTTY | links).bits() as i32
}

fn refuse_unless_regular(meta: &Metadata) -> io::Result<()> {
    match EntryType::of(meta) {
        EntryType::File { .. } => Ok(()),
        other => {
            let what = format!("expected a regular file, got {}", other.name());
            Err(io::Error::new(io::ErrorKind::InvalidInput, what))
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    #[test]
    fn anything_but_a_regular_file_is_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let unlinked = |name: &str| open_unlinked(path(name), OpenOptions::new().read(true));
        fs::write(path("file"), "text").unwrap();
        assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
        for (link, target) in [("a", "file"), ("b", "pipe"), ("c", "/dev/zero"), ("d", "none")] {
            symlink(target, path(link)).unwrap();
        }
        fs::create_dir(path("folder")).unwrap();
        for (name, got) in [
            ("pipe", "a named pipe"),
            ("b", "a named pipe"),
            ("c", "a device"),
            ("socket", "a socket"),
            ("folder", "a folder"),
        ] {
            let error = open_regular(path(name)).unwrap_err();
            assert_eq!(error.to_string(), format!("expected a regular file, got {got}"), "{name}");
            assert!(unlinked(name).is_err(), "{name}");
        }
        open_regular(path("file")).unwrap();
        open_regular(path("a")).unwrap();
        unlinked("file").unwrap();
        for link in ["a", "d"] {
            let error = unlinked(link).unwrap_err();
            assert_eq!(error.to_string(), "expected a regular file, got a symbolic link");
        }
        for missing in ["d", "none"] {
            let error = open_regular(path(missing)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
        }
        // A new file is made, and what an old one holds stays.
        let create = |name: &str| {
            let mut options = OpenOptions::new();
            open_regular_with(path(name), options.write(true).create(true).truncate(false))
        };
        create("new").unwrap();
        create("file").unwrap();
        assert_eq!(fs::read(path("file")).unwrap(), b"text");
        assert!(create("pipe").is_err());
    }
}
