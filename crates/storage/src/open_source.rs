//! Opens files on the disk, on web servers and in buckets, to read them from any place on.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use crate::byte_source::{ByteSource, LocalFile};
use crate::regular_file::open_regular;
#[cfg(feature = "object-storage")]
use crate::remote::RemoteFile;
#[cfg(not(feature = "object-storage"))]
use crate::remote::UrlsUnsupported;
use crate::remote::is_url;

/// Opens a file, or what a URL leads to, which is read at any place.
///
/// # Errors
/// When it cannot be opened, or is something else, such as a pipe.
pub fn open_source(path: &Path) -> io::Result<Box<dyn ByteSource>> {
    Ok(match Opened::new(path)? {
        Opened::Local(file) => Box::new(LocalFile::new(file)?),
        #[cfg(feature = "object-storage")]
        Opened::Remote(file) => Box::new(file),
    })
}

/// Opens a file, or what a URL leads to, to read it from a place on. Its size in bytes comes, too.
///
/// # Errors
/// When it cannot be opened, or is something else, such as a pipe.
pub fn open_from(path: &Path, start: u64) -> io::Result<(Box<dyn Read + Send>, u64)> {
    Ok(match Opened::new(path)? {
        Opened::Local(mut file) => {
            file.seek(SeekFrom::Start(start))?;
            let length = file.metadata()?.len();
            (Box::new(file), length)
        }
        #[cfg(feature = "object-storage")]
        Opened::Remote(file) => (Box::new(file.reader(start..file.len())), file.len()),
    })
}

enum Opened {
    Local(File),
    #[cfg(feature = "object-storage")]
    Remote(RemoteFile),
}

impl Opened {
    fn new(path: &Path) -> io::Result<Opened> {
        if is_url(path) { Opened::remote(path) } else { open_regular(path).map(Opened::Local) }
    }

    #[cfg(feature = "object-storage")]
    fn remote(url: &Path) -> io::Result<Opened> {
        RemoteFile::open(url).map(Opened::Remote)
    }

    #[cfg(not(feature = "object-storage"))]
    fn remote(_: &Path) -> io::Result<Opened> {
        Err(UrlsUnsupported.into())
    }
}
