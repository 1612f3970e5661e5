//! `zobrist man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Command;
use clap::builder::Resettable;
use clap_mangen::Man;
use zobrist_console::ending::Ending;
use zobrist_console::output::Output;
use zobrist_console::{closing, examples};
use zobrist_input::counted;

/// The source that the pages name.
const SOURCE: &str = concat!("zobrist ", env!("CARGO_PKG_VERSION"));

/// Write a manual page for each command into a folder
///
/// The pages are zobrist.1, zobrist-explore.1, zobrist-index-build.1 and so on. The folder is made
/// if it is missing; pages of these names in it are replaced, and other files stay as they are. In
/// a folder `man1` of a folder of $MANPATH, such as ~/.local/share/man/man1, `man zobrist-explore`
/// finds them.
///
/// Cost: less than a second.
#[derive(clap::Args)]
#[command(after_help = examples!("zobrist man man1", "zobrist man man1 && ls man1"))]
pub struct Args {
    /// The folder of the pages
    dir: PathBuf,
}

pub fn run(args: &Args, command: Command) -> Result<Ending> {
    let dir = &args.dir;
    fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
    // `help` would have a page for each command once more.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let pages = write_pages(&command, dir)?;
    closing::made(&[counted(pages, "page", "pages")], dir.display());
    Ok(Ending::Done)
}

/// Writes the page of a command and those of its subcommands; returns their number.
fn write_pages(command: &Command, dir: &Path) -> Result<usize> {
    // A page has the text of every option, also of those that the first screen of help leaves out.
    let without_examples = command
        .clone()
        .after_help(Resettable::Reset)
        .mut_args(|option| option.hide_short_help(false));
    let page = Man::new(without_examples).manual("Zobrist").source(SOURCE);
    let mut output = Output::replace(&dir.join(page.get_filename()))?;
    page.render(&mut output)?;
    if let Some(examples) = command.get_after_help() {
        output.write_all(examples_section(&examples.to_string()).as_bytes())?;
    }
    output.finish()?;
    let mut pages = 1;
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        pages += write_pages(subcommand, dir)?;
    }
    Ok(pages)
}

/// The examples as a section in roff, with lines as they are. clap would call it EXTRA.
fn examples_section(examples: &str) -> String {
    let lines = examples.lines().skip(1).map(|line| line.trim_start());
    let lines = lines.map(|line| line.replace('\\', "\\e").replace('-', "\\-") + "\n");
    format!(".SH EXAMPLES\n.nf\n{}.fi\n", lines.collect::<String>())
}
