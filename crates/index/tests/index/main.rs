//! The position index against the slow, obvious definition, and against damage.

mod add_pgn;
mod builds;
mod composed;
mod corpus;
mod damage;
mod failures;
mod false_numbers;
mod falsified;
mod file_count;
mod flipped;
mod games;
mod gaps;
mod manifests;
mod options;
mod orders;
mod pinned;
mod questions;
mod recount;
mod resume;
mod rewritten;
mod runs;
mod scratch;
mod stored;
mod tables;
mod tool;
mod untrusted;
