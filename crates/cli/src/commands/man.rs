//! `zobrist man`: manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;

use crate::ending::Ending;
use crate::message::say;
use crate::output::Output;

/// Write a manual page for each command into a folder
///
/// The pages are zobrist.1, zobrist-explore.1, zobrist-index-build.1 and so on. The folder is made
/// if it is missing; pages of these names in it are replaced, and other files stay as they are. In a
/// folder `man1` of a folder of $MANPATH, such as ~/.local/share/man/man1, `man zobrist-explore`
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
    say(&format!("zobrist: {pages} pages written to {}\n", dir.display()));
    Ok(Ending::Done)
}

/// Writes the page of a command and those of its subcommands; returns their number.
fn write_pages(command: &Command, dir: &Path) -> Result<usize> {
    let page = Man::new(command.clone())
        .manual("Zobrist")
        .source(concat!("zobrist ", env!("CARGO_PKG_VERSION")));
    let mut output = Output::replace(&dir.join(page.get_filename()))?;
    page.render(&mut output)?;
    output.finish()?;
    let mut pages = 1;
    for subcommand in command.get_subcommands() {
        pages += write_pages(subcommand, dir)?;
    }
    Ok(pages)
}
