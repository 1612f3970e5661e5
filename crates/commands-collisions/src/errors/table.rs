//! A transposition table that takes one position for another as a table of an engine does, and
//! knows when.

use std::sync::{Mutex, MutexGuard};

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_search::{SearchTable, TtEntry, Work};

/// A hash of 64 bits, and the position that it names, from which everything that a search depends
/// on can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Named<P> {
    pub(crate) hash: u64,
    pub(crate) position: P,
}

/// When a probe is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Matching {
    /// If the positions are equal.
    Exact,
    /// If the high bits of the hashes are equal, this many.
    Cut(u32),
    /// If all bits are equal; besides, with this probability, by the entry of another position.
    Injected { rate: f64, seed: u64 },
}

/// Counts of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) probes: u64,
    /// Probes that returned an entry.
    pub(crate) matches: u64,
    /// The number of these whose entry is that of another position.
    pub(crate) false_matches: u64,
}

/// One slot for each value of the high bits of the cut hash; every store replaces the slot.
pub(crate) struct NamedTable<P>(Mutex<State<P>>);

struct State<P> {
    slots: Vec<Option<(Named<P>, TtEntry)>>,
    /// The numbers of the occupied slots, in the order in which they were first used.
    occupied: Vec<usize>,
    matching: Matching,
    /// False if an entry without a depth, a proof, is returned with the greatest depth instead.
    keeps_proofs: bool,
    random: Xoshiro256PlusPlus,
    counts: Counts,
}

/// The depth returned for a proof, more than any search here asks for.
const PROVED: u32 = 255;

impl<P: Copy + Eq> NamedTable<P> {
    /// Creates an empty table of 2^`log_slots` slots, from 2^1 to 2^32.
    ///
    /// With `keeps_proofs`, a false match may claim that the value of a position is proved, and the
    /// search then plays the game to its end to find a line: only for games that are short.
    pub(crate) fn new(log_slots: u32, keeps_proofs: bool) -> Self {
        NamedTable(Mutex::new(State {
            slots: vec![None; 1 << log_slots],
            occupied: Vec::new(),
            matching: Matching::Exact,
            keeps_proofs,
            random: Xoshiro256PlusPlus::new(0),
            counts: Counts::default(),
        }))
    }

    /// Empties the table for a search with this matching.
    pub(crate) fn reset(&self, matching: Matching) {
        let mut state = self.state();
        for slot in std::mem::take(&mut state.occupied) {
            state.slots[slot] = None;
        }
        let seed = if let Matching::Injected { seed, .. } = matching { seed } else { 0 };
        state.random = Xoshiro256PlusPlus::new(seed);
        (state.matching, state.counts) = (matching, Counts::default());
    }

    /// The counts since the table was last empty.
    pub(crate) fn counts(&self) -> Counts {
        self.state().counts
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.0.lock().expect("a panic of a search ends all")
    }
}

impl<P: Copy + Eq> State<P> {
    /// The slot of a hash.
    fn slot(&self, hash: u64) -> usize {
        (self.cut(hash) >> (64 - self.slots.len().ilog2())) as usize
    }

    /// The hash with the bits that are not compared as zeros.
    fn cut(&self, hash: u64) -> u64 {
        match self.matching {
            Matching::Cut(bits) => hash & !u64::MAX.checked_shr(bits).unwrap_or(0),
            Matching::Exact | Matching::Injected { .. } => hash,
        }
    }

    fn find(&mut self, key: Named<P>) -> Option<(Named<P>, TtEntry)> {
        if let Matching::Injected { rate, .. } = self.matching
            && uniform(self.random.next_u64()) < rate
            && let Some(other) = self.other_than(key.position)
        {
            return Some(other);
        }
        let is_same = |stored: &Named<P>| match self.matching {
            Matching::Exact => stored.position == key.position,
            _ => self.cut(stored.hash) == self.cut(key.hash),
        };
        self.slots[self.slot(key.hash)].filter(|(stored, _)| is_same(stored))
    }

    /// The entry of another position. All have the same probability but one: the neighbor of the
    /// position itself has twice that.
    fn other_than(&mut self, position: P) -> Option<(Named<P>, TtEntry)> {
        let count = self.occupied.len().max(1) as u128;
        let first = ((u128::from(self.random.next_u64()) * count) >> 64) as usize;
        let mut next = self.occupied.iter().cycle().skip(first).take(2);
        next.find_map(|slot| self.slots[*slot].filter(|(stored, _)| stored.position != position))
    }
}

impl<P: Copy + Eq + Send> SearchTable<Named<P>> for NamedTable<P> {
    fn prefetch(&self, _: Named<P>) {}

    fn probe(&self, key: Named<P>) -> Option<TtEntry> {
        let mut state = self.state();
        let found = state.find(key);
        state.counts.probes += 1;
        let (stored, mut entry) = found?;
        state.counts.matches += 1;
        state.counts.false_matches += u64::from(stored.position != key.position);
        if !state.keeps_proofs {
            entry.depth = entry.depth.or(Some(PROVED));
        }
        Some(entry)
    }

    fn store(&self, key: Named<P>, entry: TtEntry, _: Work) {
        let mut state = self.state();
        let slot = state.slot(key.hash);
        if state.slots[slot].replace((key, entry)).is_none() {
            state.occupied.push(slot);
        }
    }
}

