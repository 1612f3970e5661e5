//! Counts of moves in a few bytes each, sorted and added up as they come.

use std::num::NonZeroUsize;

use crate::parallel;

/// The result of a game for the side that played a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Win,
    Draw,
    Loss,
    Unknown,
}

/// The system refused the memory for rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    /// The number of bytes asked for.
    pub bytes: usize,
}

/// Makes room for `more` items, and for more to come.
pub(super) fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), Refused> {
    let bytes = (items.len() + more).saturating_mul(size_of::<T>());
    items.try_reserve(more).map_err(|_| Refused { bytes })
}

/// An empty vector with room for exactly `len` items.
pub(super) fn room<T>(len: usize) -> Result<Vec<T>, Refused> {
    let mut items = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    items.try_reserve_exact(len).map_err(|_| Refused { bytes })?;
    Ok(items)
}

/// How often each outcome followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub win: u64,
    pub draw: u64,
    pub loss: u64,
    pub unknown: u64,
}

/// When a move first came, if that is wanted.
pub(super) trait First: Copy + Ord + Send + Sync {
    fn new(game: u64, ply: u64) -> Self;
}

/// Nobody asks.
impl First for () {
    fn new(_: u64, _: u64) {}
}

impl First for (u64, u64) {
    fn new(game: u64, ply: u64) -> (u64, u64) {
        (game, ply)
    }
}

/// A move of a position: from the highest bit, 64 of the key, 16 of the move, and four 12-bit
/// counts. Counts too large for one row are spread over several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row<F> {
    word: u128,
    first: F,
}

const COUNT_BITS: u32 = 12;
const COUNT_MASK: u128 = (1 << COUNT_BITS) - 1;
/// Above the counts is the place: the key and the move.
pub(super) const PLACE_SHIFT: u32 = 4 * COUNT_BITS;

/// The place of a key and a move.
#[inline]
pub(super) fn place(key: u64, played: u16) -> u128 {
    u128::from(key) << 64 | u128::from(played) << PLACE_SHIFT
}

impl<F: First> Row<F> {
    #[inline]
    pub fn new(place: u128, outcome: Outcome, first: F) -> Row<F> {
        let shift = COUNT_BITS * (3 - outcome as u32);
        Row { word: place | 1 << shift, first }
    }

    pub fn key(self) -> u64 {
        (self.word >> 64) as u64
    }

    pub fn played(self) -> u16 {
        (self.word >> PLACE_SHIFT) as u16
    }

    pub fn first(self) -> F {
        self.first
    }

    pub fn counts(self) -> Counts {
        let [win, draw, loss, unknown] =
            [3, 2, 1, 0].map(|index| (self.word >> (COUNT_BITS * index) & COUNT_MASK) as u64);
        Counts { win, draw, loss, unknown }
    }

    #[inline]
    fn same_place(self, other: Row<F>) -> bool {
        (self.word ^ other.word) >> PLACE_SHIFT == 0
    }

    /// The sum of two rows of one place, if it fits in one row.
    #[inline]
    fn plus(self, other: Row<F>) -> Option<Row<F>> {
        let counts = other.word & ((1 << PLACE_SHIFT) - 1);
        let fits = (0..4).all(|index| {
            let shift = COUNT_BITS * index;
            (self.word >> shift & COUNT_MASK) + (counts >> shift & COUNT_MASK) <= COUNT_MASK
        });
        fits.then(|| Row { word: self.word + counts, first: self.first.min(other.first) })
    }
}

/// Adds up the rows of each place, in sorted rows.
fn fold<F: First>(rows: &mut Vec<Row<F>>) {
    rows.dedup_by(|next, row| {
        let sum = if row.same_place(*next) { row.plus(*next) } else { None };
        sum.inspect(|sum| *row = *sum).is_some()
    });
}

/// Rows that keep coming: the latest as they came, the others sorted and added up in runs.
#[derive(Clone, Debug)]
pub(super) struct Rows<F> {
    last: Vec<Row<F>>,
    runs: Vec<Vec<Row<F>>>,
    /// Runs are merged when they hold this many rows.
    limit: usize,
    /// The latest rows of builders that were joined.
    unsorted: Vec<Vec<Row<F>>>,
}

/// The number of rows that make a run.
const RUN: usize = if cfg!(test) { 1 << 8 } else { 1 << 20 };
/// Runs are merged when they hold the rows of this many, and twice what the last merge left.
const RUNS: usize = 8;

/// The number of parts into which the keys are cut to merge runs, one part after another: this is
/// faster than all at once, and takes less memory.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 8;

impl<F: First> Rows<F> {
    pub fn new() -> Rows<F> {
        Rows { last: Vec::new(), runs: Vec::new(), limit: RUNS * RUN, unsorted: Vec::new() }
    }

    /// # Errors
    /// When the system refuses the memory.
    #[inline]
    pub fn push(&mut self, row: Row<F>) -> Result<(), Refused> {
        if self.last.len() == self.last.capacity().min(RUN) {
            self.make_room()?;
        }
        self.last.push(row);
        Ok(())
    }

    #[cold]
    fn make_room(&mut self) -> Result<(), Refused> {
        if self.last.len() < RUN {
            return reserve(&mut self.last, 1);
        }
        sort(&mut self.last);
        fold(&mut self.last);
        let mut run = room(self.last.len())?;
        run.append(&mut self.last);
        self.runs.push(run);
        if self.len() >= self.limit {
            self.runs = (0..PARTS).map(|part| merge(&self.runs, part)).collect::<Result<_, _>>()?;
            self.limit = self.limit.max(2 * self.len());
        }
        Ok(())
    }

