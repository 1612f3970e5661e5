//! Keys in files: number literals of program text, lines of hex, JSON, NumPy arrays, and bytes
//! alone.
//!
//! ```
//! use std::sync::Arc;
//! use zobrist_input::{Listener, Nobody};
//! use zobrist_key_lists::{KeyListOptions, read_key_list};
//!
//! let path = std::env::temp_dir().join(format!("zobrist-key-lists-{}.h", std::process::id()));
//! std::fs::write(&path, "const u64 SIDE[2] = { 0x9d39247e33776d41, 0x2af7398005aaa5c7 };\n")?;
//!
//! let options = KeyListOptions::default(); // the format by the name, or else by the contents
//! let listener: Arc<dyn Listener> = Arc::new(Nobody);
//! let list = read_key_list(&path, options, &listener)?;
//! assert_eq!((list.bits, list.keys.len()), (64, 2));
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`read_layout`] reads the layout of kinds to which keys belong, [`read_scheme`] a scheme of
//! chess that names a file of keys, and [`read_slots`] one of any other game.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod arrays;
mod comments;
mod file;
mod groups;
mod hex;
mod join;
mod json;
mod layout_file;
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
mod numbers;
mod raw;
mod report;
mod scan;
mod scheme_file;
mod slot_scheme;

pub use arrays::Arrays;
pub use file::{KeyListFormat, KeyListOptions, read_key_list};
pub use hex::integer_width;
pub use join::Halves;
pub use layout_file::read_layout;
pub use lines::Lines;
pub use list::KeyList;
pub use metadata::ASSUMED_CONVENTIONS;
pub use scheme_file::{describes_scheme, read_scheme, read_scheme_within};
pub use slot_scheme::{SlotScheme, read_slots};

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
        shared::<KeyList>();
        shared::<KeyListOptions>();
    }
}
