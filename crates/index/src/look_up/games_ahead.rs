//! Reading the rows of some games ahead, of an index behind a URL.

use std::collections::BTreeMap;

use super::index::Index;
use crate::error::IndexError;
use crate::format::table::{GameColumns, Rows};

/// Number of games whose rows are read ahead at once.
pub(super) const GAMES_AHEAD: usize = 16;

impl Index {
    /// Reads the pages of some games with few requests. Numbers that the index does not have are left out.
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
            for Rows { group, len, .. } in open.all() {
                let of_group = first..first + len as u64;
                let here = games.iter().filter(|game| of_group.contains(game));
                wanted.extend(here.map(|game| Rows {
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
