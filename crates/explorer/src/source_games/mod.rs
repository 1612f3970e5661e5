//! Games of an index as they stand in the files that they came from, with comments and variations.

mod one_game;
mod source;

use std::fmt;

use anyhow::{Result, bail};
use zobrist_console::message::say;
use zobrist_index::{IndexedSource, StoredGame};
use zobrist_input::counted;

pub use one_game::SourceTexts;
use source::{OpenSource, Sources};

/// Copies games from their files. A file is read once if its games come one after the other, in the
/// order of their offsets.
pub struct SourceGames<'a> {
    /// The sources that the index names.
    known: &'a [IndexedSource],
    sources: Sources,
    open: Option<OpenSource>,
    /// The reason for which games that follow each other cannot be copied, and their number.
    lost: Option<(String, u64)>,
}

impl fmt::Debug for SourceGames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SourceGames").finish_non_exhaustive()
    }
}

impl<'a> SourceGames<'a> {
    /// Copies games of an index with these sources.
    pub fn new(known: &'a [IndexedSource]) -> SourceGames<'a> {
        SourceGames { known, sources: Sources::default(), open: None, lost: None }
    }

    /// Appends the text of a game and an empty line; false if that is not possible, which is
    /// reported.
    ///
    /// # Errors
    /// When a file cannot be opened, or has changed while it was read.
    pub fn append(&mut self, game: &StoredGame, text: &mut Vec<u8>) -> Result<bool> {
        let is_at = |open: &OpenSource| open.file == game.file && open.is_before(game.offset);
        if !self.open.as_ref().is_some_and(is_at) {
            self.close()?;
            if let Some(refusal) = self.sources.refusal(&game.file, self.known) {
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

    /// Returns the texts of games, each with an empty line, in their order; `None` for one that
    /// cannot be copied. Each file is read once, whatever the order of the games.
    ///
    /// # Errors
    /// As [`append`](SourceGames::append).
    pub fn texts(mut self, games: &[&StoredGame]) -> Result<Vec<Option<Vec<u8>>>> {
        let mut places: Vec<usize> = (0..games.len()).collect();
        places.sort_by_key(|place| (&games[*place].file, games[*place].offset));
        let mut texts = vec![None; games.len()];
        for place in places {
            let mut text = Vec::new();
            texts[place] = self.append(games[place], &mut text)?.then_some(text);
        }
        self.finish()?;
        Ok(texts)
    }

    /// Makes sure that the last file has not changed meanwhile, and reports the games that were not
    /// copied.
    ///
    /// # Errors
    /// When it has.
    pub fn finish(mut self) -> Result<()> {
        self.close()?;
        self.report();
        Ok(())
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
