//! Sets of keys that a command line names: made by a generator, published, or read from a list in a
//! file.
//!
//! The options are [`KeySetOptions`], the result is a [`KeySet`]: keys with their layout, width and
//! origin.
//!
//! ```
//! use clap::Args as _;
//! use zobrist_key_sets::KeySetOptions;
//!
//! let command = KeySetOptions::augment_args(clap::Command::new("generate"));
//! assert!(command.try_get_matches_from(["generate", "--layout", "chess"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: the options are those of its commands. `zobrist` makes
//! keys without them.

#![forbid(unsafe_code)]

mod best;
mod hints;
mod layout;
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
pub use options::KeySetOptions;
pub use order::PieceOrder;
pub use set::{KeySet, sums_refused};
pub use source::{advised, source_values};
