//! The different positions of a ply, as a set that threads share.

use std::sync::{Mutex, MutexGuard};

use crate::hash_set::HashSet128;

/// A set of positions, by hash, in shards that threads lock one at a time.
pub(crate) struct PositionSet {
    shards: Vec<Mutex<HashSet128>>,
}

impl PositionSet {
    const SHARDS: usize = 1 << 10;

    pub(crate) fn new() -> PositionSet {
        PositionSet { shards: (0..PositionSet::SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// Inserts a hash; returns true if it was new.
    ///
    /// # Errors
    /// When the system refuses the memory for it.
    pub(crate) fn insert(&self, hash: u128) -> Result<bool, Refused> {
        let mut shard = self.lock(PositionSet::shard(hash));
        if shard.len() == shard.capacity() {
            shard.try_reserve(1).map_err(|_| Refused)?;
        }
        Ok(shard.insert(hash))
    }

    fn shard(hash: u128) -> usize {
        (hash >> 64) as usize % PositionSet::SHARDS
    }

    fn lock(&self, shard: usize) -> MutexGuard<'_, HashSet128> {
        self.shards[shard].lock().expect("no worker panics with the lock held")
    }

    pub(crate) fn len(&self) -> u64 {
        (0..PositionSet::SHARDS).map(|shard| self.lock(shard).len() as u64).sum()
    }
}

/// The system refuses the memory for a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refused;

/// Hashes on their way into a set: those of one shard together.
///
/// A lock lets no memory access begin before those ahead of it have ended, so that insertions with
/// a lock each wait for the memory one after the other. Between those of a batch there is no lock,
/// and they wait together.
pub(crate) struct Batches<'a> {
    set: &'a PositionSet,
    shards: Vec<Vec<u128>>,
}

impl Batches<'_> {
    const LEN: usize = 32;

    pub(crate) fn of(set: &PositionSet) -> Batches<'_> {
        Batches { set, shards: vec![Vec::new(); PositionSet::SHARDS] }
    }

    /// # Errors
    /// When the system refuses the memory for a batch or the set.
    pub(crate) fn push(&mut self, hash: u128) -> Result<(), Refused> {
        let shard = PositionSet::shard(hash);
        let batch = &mut self.shards[shard];
        if batch.capacity() == 0 {
            batch.try_reserve_exact(Batches::LEN).map_err(|_| Refused)?;
        }
        batch.push(hash);
        if batch.len() == Batches::LEN { self.insert(shard) } else { Ok(()) }
    }

    fn insert(&mut self, shard: usize) -> Result<(), Refused> {
        let mut set = self.set.lock(shard);
        let batch = &mut self.shards[shard];
        if set.capacity() - set.len() < batch.len() {
            set.try_reserve(batch.len()).map_err(|_| Refused)?;
        }
        for hash in batch.drain(..) {
            set.insert(hash);
        }
        Ok(())
    }

    /// Inserts what is left.
    ///
    /// # Errors
    /// When the system refuses the memory for the set.
    pub(crate) fn finish(mut self) -> Result<(), Refused> {
        (0..PositionSet::SHARDS).try_for_each(|shard| self.insert(shard))
    }
}
