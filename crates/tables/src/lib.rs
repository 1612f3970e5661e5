//! Sorted tables in [Parquet](https://parquet.apache.org) files with a checksum for every page, and
//! folders that are read and changed without following links.
//!
//! `zobrist-index` (chess) and `zobrist-go-index` keep their tables by it: [`columns!`] makes the
//! columns of a table and its row from one list, a [`TableWriter`] writes a file of it, a
//! [`TableFile`] finds the rows of a key and reads them, and every byte that is read is compared
//! with the checksums of the footer. A [`Dir`] is a folder held open; [`json`] writes a manifest
//! whole or not at all, and [`sum`] is the checksum within it.
//!
//! ```
//! let mut manifest = b"{\n  \"format\": \"mine\"\n}".to_vec();
//! zobrist_tables::sum::add(&mut manifest);
//! assert_eq!(zobrist_tables::sum::check(&manifest), Ok(()));
//! manifest[15] = b'n';
//! assert!(zobrist_tables::sum::check(&manifest).is_err());
//! ```
//!
//! # When not to use it
//! The files are plain Parquet: any program reads them. To write one, the `parquet` crate alone is
//! simpler; this crate is for files that are looked up by key and must notice damage.
//!
//! # Features
//! - `object-storage`, off by default: files may be behind URLs.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod dir;
mod error;
pub mod json;
pub mod sum;
mod table;

pub use dir::{Dir, OpenFile, ReadFile};
pub use error::TableError;
pub use parquet;
pub use table::{
    Column, ColumnSpec, Columns, Disk, EncodedGroup, FileSummary, Format, KEPT_BYTES,
    KEYED_GROUP_ROWS, KEYED_PAGE_ROWS, Number, Numbers, OptionalNumbers, OptionalTexts,
    RowGroupReader, RowGroupWriter, RowRange, RowReader, Storage, Table, TableFile, TableSpec,
    TableWriter, Texts, catches_panics,
};
