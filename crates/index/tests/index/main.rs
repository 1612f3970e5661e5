//! The position index against the slow, obvious definition, and against damage.

mod add_pgn;
mod builds;
mod composed;
mod corpus;
mod damage;
mod failures;
mod falsified;
mod games;
mod manifests;
mod options;
mod pinned;
mod questions;
mod recount;
mod resume;
mod scratch;
mod stored;
mod tables;
mod tool;
mod untrusted;
