//! Tables of any type, by words.

#[cfg(feature = "files")]
use std::path::Path;

use zobrist::Key;
use zobrist_transposition::{
    AllocateError, Counted, Counters, Fill, Outcome, Pack, Policy, SlotSize, Statistics, Table,
};
#[cfg(feature = "files")]
use zobrist_transposition::{OpenError, SaveError};

use crate::of_nodes::OfNodes;

/// A table of any type: keys and payloads are made of a step's numbers, and come back as words.
pub(crate) trait AnyTable {
    /// The word of the key that is made of a number.
    fn key(&self, key: u64) -> u128;
    /// The bits of the payload that is made of a number.
    fn payload(&self, value: u32) -> u128;
    fn store(&self, key: u64, value: u32, work: u64) -> Outcome;
    /// Stores unless there is an entry with an even payload, or none and no work.
    fn store_with(&self, key: u64, value: u32, work: u64) -> Outcome;
    fn probe(&self, key: u64) -> Option<u128>;
    fn probe_if(&self, key: u64, check: &dyn Fn(u128) -> bool) -> Option<u128>;
    fn update(&self, key: u64, value: u32) -> Option<u128>;
    fn probe_many(&self, keys: &[u64]) -> Vec<Option<u128>>;
    fn new_generation(&self);
    fn clear(&self, threads: usize);
    fn resize(&mut self, bytes: u64, threads: usize) -> Result<(), AllocateError>;
    fn entries(&self) -> Vec<Stored>;
    fn is_exact(&self) -> bool;
    fn buckets(&self) -> u64;
    fn capacity(&self) -> u64;
    fn slots_per_bucket(&self) -> usize;
    fn statistics(&self) -> Statistics;
    fn fill(&self) -> Fill;
    #[cfg(feature = "files")]
    fn save(&self, path: &Path) -> Result<(), SaveError>;
    #[cfg(feature = "files")]
    fn load(&self, path: &Path) -> Result<Box<dyn OpenedTable>, OpenError>;
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn open_shared(&self, path: &Path) -> Result<Box<dyn OpenedTable>, OpenError>;
}

/// A table that a file was read to, or that shares a file; it counts nothing.
#[cfg(feature = "files")]
pub(crate) trait OpenedTable {
    fn buckets(&self) -> u64;
    fn entries(&self) -> Vec<Stored>;
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn new_generation(&self);
    /// Stores the payload of no bits under the key zero.
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn store_zero(&self);
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn probe_zero(&self) -> Option<u128>;
}

/// Key, payload, grade and age of an entry.
pub(crate) type Stored = (Option<u128>, u128, u32, u32);

fn entries<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters>(
    table: &Table<K, V, P, S, C>,
) -> Vec<Stored> {
    let stored = table
        .entries()
        .map(|entry| (entry.key.map(K::to_word), entry.value.pack(), entry.grade, entry.age));
    stored.collect()
}

/// Narrow keys are the high bits of the wide ones, so that they come again more often.
fn key_of<K: Key>(key: u64) -> K {
    let widest = u128::from(key) << 64 | u128::from(key.rotate_left(17));
    K::from_word(widest >> (128 - K::BITS))
}

fn payload_of<V: Pack>(value: u32) -> V {
    V::unpack(u128::from(value) % (1 << V::BITS.min(32)))
}

impl<K, V, P, S> AnyTable for Table<K, V, P, S, Counted>
where
    K: Key + 'static,
    V: Pack + 'static,
    P: Policy<Work: OfNodes> + 'static,
    S: SlotSize + 'static,
{
    fn key(&self, key: u64) -> u128 {
        key_of::<K>(key).to_word()
    }
    fn payload(&self, value: u32) -> u128 {
        payload_of::<V>(value).pack()
    }
    fn store(&self, key: u64, value: u32, work: u64) -> Outcome {
        self.store(key_of(key), payload_of(value), P::Work::of(work))
    }
    fn store_with(&self, key: u64, value: u32, work: u64) -> Outcome {
        self.store_with(key_of(key), |old: Option<V>| {
            let is_wanted = old.map_or(work > 0, |old| old.pack() % 2 == 1);
            is_wanted.then(|| (payload_of(value), P::Work::of(work)))
        })
    }
    fn probe(&self, key: u64) -> Option<u128> {
        self.probe(key_of(key)).map(V::pack)
    }
    fn probe_if(&self, key: u64, check: &dyn Fn(u128) -> bool) -> Option<u128> {
        self.probe_if(key_of(key), |value| check(value.pack())).map(V::pack)
    }
    fn update(&self, key: u64, value: u32) -> Option<u128> {
        self.update(key_of(key), |_| payload_of(value)).map(V::pack)
    }
    fn probe_many(&self, keys: &[u64]) -> Vec<Option<u128>> {
        let keys: Vec<K> = keys.iter().map(|key| key_of(*key)).collect();
        let mut found = vec![None; keys.len()];
        self.probe_many(&keys, &mut found);
        found.into_iter().map(|found| found.map(V::pack)).collect()
    }
    fn new_generation(&self) {
        self.new_generation();
    }
    fn clear(&self, threads: usize) {
        self.clear(threads);
    }
    fn resize(&mut self, bytes: u64, threads: usize) -> Result<(), AllocateError> {
        self.resize(bytes, threads)
    }
    fn entries(&self) -> Vec<Stored> {
        entries(self)
    }
    fn is_exact(&self) -> bool {
        self.is_exact()
    }
    fn buckets(&self) -> u64 {
        self.buckets()
    }
    fn capacity(&self) -> u64 {
        self.capacity()
    }
    fn slots_per_bucket(&self) -> usize {
        self.slots_per_bucket()
    }
    fn statistics(&self) -> Statistics {
        self.counters().statistics()
    }
    fn fill(&self) -> Fill {
        self.fill(u64::MAX)
    }
    #[cfg(feature = "files")]
    fn save(&self, path: &Path) -> Result<(), SaveError> {
        self.save(path, FINGERPRINT)
    }
    #[cfg(feature = "files")]
    fn load(&self, path: &Path) -> Result<Box<dyn OpenedTable>, OpenError> {
        Ok(Box::new(Table::<K, V, P, S>::load(path, FINGERPRINT)?))
    }
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn open_shared(&self, path: &Path) -> Result<Box<dyn OpenedTable>, OpenError> {
        Ok(Box::new(Table::<K, V, P, S>::open_shared(path, FINGERPRINT)?))
    }
}

#[cfg(feature = "files")]
impl<K: Key, V: Pack, P: Policy<Work: OfNodes>, S: SlotSize> OpenedTable for Table<K, V, P, S> {
    fn buckets(&self) -> u64 {
        self.buckets()
    }
    fn entries(&self) -> Vec<Stored> {
        entries(self)
    }
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn new_generation(&self) {
        self.new_generation();
    }
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn store_zero(&self) {
        self.store(K::ZERO, V::unpack(0), P::Work::of(1));
    }
    #[cfg(all(feature = "native", feature = "files", unix))]
    fn probe_zero(&self) -> Option<u128> {
        self.probe(K::ZERO).map(V::pack)
    }
}

/// Fingerprint of the keys of the saved tables.
#[cfg(feature = "files")]
const FINGERPRINT: u64 = 5;
