//! The stored format, as `docs/index-format.md` specifies it: names of positions, sources, the
//! manifest, the tables and the folder that holds them.

pub(crate) mod folder;
pub(crate) mod key_scheme;
pub(crate) mod manifest;
mod name;
mod parts;
mod source_file;
pub(crate) mod table;

pub(crate) use key_scheme::label;
pub use name::{Lanes, NameHasher, NameKeys, Named, PositionName};
pub(crate) use parts::{
    MAX_FILES, Parts, WriteOptions, file_name, files_of, ordered, parts_of_files,
};
pub use source_file::{ResumePoint, SourceFile};