/// A number from 0 to 1, exclusive, by 53 bits of a word.
fn uniform(word: u64) -> f64 {
    (word >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use zobrist_search::{Bound, Search};

    use super::super::connect_four::positions;
    use super::*;

    #[derive(Clone, Copy)]
    enum Call {
        Probe(Named<u64>, Option<TtEntry>),
        Store(Named<u64>, TtEntry),
    }

    /// A table and everything that a search asked of it.
    struct Logged {
        table: NamedTable<u64>,
        calls: Mutex<Vec<Call>>,
    }

    impl Logged {
        fn new(log_slots: u32, matching: Matching) -> Logged {
            let table = NamedTable::new(log_slots, true);
            table.reset(matching);
            Logged { table, calls: Mutex::default() }
        }
    }

    impl SearchTable<Named<u64>> for Logged {
        fn prefetch(&self, _: Named<u64>) {}

        fn probe(&self, key: Named<u64>) -> Option<TtEntry> {
            let found = self.table.probe(key);
            self.calls.lock().unwrap().push(Call::Probe(key, found));
            found
        }

        fn store(&self, key: Named<u64>, entry: TtEntry, work: Work) {
            self.table.store(key, entry, work);
            self.calls.lock().unwrap().push(Call::Store(key, entry));
        }
    }

    /// Counts by the definition: a probe looks back for the last store in its slot, and matches if
    /// the high bits are equal.
    fn definition(calls: &[Call], log_slots: u32, bits: u32) -> Counts {
        let cut = |key: Named<u64>| u128::from(key.hash) >> (64 - bits);
        let slot = |key: Named<u64>| u128::from(key.hash) >> (64 - bits.min(log_slots));
        let mut counts = Counts::default();
        for (now, call) in calls.iter().enumerate() {
            let Call::Probe(key, found) = *call else { continue };
            counts.probes += 1;
            let last = calls[..now].iter().rev().find_map(|call| match *call {
                Call::Store(stored, entry) if slot(stored) == slot(key) => Some((stored, entry)),
                _ => None,
            });
            let matching = last.filter(|(stored, _)| cut(*stored) == cut(key));
            assert_eq!(found, matching.map(|(_, entry)| entry));
            if let Some((stored, _)) = matching {
                counts.matches += 1;
                counts.false_matches += u64::from(stored.position != key.position);
            }
        }
        counts
    }

    #[test]
    fn the_counts_of_a_search_are_those_of_the_definition() {
        let game = &positions(1)[0];
        let mut rates = Vec::new();
        for (log_slots, bits) in [(8, 1), (8, 6), (8, 8), (8, 11), (8, 64), (12, 16)] {
            let logged = Logged::new(log_slots, Matching::Cut(bits));
            Search::new(&logged).max_nodes(20_000).deepen(game, game.squares_left());
            let calls = logged.calls.into_inner().unwrap();
            let counts = logged.table.counts();
            assert!(counts.probes > 20 && counts.matches > 0);
            assert_eq!(counts, definition(&calls, log_slots, bits), "{log_slots} {bits}");
            rates.push(counts.false_matches as f64 / counts.probes as f64);
        }
        // Two names for all positions, and as many as there are.
        assert!(rates[0] > 0.5 && rates[0] > rates[1] && rates[3] > 0.0);
        assert_eq!(rates[4], 0.0);
    }

    fn entry(value: i32) -> TtEntry {
        TtEntry { value, bound: Bound::Exact, depth: None, best: Some(300) }
    }

    fn key(number: u64) -> Named<u64> {
        Named { hash: number.wrapping_mul(0x9e37_79b9_7f4a_7c15), position: number }
    }

    const WORK: Work = Work::new(1, 1);

    /// Errors are as frequent as asked for, come from all entries, and are the same for the same
    /// seed.
    #[test]
    fn errors_are_injected_at_the_rate() {
        const PROBES: u64 = 100_000;
        let run = |rate, seed| {
            let table = NamedTable::new(16, true);
            table.reset(Matching::Injected { rate, seed });
            (0..100).for_each(|number| table.store(key(number), entry(number as i32), WORK));
            let values: Vec<_> = (0..PROBES)
                .map(|probe| table.probe(key(probe % 200)).map(|found| found.value))
                .collect();
            (values, table.counts())
        };
        for rate in [1.0, 0.1, 1e-3] {
            let (values, counts) = run(rate, 5);
            let expected = rate * PROBES as f64;
            let off = counts.false_matches as f64 - expected;
            assert!(off.abs() <= 5.0 * (expected * (1.0 - rate)).sqrt(), "{rate}: {counts:?}");
            let wrong = |(probe, value): &(u64, &Option<i32>)| {
                value.is_some_and(|value| value as u64 != probe % 200)
            };
            let wrong: Vec<i32> =
                (0..).zip(&values).filter(wrong).filter_map(|(_, value)| *value).collect();
            assert_eq!(wrong.len() as u64, counts.false_matches);
            if rate > 0.05 {
                assert!((0..100).all(|value| wrong.contains(&value)));
            }
            assert_eq!(run(rate, 5), (values.clone(), counts));
            assert_ne!(run(rate, 6).0, values);
        }
    }

    #[test]
    fn nothing_is_injected_from_a_table_without_another_position() {
        let table = NamedTable::new(4, true);
        table.reset(Matching::Injected { rate: 1.0, seed: 1 });
        assert_eq!(table.probe(key(1)), None);
        table.store(key(1), entry(7), WORK);
        assert_eq!(table.probe(key(1)), Some(entry(7)));
        assert_eq!(table.counts().false_matches, 0);
        assert_eq!(table.probe(key(2)), Some(entry(7)));
        assert_eq!(table.counts(), Counts { probes: 3, matches: 2, false_matches: 1 });
    }

    #[test]
    fn a_proof_is_returned_as_one_only_on_request() {
        for (keeps_proofs, depth) in [(true, None), (false, Some(PROVED))] {
            let table = NamedTable::new(4, keeps_proofs);
            table.store(key(1), entry(7), WORK);
            assert_eq!(table.probe(key(1)), Some(TtEntry { depth, ..entry(7) }));
        }
    }
}
