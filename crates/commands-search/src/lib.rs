//! Commands that search with a transposition table: `zobrist perft` and `solve`.
//!
//! A module for each command, with its arguments and the function that runs it.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_search::perft::Args as Options;
//!
//! let command = Options::augment_args(Command::new("perft"));
//! assert!(command.try_get_matches_from(["perft", "3"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

pub mod perft;
pub mod solve;
