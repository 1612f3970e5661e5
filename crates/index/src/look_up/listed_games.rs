//! Games that an answer lists, read some at a time.

use super::games_ahead::GAMES_AHEAD;
use super::index::Index;
use super::stored_game::{FoundGame, StoredGame};
use crate::error::IndexError;
use crate::stored::read_few_games;
use crate::table::{GameColumns, Rows};

/// The most rows that are read at once: those of a page.
const BATCH: usize = 1 << 9;

impl Index {
    /// Reads games by their numbers, each with a ply, in the order of the list. Those that follow each
    /// other in the list and are near each other in the table are read together.
    pub(super) fn listed_games(&self, listed: &[(u64, u32)]) -> Result<Vec<FoundGame>, IndexError> {
        let mut found = Vec::with_capacity(listed.len());
        let mut ahead = 0;
        while let Some((first, _)) = listed.get(found.len()) {
            let file = self.games_file_of(*first)?;
            if found.len() >= ahead {
                ahead = listed.len().min(found.len() + GAMES_AHEAD);
                let next = listed[found.len()..ahead].iter();
                self.read_games_ahead(next.map(|(game_id, _)| *game_id))?;
            }
            let open = self.open_file::<GameColumns>(&file.file, &file.summary)?;
            let mut start = file.first;
            let group = open.all().find(|rows| {
                let is_before = start + rows.len as u64 <= *first;
                start += if is_before { rows.len as u64 } else { 0 };
                !is_before
            });
            let group = group.ok_or(IndexError::NoGame(*first))?;
            let end = (start + group.len as u64).min(first + BATCH as u64);
            let rest = &listed[found.len()..];
            let together =
                rest.windows(2).take_while(|pair| pair[0].0 < pair[1].0 && pair[1].0 < end).count();
            let last = rest[together].0;
            let rows = Rows {
                group: group.group,
                start: (first - start) as usize,
                len: (last - first + 1) as usize,
            };
            let mut wanted = rest[..=together].iter().peekable();
            for row in read_few_games(&open, rows)? {
                if let Some((_, ply)) = wanted.next_if(|(game_id, _)| *game_id == row.game_id) {
                    let game = StoredGame::of(row, file.base());
                    found.push(FoundGame { ply: *ply, game });
                }
            }
            if let Some((missing, _)) = wanted.next() {
                return Err(IndexError::NoGame(*missing));
            }
        }
        Ok(found)
    }
}
