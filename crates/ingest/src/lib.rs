//! Files of games into a position index, into the runs of many tasks, and into the moves of an
//! opening book.
//!
//! - [`ingest()`] reads [`Sources`] into an index, on all cores, with the place of each game that
//!   it rejects.
//! - [`runs`] cuts sources into runs, which many tasks build.
//! - [`book`] counts moves of files and of indexes.
//!
//! A [`Watch`] follows the reading and can stop it.
//!
//! # Stability
//! Positions, moves and colors are types of the crate [`shakmaty`], which is re-exported as a whole
//! under its own name; none of its types is re-exported as one of ours. A new minor version of
//! shakmaty (0.31 after 0.30) is incompatible with the one before, and so comes with a new minor
//! version of this crate, never with a patch. A program that names these types by the re-export has
//! the same version.
//!
//! # Features
//! - `object-storage`, off by default: files of games may be `https://`, `http://` and `s3://`
//!   URLs, by the feature of `zobrist-storage`.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

pub mod book;
mod broken_file;
mod error;
mod index_url;
mod ingest;
mod reading;
mod resume;
pub mod runs;
mod sources;
mod watch;

#[doc(no_inline)]
pub use shakmaty;

pub use broken_file::{BrokenFile, BrokenFileWords};
pub use error::IngestError;
pub use index_url::is_index_url;
pub use ingest::ingest;
pub use sources::{NamedAgain, Sources};
pub use watch::Watch;

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
        shared::<book::CountOptions>();
        shared::<IngestError>();
        shared::<Sources>();
        sent::<book::Counting>();
    }
}
