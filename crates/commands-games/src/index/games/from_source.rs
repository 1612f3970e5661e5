//! Games as they stand in the files that they came from.

use anyhow::Result;
use zobrist_console::output::Output;
use zobrist_explorer::source_games::SourceGames;
use zobrist_index::Index;

use super::blocks::{Games, Written, write_text};

/// Copies games of an index from their files. Each file is read once, since its games follow each
/// other in the index.
///
/// # Errors
/// When the index cannot be read, the output cannot be written, or a file changes meanwhile.
pub(super) fn write(
    index: &Index,
    games: Games,
    output: &mut Output,
    written: &mut Written,
) -> Result<()> {
    let mut copy = SourceGames::new(index.sources());
    for games in games {
        let mut text = Vec::new();
        for game in games? {
            match copy.append(&game, &mut text)? {
                true => written.games += 1,
                false => written.missing += 1,
            }
        }
        write_text(output, &text)?;
    }
    copy.finish()
}
