//! The command `zobrist`.

// No item of a binary can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

mod buffers;
mod by_condition;
mod byte_digest;
mod cache;
mod chunks;
mod closing;
mod commands;
mod compression;
mod conventions;
mod counted;
mod csv;
mod duplicates_option;
mod ending;
mod fen_argument;
mod filter_options;
mod floods;
mod game_text;
mod hints;
mod ingest;
mod input;
mod job;
mod key_set;
mod loudness;
mod message;
mod move_text;
mod openings;
mod output;
mod output_options;
mod parquet_table;
mod pipeline;
mod place;
mod positions;
mod progress;
mod rejections;
mod row_writer;
mod rows;
mod same_game;
mod scheme_file;
mod schemes;
mod shown;
mod size;
mod sources;
mod stdout;
mod stop;
mod style;
mod table_files;
mod table_format;
mod terminal;
mod text_table;
mod wait;
mod whole;

use std::env;
use std::panic;
use std::process::{self, ExitCode};

use clap::{Parser, Subcommand};

use ending::{Ending, is_broken_pipe};
use hints::with_hint;
use loudness::Loudness;
use message::{say, say_lines};
use stop::Stopped;
use terminal::Sink;

/// Zobrist hashing for chess, Go and alloys: hash and compare positions, index games, make
/// opening books, audit keys, and simulate lattices with recall.
///
/// Results go to standard output, everything else to standard error. Exit status: 0 all
/// done; 1 done, but some input was rejected or a check failed; 2 could not run. One that a signal
/// ends has the status of a shell: 130 for Ctrl-C.
///
/// On a terminal, text and messages show control characters and those that change the direction
/// of text as `\u{…}`, and JSON as `\uXXXX`. CSV, files and pipes are exact.
#[derive(Parser)]
#[command(name = "zobrist", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    loudness: Loudness,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Explore(commands::explore::Args),
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
}

fn main() -> ExitCode {
    closing::begin();
    silence_caught_panics();
    let Cli { loudness, command } = parse();
    loudness.choose();
    progress::before_drawing(stop::clear_bars);
    let ending = match command {
        Command::Explore(args) => commands::explore::run(args),
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
    };
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Rejected) => ExitCode::from(1),
        // A reader that closes the pipe needs no more rows.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("zobrist: {}\n", with_hint(&error)));
            ExitCode::from(error.downcast_ref().map_or(2, Stopped::exit_status))
        }
    }
}

/// Parses the command line. For help, the version and errors it prints them and exits.
fn parse() -> Cli {
    let error = match Cli::try_parse() {
        Ok(cli) => return cli,
        Err(error) => error,
    };
    let sink = if error.use_stderr() { terminal::stderr() } else { terminal::stdout() };
    if sink == Sink::Exact {
        error.exit();
    }
    // Errors repeat the arguments, so they are parsed again without control characters.
    let args = env::args_os().map(|arg| sink.field(&arg.to_string_lossy()).into_owned());
    match Cli::try_parse_from(args) {
        Err(error) => error.exit(),
        // Only the characters that were replaced are wrong.
        Ok(_) => {
            say_lines(&error.render().to_string());
            process::exit(error.exit_code())
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
