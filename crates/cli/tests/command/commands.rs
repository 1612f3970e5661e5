//! The commands of the binary, as its help lists them.

use crate::tool::zobrist;

/// A command: the words after `zobrist`, none for that itself.
pub struct Command {
    pub words: Vec<String>,
    /// True if it has no subcommands.
    pub is_leaf: bool,
    /// The help of `-h`.
    pub help: String,
}

impl Command {
    /// The full name.
    pub fn name(&self) -> String {
        ["zobrist".to_owned()].iter().chain(&self.words).cloned().collect::<Vec<_>>().join(" ")
    }

    /// The examples at the end of the help.
    pub fn examples(&self) -> Vec<&str> {
        let examples = self.help.lines().skip_while(|line| *line != "Examples:").skip(1);
        examples.map(|line| line.strip_prefix("  ").expect("an example")).collect()
    }

    /// The help of `--help`.
    pub fn long_help(&self) -> String {
        zobrist(self.words.iter().map(String::as_str).chain(["--help"])).done()
    }
}

/// All commands, those with subcommands before them, and `man`, which is not on the first screen.
pub fn all_commands() -> Vec<Command> {
    let mut commands = Vec::new();
    add(&mut commands, Vec::new());
    add(&mut commands, vec!["man".to_owned()]);
    assert!(commands.len() > 45, "{}", commands.len());
    commands
}

fn add(commands: &mut Vec<Command>, words: Vec<String>) {
    let help = zobrist(words.iter().map(String::as_str).chain(["-h"])).done();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    let names = listed.map(|line| line.split_whitespace().next().unwrap().to_owned());
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    commands.push(Command { words: words.clone(), is_leaf: names.is_empty(), help });
    for name in names {
        add(commands, [words.clone(), vec![name]].concat());
    }
}
