//! Commands on positions and their hashes, and on the games that they come from: `zobrist hash`,
//! `check`, `diff`, `explain` and `schemes`.
//!
//! A module for each command, with its arguments and the function that runs it.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_hash::hash::Args as Options;
//!
//! let command = Options::augment_args(Command::new("hash"));
//! assert!(command.try_get_matches_from(["hash", "positions.fen"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

pub mod check;
pub mod diff;
pub mod explain;
pub mod hash;
mod line_job;
pub mod schemes;
