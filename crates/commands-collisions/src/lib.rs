//! How often hashes collide, and what that costs a search: `zobrist keys birthday`, `collisions`
//! and `errors`.
//!
//! A module for each command, with its arguments and the function that runs it.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_collisions::birthday::Args as Options;
//!
//! let command = Options::augment_args(Command::new("birthday"));
//! assert!(command.try_get_matches_from(["birthday", "--items", "10M", "--bits", "64"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

pub mod birthday;
pub mod collisions;
mod drawing;
pub mod errors;
