//! Sizes in bytes, read with units.

pub use zobrist_input::bytes_of_size as bytes;
