//! The positions of games as records, divided into parts by key.

use std::ops::Range;

use crate::format::Parts;

/// One position of one game, and the move that was played there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Visit {
    /// The key as the tables store it, and sort by it: signed.
    pub(crate) key: i64,
    pub(crate) check: u32,
    pub(crate) game: u32,
    pub(crate) ply: u32,
    /// The packed move, or 0 at the end of the game.
    pub(crate) played: u16,
}

/// A visit in twenty bytes: the key, the check, and 24 bits of the game, 24 of the ply and 16 of
/// the move. They take most of the memory of a build.
type Packed = [u32; 5];

#[inline(always)]
fn key(packed: &Packed) -> i64 {
    (u64::from(packed[1]) << 32 | u64::from(packed[0])) as i64
}

#[inline(always)]
fn unpack(packed: &Packed) -> Visit {
    let [_, _, check, place, played] = *packed;
    let place = u64::from(place) << 32 | u64::from(played);
    Visit {
        key: key(packed),
        check,
        game: (place >> 40) as u32,
        ply: (place >> 16) as u32 & (MAX_PLIES - 1),
        played: place as u16,
    }
}

/// Numbers of games and of positions of each that fit into a packed visit.
const MAX_GAMES: u32 = 1 << 24;
pub(crate) const MAX_PLIES: u32 = 1 << 24;

/// The visits of some games, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Visits(Vec<Packed>);

impl Visits {
    pub(crate) const fn new() -> Visits {
        Visits(Vec::new())
    }

    /// Number of visits at which they are partitioned, before they leave the cache.
    const PARTITION: usize = 1 << 15;

    #[inline(always)]
    pub(crate) fn push(&mut self, visit: Visit) {
        let Visit { key, check, game, ply, played } = visit;
        debug_assert!(game < MAX_GAMES && ply < MAX_PLIES);
        let place = u64::from(game) << 40 | u64::from(ply) << 16 | u64::from(played);
        self.0.push([
            key as u32,
            (key as u64 >> 32) as u32,
            check,
            (place >> 32) as u32,
            place as u32,
        ]);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn fill_a_partition(&self) -> bool {
        self.len() >= Self::PARTITION
    }
}

/// The parts in which visits are held.
pub(crate) const PARTS: Parts = Parts::MIN;

/// Visits in parts by their keys, in the order in which they came within each part.
#[derive(Debug, Default)]
pub(crate) struct PartitionedVisits {
    /// The games that the visits belong to; visits count their games from the first of these.
    pub(crate) games: Range<u32>,
    visits: Vec<Packed>,
    /// The start of each part, and the end of the last.
    starts: Vec<u32>,
}

impl PartitionedVisits {
    /// Divides visits of some games into parts.
    ///
    /// # Errors
    /// When the system refuses the memory: the number of bytes.
    pub(crate) fn new(visits: &Visits, games: Range<u32>) -> Result<PartitionedVisits, usize> {
        let mut starts = vec![0; PARTS.len() + 1];
        for visit in &visits.0 {
            starts[PARTS.of(key(visit)) + 1] += 1;
        }
        for part in 0..PARTS.len() {
            starts[part + 1] += starts[part];
        }
        let mut next: Vec<u32> = starts.clone();
        let mut parted = Vec::new();
        parted.try_reserve_exact(visits.len()).map_err(|_| size_of_val(&*visits.0))?;
        parted.resize(visits.len(), Packed::default());
        for visit in &visits.0 {
            let next = &mut next[PARTS.of(key(visit))];
            parted[*next as usize] = *visit;
            *next += 1;
        }
        Ok(PartitionedVisits { games, visits: parted, starts })
    }

    /// The number of bytes held.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.visits) + size_of_val(&*self.starts)
    }

    pub(crate) fn len(&self) -> usize {
        self.visits.len()
    }

    /// The number of visits of a part.
    #[inline]
    pub(crate) fn part_len(&self, part: usize) -> usize {
        (self.starts[part + 1] - self.starts[part]) as usize
    }

    /// The visits of one part.
    #[inline]
    pub(crate) fn part(&self, part: usize) -> impl Iterator<Item = Visit> + Clone {
        let range = self.starts[part] as usize..self.starts[part + 1] as usize;
        self.visits[range].iter().map(unpack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_visits_are_the_same(
            key: i64,
            check: u32,
            game in prop_oneof![0..=MAX_GAMES - 1, Just(MAX_GAMES - 1)],
            ply in prop_oneof![0..=MAX_PLIES - 1, Just(MAX_PLIES - 1)],
            played: u16,
        ) {
            let visit = Visit { key, check, game, ply, played };
            let mut visits = Visits::default();
            visits.push(visit);
            prop_assert_eq!(unpack(&visits.0[0]), visit);
        }
    }
}
