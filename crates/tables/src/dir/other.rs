//! Folders by their paths, where the standard library has nothing better: an entry is looked at
//! before it is opened, and again when it is open.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use zobrist_storage::EntryType;

pub(super) struct Handle(PathBuf);

impl Handle {
    pub fn open(path: &Path) -> io::Result<Handle> {
        if fs::metadata(path)?.is_dir() {
            Ok(Handle(path.to_owned()))
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    pub fn entry_type(&self, name: &str) -> io::Result<EntryType> {
        Ok(EntryType::of(&fs::symlink_metadata(self.0.join(name))?))
    }

    pub fn entry_type_of(file: &File) -> io::Result<EntryType> {
        Ok(EntryType::of(&file.metadata()?))
    }

    pub fn open_folder(&self, name: &str) -> io::Result<Handle> {
        Handle::open(&self.0.join(name))
    }

    pub fn open_file(&self, name: &str) -> io::Result<File> {
        File::open(self.0.join(name))
    }

    pub fn open_or_create(&self, name: &str) -> io::Result<File> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false).open(self.0.join(name))
    }

    pub fn create_file(&self, name: &str) -> io::Result<File> {
        File::create_new(self.0.join(name))
    }

    pub fn make_folder(&self, name: &str) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub fn rename(&self, name: &str, to: &Handle, new: &str) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(new))
    }

    pub fn link(&self, name: &str, new: &str) -> io::Result<()> {
        fs::hard_link(self.0.join(name), self.0.join(new))
    }

    pub fn remove_file(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    /// Folders cannot be synced by the standard library.
    pub fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
