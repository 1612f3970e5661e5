//! The command `zobrist`.

// No item of a binary can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

#[macro_use]
mod examples;

mod by_condition;
mod cache;
mod closing;
mod command_line;
mod commands;
mod conventions;
mod duplicates_option;
mod encoding_option;
mod ending;
mod explorer;
mod fen_argument;
mod filter_options;
mod floods;
mod game_files;
mod game_text;
mod hints;
mod ingest;
mod input;
mod job;
mod key_set;
mod language_option;
mod loudness;
mod message;
mod not_reached;
mod openings;
mod other_kind;
mod output;
mod output_options;
mod parquet_table;
mod pipeline;
mod positions;
mod progress;
mod rejections;
mod remedies;
mod row_writer;
mod rows;
mod same_game;
mod schemes;
mod short_help;
mod shown;
mod size;
mod source_games;
mod sources;
mod stdout;
mod stop;
mod style;
mod table_files;
mod table_format;
mod terminal;
mod text_table;
mod wait;

use std::panic;
use std::process::ExitCode;

use clap::{ArgAction, CommandFactory, Parser, Subcommand};

use ending::{Ending, is_broken_pipe};
use hints::with_hint;
use loudness::Loudness;
use message::say;
use other_kind::NoGames;
use stop::Stopped;

/// Index games, make books, hash positions, and audit keys
///
/// Zobrist hashing for chess, Go and alloys: ask what was played, hash and compare positions, index
/// games, make opening books, audit keys, and simulate lattices with recall.
///
/// Results go to standard output, everything else to standard error. Exit status: 0 all
/// done; 1 done, but some input was rejected or a check failed; 2 could not run, or a file has changed
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
    loudness: Loudness,
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
    Explore(commands::explore::Args),
    Serve(commands::serve::Args),
    #[command(subcommand)]
    Index(commands::index::Command),
    #[command(subcommand)]
    Cache(commands::cache::Command),
    Check(commands::check::Args),
    Hash(commands::hash::Args),
    Explain(commands::explain::Args),
    Diff(commands::diff::Args),
    Perft(commands::perft::Args),
    Solve(commands::solve::Args),
    Schemes(commands::schemes::Args),
    Book(commands::book::Args),
    Go(commands::go::Args),
    Lattice(commands::lattice::Args),
    Keys(commands::keys::Args),
    Completions(commands::completions::Args),
    Man(commands::man::Args),
}

fn main() -> ExitCode {
    closing::begin();
    silence_caught_panics();
    let Cli { loudness, command, .. } = command_line::parse::<Cli>();
    loudness.choose();
    progress::before_drawing(stop::clear_bars);
    let ending = match command {
        Command::Explore(args) => commands::explore::run(args),
        Command::Serve(args) => commands::serve::run(args),
        Command::Index(command) => commands::index::run(command),
        Command::Cache(command) => commands::cache::run(command),
        Command::Check(args) => commands::check::run(args),
        Command::Hash(args) => commands::hash::run(args),
        Command::Explain(args) => commands::explain::run(args),
        Command::Diff(args) => commands::diff::run(args),
        Command::Perft(args) => commands::perft::run(args),
        Command::Solve(args) => commands::solve::run(args),
        Command::Schemes(args) => commands::schemes::run(args),
        Command::Book(args) => commands::book::run(args),
        Command::Go(args) => commands::go::run(args),
        Command::Lattice(args) => commands::lattice::run(args),
        Command::Keys(args) => commands::keys::run(args),
        Command::Completions(args) => commands::completions::run(&args, Cli::command()),
        Command::Man(args) => commands::man::run(&args, Cli::command()),
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
