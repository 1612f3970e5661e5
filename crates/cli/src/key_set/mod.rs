//! Sets of keys that are named on the command line: made by a generator, published, or read
//! from a file.

mod about;
mod best;
mod file;
mod groups;
mod hex;
mod hidden;
mod hints;
mod join;
mod json;
mod layout;
mod lines;
mod list;
mod literals;
mod named;
mod npy;
mod number;
mod options;
mod report;
mod scan;
mod set;
mod source;
mod tally;

pub use npy::write as write_npy;
pub use options::{KeySetOptions, seed};
pub use set::KeySet;
