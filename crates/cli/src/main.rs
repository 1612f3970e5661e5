//! The command `zobrist`.

// No item of a binary can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

mod command_line;
mod commands;
mod short_help;

use std::panic;
use std::process::ExitCode;

use clap::{ArgAction, CommandFactory, Parser, Subcommand};
use zobrist_commands_games::{book, cache, explore, index};
use zobrist_commands_hash::{check, diff, explain, hash, schemes};
use zobrist_commands_input::hints::with_hint;
use zobrist_commands_input::other_kind::NoGames;
use zobrist_commands_search::{perft, solve};
use zobrist_console::ending::{Ending, is_broken_pipe};
use zobrist_console::message::say;
use zobrist_console::stop::{self, Stopped};
use zobrist_console::verbosity::Verbosity;
use zobrist_console::{closing, examples, progress};

use commands::{completions, keys, man};

/// Index games, make books, hash positions, and audit keys
///
/// Zobrist hashing for chess, Go and alloys: ask what was played, hash and compare positions, index
/// games, make opening books, audit keys, and simulate lattices with recall.
///
/// Results go to standard output, everything else to standard error. Exit status: 0 all done; 1
/// done, but some input was rejected or a check failed; 2 could not run, or a file has changed
/// while it was read. One that a signal ends has the status of a shell: 130 for Ctrl-C.
///
/// On a terminal, text and messages show control characters and those that change the direction
/// of text as `\u{…}`, and JSON as `\uXXXX`. CSV, files and pipes are exact.
#[derive(Parser)]
#[command(
    name = "zobrist",
    version,
    max_term_width = 100,
    styles = command_line::STYLES,
    disable_help_flag = true,
    disable_version_flag = true,
    after_help = examples!(
        r#"zobrist explore games.pgn --moves "e4 c5""#,
        "zobrist hash positions.fen --format csv"
    )
)]
struct Cli {
    #[command(flatten)]
    verbosity: Verbosity,
    #[command(subcommand)]
    command: Command,
    /// Print help: -h in short, --help in full
    #[arg(short, long, global = true, action = ArgAction::Help, help_heading = GLOBAL)]
    help: Option<bool>,
    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = GLOBAL)]
    version: Option<bool>,
}

/// The heading of the options that all commands have.
const GLOBAL: &str = "Global options";

#[derive(Subcommand)]
enum Command {
    Explore(explore::Args),
    Serve(zobrist_commands_serve::Args),
    Index(index::Args),
    Cache(cache::Args),
    Check(check::Args),
    Hash(hash::Args),
    Explain(explain::Args),
    Diff(diff::Args),
    Perft(perft::Args),
    Solve(solve::Args),
    Schemes(schemes::Args),
    Engine(zobrist_commands_engine::Args),
    Book(book::Args),
    Go(zobrist_commands_go::Args),
    Lattice(zobrist_commands_lattice::Args),
    Keys(keys::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    closing::begin();
    silence_caught_panics();
    let Cli { verbosity, command, .. } = command_line::parse::<Cli>();
    verbosity.choose();
    progress::before_drawing(stop::clear_bars);
    let ending = match command {
        Command::Explore(args) => explore::run(args),
        Command::Serve(args) => zobrist_commands_serve::run(args),
        Command::Index(args) => index::run(args),
        Command::Cache(args) => cache::run(args),
        Command::Check(args) => check::run(args),
        Command::Hash(args) => hash::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Diff(args) => diff::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Schemes(args) => schemes::run(args),
        Command::Engine(args) => zobrist_commands_engine::run(args),
        Command::Book(args) => book::run(args),
        Command::Go(args) => zobrist_commands_go::run(args),
        Command::Lattice(args) => zobrist_commands_lattice::run(args),
        Command::Keys(args) => keys::run(args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    };
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Rejected) => ExitCode::from(1),
        Ok(Ending::Failed) => ExitCode::from(2),
        // A reader that closes the pipe needs no more rows.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("zobrist: {}\n", with_hint(&error)));
            let stopped = error.downcast_ref().map(Stopped::exit_status);
            let without_games = error.is::<NoGames>().then_some(NoGames::EXIT_STATUS);
            ExitCode::from(stopped.or(without_games).unwrap_or(2))
        }
    }
}

/// Prints no message for panics that the index catches: it reports them as damage to a file.
fn silence_caught_panics() {
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !zobrist_index::catches_panics() {
            report(info);
        }
    }));
}
