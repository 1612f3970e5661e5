//! Polyglot's opening books as bytes.

mod bytes;
mod entries;
mod entry;
mod fences;
mod header;
mod header_text;
mod search;
mod weights;

pub use bytes::{Book, BookError, BookProbe};
pub use entries::BookEntries;
pub use entry::BookEntry;
pub use fences::FencedBook;
pub use header::{BookHeader, BookHeaderError, book_header};
pub use header_text::HeaderText;
pub use weights::scale_weight;
