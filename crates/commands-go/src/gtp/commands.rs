//! The list of all commands, and their administration.

use super::arguments::{Answer, syntax};
use super::session::{Command, Session};
use super::{analyze, handicap, play, position, record, score, setup};

/// A reply.
pub(super) enum Reply {
    Done(String),
    Fail(String),
    /// The last reply.
    Quit(String),
}

const GROUPS: &[&[Command]] = &[
    &[
        ("known_command", known_command),
        ("list_commands", list_commands),
        ("name", |_, arguments| constant("Zobrist", arguments)),
        ("protocol_version", |_, arguments| constant("2", arguments)),
        (QUIT, |_, arguments| constant("", arguments)),
        ("version", |_, arguments| constant(env!("CARGO_PKG_VERSION"), arguments)),
    ],
    analyze::COMMANDS,
    handicap::COMMANDS,
    play::COMMANDS,
    position::COMMANDS,
    record::COMMANDS,
    score::COMMANDS,
    setup::COMMANDS,
];

const QUIT: &str = "quit";

/// Carries a command out.
pub(super) fn answer(session: &mut Session, name: &str, arguments: &[&str]) -> Reply {
    let command = commands().find(|(known, _)| *known == name);
    match command.map(|(_, run)| run(session, arguments)) {
        // Whoever ends the session wants it ended, whatever stands behind the name.
        _ if name == QUIT => Reply::Quit(String::new()),
        None => Reply::Fail("unknown command".to_owned()),
        Some(Ok(text)) => Reply::Done(text),
        Some(Err(text)) => Reply::Fail(text),
    }
}

fn commands() -> impl Iterator<Item = &'static Command> {
    GROUPS.iter().copied().flatten()
}

fn constant(text: &str, arguments: &[&str]) -> Answer {
    if arguments.is_empty() { Ok(text.to_owned()) } else { Err(syntax()) }
}

fn known_command(_: &mut Session, arguments: &[&str]) -> Answer {
    let [name] = arguments else { return Err(syntax()) };
    Ok(commands().any(|(known, _)| known == name).to_string())
}

fn list_commands(_: &mut Session, arguments: &[&str]) -> Answer {
    let mut names: Vec<&str> = commands().map(|(name, _)| *name).collect();
    names.sort_unstable();
    constant(&names.join("\n"), arguments)
}
