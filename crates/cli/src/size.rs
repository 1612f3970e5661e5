//! Sizes in bytes, read with units.

pub use zobrist_files::bytes_of_size as bytes;
