//! `zobrist go gtp`: Go over the Go Text Protocol, version 2.

use std::io::{self, BufRead, Read, Write};

use anyhow::{Context, Result, bail};

use super::engine::{Engine, Reply};
use super::rules::RulesOptions;
use crate::ending::Ending;
use crate::stdout::Stdout;
use crate::terminal;

/// Answer questions about a game of Go over GTP
///
/// Speaks the Go Text Protocol, version 2, on standard input and output, so that other
/// programs can ask it: what is legal under the rules (is_legal, all_legal), what is on the
/// board (showboard), what the score is (final_score, by area), what the hash is
/// (zobrist_hash). Boards from 1 to 25, and rectangles by rectangular_boardsize; `list_commands`
/// lists all commands. genmove plays at random, and does not fill its own eyes.
///
/// Cost: some 10 microseconds per command; undo and all_legal take longer the more points the
/// board has.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "echo showboard | zobrist go gtp",
    r#"printf 'boardsize 9\nplay black e5\nzobrist_hash\n' | zobrist go gtp"#
))]
pub(crate) struct Args {
    #[command(flatten)]
    rules: RulesOptions,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut engine = Engine::new(args.rules.rules());
    let mut stdout = Stdout;
    let mut stdin = io::stdin().lock();
    let mut line = Vec::new();
    while read_line(&mut stdin, &mut line)? {
        // Control characters and comments are left out.
        let text: String = String::from_utf8_lossy(&line)
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .take_while(|c| *c != '#')
            .collect();
        let mut words = text.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        // Whoever sent an id waits for the answer that carries it.
        let command = match (words.next(), id) {
            (Some(command), _) => command,
            (None, Some(_)) => "",
            (None, None) => continue,
        };
        let id = id.unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        let reply = engine.answer(command, &arguments);
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

/// The longest line in bytes, with its end.
const MAX_LINE: u64 = 1 << 20;

/// Reads the next line into `line`; false at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool> {
    line.clear();
    input.take(MAX_LINE).read_until(b'\n', line).context("cannot read standard input")?;
    if line.len() as u64 == MAX_LINE && !line.ends_with(b"\n") {
        bail!("standard input: expected lines of less than {MAX_LINE} bytes, got a longer one");
    }
    Ok(!line.is_empty())
}
