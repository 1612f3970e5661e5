//! Checks, repairs and merges Polyglot books.

mod check;
mod fault;
mod fix;
mod merge;
mod records;
mod walk;

pub use check::{BookReport, check_book};
pub use fault::{BookFault, BookFaultKind};
pub use fix::{FixedBook, fix_book};
pub use merge::{MergedBook, merge_books};
