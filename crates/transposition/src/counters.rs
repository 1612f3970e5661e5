//! Counting what happens to a table, at no cost when nothing is counted.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// An event that a table can count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A probe.
    Probe,
    /// A probe that found an entry.
    Hit,
    /// An entry with the probed tag that the caller's check refused.
    Collision,
    /// A store into an empty slot.
    New,
    /// A store over an entry of the same key.
    Update,
    /// A store over an entry of another key.
    Replacement,
    /// A store that the policy refused.
    Refusal,
    /// A store that was skipped because another writer held the line.
    Contention,
}

const EVENTS: usize = 8;

/// Counts the events of a table or ignores them: [`Counted`], or [`Off`], which costs nothing.
pub trait Counters: Default + Send + Sync + 'static {
    /// Counts `times` events of this kind.
    fn count(&self, event: Event, times: u64);
}

/// Counts nothing, at no cost: the compiler leaves no trace of it. The default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Off;

impl Counters for Off {
    #[inline(always)]
    fn count(&self, _: Event, _: u64) {}
}

/// Counts every event, on cache lines that few threads share.
#[derive(Debug)]
pub struct Counted(Box<[Shard; SHARDS]>);

const SHARDS: usize = 32;

#[derive(Debug, Default)]
#[repr(align(128))]
struct Shard([AtomicU64; EVENTS]);

impl Default for Counted {
    fn default() -> Counted {
        Counted(Box::new(std::array::from_fn(|_| Shard::default())))
    }
}

/// Threads take the shards in turn.
fn shard() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static MINE: usize = NEXT.fetch_add(1, Ordering::Relaxed) % SHARDS;
    }
    MINE.with(|mine| *mine)
}

impl Counters for Counted {
    #[inline]
    fn count(&self, event: Event, times: u64) {
        self.0[shard()].0[event as usize].fetch_add(times, Ordering::Relaxed);
    }
}

impl Counted {
    /// Returns the sums over all threads. They are exact when no thread is counting.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let sum = |event: Event| {
            self.0.iter().map(|shard| shard.0[event as usize].load(Ordering::Relaxed)).sum()
        };
        Statistics {
            probes: sum(Event::Probe),
            hits: sum(Event::Hit),
            collisions: sum(Event::Collision),
            new: sum(Event::New),
            updates: sum(Event::Update),
            replacements: sum(Event::Replacement),
            refusals: sum(Event::Refusal),
            contentions: sum(Event::Contention),
        }
    }

    /// Sets all counts to zero.
    pub fn reset(&self) {
        self.0.iter().flat_map(|shard| &shard.0).for_each(|n| n.store(0, Ordering::Relaxed));
    }
}

/// The number of events of each kind since a table was made or its counts were reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Probes of all kinds.
    pub probes: u64,
    /// Probes that found an entry.
    pub hits: u64,
    /// Entries with the probed tag that a caller's check refused
    /// ([`probe_if`](crate::Table::probe_if)). Without a check, collisions go unseen.
    pub collisions: u64,
    /// Stores into empty slots.
    pub new: u64,
    /// Stores over entries of the same key.
    pub updates: u64,
    /// Stores over entries of other keys.
    pub replacements: u64,
    /// Stores that the policy refused.
    pub refusals: u64,
    /// Stores that were skipped because another writer held the line.
    pub contentions: u64,
}
