//! The builder of an index, and the changes of an index that exists: removal, rebuilding and
//! verification.

mod already_in;
mod begin;
mod build_counts;
mod changed_source;
mod game_buffer;
mod index_builder;
mod journal;
mod remove;
mod verify;

pub(crate) use already_in::already_in;
pub(crate) use begin::divide;
pub use build_counts::BuildCounts;
pub use changed_source::ChangedSource;
pub(crate) use game_buffer::GameBuffer;
pub use index_builder::IndexBuilder;
pub use remove::{RemovalCounts, remove};
pub use verify::{verify, verify_in};
