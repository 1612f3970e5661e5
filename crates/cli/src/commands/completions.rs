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
    Ending::Done.when(print(&script))
}
