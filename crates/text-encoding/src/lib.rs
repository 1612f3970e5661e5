//! Encodings of text that is not UTF-8: their names, decoding, and a guess from the words of a
//! file.
//!
//! ```
//! use zobrist_text_encoding::{TextEncoding, encoding_of_texts};
//!
//! let games = b"[White \"Dvo\xf8\xe1k, Ji\xf8\xed\"]\n\n1. e4 *\n";
//! let found = encoding_of_texts([&games[..]]).ok_or("all is UTF-8")?;
//! assert_eq!(found.decode(b"Dvo\xf8\xe1k"), "Dvořák");
//! let given: TextEncoding = "latin2".parse()?;
//! assert_eq!(given.name(), "ISO-8859-2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`WithEncoding`] finds the encoding of a file while it is read.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod guess;
mod text_encoding;

pub use guess::{FileEncoding, WithEncoding, encoding_of_texts};
pub use text_encoding::{TextEncoding, UnknownEncoding};

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
        shared::<TextEncoding>();
        shared::<UnknownEncoding>();
        sent::<WithEncoding<std::fs::File>>();
    }
}
