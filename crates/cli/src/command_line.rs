//! Parses the command line, and prints help and errors.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process;

use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Style};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command, Parser};
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
    let matches = C::command().try_get_matches_from(args);
    let matches = matches.map_err(|error| with_better_tip(error, &mut C::command(), args))?;
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
        numbers_in_words(error.render().to_string())
    } else {
        // Errors repeat the arguments, so they are parsed again without control characters.
        let escaped = args.iter().map(|arg| sink.field(&arg.to_string_lossy()).into_owned());
        match C::try_parse_from(escaped) {
            Err(error) => rendered(&with_better_tip(error, &mut C::command(), &args), has_color),
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
    let text = if has_color { text.ansi().to_string() } else { text.to_string() };
    numbers_in_words(text)
}

/// Replaces the words of the standard library on numbers, which say neither what was expected nor
/// what came.
fn numbers_in_words(text: String) -> String {
    let words = [
        ("invalid digit found in string", "expected a whole number"),
        ("cannot parse integer from empty string", "expected a whole number, got nothing"),
        ("number too large to fit in target type", "expected a smaller number"),
        ("invalid float literal", "expected a number"),
    ];
    words.into_iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// An error with another tip, where a command that writes to standard output was given an option
/// for a file.
fn with_better_tip(mut error: Error, root: &mut Command, args: &[OsString]) -> Error {
    let option = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => option.clone(),
        _ => return error,
    };
    let is_of_a_file = matches!(&*option, "-o" | "--output" | "--out");
    if error.kind() != ErrorKind::UnknownArgument || !is_of_a_file {
        return error;
    }
    let command = asked_command(root, args);
    // Rows have a format.
    let has = |test: &dyn Fn(&Arg) -> bool| command.get_arguments().any(test);
    if has(&|own| own.get_short() == Some('o')) || !has(&|own| own.get_id() == "format") {
        return error;
    }
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let tip = format!("`{name}` writes to standard output: `> FILE` puts that into a file");
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
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
