//! Opening the file of a table.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Opens the regular file at a path, which may lead through links. Anything else is refused without
/// opening it: a pipe would be waited for, and a device may never end.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    refuse_unless_regular(&fs::metadata(path)?)?;
    let mut options = options.clone();
    // A pipe that has come since is not waited for, and a terminal does not become that of the process.
    #[cfg(all(unix, not(miri)))]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        (rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY).bits() as i32,
    );
    options.read(true);
    let file = options.open(path)?;
    refuse_unless_regular(&file.metadata()?)?;
    Ok(file)
}

fn refuse_unless_regular(meta: &Metadata) -> io::Result<()> {
    if meta.is_file() {
        return Ok(());
    }
    let got = if meta.is_dir() { "a folder" } else { "a pipe, a socket or a device" };
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("expected a regular file, got {got}; give a file that a table was saved to"),
    ))
}

#[cfg(all(test, unix, not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn only_a_regular_file_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "text").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        for path in [&file, &link] {
            open(path, &OpenOptions::new()).unwrap();
        }
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for (path, got) in [
            (&pipe, "a pipe, a socket or a device"),
            (&"/dev/zero".into(), "a pipe, a socket or a device"),
            (&folder.path().to_owned(), "a folder"),
        ] {
            let error = open(path, &OpenOptions::new()).unwrap_err();
            assert!(error.to_string().contains(&format!("got {got};")), "{error}");
        }
        let missing = open(&folder.path().join("none"), &OpenOptions::new()).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
