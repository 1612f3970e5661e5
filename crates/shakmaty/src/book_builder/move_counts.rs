//! Counts of moves in packed rows, sorted and added up as games come.

use std::num::NonZeroUsize;

use crate::parallel;

/// The result of a game for the player of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoverResult {
    Win,
    Draw,
    Loss,
    Unknown,
}

/// The system refused memory for rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfMemory {
    /// Number of bytes requested.
    pub bytes: usize,
}

/// Reserves space for at least `more` items.
pub(super) fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    let bytes = (items.len() + more).saturating_mul(size_of::<T>());
    items.try_reserve(more).map_err(|_| OutOfMemory { bytes })
}

/// Returns an empty vector with space for exactly `len` items.
pub(super) fn with_room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut items = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    items.try_reserve_exact(len).map_err(|_| OutOfMemory { bytes })?;
    Ok(items)
}

/// Number of games by the result for the player of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub win: u64,
    pub draw: u64,
    pub loss: u64,
    pub unknown: u64,
}

/// The game and ply in which a move was first played, or `()` where that is not kept.
pub(super) trait FirstPlayed: Copy + Ord + Send + Sync {
    fn new(game: u64, ply: u64) -> Self;
}

impl FirstPlayed for () {
    fn new(_: u64, _: u64) {}
}

impl FirstPlayed for (u64, u64) {
    fn new(game: u64, ply: u64) -> (u64, u64) {
        (game, ply)
    }
}

/// A move of a position and its counts. A word has, from the highest bit: 64 bits of the key, 16 of
/// the move, and four counts of 12 bits. Larger counts are spread over several rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MoveCountRow<F> {
    word: u128,
    first: F,
}

const COUNT_BITS: u32 = 12;
const COUNT_MASK: u128 = (1 << COUNT_BITS) - 1;
/// Number of bits below the key and the move.
pub(super) const MOVE_SHIFT: u32 = 4 * COUNT_BITS;

/// Packs a key and a move, with counts of 0.
#[inline]
pub(super) fn key_and_move(key: u64, played: u16) -> u128 {
    u128::from(key) << 64 | u128::from(played) << MOVE_SHIFT
}

impl<F: FirstPlayed> MoveCountRow<F> {
    #[inline]
    pub(super) fn new(key_and_move: u128, result: MoverResult, first: F) -> MoveCountRow<F> {
        let shift = COUNT_BITS * (3 - result as u32);
        MoveCountRow { word: key_and_move | 1 << shift, first }
    }

    pub(super) fn key(self) -> u64 {
        (self.word >> 64) as u64
    }

    pub(super) fn played(self) -> u16 {
        (self.word >> MOVE_SHIFT) as u16
    }

    pub(super) fn first(self) -> F {
        self.first
    }

    pub(super) fn counts(self) -> Counts {
        let [win, draw, loss, unknown] =
            [3, 2, 1, 0].map(|index| (self.word >> (COUNT_BITS * index) & COUNT_MASK) as u64);
        Counts { win, draw, loss, unknown }
    }

    #[inline]
    fn is_same_move(self, other: MoveCountRow<F>) -> bool {
        (self.word ^ other.word) >> MOVE_SHIFT == 0
    }

    /// Returns the sum of two rows of one move, if it fits in one row.
    #[inline]
    fn plus(self, other: MoveCountRow<F>) -> Option<MoveCountRow<F>> {
        let counts = other.word & ((1 << MOVE_SHIFT) - 1);
        let fits = (0..4).all(|index| {
            let shift = COUNT_BITS * index;
            (self.word >> shift & COUNT_MASK) + (counts >> shift & COUNT_MASK) <= COUNT_MASK
        });
        fits.then(|| MoveCountRow { word: self.word + counts, first: self.first.min(other.first) })
    }
}

/// Adds up sorted rows of the same move.
fn add_up<F: FirstPlayed>(rows: &mut Vec<MoveCountRow<F>>) {
    rows.dedup_by(|next, row| {
        let sum = if row.is_same_move(*next) { row.plus(*next) } else { None };
        sum.inspect(|sum| *row = *sum).is_some()
    });
}

