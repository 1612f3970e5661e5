//! `zobrist schemes show`: a scheme as the file that describes it.

use anyhow::Result;
use zobrist_chess::SchemeDescription;
use zobrist_commands_input::schemes::{SchemeArgument, scheme_parser};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::stdout::print;

/// Print a scheme of chess as the file that describes it
///
/// Such a file is accepted wherever --scheme names a scheme of chess. That of a built-in scheme is
/// a place to begin: give it another name and change it.
///
/// Cost: a few milliseconds.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist schemes show polyglot > my-scheme.toml",
    "zobrist schemes show zobrist"
))]
pub(crate) struct Args {
    /// The scheme
    #[arg(value_parser = scheme_parser())]
    scheme: SchemeArgument,
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    print(SchemeDescription::of(&args.scheme.read()?).to_string().as_bytes())?;
    Ok(Ending::Done)
}