    /// How many rows the runs hold.
    fn len(&self) -> usize {
        self.runs.iter().map(Vec::len).sum()
    }

    pub fn join(&mut self, other: Rows<F>) {
        self.runs.extend(other.runs);
        self.unsorted.extend(other.unsorted);
        self.unsorted.push(other.last);
    }

    /// Hands on the rows in parts, sorted and added up within each, with all rows of a key in one
    /// part; the answers come in the order of the keys.
    ///
    /// # Errors
    /// When the system refuses the memory, or the work says so.
    pub fn by_parts<R: Send>(
        mut self,
        threads: NonZeroUsize,
        work: impl Fn(&[Row<F>]) -> Result<R, Refused> + Sync,
    ) -> Result<Vec<R>, Refused> {
        self.unsorted.push(self.last);
        self.runs.extend(parallel::map(self.unsorted, threads, |mut rows| {
            sort(&mut rows);
            fold(&mut rows);
            rows
        }));
        parallel::try_map(0..PARTS, threads, |part| work(&merge(&self.runs, part)?))
    }
}

/// The number of rows from which on they are sorted by buckets.
const MIN_FOR_BUCKETS: usize = if cfg!(test) { 1 << 6 } else { 1 << 14 };
const BUCKET_BITS: u32 = 11;

/// Sorts rows. Keys are hashes, so that the buckets of their highest bits are about equal, and each
/// is sorted in the nearest cache. Without memory for that, the rows are sorted where they are.
fn sort<F: First>(rows: &mut Vec<Row<F>>) {
    if rows.len() >= MIN_FOR_BUCKETS
        && let Ok(sorted) = room(rows.len())
    {
        *rows = sorted_by_buckets(rows, sorted);
    } else {
        rows.sort_unstable();
    }
}

fn sorted_by_buckets<F: First>(rows: &[Row<F>], mut sorted: Vec<Row<F>>) -> Vec<Row<F>> {
    let bucket = |row: &Row<F>| (row.key() >> (u64::BITS - BUCKET_BITS)) as usize;
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

/// The rows of one part of the keys, from sorted runs. The stable sort finds the runs and merges
/// them.
fn merge<F: First>(runs: &[Vec<Row<F>>], part: usize) -> Result<Vec<Row<F>>, Refused> {
    let part_of = |row: &Row<F>| (row.key() >> (u64::BITS - PART_BITS)) as usize;
    let mut rows = Vec::new();
    for run in runs {
        let start = run.partition_point(|row| part_of(row) < part);
        let end = run.partition_point(|row| part_of(row) <= part);
        reserve(&mut rows, end - start)?;
        rows.extend_from_slice(&run[start..end]);
    }
    rows.sort();
    fold(&mut rows);
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Counts and the first appearance, by key and move.
    type Counted = BTreeMap<(u64, u16), ([u64; 4], (u64, u64))>;

    /// However many runs there are, and whether they were merged on the way.
    #[test]
    fn rows_are_counted_and_sorted() {
        const OUTCOMES: [Outcome; 4] =
            [Outcome::Win, Outcome::Draw, Outcome::Loss, Outcome::Unknown];
        for (count, places) in [(0, 1), (1, 1), (RUN, 7), (RUN + 1, 7), (40 * RUN, 5000)] {
            let mut hands = [Rows::new(), Rows::new()];
            let mut expected = Counted::new();
            for number in 0..count as u64 {
                // Spread over the keys, with several moves in each.
                let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
                let (key, played) = ((mixed % places) << 51, (mixed % 3) as u16);
                let outcome = (number % 5 % 4) as usize;
                let first = (number, 1);
                let row = Row::new(place(key, played), OUTCOMES[outcome], first);
                hands[(number % 11 / 10) as usize].push(row).unwrap();
                let counted = expected.entry((key, played)).or_insert(([0; 4], first));
                counted.0[outcome] += 1;
            }
            let [mut rows, other] = hands;
            assert!(rows.limit > RUNS * RUN || places < 5000, "nothing was merged");
            rows.join(other);
            let three = NonZeroUsize::new(3).unwrap();
            let rows = rows.by_parts(three, |rows| Ok(rows.to_vec())).unwrap().concat();
            assert!(rows.is_sorted());
            let mut counted = Counted::new();
            for row in &rows {
                let place = counted.entry((row.key(), row.played()));
                let (counts, first) = place.or_insert(([0; 4], row.first()));
                let Counts { win, draw, loss, unknown } = row.counts();
                counts.iter_mut().zip([win, draw, loss, unknown]).for_each(|(sum, n)| *sum += n);
                *first = row.first().min(*first);
            }
            assert_eq!(counted, expected);
        }
    }

    #[test]
    fn a_full_count_begins_another_row() {
        let mut rows = vec![Row::new(place(1, 2), Outcome::Draw, ()); 2 * 4095 + 1];
        fold(&mut rows);
        assert_eq!(rows.iter().map(|row| row.counts().draw).collect::<Vec<_>>(), [4095, 4095, 1]);
        assert!(rows.iter().all(|row| (row.key(), row.played()) == (1, 2)));
    }
}
