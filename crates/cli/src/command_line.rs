//! Parses the command line, and prints help and errors.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Style};
use clap::error::{Error, ErrorKind};
use clap::{Command, Parser};
use zobrist_commands_input::remedies;
use zobrist_console::style;
use zobrist_console::terminal::{self, Sink};

use crate::short_help::short_help;

/// The style of headings, which `examples!` repeats.
pub const HEADING: Style = AnsiColor::Yellow.on_default().bold();

/// The styles of help and errors on a terminal.
pub const STYLES: Styles = Styles::styled()
    .header(HEADING)
    .usage(HEADING)
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Green.on_default())
    .context(Style::new().dimmed());

/// Parses arguments, and takes note of the options that the command has.
fn try_parse<C: Parser>(args: &[OsString]) -> Result<C, Error> {
    let matches = C::command().try_get_matches_from(args)?;
    remedies::note(&matches);
    C::from_arg_matches(&matches).map_err(|error| error.format(&mut C::command()))
}

/// Parses the command line. For help, the version and errors it prints them and exits.
pub fn parse<C: Parser>() -> C {
    let mut args: Vec<OsString> = env::args_os().collect();
    let mut error = match try_parse(&args) {
        Ok(command) => return command,
        Err(error) => error,
    };
    // The command `help` makes no suggestions; `--help` does.
    if error.kind() == ErrorKind::InvalidSubcommand
        && let Some(help) = args.iter().position(|arg| arg == "help")
    {
        args.remove(help);
        args.push("--help".into());
        error = try_parse::<C>(&args).err().unwrap_or(error);
    }
    let sink = if error.use_stderr() { terminal::stderr() } else { terminal::stdout() };
    let has_color = style::has_color(sink);
    let text = if asks_for_short_help(&error, &args) {
        let styles = if has_color { STYLES } else { Styles::plain() };
        short_help(asked_command(&mut C::command(), &args), &styles)
    } else if sink == Sink::Exact {
        error.render().to_string()
    } else {
        // Errors repeat the arguments, so they are parsed again without control characters.
        let escaped = args.iter().map(|arg| sink.field(&arg.to_string_lossy()).into_owned());
        match C::try_parse_from(escaped) {
            Err(error) => rendered(&error, has_color),
            // Only the characters that were replaced are wrong.
            Ok(_) => sink.lines(&rendered(&error, false)).into_owned(),
        }
    };
    // A reader that closes the pipe needs no more help.
    let written = if error.use_stderr() {
        io::stderr().write_all(text.as_bytes())
    } else {
        io::stdout().write_all(text.as_bytes())
    };
    written.ok();
    process::exit(error.exit_code())
}

fn rendered(error: &Error, has_color: bool) -> String {
    let text = error.render();
    if has_color { text.ansi().to_string() } else { text.to_string() }
}

/// True for the help of `-h`, and for that of a command which needs a subcommand. `--help` and the
/// command `help` ask for the long one.
fn asks_for_short_help(error: &Error, args: &[OsString]) -> bool {
    match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => true,
        ErrorKind::DisplayHelp => {
            args.iter().find(|arg| *arg == "-h" || *arg == "--help").is_some_and(|arg| arg == "-h")
        }
        _ => false,
    }
}

/// The command whose help the arguments ask for. No option before a subcommand has a value.
fn asked_command<'a>(root: &'a mut Command, args: &[OsString]) -> &'a mut Command {
    root.build();
    let mut command = root;
    let words = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    for word in words.filter(|word| !word.starts_with('-')) {
        if command.find_subcommand(&*word).is_none() {
            break;
        }
        command = command.find_subcommand_mut(&*word).expect("found above");
    }
    command
}
