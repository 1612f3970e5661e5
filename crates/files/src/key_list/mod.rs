//! Lists of keys: lines of hex, JSON, NumPy arrays, program text, and bytes alone.

mod arrays;
mod comments;
mod file;
mod groups;
mod hex;
mod join;
mod json;
mod lines;
mod list;
mod literal_counts;
mod literals;
mod metadata;
mod npy;
#[cfg(test)]
mod npy_beside_numpy;
mod npy_header;
mod number;
mod raw;
mod report;
mod scan;

pub use arrays::Arrays;
pub use file::{KeyListFormat, KeyListOptions, read_key_list};
pub use hex::integer_width;
pub use join::Halves;
pub use lines::Lines;
pub use list::KeyList;
pub use metadata::ASSUMED_CONVENTIONS;
