//! One file a subcommand.

pub mod book;
pub mod cache;
pub mod check;
pub mod completions;
pub mod diff;
pub mod explain;
pub mod explore;
pub mod go;
pub mod hash;
pub mod index;
pub mod keys;
pub mod lattice;
pub mod man;
pub mod perft;
pub mod schemes;
pub mod serve;
pub mod solve;
