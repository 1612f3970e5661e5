//! The transposition table beside the memory's limit and beside concurrent maps.

pub mod ceiling;
mod memory_bound;
mod stream;

pub use memory_bound::run;
