//! Commands on sets of keys: `zobrist keys generate`, `export`, `audit` and `forge`.
//!
//! A module for each command, with its arguments and the function that runs it.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_keys::generate::Args as Options;
//!
//! let command = Options::augment_args(Command::new("generate"));
//! assert!(command.try_get_matches_from(["generate", "--layout", "chess"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

pub mod audit;
mod dependencies;
pub mod export;
pub mod forge;
pub mod generate;
