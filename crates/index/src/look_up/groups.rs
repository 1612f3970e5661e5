//! The row groups in which some games are stored.

use std::ops::Range;
use std::sync::Arc;

use super::index::Index;
use super::visits::Visits;
use crate::error::IndexError;
use crate::format::table::{GameColumns, TableFile};

/// Some games of the visits that are in one row group: their numbers among these games.
pub(super) struct Group {
    pub(super) file: Arc<TableFile>,
    pub(super) group: usize,
    pub(super) games: Range<usize>,
    pub(super) rows: Vec<usize>,
}

impl Index {
    /// Finds the rows of the games of some visits, in the order of the visits.
    pub(super) fn groups_of(&self, visits: &Visits) -> Result<Vec<Group>, IndexError> {
        let mut groups = Vec::new();
        let mut game = 0;
        while game < visits.games.len() {
            let game_id = visits.game_id(game);
            let file = self.games_file_of(game_id);
            let file = file.map_err(|error| error.or_damage_of(self.folder.path()))?;
            let open = self.open_file::<GameColumns>(&file.file, &file.summary)?;
            let mut start = file.first;
            for rows in open.all() {
                let end = start + rows.len as u64;
                let first = game;
                while game < visits.games.len() && visits.game_id(game) < end {
                    game += 1;
                }
                if first < game {
                    let row = |game: usize| visits.game_id(game).saturating_sub(start) as usize;
                    let rows_of_games = (first..game).map(row).collect();
                    let (file, group) = (Arc::clone(&open), rows.group);
                    groups.push(Group { file, group, games: first..game, rows: rows_of_games });
                }
                start = end;
            }
        }
        Ok(groups)
    }
}
