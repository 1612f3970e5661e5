//! `zobrist cache clear`: removes cached indexes.

use anyhow::{Context, Result};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::stdout::print_lines;
use zobrist_explorer::cache::{self, Removed};
use zobrist_input::counted;

/// Remove all cached indexes that nobody uses
///
/// One that a process reads or builds stays, as does whatever in the folder is not of this program.
/// What was removed is counted, with its size.
///
/// Cost: that of removing the files.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist cache clear",
    "XDG_CACHE_HOME=my-cache zobrist cache clear"
))]
pub(crate) struct Args {}

pub(crate) fn run(_: Args) -> Result<Ending> {
    let folder = cache::folder()?;
    let all =
        cache::contents(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let (mut indexes, mut leftovers, mut bytes, mut in_use) = (0, 0, 0, 0);
    let mut ending = Ending::Done;
    for kept in all {
        match cache::remove(&kept) {
            Ok(Removed::Yes) => {
                indexes += usize::from(kept.is_index);
                leftovers += usize::from(kept.has_folder && !kept.is_index) + kept.parts.len();
                bytes += kept.bytes();
            }
            Ok(Removed::InUse) => in_use += 1,
            Err(error) => {
                let folder = kept.entry.folder();
                say(&format!("zobrist: cannot remove {}: {error}\n", folder.display()));
                ending = Ending::Rejected;
            }
        }
    }
    let mut removed = format!("removed {}", counted(indexes, "index", "indexes"));
    if leftovers > 0 {
        removed += " and ";
        removed += &counted(leftovers, "leftover of a killed run", "leftovers of killed runs");
    }
    print_lines(&format!("{removed}: {}\n", counted(bytes, "byte", "bytes")))?;
    if in_use > 0 {
        say(&format!("zobrist: left {}, in use\n", counted(in_use, "index", "indexes")));
    }
    Ok(ending)
}
