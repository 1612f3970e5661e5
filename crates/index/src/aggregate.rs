//! Visits, sorted by key, to the rows of both tables.

use crate::error::IndexError;
use crate::facts::{Facts, GameResult};
use crate::table::{Occurrence, Occurrences, PositionRow, Positions, Table, TableWriter};
use crate::visit::Visit;

/// Writes the rows of visits that are sorted by key, and of one key by game and ply.
///
/// `facts` are those of the games from `first` on; `spare` is memory to use.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write_rows(
    visits: &mut [Visit],
    first: u32,
    facts: &[Facts],
    spare: &mut Vec<Facts>,
    positions: &mut TableWriter<Positions, &mut Positions>,
    occurrences: &mut TableWriter<Occurrences, &mut Occurrences>,
) -> Result<(), IndexError> {
    let mut rest = &*visits;
    while !rest.is_empty() {
        let room = Occurrences::GROUP_ROWS - occurrences.columns.len();
        let (some, others) = rest.split_at(room.min(rest.len()));
        let rows = some.iter().map(|&Visit { key, game, ply, .. }| Occurrence { key, game, ply });
        occurrences.columns.extend(rows);
        occurrences.flush_if_full()?;
        rest = others;
    }
    sort_within_keys(visits);
    // In a loop of their own, many of these wait for memory at once.
    spare.clear();
    spare.extend(visits.iter().map(|visit| facts[(visit.game - first) as usize]));
    let mut facts = spare.as_slice();
    for same in visits.chunk_by(|a, b| (a.key, a.check, a.played) == (b.key, b.check, b.played)) {
        let (these, behind) = facts.split_at(same.len());
        positions.columns.push(&position_row(same, these));
        positions.flush_if_full()?;
        facts = behind;
    }
    Ok(())
}

/// Sorts what has the same key by check and move; the visits of one game stay together.
fn sort_within_keys(visits: &mut [Visit]) {
    let mut end = 1;
    while end < visits.len() {
        let key = visits[end].key;
        if visits[end - 1].key == key {
            let same = 1 + visits[end..].iter().take_while(|visit| visit.key == key).count();
            visits[end - 1..][..same].sort_by_key(|visit| (visit.check as i32, visit.played));
            end += same - 1;
        }
        end += 1;
    }
}

/// The row of all visits with one position and move, and the facts of their games; each
/// game counts once.
#[inline]
fn position_row(visits: &[Visit], facts: &[Facts]) -> PositionRow {
    let Visit { key, check, played, game: first_game, .. } = visits[0];
    let mut row = PositionRow { key, check, played, first_game, ..PositionRow::NOTHING };
    let mut last = None;
    for (visit, facts) in visits.iter().zip(facts) {
        if last == Some(visit.game) {
            continue;
        }
        last = Some(visit.game);
        let Facts { result, elo_count, elo_sum, year } = *facts;
        // Nobody can guess a branch.
        let is = |other: GameResult| u32::from(result == other);
        row.white += is(GameResult::White);
        row.draws += is(GameResult::Draw);
        row.black += is(GameResult::Black);
        row.unknown += is(GameResult::Unknown);
        row.elo_sum += i64::from(elo_sum);
        row.elo_count += i64::from(elo_count);
        if year != 0 {
            let year = i32::from(year);
            let (a, b) = row.years.unwrap_or((year, year));
            row.years = Some((a.min(year), b.max(year)));
        }
    }
    row
}
