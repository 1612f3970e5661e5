//! Checks, repairs and merges Polyglot books.

mod check;
mod fault;
mod fix;
mod foreign;
mod merge;
mod records;
mod walk;

pub use check::{BookReport, check_book};
pub use fault::{BookFault, BookFaultKind};
pub use fix::{FixedBook, fix_book};
pub use foreign::{ForeignBook, foreign_book, swap_book};
pub use merge::{MergedBook, castles_by_two_squares, merge_books};
