//! Visits are sorted by key and aggregated into the rows of positions and occurrences.

use super::table_files::Slice;
use crate::error::IndexError;
use crate::format::table::{Occurrence, OccurrenceColumns, PositionColumns, PositionRow};
use crate::format::{Parts, ordered};
use crate::games::Visit;
use crate::tags::{GameResult, GameStats};

/// A visit with the statistics of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) visit: Visit,
    pub(crate) stats: GameStats,
}

/// Sorts visits of one part by key into `sorted`; those of one key stay in their order.
///
/// A radix pass scatters them into buckets by the bits after those of the part, enough bits that
/// few share a bucket. Long buckets are sorted, and one insertion sort over all fixes the rest:
/// three passes over memory.
///
/// `at_most` is their number or a little more. `stats` is called in the order of the visits, game
/// by game, so that the next statistics are in the cache.
///
/// # Errors
/// When the system refuses the memory for them.
pub(crate) fn sort_part(
    visits: impl Iterator<Item = Visit> + Clone,
    at_most: usize,
    stats: impl Fn(&Visit) -> GameStats,
    sorted: &mut Vec<Record>,
) -> Result<(), IndexError> {
    let bits = at_most.max(2).ilog2().clamp(1, 16);
    let bucket = |visit: &Visit| (ordered(visit.key) << Parts::BITS >> (64 - bits)) as usize;
    let mut starts = vec![0_u32; (1 << bits) + 1];
    visits.clone().for_each(|visit| starts[bucket(&visit) + 1] += 1);
    for bucket in 0..1 << bits {
        starts[bucket + 1] += starts[bucket];
    }
    let len = starts[1 << bits] as usize;
    if len > sorted.len() {
        let refused = |_| IndexError::refused::<Record>(len);
        sorted.try_reserve(len - sorted.len()).map_err(refused)?;
    }
    sorted.resize(len, Record::default());
    visits.for_each(|visit| {
        let next = &mut starts[bucket(&visit)];
        sorted[*next as usize] = Record { visit, stats: stats(&visit) };
        *next += 1;
    });
    // Each start has become the end of its bucket.
    let mut start = 0;
    for end in &starts[..1 << bits] {
        let bucket = &mut sorted[start..*end as usize];
        if bucket.len() > SHORT_BUCKET {
            // Thousands of visits to one position are already in order, and are recognized as such.
            bucket.sort_by_key(|record| record.visit.key);
        }
        start = *end as usize;
    }
    // Across buckets: the processor cannot predict where one ends.
    insertion_sort(sorted);
    Ok(())
}

/// Length of a bucket up to which insertion sort alone is faster.
const SHORT_BUCKET: usize = 20;

fn insertion_sort(records: &mut [Record]) {
    for end in 1..records.len() {
        let record = records[end];
        let mut at = end;
        while at > 0 && records[at - 1].visit.key > record.visit.key {
            records[at] = records[at - 1];
            at -= 1;
        }
        if at < end {
            records[at] = record;
        }
    }
}

/// Writes the rows of visits that are sorted by key, and within one key by game and ply. Visits
/// count their games from the game `first` of the index.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{PARTS, PartitionedVisits, Visits};
    use proptest::prelude::*;

    proptest! {
        /// Equal to a stable sort, whether keys are spread or the same few.
        #[test]
        fn parts_sorted_are_all_sorted(
            keys in prop::collection::vec(
                prop_oneof![any::<i64>(), Just(7_i64), 0_i64..1000, Just(i64::MIN), Just(i64::MAX)],
                0..3000,
            ),
            more in 0_usize..100,
        ) {
            let visit = |(game, key): (u32, &i64)| Visit { key: *key, game, ..Visit::default() };
            let visits: Vec<Visit> = (0..).zip(&keys).map(visit).collect();
            let mut expected = visits.clone();
            expected.sort_by_key(|visit| visit.key);
            let mut packed = Visits::default();
            visits.iter().for_each(|visit| packed.push(*visit));
            let parted = PartitionedVisits::new(&packed, 0..keys.len() as u32).unwrap();
            let stats = |visit: &Visit| GameStats { year: visit.game as u16, ..GameStats::default() };
            let mut sorted: Vec<Visit> = Vec::new();
            let mut part_sorted = Vec::new();
            for part in 0..PARTS.len() {
                let at_most = parted.part_len(part) + more;
                sort_part(parted.part(part), at_most, stats, &mut part_sorted).unwrap();
                for record in &part_sorted {
                    prop_assert_eq!(record.stats, stats(&record.visit));
                    sorted.push(record.visit);
                }
            }
            prop_assert_eq!(sorted, expected);
        }
    }
}
