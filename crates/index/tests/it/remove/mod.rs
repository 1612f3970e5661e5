//! Sources: their dates, and taking one out of an index.

mod dates;
mod names;
mod numbers;
mod tables;
mod tool;
