//! Files that may be URLs: [byte ranges](ByteSource) of files on the disk, on web servers and in
//! buckets of S3.
//!
//! ```
//! use zobrist_storage::{ByteSource, open_source};
//!
//! let path = std::env::temp_dir().join(format!("zobrist-storage-{}", std::process::id()));
//! std::fs::write(&path, "1. e4 e5 *\n")?;
//! let file = open_source(&path)?; // or a URL, with the feature `object-storage`
//! assert_eq!(file.len(), 11);
//! assert_eq!(&file.read_at(3, 5)?[..], b"e4 e5");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! - [`open_source`] opens a path or a URL to read it at any place, [`open_from`] to read it in
//!   order. [`remote`] has the readers and writers of URLs.
//! - [`open_regular`] and [`open_unlinked`] open files, and refuse pipes, devices and folders
//!   without waiting for them.
//! - [`SourceHasher`] recognizes a file under another name, [`FileState`] sees that it has changed,
//!   and a [`WatchedFile`] fails at its end if it has.
//! - [`leftovers`] are temporary files that killed processes have left.
//!
//! # Features
//! - `object-storage`, off by default: `https://`, `http://` and `s3://` URLs are read, and S3 is
//!   written to. It adds the crates `object_store`, `reqwest` and `tokio`, with `ring` for TLS,
//!   which needs a C compiler. Without it, a URL is an [error](remote::UrlsUnsupported).

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod byte_digest;
mod byte_source;
mod digest;
mod entry_type;
mod file_state;
pub mod leftovers;
mod open_source;
mod regular_file;
pub mod remote;
mod watched;

#[doc(no_inline)]
pub use bytes::Bytes;

pub use byte_digest::ByteDigest;
pub use byte_source::{ByteSource, LocalFile};
pub use digest::{ParseSourceDigestError, SourceDigest, SourceHasher};
pub use entry_type::EntryType;
pub use file_state::FileState;
pub use open_source::{open_from, open_source};
pub use regular_file::{open_regular, open_regular_with, open_unlinked};
pub use watched::{WatchedFile, is_change};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_can_be_sent_and_shared() {
        fn shared<T: Send + Sync>() {}
        fn sent<T: Send>() {}
        shared::<Box<dyn ByteSource>>();
        shared::<ByteDigest>();
        shared::<FileState>();
        shared::<LocalFile>();
        shared::<SourceHasher>();
        sent::<WatchedFile>();
    }
}
