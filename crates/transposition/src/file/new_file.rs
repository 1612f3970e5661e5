//! A new file beside its destination, which is moved there when it is whole.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::ErrorKind::{AlreadyExists, NotADirectory, NotFound, PermissionDenied};
use std::io::{self, Error};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of names that are tried before the folder is given up. Names are taken only where a
/// killed process has left a file, or another machine writes to the same folder.
const ATTEMPTS: u32 = 1 << 20;

/// A file that is not yet at its destination. If it never gets there, it is removed.
pub(crate) struct NewFile {
    file: File,
    path: TemporaryPath,
    destination: PathBuf,
}

/// The path of a file that is removed when this is dropped, unless it has been taken.
struct TemporaryPath(Option<PathBuf>);

impl Drop for TemporaryPath {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // There is nobody to tell.
            fs::remove_file(path).ok();
        }
    }
}

impl NewFile {
    /// Creates a file next to its destination, of which links are resolved. It has the permissions
    /// of the file at the destination, or if there is none, those that the system gives to files of
    /// this process.
    pub(crate) fn beside(path: &Path) -> io::Result<NewFile> {
        let old = match fs::canonicalize(path) {
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => None,
            place => Some(place.and_then(|place| Ok((fs::metadata(&place)?, place)))?),
        };
        let destination = old.as_ref().map_or_else(|| path.to_path_buf(), |(_, path)| path.clone());
        let new = NewFile::create(destination)?;
        if let Some((old, _)) = old {
            fs::set_permissions(new.path(), old.permissions())?;
        }
        Ok(new)
    }

    fn create(destination: PathBuf) -> io::Result<NewFile> {
        let folder = folder(&destination);
        for _ in 0..ATTEMPTS {
            let path = folder.join(fresh_name(destination.file_name().unwrap_or_default()));
            match File::options().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    return Ok(NewFile { file, path: TemporaryPath(Some(path)), destination });
                }
                Err(error) if error.kind() == AlreadyExists => {}
                Err(error) => return Err(cannot_create(folder, error.kind())),
            }
        }
        Err(cannot_create(folder, AlreadyExists))
    }

    fn path(&self) -> &Path {
        self.path.0.as_deref().expect("the path is taken only when this is")
    }

    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Writes the file to the disk and moves it to its destination, in place of a file that is
    /// there.
    pub(crate) fn replace(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(self.path(), &self.destination)?;
        self.path.0.take();
        sync_folder(&self.destination)
    }

    /// Writes the file to the disk and moves it to its destination, if nothing is there.
    #[cfg(shared_files)]
    pub(crate) fn place(mut self) -> io::Result<File> {
        self.file.sync_all()?;
        move_unless_taken(self.path(), &self.destination)?;
        self.path.0.take();
        sync_folder(&self.destination)?;
        Ok(self.file)
    }
}

/// A name that no other call in this process returns. A long name is cut, since systems limit the
/// length of names.
fn fresh_name(name: &OsStr) -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let name: String = name.to_string_lossy().chars().take(32).collect();
    // WebAssembly has no processes, and their number is not to be asked for.
    let process = if cfg!(target_family = "wasm") { 0 } else { std::process::id() };
    format!(".{name}.{process}.{}.tmp", NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// The error itself would name a file that nobody asked for.
fn cannot_create(folder: &Path, kind: io::ErrorKind) -> Error {
    Error::new(kind, format!("cannot create a file in {}: {kind}", folder.display()))
}

/// Moves a file to a place where nothing is; an error if something is there.
#[cfg(shared_files)]
fn move_unless_taken(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;

        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // The system or the file system does not have the flag.
            Err(Errno::NOSYS | Errno::INVAL) => {}
            moved => return moved.map_err(Error::from),
        }
    }
    fs::hard_link(from, to)?;
    // The file is where it should be; a second name for it does no harm.
    fs::remove_file(from).ok();
    Ok(())
}

/// Syncs the folder of a renamed file: until then a power failure may undo the renaming.
fn sync_folder(path: &Path) -> io::Result<()> {
    match File::open(folder(path)) {
        Ok(folder) if cfg!(unix) => folder.sync_all(),
        // One may make files where one may not list them.
        Err(error) if cfg!(unix) && error.kind() != PermissionDenied => Err(error),
        // Other systems open no folders.
        _ => Ok(()),
    }
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::io::Write;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().expect("a name in UTF-8"))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_at_its_destination_or_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let mut new = NewFile::beside(&path).unwrap();
        new.file().write_all(b"one").unwrap();
        assert_eq!(names(folder.path()).len(), 1);
        assert!(names(folder.path())[0].starts_with(".table."));
        drop(new);
        assert_eq!(names(folder.path()), [""; 0]);
        for text in ["one", "two"] {
            let mut new = NewFile::beside(&path).unwrap();
            new.file().write_all(text.as_bytes()).unwrap();
            new.replace().unwrap();
            assert_eq!(names(folder.path()), ["table"]);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        // A folder cannot be replaced by a file, which is removed then.
        let taken = folder.path().join("folder");
        fs::create_dir_all(taken.join("inner")).unwrap();
        NewFile::beside(&taken).unwrap().replace().unwrap_err();
        assert_eq!(names(folder.path()), ["folder", "table"]);
    }

    #[test]
    #[cfg(shared_files)]
    fn a_place_that_is_taken_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let [one, other] = [(), ()].map(|()| NewFile::beside(&path).unwrap());
        one.place().unwrap();
        assert_eq!(other.place().unwrap_err().kind(), AlreadyExists);
        assert_eq!(names(folder.path()), ["table"]);
    }

    /// Names that killed processes have left are passed over, and the longest name has a file too.
    #[test]
    fn every_name_can_be_written_beside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a".repeat(255));
        let first = NewFile::beside(&path).unwrap();
        let name = first.path().file_name().unwrap().to_str().unwrap().to_owned();
        let number: u64 = name.rsplit('.').nth(1).unwrap().parse().unwrap();
        for left in number + 1..number + 50 {
            let left = name.replace(&format!(".{number}.tmp"), &format!(".{left}.tmp"));
            fs::write(folder.path().join(left), "").unwrap();
        }
        NewFile::beside(&path).unwrap().replace().unwrap();
        drop(first);
        assert_eq!(names(folder.path()).len(), 50);
    }
}
