//! One file a subcommand.

pub mod book;
pub mod check;
pub mod diff;
pub mod explain;
pub mod hash;
pub mod perft;
pub mod schemes;
