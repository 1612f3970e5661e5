//! The input of programs: files, URLs and standard input, decompressed, within bounds of memory.
//!
//! ```
//! use std::io::Read;
//! use std::sync::Arc;
//! use zobrist_input::{Content, Listener, Nobody, find_one};
//!
//! let path = std::env::temp_dir().join(format!("zobrist-input-{}.txt", std::process::id()));
//! std::fs::write(&path, "Fe Cu\n")?;
//!
//! let listener: Arc<dyn Listener> = Arc::new(Nobody);
//! let mut text = String::new();
//! find_one(&path, Content::Text, &listener)?.open().reader.read_to_string(&mut text)?;
//! assert_eq!(text, "Fe Cu\n");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`find_one`] and [`find_all`] find files before any work is done, and [`FoundInput::open`]
//!   reads one of any size. [`FoundInput::whole_files`] reads files into memory, those of an
//!   archive one by one, and [`whole`] bounds that.
//! - [`Piece`] is a part of a file of many frames, which [`frames()`] finds.
//! - [`FileError`] says what was expected and what came, and [`Place`] where. [`Context`],
//!   [`error!`] and [`bail!`] make such errors.
//!
//! # Features
//! - `object-storage`, off by default: files may be `https://`, `http://` and `s3://` URLs, by the
//!   feature of `zobrist-storage`.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod compression;
mod error;
mod frames;
mod input;
mod listener;
mod piece;
mod text;
pub mod whole;
mod whole_files;
mod words;

pub use compression::{FileFormat, decompress_text, plain_name};
pub use error::{Context, FileError, Result};
pub use frames::frames;
pub use input::{
    Content, FoundInput, Input, find_all, find_each, find_one, refuse_standard_input_twice,
};
pub use listener::{Listener, Nobody};
pub use piece::{Piece, PieceStart, PieceText};
pub use text::{Place, line_of, without_mark};
pub use whole_files::{WholeFile, WholeFiles};
pub use words::{bytes_of_size, counted, size_in_words};

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
        shared::<FileError>();
        sent::<FoundInput>();
        sent::<Input>();
        sent::<PieceText>();
        sent::<WholeFiles>();
    }
}
