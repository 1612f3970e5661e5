//! Aggregation of sorted visits into the rows of positions and occurrences.

use super::sort::Record;
use super::table_files::Slice;
use crate::error::IndexError;
use crate::format::table::{Occurrence, OccurrenceColumns, PositionColumns, PositionRow};
use crate::games::Visit;
use crate::tags::{GameResult, GameStats};

/// Writes the rows of visits that are sorted by key, and within one key by game and ply. Visits count
/// their games from the game `first` of the index.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write_rows(
    records: &mut [Record],
    first: u64,
    positions: &mut Slice<PositionColumns>,
    occurrences: &mut Slice<OccurrenceColumns>,
) -> Result<(), IndexError> {
    let occurrence = |Visit { key, game, ply, played, .. }| Occurrence {
        key,
        game_id: first + u64::from(game),
        ply,
        played,
    };
    occurrences.write(records.iter().map(|record| Ok(occurrence(record.visit))))?;
    sort_within_keys(records);
    let row = |Visit { key, check, played, .. }| (key, check, played);
    let same = records.chunk_by(|a, b| row(a.visit) == row(b.visit));
    positions.write(same.map(|same| Ok(position_row(same, first))))
}

/// Sorts visits with the same key by check and move; those of one game stay together.
fn sort_within_keys(records: &mut [Record]) {
    let mut end = 1;
    while end < records.len() {
        let key = records[end].visit.key;
        if records[end - 1].visit.key == key {
            let same = 1 + records[end..].iter().take_while(|other| other.visit.key == key).count();
            records[end - 1..][..same]
                .sort_by_key(|Record { visit, .. }| (visit.check as i32, visit.played));
            end += same - 1;
        }
        end += 1;
    }
}

/// The row of all visits with one position and move; each game counts once.
#[inline]
fn position_row(records: &[Record], first: u64) -> PositionRow {
    let Visit { key, check, played, game, .. } = records[0].visit;
    let first_game_id = first + u64::from(game);
    let mut row = PositionRow { key, check, played, first_game_id, ..PositionRow::default() };
    let mut last = None;
    for Record { visit, stats } in records {
        if last == Some(visit.game) {
            continue;
        }
        last = Some(visit.game);
        let GameStats { result, elo_count, elo_sum, year } = *stats;
        // A branch could not be predicted.
        let is = |other: GameResult| u64::from(result == other);
        row.white += is(GameResult::White);
        row.draws += is(GameResult::Draw);
        row.black += is(GameResult::Black);
        row.unknown += is(GameResult::Unknown);
        row.elo_sum += i64::from(elo_sum);
        row.elo_count += i64::from(elo_count);
        if year != 0 {
            let year = i32::from(year);
            row.first_year = Some(row.first_year.map_or(year, |first| first.min(year)));
            row.last_year = Some(row.last_year.map_or(year, |last| last.max(year)));
        }
    }
    row
}
