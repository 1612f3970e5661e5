//! Sets of 128-bit hashes, which are not hashed again, and a set of positions that threads share.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, MutexGuard};

/// A set of positions by hash, in shards that are locked one at a time.
pub(crate) struct PositionSet {
    shards: Vec<Mutex<HashSet128>>,
}

impl PositionSet {
    const SHARDS: usize = 1 << 10;

    pub(crate) fn new() -> PositionSet {
        PositionSet { shards: (0..PositionSet::SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// Inserts a hash; returns true if it was new.
    pub(crate) fn insert(&self, hash: u128) -> Result<bool, OutOfMemory> {
        let mut shard = self.lock(PositionSet::shard(hash));
        if shard.len() == shard.capacity() {
            shard.try_reserve(1).map_err(|_| OutOfMemory)?;
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

/// The system refused memory for a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutOfMemory;

/// Inserts hashes into a set in batches, one shard at a time.
///
/// A lock orders memory accesses: insertions with a lock each wait for the memory one after
/// another. The insertions of a batch, under one lock, wait for it together.
pub(crate) struct BatchedInserts<'a> {
    set: &'a PositionSet,
    /// The batch of each shard.
    batches: Vec<Vec<u128>>,
}

impl BatchedInserts<'_> {
    const BATCH: usize = 32;

    pub(crate) fn into_set(set: &PositionSet) -> BatchedInserts<'_> {
        BatchedInserts { set, batches: vec![Vec::new(); PositionSet::SHARDS] }
    }

    pub(crate) fn push(&mut self, hash: u128) -> Result<(), OutOfMemory> {
        let shard = PositionSet::shard(hash);
        let batch = &mut self.batches[shard];
        if batch.capacity() == 0 {
            batch.try_reserve_exact(BatchedInserts::BATCH).map_err(|_| OutOfMemory)?;
        }
        batch.push(hash);
        if batch.len() == BatchedInserts::BATCH { self.flush(shard) } else { Ok(()) }
    }

    fn flush(&mut self, shard: usize) -> Result<(), OutOfMemory> {
        let mut set = self.set.lock(shard);
        let batch = &mut self.batches[shard];
        if set.capacity() - set.len() < batch.len() {
            set.try_reserve(batch.len()).map_err(|_| OutOfMemory)?;
        }
        for hash in batch.drain(..) {
            set.insert(hash);
        }
        Ok(())
    }

    /// Inserts the hashes of all incomplete batches.
    pub(crate) fn finish(mut self) -> Result<(), OutOfMemory> {
        (0..PositionSet::SHARDS).try_for_each(|shard| self.flush(shard))
    }
}

/// A set of 128-bit hashes, such as those of [`Wide`](super::Wide), which are as good as random and
/// are not hashed again.
///
/// ```
/// use zobrist_shakmaty::HashSet128;
///
/// let mut seen = HashSet128::default();
/// assert!(seen.insert(0x463b_9618_1691_fc9c));
/// assert!(!seen.insert(0x463b_9618_1691_fc9c));
/// ```
pub type HashSet128 = HashSet<u128, BuildHasherDefault<LowHalfHasher>>;

/// The hasher of [`HashSet128`]: the low half of a 128-bit hash is its hash.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowHalfHasher(u64);

impl Hasher for LowHalfHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only u128 is hashed");
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64;
    }
}
