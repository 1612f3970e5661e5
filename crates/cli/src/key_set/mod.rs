//! Sets of keys selected on the command line: made by a generator, published, or read from a file.

mod best;
mod hints;
mod layout;
mod list_values;
mod listed;
mod named;
mod npy_writer;
mod options;
mod order;
mod set;
mod source;

pub use layout::{NamedLayout, RequestedLayout};
pub use listed::{KeyWidth, ListOptions};
pub use named::{Published, is_same};
pub use npy_writer::write_npy;
pub use options::{KeySetOptions, seed};
pub use order::PieceOrder;
pub use set::{KeySet, sums_refused};
pub use source::{advised, source_values};
