//! Messages of commands that change an index: at their end, and when they are stopped.

use std::path::Path;

use anyhow::Result;
use zobrist_console::message::say;
use zobrist_console::stop::{SignalMessage, message_on_signal};
use zobrist_explorer::build_index::manifest;
use zobrist_index::Index;
use zobrist_input::counted;

/// The numbers of games and of positions of an index, for the closing line.
pub(crate) fn contents(dir: &Path) -> Result<Vec<String>> {
    let index = Index::open(dir)?;
    let positions = index.info().occurrences.rows;
    Ok(vec![counted(index.games(), "game", "games"), counted(positions, "position", "positions")])
}

/// Says which sources of an index were divided into games by an earlier rule of where a game ends.
///
/// # Errors
/// When the index cannot be read.
pub(crate) fn say_earlier_rule(dir: &Path) -> Result<()> {
    let index = Index::open(dir)?;
    let earlier = index.sources().iter().filter(|source| !source.has_rule_of_today()).count();
    if earlier > 0 {
        let files = counted(earlier, "file", "files");
        let dir = dir.display();
        say(&format!(
            "zobrist: {files} of {dir} were divided into games by an earlier rule of where a game ends; \
             build the index again to read them by that of today\n"
        ));
    }
    Ok(())
}

/// The message of a signal while an index is changed as a whole.
pub(crate) fn change_signal_message(dir: &Path) -> SignalMessage {
    let (path, name, before) = (dir.to_owned(), dir.display().to_string(), manifest(dir));
    message_on_signal(move || match manifest(&path) == before {
        true => format!("{name} is as it was"),
        false => format!("{name} is changed completely"),
    })
}
