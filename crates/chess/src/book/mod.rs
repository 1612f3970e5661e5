//! Polyglot's opening books.

mod bytes;
mod entry;
mod header;
mod search;

pub use bytes::{Book, BookError, BookProbe, FencedBook};
pub use entry::{BookEntries, BookEntry, scale_weight};
pub use header::{BookHeader, BookHeaderError, HeaderText, book_header};
