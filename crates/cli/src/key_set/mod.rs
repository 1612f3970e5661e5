//! Sets of keys selected on the command line: made by a generator, published, or read from a file.

mod arrays;
mod best;
mod comments;
mod file;
mod groups;
mod hex;
mod hints;
mod join;
mod json;
mod layout;
mod lines;
mod list;
mod listed;
mod literal_counts;
mod literals;
mod metadata;
mod named;
mod npy;
mod number;
mod options;
mod order;
mod raw;
mod report;
mod scan;
mod set;
mod source;

pub use arrays::{contradict, words};
pub use file::{ListFormat, ReadOptions, read};
pub use layout::{NamedLayout, RequestedLayout};
pub use listed::{KeyWidth, ListOptions};
pub use named::{Published, is_same};
pub use npy::write_npy;
pub use options::{KeySetOptions, seed};
pub use order::PieceOrder;
pub use set::{KeySet, sums_refused};
pub use source::{advised, source_values};
