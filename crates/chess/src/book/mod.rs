//! Polyglot's opening books as bytes.

mod entry;

pub use entry::BookEntry;