/// Collects rows: the latest ones unsorted, the others in runs that are sorted and added up.
#[derive(Clone, Debug)]
pub(super) struct MoveCounts<F> {
    latest: Vec<MoveCountRow<F>>,
    runs: Vec<Vec<MoveCountRow<F>>>,
    /// Number of rows in runs at which they are merged.
    merge_at: usize,
    /// The latest rows of collections that were joined.
    unsorted: Vec<Vec<MoveCountRow<F>>>,
}

/// Number of rows that are sorted into a run.
const RUN: usize = if cfg!(test) { 1 << 8 } else { 1 << 20 };
/// Number of full runs at which they are merged first; later, when they have doubled.
const RUNS: usize = 8;

/// Number of key ranges in which runs are merged, one after another: faster than all at once, and
/// in less memory.
const RANGES: usize = 1 << RANGE_BITS;
const RANGE_BITS: u32 = 8;

impl<F: FirstPlayed> MoveCounts<F> {
    pub(super) fn new() -> MoveCounts<F> {
        MoveCounts {
            latest: Vec::new(),
            runs: Vec::new(),
            merge_at: RUNS * RUN,
            unsorted: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, row: MoveCountRow<F>) -> Result<(), OutOfMemory> {
        if self.latest.len() == self.latest.capacity().min(RUN) {
            self.make_space()?;
        }
        self.latest.push(row);
        Ok(())
    }

    #[cold]
    fn make_space(&mut self) -> Result<(), OutOfMemory> {
        if self.latest.len() < RUN {
            return reserve(&mut self.latest, 1);
        }
        sort(&mut self.latest);
        add_up(&mut self.latest);
        let mut run = with_room(self.latest.len())?;
        run.append(&mut self.latest);
        self.runs.push(run);
        if self.len() >= self.merge_at {
            self.runs =
                (0..RANGES).map(|range| merge(&self.runs, range)).collect::<Result<_, _>>()?;
            self.merge_at = self.merge_at.max(2 * self.len());
        }
        Ok(())
    }

    fn len(&self) -> usize {
        self.runs.iter().map(Vec::len).sum()
    }

    pub(super) fn join(&mut self, other: MoveCounts<F>) {
        self.runs.extend(other.runs);
        self.unsorted.extend(other.unsorted);
        self.unsorted.push(other.latest);
    }

    /// Calls `work` with the rows of each key range, sorted and added up, and returns the results
    /// in the order of the keys.
    pub(super) fn map_key_ranges<R: Send>(
        mut self,
        threads: NonZeroUsize,
        work: impl Fn(&[MoveCountRow<F>]) -> Result<R, OutOfMemory> + Sync,
    ) -> Result<Vec<R>, OutOfMemory> {
        self.unsorted.push(self.latest);
        self.runs.extend(parallel::map(self.unsorted, threads, |mut rows| {
            sort(&mut rows);
            add_up(&mut rows);
            rows
        }));
        parallel::try_map(0..RANGES, threads, |range| work(&merge(&self.runs, range)?))
    }
}

/// Number of rows from which on a radix pass comes before the sort.
const MIN_FOR_BUCKETS: usize = if cfg!(test) { 1 << 6 } else { 1 << 14 };
const BUCKET_BITS: u32 = 11;

/// Sorts rows, after a radix pass by the highest bits of the keys if there is memory for it. Keys
/// are hashes, so that buckets are of similar size, and each is sorted in the L1 cache.
fn sort<F: FirstPlayed>(rows: &mut Vec<MoveCountRow<F>>) {
    if rows.len() >= MIN_FOR_BUCKETS
        && let Ok(sorted) = with_room(rows.len())
    {
        *rows = sorted_by_buckets(rows, sorted);
    } else {
        rows.sort_unstable();
    }
}

fn sorted_by_buckets<F: FirstPlayed>(
    rows: &[MoveCountRow<F>],
    mut sorted: Vec<MoveCountRow<F>>,
) -> Vec<MoveCountRow<F>> {
    let bucket = |row: &MoveCountRow<F>| (row.key() >> (u64::BITS - BUCKET_BITS)) as usize;
    let mut counts = [0; 1 << BUCKET_BITS];
    rows.iter().for_each(|row| counts[bucket(row)] += 1);
    let mut next = 0;
    let mut ends = counts.map(|count| {
        next += count;
        next - count
    });
    sorted.resize(rows.len(), rows[0]);
    for row in rows {
        let end = &mut ends[bucket(row)];
        sorted[*end] = *row;
        *end += 1;
    }
    let mut rest = &mut sorted[..];
    for count in counts {
        let bucket;
        (bucket, rest) = rest.split_at_mut(count);
        bucket.sort_unstable();
    }
    sorted
}

/// Merges the rows of one key range from sorted runs. The stable sort finds the runs and merges
/// them.
fn merge<F: FirstPlayed>(
    runs: &[Vec<MoveCountRow<F>>],
    range: usize,
) -> Result<Vec<MoveCountRow<F>>, OutOfMemory> {
    let range_of = |row: &MoveCountRow<F>| (row.key() >> (u64::BITS - RANGE_BITS)) as usize;
    let mut rows = Vec::new();
    for run in runs {
        let start = run.partition_point(|row| range_of(row) < range);
        let end = run.partition_point(|row| range_of(row) <= range);
        reserve(&mut rows, end - start)?;
        rows.extend_from_slice(&run[start..end]);
    }
    rows.sort();
    add_up(&mut rows);
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Counts, and the first game and ply, by key and move.
    type Counted = BTreeMap<(u64, u16), ([u64; 4], (u64, u64))>;

    #[test]
    fn rows_are_added_up_in_any_number_of_runs() {
        const OUTCOMES: [MoverResult; 4] =
            [MoverResult::Win, MoverResult::Draw, MoverResult::Loss, MoverResult::Unknown];
        for (count, keys) in [(0, 1), (1, 1), (RUN, 7), (RUN + 1, 7), (40 * RUN, 5000)] {
            let mut parts = [MoveCounts::new(), MoveCounts::new()];
            let mut expected = Counted::new();
            for number in 0..count as u64 {
                // Spread over the keys, with several moves in each.
                let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                let (key, played) = ((mixed % keys) << 51, (mixed % 3) as u16);
                let result = (number % 5 % 4) as usize;
                let first = (number, 1);
                let row = MoveCountRow::new(key_and_move(key, played), OUTCOMES[result], first);
                parts[(number % 11 / 10) as usize].push(row).unwrap();
                let counted = expected.entry((key, played)).or_insert(([0; 4], first));
                counted.0[result] += 1;
            }
            let [mut rows, other] = parts;
            assert!(rows.merge_at > RUNS * RUN || keys < 5000, "nothing was merged");
            rows.join(other);
            let three = NonZeroUsize::new(3).unwrap();
            let rows = rows.map_key_ranges(three, |rows| Ok(rows.to_vec())).unwrap().concat();
            assert!(rows.is_sorted());
            let mut counted = Counted::new();
            for row in &rows {
                let entry = counted.entry((row.key(), row.played()));
                let (counts, first) = entry.or_insert(([0; 4], row.first()));
                let Counts { win, draw, loss, unknown } = row.counts();
                counts.iter_mut().zip([win, draw, loss, unknown]).for_each(|(sum, n)| *sum += n);
                *first = row.first().min(*first);
            }
            assert_eq!(counted, expected);
        }
    }

    #[test]
    fn a_count_that_overflows_takes_another_row() {
        let mut rows =
            vec![MoveCountRow::new(key_and_move(1, 2), MoverResult::Draw, ()); 2 * 4095 + 1];
        add_up(&mut rows);
        assert_eq!(rows.iter().map(|row| row.counts().draw).collect::<Vec<_>>(), [4095, 4095, 1]);
        assert!(rows.iter().all(|row| (row.key(), row.played()) == (1, 2)));
    }
}
