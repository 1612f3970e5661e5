//! Types of the entries of a folder.

use std::fs::Metadata;

/// The type of an entry of a folder; a link is a link, whatever its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EntryType {
    /// A regular file.
    File {
        /// Its size.
        bytes: u64,
    },
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device, or any other type.
    Device,
}

impl EntryType {
    /// Returns the type by the metadata of an entry.
    #[must_use]
    pub fn of(meta: &Metadata) -> EntryType {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if meta.file_type().is_fifo() {
                return EntryType::Pipe;
            }
            if meta.file_type().is_socket() {
                return EntryType::Socket;
            }
        }
        if meta.is_symlink() {
            EntryType::Link
        } else if meta.is_dir() {
            EntryType::Folder
        } else if meta.is_file() {
            EntryType::File { bytes: meta.len() }
        } else {
            EntryType::Device
        }
    }

    /// Returns true for a regular file.
    #[must_use]
    pub fn is_file(self) -> bool {
        matches!(self, EntryType::File { .. })
    }

    /// Returns the type as a noun with its article, for errors.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EntryType::File { .. } => "a regular file",
            EntryType::Folder => "a folder",
            EntryType::Link => "a symbolic link",
            EntryType::Pipe => "a named pipe",
            EntryType::Socket => "a socket",
            EntryType::Device => "a device",
        }
    }
}
