//! The positions of games as records that can be sorted.

/// One position of one game, and the move that was played there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Visit {
    /// The key as the tables store it, and sort by it: signed.
    pub key: i64,
    pub check: u32,
    pub game: u32,
    pub ply: u32,
    /// The packed move, or 0 at the end of the game.
    pub played: u16,
}

impl Visit {
    /// The key so that unsigned order is the order of the tables.
    #[inline(always)]
    fn ordered(&self) -> u64 {
        self.key as u64 ^ 1 << 63
    }

    /// The part of all keys that this one lies in.
    #[inline(always)]
    pub fn part(&self) -> usize {
        (self.ordered() >> (64 - PART_BITS)) as usize
    }
}

const PART_BITS: u32 = 8;

/// Keys are divided by their highest bits into so many parts of about the same size.
pub(crate) const PARTS: usize = 1 << PART_BITS;

/// The keys of some consecutive parts.
pub(crate) fn keys_of_parts(parts: std::ops::Range<usize>) -> std::ops::RangeInclusive<i64> {
    let first = |part: usize| ((part as u64) << (64 - PART_BITS) ^ 1 << 63) as i64;
    let last = first(parts.end - 1) | (u64::MAX >> PART_BITS) as i64;
    first(parts.start)..=last
}

/// Visits in parts by their keys, in the order in which they came within each part.
#[derive(Debug, Default)]
pub(crate) struct Parted {
    visits: Vec<Visit>,
    /// Where each part begins, and the end.
    starts: Vec<u32>,
}

impl Parted {
    /// How many bytes are held beside the visits.
    pub const OVERHEAD: usize = (PARTS + 1) * size_of::<u32>();

    /// Divides visits into parts.
    pub fn new(visits: &[Visit]) -> Parted {
        let mut starts = vec![0; PARTS + 1];
        for visit in visits {
            starts[visit.part() + 1] += 1;
        }
        for part in 0..PARTS {
            starts[part + 1] += starts[part];
        }
        let mut next: Vec<u32> = starts.clone();
        let mut parted = vec![Visit::default(); visits.len()];
        for visit in visits {
            let next = &mut next[visit.part()];
            parted[*next as usize] = *visit;
            *next += 1;
        }
        Parted { visits: parted, starts }
    }

    pub fn len(&self) -> usize {
        self.visits.len()
    }

    /// The visits of one part.
    #[inline]
    pub fn part(&self, part: usize) -> &[Visit] {
        &self.visits[self.starts[part] as usize..self.starts[part + 1] as usize]
    }
}

/// Sorts visits of one part by key into `sorted`; those of one key stay in their order.
///
/// One pass deals them out by the bits behind the part's, so many that few share a heap,
/// and short heaps are sorted as they are: about three passes over memory in all.
///
/// `at_most` is how many there are, or some more.
pub(crate) fn sort_part(
    visits: impl Iterator<Item = Visit> + Clone,
    at_most: usize,
    sorted: &mut Vec<Visit>,
) {
    let bits = at_most.max(2).ilog2().clamp(1, 16);
    let heap = |visit: &Visit| (visit.ordered() << PART_BITS >> (64 - bits)) as usize;
    let mut starts = vec![0_u32; (1 << bits) + 1];
    visits.clone().for_each(|visit| starts[heap(&visit) + 1] += 1);
    for heap in 0..1 << bits {
        starts[heap + 1] += starts[heap];
    }
    sorted.resize(starts[1 << bits] as usize, Visit::default());
    visits.for_each(|visit| {
        let next = &mut starts[heap(&visit)];
        sorted[*next as usize] = visit;
        *next += 1;
    });
    // Each start has become its heap's end.
    let mut start = 0;
    for end in &starts[..1 << bits] {
        let heap = &mut sorted[start..*end as usize];
        match heap.len() {
            0 | 1 => {}
            2..=20 => insertion_sort(heap),
            // Thousands of visits to one position are in order already, and found so.
            _ => heap.sort_by_key(|visit| visit.key),
        }
        start = *end as usize;
    }
}

fn insertion_sort(visits: &mut [Visit]) {
    for end in 1..visits.len() {
        let visit = visits[end];
        let mut at = end;
        while at > 0 && visits[at - 1].key > visit.key {
            visits[at] = visits[at - 1];
            at -= 1;
        }
        visits[at] = visit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn visit(key: i64, game: u32) -> Visit {
        Visit { key, game, ..Visit::default() }
    }

    #[test]
    fn parts_cover_all_keys_in_order() {
        assert_eq!(keys_of_parts(0..PARTS), i64::MIN..=i64::MAX);
        let mut next = i64::MIN;
        for part in 0..PARTS {
            let keys = keys_of_parts(part..part + 1);
            assert_eq!(*keys.start(), next);
            assert_eq!(visit(*keys.start(), 0).part(), part);
            assert_eq!(visit(*keys.end(), 0).part(), part);
            next = keys.end().wrapping_add(1);
        }
    }

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
            let visits: Vec<Visit> = (0..).zip(&keys).map(|(game, key)| visit(*key, game)).collect();
            let mut expected = visits.clone();
            expected.sort_by_key(|visit| visit.key);
            let parted = Parted::new(&visits);
            let mut sorted: Vec<Visit> = Vec::new();
            let mut part_sorted = Vec::new();
            for part in 0..PARTS {
                let visits = parted.part(part);
                sort_part(visits.iter().copied(), visits.len() + more, &mut part_sorted);
                sorted.extend(&part_sorted);
            }
            prop_assert_eq!(sorted, expected);
        }
    }
}
