//! Commands on collections of games: `zobrist explore`, `index`, `book` and `cache`.
//!
//! A module for each command, with its arguments and the function that runs it.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_games::explore::Args as Options;
//!
//! let command = Options::augment_args(Command::new("explore"));
//! assert!(command.try_get_matches_from(["explore", "games.pgn"]).is_ok());
//! ```
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

pub mod book;
mod by_condition;
pub mod cache;
pub mod explore;
pub mod index;
mod not_reached;
mod table_files;
