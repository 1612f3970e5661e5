//! Games that an answer lists, read in the order of the table, and ahead in an index behind a URL.

use std::collections::BTreeMap;

use super::index::Index;
use super::stored_game::{FoundGame, StoredGame};
use crate::error::IndexError;
use crate::format::table::{GameColumns, RowRange};
use crate::games::read_few_games;

/// The most rows of an index behind a URL that are read at once: those of a page.
const BATCH: usize = 1 << 9;

impl Index {
    /// Reads games by their numbers, each with a ply, in the order of the list.
    ///
    /// Cost: the games are read in the order of the table, whatever that of the list, so that each
    /// page that has one of them is read and decoded once.
    pub(super) fn listed_games(&self, listed: &[(u64, u32)]) -> Result<Vec<FoundGame>, IndexError> {
        let mut places: Vec<usize> = (0..listed.len()).collect();
        places.sort_by_key(|place| listed[*place].0);
        let ids: Vec<u64> = places.iter().map(|place| listed[*place].0).collect();
        let games = self.games_in_order(&ids)?;
        let mut found: Vec<(usize, FoundGame)> = places
            .into_iter()
            .zip(games)
            .map(|(place, game)| (place, FoundGame { ply: listed[place].1, game }))
            .collect();
        found.sort_unstable_by_key(|(place, _)| *place);
        Ok(found.into_iter().map(|(_, found)| found).collect())
    }

    /// Reads games by their numbers, which are in ascending order.
    pub(super) fn games_in_order(&self, ids: &[u64]) -> Result<Vec<StoredGame>, IndexError> {
        let mut found = Vec::with_capacity(ids.len());
        let mut ahead = 0;
        while let Some(first) = ids.get(found.len()).copied() {
            let file = self.games_file_of(first)?;
            if found.len() >= ahead {
                ahead = ids.len().min(found.len() + GAMES_AHEAD);
                self.read_games_ahead(ids[found.len()..ahead].iter().copied())?;
            }
            let open = self.open_file::<GameColumns>(&file.file, &file.summary)?;
            let mut start = file.first;
            let group = open.all().find(|rows| {
                let is_before = start + rows.len as u64 <= first;
                start += if is_before { rows.len as u64 } else { 0 };
                !is_before
            });
            let group = group.ok_or(IndexError::NoGame(first))?;
            let mut end = start + group.len as u64;
            if self.folder.is_remote() {
                end = end.min(first + BATCH as u64);
            }
            let rest = &ids[found.len()..];
            let here = &rest[..rest.partition_point(|id| *id < end)];
            let mut rows: Vec<RowRange> = Vec::new();
            for id in here {
                let row = (id - start) as usize;
                match rows.last_mut() {
                    // Pages are read whole, and those of a URL in one request.
                    Some(last) if self.folder.is_remote() || row <= last.start + last.len => {
                        last.len = row + 1 - last.start;
                    }
                    _ => rows.push(RowRange { group: group.group, start: row, len: 1 }),
                }
            }
            let mut wanted = here.iter().peekable();
            for row in read_few_games(&open, rows)? {
                if wanted.peek().is_none_or(|id| **id != row.game_id) {
                    continue;
                }
                let game = StoredGame::of(row, file.base());
                while wanted.next_if(|id| **id == game.game_id).is_some() {
                    found.push(game.clone());
                }
            }
            if let Some(missing) = wanted.next() {
                return Err(IndexError::NoGame(*missing));
            }
        }
        Ok(found)
    }
}

/// Number of games whose rows are read ahead at once.
pub(super) const GAMES_AHEAD: usize = 16;

impl Index {
    /// Reads the pages of some games with few requests. Numbers that the index does not have are
    /// left out.
    pub(super) fn read_games_ahead(
        &self,
        games: impl Iterator<Item = u64>,
    ) -> Result<(), IndexError> {
        if !self.folder.is_remote() {
            return Ok(());
        }
        let mut files = BTreeMap::new();
        for game_id in games {
            if let Ok(file) = self.games_file_of(game_id) {
                let rows: &mut Vec<u64> = &mut files.entry(file.first).or_insert((file, vec![])).1;
                rows.push(game_id - file.first);
            }
        }
        for (file, games) in files.into_values() {
            let open = self.open_file::<GameColumns>(&file.file, &file.summary)?;
            let mut first = 0;
            let mut wanted = Vec::new();
            for RowRange { group, len, .. } in open.all() {
                let of_group = first..first + len as u64;
                let here = games.iter().filter(|game| of_group.contains(game));
                wanted.extend(here.map(|game| RowRange {
                    group,
                    start: (game - first) as usize,
                    len: 1,
                }));
                first = of_group.end;
            }
            open.read_ahead(&wanted, 0)?;
        }
        Ok(())
    }
}
