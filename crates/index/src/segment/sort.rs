//! Sorting visits by key.

use crate::error::IndexError;
use crate::format::{Parts, ordered};
use crate::games::Visit;
use crate::tags::GameStats;

/// A visit with the statistics of its game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) visit: Visit,
    pub(crate) stats: GameStats,
}

/// Sorts visits of one part by key into `sorted`; those of one key stay in their order.
///
/// A radix pass scatters them into buckets by the bits after those of the part, enough bits that few
/// share a bucket. Long buckets are sorted, and one insertion sort over all fixes the rest: three
/// passes over memory.
///
/// `at_most` is their number or a little more. `stats` is called in the order of the visits, game by
/// game, so that the next statistics are in the cache.
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
