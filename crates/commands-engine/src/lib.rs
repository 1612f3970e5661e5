//! The commands `zobrist engine`: they ask a running engine for its
//! keys, and find the faults of its hash.
//!
//! ```
//! use clap::{Args, Command};
//! use zobrist_commands_engine::Args as Options;
//!
//! let command = Options::augment_args(Command::new("engine"));
//! assert!(command.try_get_matches_from(["engine", "check", "--", "stockfish"]).is_ok());
//! ```
//!
//! The files import one another in this order: rules, words and facts; the driver of an engine;
//! positions that determine the words (`calibration`), the table made of them, conventions, the
//! gallery of schemes; lines of moves; names and forms; the comparison, also by the rules of variants; the
//! session that does all of it; reports; commands.
//!
//! Not for programs other than `zobrist`: it prints and reports to the console.

#![forbid(unsafe_code)]
// Arguments are parsed, run and never printed.
#![allow(missing_debug_implementations)]

mod args;
mod asking;
mod audit;
mod calibration;
mod cause;
mod check;
mod compare;
mod conventions;
mod driver;
mod event;
mod fact;
mod fault;
mod form;
mod gallery;
mod keys;
mod lines;
mod naming;
mod offline;
mod questions;
mod recognized;
mod report;
mod rules;
mod search;
mod secondary;
mod session;
mod shown;
mod shrink;
mod table;
#[cfg(test)]
mod tests;
mod variants;
mod word;

use anyhow::Result;
use clap::Subcommand;
use zobrist_console::ending::Ending;
use zobrist_console::examples;

/// Find faults in an engine's hash by asking it for its keys
///
/// Starts a UCI engine that prints the key of its position (by `d`, or another command), recovers
/// the words of its table from the keys of a few hundred positions, and compares the key after moves
/// with the key of the same position given by FEN.
///
/// The engine runs with your rights, in a process group of its own, which ends with this command, and
/// in an empty temporary folder, which is also its HOME. No shell is used.
///
/// Cost: the questions are answered at the speed of the engine, tens of thousands a second.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist engine check --seconds 5 -- ./my-engine",
    "zobrist engine keys -o keys.toml -- ./my-engine"
))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Keys(keys::Args),
    Audit(check::AuditArgs),
    Questions(questions::Args),
    Answers(questions::AnswerArgs),
    #[command(hide = true)]
    Supervise(driver::supervise::Args),
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(args: Args) -> Result<Ending> {
    match args.command {
        Command::Check(args) => check::run(args),
        Command::Keys(args) => keys::run(args),
        Command::Audit(args) => check::audit(args),
        Command::Questions(args) => questions::run(&args),
        Command::Answers(args) => questions::run_answers(args),
        Command::Supervise(args) => driver::supervise::run(&args),
    }
}
