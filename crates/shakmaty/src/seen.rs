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

    /// Whether the hash was new.
    pub(crate) fn insert(&self, hash: u128) -> bool {
        self.lock(Seen::shard(hash)).insert(hash)
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

    pub(crate) fn push(&mut self, hash: u128) {
        let shard = Seen::shard(hash);
        self.shards[shard].push(hash);
        if self.shards[shard].len() == Batches::LEN {
            self.insert(shard);
        }
    }

    fn insert(&mut self, shard: usize) {
        let mut seen = self.seen.lock(shard);
        for hash in self.shards[shard].drain(..) {
            seen.insert(hash);
        }
    }
}

/// What is left goes into the set, too.
impl Drop for Batches<'_> {
    fn drop(&mut self) {
        (0..Seen::SHARDS).for_each(|shard| self.insert(shard));
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
