//! The help of `-h`, which fits a screen of 80 columns and 24 lines: one line for each of the
//! options that are used most, by groups. `--help` has all of them.

use clap::builder::{StyledStr, Styles};
use clap::{Arg, ArgAction, Command};

/// Columns and lines of the screen.
const WIDTH: usize = 80;
const HEIGHT: usize = 24;

/// The command for which the screen has no room, since packages call it and people do not.
const UNLISTED: &str = "man";

/// Spaces before a name, and those after the longest name.
const INDENT: usize = 2;
const GAP: usize = 2;

/// Rows below a heading; the arguments by position have none.
struct Group {
    heading: Option<String>,
    rows: Vec<Row>,
}

/// A name and its explanation. Each of the notes follows if there is room for it.
struct Row {
    name: String,
    text: String,
    notes: Vec<String>,
}

/// The short help of a command that is built.
pub fn short_help(command: &mut Command, styles: &Styles) -> String {
    let usage = command.render_usage();
    let groups = groups(command);
    let names = groups.iter().flat_map(|group| &group.rows).map(|row| row.name.chars().count());
    let column = INDENT + names.max().unwrap_or(0) + GAP;
    let heading_style = styles.get_header();
    let mut lines = vec![text(command.get_about()), String::new(), in_styles(&usage, styles)];
    for group in &groups {
        let heading = group.heading.iter();
        lines.extend(heading.map(|heading| format!("{heading_style}{heading}:{heading_style:#}")));
        lines.extend(group.rows.iter().map(|row| row.line(column, styles)));
    }
    lines.extend(command.get_after_help().map(|examples| in_styles(examples, styles)));
    let help = lines.join("\n") + "\n";
    // The list of all commands needs the empty line, too.
    if help.lines().count() > HEIGHT { help.replacen("\n\n", "\n", 1) } else { help }
}

/// The rows of a command: arguments by position, then subcommands or options. The options of all
/// commands are the last of the last group.
fn groups(command: &Command) -> Vec<Group> {
    let positionals = command.get_positionals().map(Row::of_argument).collect();
    let mut groups = vec![Group { heading: None, rows: positionals }];
    let mut add = |heading: Option<&str>, row: Row| {
        let heading = heading.unwrap_or("Options");
        match groups.iter_mut().find(|group| group.heading.as_deref() == Some(heading)) {
            Some(group) => group.rows.push(row),
            None => groups.push(Group { heading: Some(heading.to_owned()), rows: vec![row] }),
        }
    };
    let is_listed =
        |subcommand: &&Command| !subcommand.is_hide_set() && subcommand.get_name() != UNLISTED;
    for subcommand in command.get_subcommands().filter(is_listed) {
        add(Some("Commands"), Row::of_subcommand(subcommand));
    }
    let options = command.get_arguments().filter(|option| {
        !option.is_positional() && !option.is_hide_set() && !option.is_hide_short_help_set()
    });
    let (global, own): (Vec<&Arg>, Vec<&Arg>) = options.partition(|option| {
        option.is_global_set() || matches!(option.get_action(), ArgAction::Version)
    });
    for option in own {
        add(option.get_help_heading(), Row::of_argument(option));
    }
    // A command with subcommands lists `help`.
    if !command.has_subcommands() {
        let rows = global.into_iter().map(Row::of_argument);
        match groups.as_mut_slice() {
            [_, .., last] => last.rows.extend(rows),
            _ => groups.push(Group { heading: Some("Options".to_owned()), rows: rows.collect() }),
        }
    }
    groups
}

impl Row {
    fn of_argument(argument: &Arg) -> Row {
        let short = argument.get_short().map_or(String::new(), |short| format!("-{short}, "));
        let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
        let defaults = defaults.collect::<Vec<_>>().join(",");
        let values = argument.get_possible_values();
        let values = values.iter().filter(|value| !value.is_hide_set());
        let values = values.map(|value| value.get_name()).collect::<Vec<_>>().join(", ");
        let has_values = argument.get_action().takes_values();
        let shows_default = has_values && !argument.is_hide_default_value_set();
        let shows_values = has_values && !argument.is_hide_possible_values_set();
        let mut notes = Vec::new();
        if shows_default && !defaults.is_empty() {
            notes.push(format!(" [default: {defaults}]"));
        }
        if shows_values && !values.is_empty() {
            notes.push(format!(" [{values}]"));
        }
        let text = text(argument.get_help());
        Row { name: format!("{short}{argument}"), text, notes }
    }

    fn of_subcommand(command: &Command) -> Row {
        let name = command.get_name().to_owned();
        // The text of clap is too long for some lists.
        let text = match &*name {
            "help" => "Print the help of a command in full".to_owned(),
            _ => text(command.get_about()),
        };
        Row { name, text, notes: Vec::new() }
    }

    /// The line, with the explanation from a column on.
    fn line(&self, column: usize, styles: &Styles) -> String {
        let gap = column - INDENT - self.name.chars().count();
        let mut room = WIDTH.saturating_sub(column + self.text.chars().count());
        let mut text = self.text.clone();
        for note in &self.notes {
            let width = note.chars().count();
            if width <= room {
                text += note;
                room -= width;
            }
        }
        let style = styles.get_literal();
        format!("{:INDENT$}{style}{}{style:#}{:gap$}{text}", "", self.name, "")
    }
}

fn text(help: Option<&StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default()
}

/// A text with its escape sequences, unless the styles are plain.
fn in_styles(text: &StyledStr, styles: &Styles) -> String {
    let is_plain = styles.get_header() == Styles::plain().get_header();
    if is_plain { text.to_string() } else { text.ansi().to_string() }
}
