//! The commands on the command line itself, and those whose subcommands are in several crates.

pub mod completions;
pub mod keys;
pub mod man;
