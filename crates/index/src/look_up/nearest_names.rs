//! The names of an index that are nearest to those of a filter.

use super::index::Index;
use crate::error::IndexError;
use crate::filter::{Condition, NearestNames};
use crate::format::table::GameColumns;

impl Index {
    /// Takes the names of the players and events of all games that are [wanted](NearestNames::is_wanted).
    ///
    /// Cost: reads the columns of these names, until each name asked for fits one. Memory: those of 8,192 games.
    ///
    /// # Errors
    /// When a file is missing, cannot be read or is [damaged](Index#damage).
    pub fn nearest_names(&self, nearest: &mut NearestNames) -> Result<(), IndexError> {
        let mut groups = self.game_groups();
        let columns = [
            (Condition::Players, "white_name"),
            (Condition::Players, "black_name"),
            (Condition::Event, "event"),
        ];
        let is_wanted = |nearest: &NearestNames| {
            columns.iter().any(|(condition, _)| nearest.is_wanted(*condition))
        };
        while is_wanted(nearest)
            && let Some(group) = groups.next()?
        {
            for (condition, column) in columns {
                if !nearest.is_wanted(condition) {
                    continue;
                }
                let rows: Vec<usize> = (0..group.rows.len).collect();
                let names = group.file.texts_at::<GameColumns>(group.rows.group, column, &rows)?;
                for name in names.iter().flatten() {
                    nearest.take(condition, name.data());
                }
            }
        }
        Ok(())
    }
}
