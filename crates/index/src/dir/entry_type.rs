//! Types of the entries of a folder.

/// The type of an entry of a folder; a link is a link, whatever its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryType {
    File { bytes: u64 },
    Folder,
    Link,
    Pipe,
    Socket,
    Device,
}

impl EntryType {
    pub(crate) fn is_file(self) -> bool {
        matches!(self, EntryType::File { .. })
    }

    pub(crate) fn name(self) -> &'static str {
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
