//! The stored format, as `docs/index-format.md` specifies it: names of positions, sources, the manifest,
//! the tables and the folder that holds them.

mod files;
pub(crate) mod folder;
pub(crate) mod key_scheme;
pub(crate) mod manifest;
mod name;
mod parts;
pub(crate) mod scheme_text;
mod source_file;
pub(crate) mod table;

pub(crate) use files::{HowToWrite, MAX_FILES, file_name, files_of, parts_of_files};
pub(crate) use key_scheme::label;
pub use name::{Lanes, NameHasher, NameKeys, Named, PositionName};
pub(crate) use parts::{Parts, ordered};
pub use source_file::{ResumePoint, SourceFile};
