//! `zobrist go gtp`: Go over the Go Text Protocol, version 2.

mod analyze;
mod arguments;
mod chains;
mod commands;
mod dead_by;
mod handicap;
mod line;
mod play;
mod position;
mod record;
mod score;
mod session;
mod setup;

use std::io::{self, Write};

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::stdout::Stdout;
use zobrist_console::{examples, terminal};
use zobrist_go_games::session_rules::SessionRulesOptions;

use commands::Reply;
use dead_by::SecondEngine;
use line::{CommandLine, MAX_LINE, read_line};
use session::Session;

/// Answer questions about a game of Go over GTP
///
/// Speaks the Go Text Protocol, version 2, on standard input and output, so that other
/// programs can ask it, as a referee for example: what is legal under the rules (is_legal,
/// all_legal), what is on the board (showboard, list_stones), what the score is (zobrist-dead,
/// final_score), what the hash is (zobrist_hash, zobrist_hash canonical). Games are set up by play,
/// fixed_handicap or loadsgf, and rules by kata-set-rules or kgs-rules; GoGui and Sabaki find the
/// extensions that they know. Boards from 1 to 25, and rectangles by rectangular_boardsize. genmove
/// plays at random, and does not fill its own eyes. `list_commands` lists all commands, and
/// docs/gtp.md describes them.
///
/// Cost: some 10 microseconds per command; undo, all_legal and final_score take longer the more
/// points the board has and the longer the game is.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "echo showboard | zobrist go gtp",
    r#"printf 'boardsize 9\nplay black e5\nzobrist_hash\n' | zobrist go gtp"#
))]
pub(crate) struct Args {
    #[command(flatten)]
    rules: SessionRulesOptions,
    /// Engine that says which stones are dead
    ///
    /// A command line such as 'gnugo --mode gtp', whose program speaks GTP; words with spaces stand in quotes, and no shell
    /// reads it. When the score or the dead stones are asked for and `zobrist-dead` has named none,
    /// the game is played to that engine and its `final_status_list dead` counts, until a stone
    /// comes or goes. It is started when it is first needed and has five minutes for an answer; if
    /// it fails, so does the command.
    #[arg(long, value_name = "CMD", help_heading = "Rules")]
    dead_by: Option<String>,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut session = Session::new(args.rules.rules());
    session.dead_by = args.dead_by.as_deref().map(SecondEngine::of).transpose()?;
    let mut stdout = Stdout;
    let mut stdin = io::stdin().lock();
    let mut buffer = Vec::new();
    while let Some(line) = read_line(&mut stdin, &mut buffer)? {
        let (id, reply) = match line {
            CommandLine::Empty => continue,
            CommandLine::TooLong { id } => {
                let text = format!("line too long: expected less than {MAX_LINE} bytes");
                (id, Reply::Fail(text))
            }
            CommandLine::Command { id, name, arguments } => {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                (id, commands::answer(&mut session, &name, &arguments))
            }
        };
        let shown = |text| terminal::stdout().lines(text);
        match &reply {
            Reply::Fail(text) => write!(stdout, "?{id} {}\n\n", shown(text))?,
            Reply::Done(text) | Reply::Quit(text) if text.is_empty() => {
                write!(stdout, "={id}\n\n")?
            }
            Reply::Done(text) | Reply::Quit(text) => write!(stdout, "={id} {}\n\n", shown(text))?,
        }
        stdout.flush()?;
        if matches!(reply, Reply::Quit(_)) {
            break;
        }
    }
    Ok(Ending::Done)
}
