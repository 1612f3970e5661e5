//! The different positions of a ply, a set that threads share.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, MutexGuard};

/// The positions of one ply, by hash, in shards that threads lock one at a time.
pub(crate) struct Seen {
    shards: Vec<Mutex<Shard>>,
}

type Shard = HashSet<u128, BuildHasherDefault<AlreadyHashed>>;

impl Seen {
    const SHARDS: usize = 1 << 10;

    pub(crate) fn new() -> Seen {
        Seen { shards: (0..Seen::SHARDS).map(|_| Mutex::default()).collect() }
    }

    /// Inserts a hash; returns true if it was new.
    ///
    /// # Errors
    /// When the system refuses the memory for it.
    pub(crate) fn insert(&self, hash: u128) -> Result<bool, Refused> {
        let mut shard = self.lock(Seen::shard(hash));
        if shard.len() == shard.capacity() {
            shard.try_reserve(1).map_err(|_| Refused)?;
        }
        Ok(shard.insert(hash))
    }

    fn shard(hash: u128) -> usize {
        (hash >> 64) as usize % Seen::SHARDS
    }

    fn lock(&self, shard: usize) -> MutexGuard<'_, Shard> {
        self.shards[shard].lock().expect("no worker panics with the lock held")
    }

    pub(crate) fn len(&self) -> u64 {
        (0..Seen::SHARDS).map(|shard| self.lock(shard).len() as u64).sum()
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
    seen: &'a Seen,
    shards: Vec<Vec<u128>>,
}

impl Batches<'_> {
    const LEN: usize = 32;

    pub(crate) fn of(seen: &Seen) -> Batches<'_> {
        Batches { seen, shards: vec![Vec::new(); Seen::SHARDS] }
    }

    /// # Errors
    /// When the system refuses the memory for a batch or the set.
    pub(crate) fn push(&mut self, hash: u128) -> Result<(), Refused> {
        let shard = Seen::shard(hash);
        let batch = &mut self.shards[shard];
        if batch.capacity() == 0 {
            batch.try_reserve_exact(Batches::LEN).map_err(|_| Refused)?;
        }
        batch.push(hash);
        if batch.len() == Batches::LEN { self.insert(shard) } else { Ok(()) }
    }

    fn insert(&mut self, shard: usize) -> Result<(), Refused> {
        let mut seen = self.seen.lock(shard);
        let batch = &mut self.shards[shard];
        if seen.capacity() - seen.len() < batch.len() {
            seen.try_reserve(batch.len()).map_err(|_| Refused)?;
        }
        for hash in batch.drain(..) {
            seen.insert(hash);
        }
        Ok(())
    }

    /// Inserts what is left.
    ///
    /// # Errors
    /// When the system refuses the memory for the set.
    pub(crate) fn finish(mut self) -> Result<(), Refused> {
        (0..Seen::SHARDS).try_for_each(|shard| self.insert(shard))
    }
}

/// A hash needs no hashing.
#[derive(Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
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
