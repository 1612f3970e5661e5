//! `zobrist completions`: completion of the command line for shells.

use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::stdout::print;

/// Print a script that completes command lines in a shell
///
/// The script knows every command, its options and their values. bash reads it from
/// ~/.local/share/bash-completion/completions/zobrist; zsh from a file `_zobrist` in a folder of
/// $fpath; fish from ~/.config/fish/completions/zobrist.fish; elvish and PowerShell from what their
/// start-up file evaluates.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist completions bash > zobrist.bash",
    "zobrist completions fish > zobrist.fish"
))]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args, mut command: Command) -> Result<Ending> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "zobrist", &mut script);
    if args.shell == Shell::Fish {
        fish_arguments(&command, &mut Vec::new(), &mut script);
    }
    Ending::Done.when(print(&script))
}

/// Appends the values of arguments without a name, which the generator for fish leaves out. Names
/// of files are offered beside them, since a file may be named too, as with `schemes show`.
fn fish_arguments<'a>(command: &'a Command, path: &mut Vec<&'a str>, script: &mut Vec<u8>) {
    let condition = match &path[..] {
        [] => "__fish_zobrist_needs_command".to_owned(),
        [first, rest @ ..] => {
            let seen = rest.iter().map(|name| format!("; and __fish_seen_subcommand_from {name}"));
            format!("__fish_zobrist_using_subcommand {first}") + &seen.collect::<String>()
        }
    };
    for argument in command.get_positionals() {
        let values = argument.get_value_parser().possible_values().into_iter().flatten();
        let names = values.filter(|value| !value.is_hide_set());
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        if !names.is_empty() {
            let names = names.join(" ").replace('\\', "\\\\").replace('\'', "\\'");
            let line = format!("complete -c zobrist -n \"{condition}\" -a '{names}'\n");
            script.extend_from_slice(line.as_bytes());
        }
    }
    // Of the command `help`, the arguments are commands.
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        path.push(below.get_name());
        fish_arguments(below, path, script);
        path.pop();
    }
}
