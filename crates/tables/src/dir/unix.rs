//! Folders by their descriptors.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::retry_on_intr;
use rustix::path::Arg;
use zobrist_storage::EntryType;

pub(super) struct Handle(OwnedFd);

impl Handle {
    pub(super) fn open(path: &Path) -> io::Result<Handle> {
        open(CWD, path, OFlags::RDONLY | OFlags::DIRECTORY).map(Handle)
    }

    pub(super) fn entry_type(&self, name: &str) -> io::Result<EntryType> {
        Ok(entry_type_of(&retry_on_intr(|| {
            rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)
        })?))
    }

    pub(super) fn entry_type_of(file: &File) -> io::Result<EntryType> {
        Ok(entry_type_of(&rustix::fs::fstat(file)?))
    }

    pub(super) fn open_folder(&self, name: &str) -> io::Result<Handle> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW;
        open(&self.0, name, flags).map(Handle)
    }

    /// A pipe does not block either, should one have come between the look at it and this.
    pub(super) fn open_file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        open(&self.0, name, flags).map(File::from)
    }

    pub(super) fn open_or_create(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        open(&self.0, name, flags | OFlags::NOCTTY).map(File::from)
    }

    pub(super) fn create_file(&self, name: &str) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        open(&self.0, name, flags).map(File::from)
    }

    pub(super) fn make_folder(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.0, name, Mode::RWXU | Mode::RWXG | Mode::RWXO)?)
    }

    pub(super) fn rename(&self, name: &str, to: &Handle, new: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, name, &to.0, new)?)
    }

    pub(super) fn link(&self, name: &str, new: &str) -> io::Result<()> {
        Ok(rustix::fs::linkat(&self.0, name, &self.0, new, AtFlags::empty())?)
    }

    pub(super) fn remove_file(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name != "." && name != ".." {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::fsync(&self.0)?)
    }
}

/// Opens a file. A new one may be read and written by whom the user's mask lets.
fn open(folder: impl AsFd, name: impl Arg + Copy, flags: OFlags) -> io::Result<OwnedFd> {
    let mode = Mode::RUSR | Mode::WUSR | Mode::RGRP | Mode::WGRP | Mode::ROTH | Mode::WOTH;
    let folder = folder.as_fd();
    Ok(retry_on_intr(|| rustix::fs::openat(folder, name, flags | OFlags::CLOEXEC, mode))?)
}

fn entry_type_of(stat: &Stat) -> EntryType {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => {
            EntryType::File { bytes: u64::try_from(stat.st_size).unwrap_or(0) }
        }
        FileType::Directory => EntryType::Folder,
        FileType::Symlink => EntryType::Link,
        FileType::Fifo => EntryType::Pipe,
        FileType::Socket => EntryType::Socket,
        _ => EntryType::Device,
    }
}
