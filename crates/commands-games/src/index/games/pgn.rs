//! Stored games as PGN.

use std::num::NonZeroUsize;

use anyhow::Result;
use zobrist_console::output::Output;
use zobrist_explorer::game_text;
use zobrist_index::StoredGame;

use super::blocks::{Block, Games, Written, write_blocks, write_text};

/// Writes games.
///
/// # Errors
/// When the index cannot be read, or the output cannot be written.
pub(super) fn write(
    games: Games,
    threads: NonZeroUsize,
    output: &mut Output,
    written: &mut Written,
) -> Result<()> {
    let make = |games: &[StoredGame]| {
        let mut block = Block::default();
        for game in games {
            match game_text::text(game) {
                Ok(text) => block.text.extend_from_slice(text.as_bytes()),
                Err(error) => block.faults.push(format!(
                    "stored game {} of {} is not written: {error}",
                    game.game_id, game.file
                )),
            }
        }
        block
    };
    write_blocks(games, threads, make, |text| write_text(output, text), written)
}
