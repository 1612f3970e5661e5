//! Games as they stand in the files that they came from.

use anyhow::{Result, bail};
use zobrist_files::counted;
use zobrist_index::{Filter, Index, StoredGame};

use super::blocks::{Written, write_text};
use super::source::{OpenSource, Sources};
use crate::message::say;
use crate::output::Output;

/// Copies the games that a filter keeps from their files. Each file is read once, since its games
/// follow each other in the index.
///
/// # Errors
/// When the index cannot be read, the output cannot be written, or a file changes meanwhile.
pub(super) fn write(
    index: &Index,
    filter: &Filter,
    output: &mut Output,
    written: &mut Written,
) -> Result<()> {
    let mut copy = Copy { index, sources: Sources::default(), open: None, lost: None };
    for games in index.filtered_games(filter)? {
        let mut text = Vec::new();
        for game in games? {
            match copy.append(&game, &mut text)? {
                true => written.games += 1,
                false => written.missing += 1,
            }
        }
        write_text(output, &text)?;
    }
    copy.close()?;
    copy.report();
    Ok(())
}

struct Copy<'a> {
    index: &'a Index,
    sources: Sources,
    open: Option<OpenSource>,
    /// The reason for which games that follow each other cannot be copied, and their number.
    lost: Option<(String, u64)>,
}

impl Copy<'_> {
    /// Appends the text of a game and an empty line; false if that is not possible.
    fn append(&mut self, game: &StoredGame, text: &mut Vec<u8>) -> Result<bool> {
        let is_at = |open: &OpenSource| open.file == game.file && open.is_before(game.offset);
        if !self.open.as_ref().is_some_and(is_at) {
            self.close()?;
            if let Some(refusal) = self.sources.refusal(&game.file, self.index.sources()) {
                self.lose(refusal);
                return Ok(false);
            }
            self.open = Some(OpenSource::open(&game.file)?);
        }
        let copied = self.open.as_mut().map(|open| open.copy(game.offset, text));
        let why = match copied {
            Some(Ok(true)) => {
                text.extend_from_slice(b"\n\n");
                return Ok(true);
            }
            Some(Err(error)) => format!("{} cannot be read further: {error}", game.file),
            _ => format!("{} has no game at byte {}", game.file, game.offset),
        };
        self.lose(why);
        Ok(false)
    }

    fn lose(&mut self, why: String) {
        match &mut self.lost {
            Some((same, games)) if *same == why => *games += 1,
            _ => {
                self.report();
                self.lost = Some((why, 1));
            }
        }
    }

    /// Reports the games that were lost for one reason.
    fn report(&mut self) {
        if let Some((why, games)) = self.lost.take() {
            let games = counted(games, "game is", "games are");
            say(&format!("zobrist: {why}; {games} not written\n"));
        }
    }

    /// Makes sure that the file that was read has not changed meanwhile.
    fn close(&mut self) -> Result<()> {
        let Some(open) = self.open.take() else { return Ok(()) };
        if let Some(refusal) = self.sources.change(&open.file) {
            bail!("{refusal}: what was copied from it may be wrong; run the command again");
        }
        Ok(())
    }
}
