//! The position index against the slow, obvious definition, and against damage.

mod builds;
mod corpus;
mod games;
mod options;
mod questions;
mod recount;
mod tables;
mod tool;
