//! Size, fill, generations; clearing, resizing and visiting a table.

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::ptr;

use zobrist::Key;

use crate::counters::Counters;
use crate::entry;
use crate::error::AllocateError;
use crate::fill::Fill;
use crate::line::Line;
use crate::memory::{self, Memory, Pages};
use crate::pack::{Pack, low};
use crate::policy::Policy;
use crate::slot::Slots;
use crate::slot_layout::SlotSize;
use crate::store::Store;
use crate::table::{Table, with_slots};
use crate::workers::{share, workers};

/// An entry of a table, as [`Table::entries`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry<K, V> {
    /// The key, if tag and bucket determine it ([`Table::is_exact`]); otherwise `None`.
    pub key: Option<K>,
    /// The payload.
    pub value: V,
    /// The grade that the policy gave it.
    pub grade: u32,
    /// The number of generations since it was stored, 0 for the present one; modulo the number of
    /// generations that can be told apart ([`Table::new_generation`]).
    pub age: u32,
}

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// Returns the number of buckets, each of which is a cache line.
    pub fn buckets(&self) -> u64 {
        self.memory.lines().len() as u64
    }

    /// Returns the number of slots per bucket: 8, 4, 3 or 2, by the size of a slot and the machine.
    pub fn slots_per_bucket(&self) -> usize {
        with_slots!(self, Kind => Kind::COUNT)
    }

    /// Returns the number of entries that the table can hold.
    pub fn capacity(&self) -> u64 {
        self.buckets() * self.slots_per_bucket() as u64
    }

    /// Returns the size of all buckets in bytes.
    pub fn bytes(&self) -> u64 {
        self.buckets() * Line::BYTES
    }

    /// Returns the pages that the table lives on.
    pub fn pages(&self) -> Pages {
        self.memory.pages()
    }

    /// Returns whether tag and bucket tell all keys apart, so that a probe never finds the entry of
    /// another key.
    pub fn is_exact(&self) -> bool {
        Self::SLOT_LAYOUT.is_exact(self.buckets())
    }

    /// Returns the probability that a probe for a random key that is not in the table finds an entry,
    /// when all slots are full. The formula is that of
    /// [`SlotLayout::false_positive_rate`](crate::SlotLayout::false_positive_rate).
    pub fn false_positive_rate(&self) -> f64 {
        Self::SLOT_LAYOUT.false_positive_rate(self.buckets(), self.slots_per_bucket() as f64)
    }

    /// Starts a new generation, in which all entries stored so far count as older. Threads that are
    /// storing meanwhile may still store into the previous one.
    ///
    /// A generation has [`Policy::AGE_BITS`] bits, and 0 means an empty slot: after
    /// 2^`AGE_BITS` − 1 new generations, 31 by default, an entry counts as one of the present
    /// generation again.
    pub fn new_generation(&self) {
        self.memory.generation().advance(low(P::AGE_BITS) as u64);
    }

    /// Empties the table, on `threads` threads, at most 1,024: the calling one and others, fewer if
    /// the system refuses them. Other threads may use the table meanwhile; what they store may stay,
    /// and if a slot is not one atomic access, so may all of a bucket that one of them is writing.
    pub fn clear(&self, threads: NonZeroUsize) {
        let lines = self.memory.lines();
        let part = lines.len().div_ceil(workers(threads, lines.len()));
        share(lines.chunks(part), |lines| {
            for line in lines {
                with_slots!(self, Kind => { Kind::clear(line); });
            }
        });
    }

    /// Resizes the table to at most `bytes` bytes, on `threads` threads, at most 1,024: the calling
    /// one and others, fewer if the system refuses them. An exact table keeps its entries as far as
    /// the policy finds room for them; any other cannot tell which buckets they belong in, and starts
    /// empty. The result does not depend on the number of threads. The table is in memory at both
    /// sizes until it is done.
    ///
    /// # Errors
    /// Those of [`new`](Table::new), and [`AllocateError::Shared`] when the table is in a shared file.
    /// The table then stays as it was.
    pub fn resize(&mut self, bytes: u64, threads: NonZeroUsize) -> Result<(), AllocateError> {
        if self.memory.is_shared() {
            return Err(AllocateError::Shared);
        }
        let lines = memory::lines_in(bytes)?;
        let memory = Memory::new(lines, self.memory.wanted())?;
        memory.generation().set(self.memory.generation().get());
        let mut old = Self::on(memory);
        std::mem::swap(&mut self.memory, &mut old.memory);
        if old.is_exact() {
            let (new, old) = (&*self, &old);
            // Each thread fills buckets of its own: two in one bucket could lose entries.
            let buckets = new.buckets();
            let part = buckets.div_ceil(workers(threads, usize::MAX) as u64);
            let starts = (0..buckets).step_by(usize::try_from(part).unwrap_or(usize::MAX));
            let parts = starts.map(|start| start..(start + part).min(buckets));
            share(parts, |part| new.take_over(old, part));
        }
        Ok(())
    }

    /// Stores those entries of an exact table that belong in these buckets of this one, in the
    /// order of the old table.
    fn take_over(&self, old: &Self, buckets: Range<u64>) {
        // Both tables order their buckets by key, so the old ones with entries for these are
        // adjacent.
        let scaled = |bucket: u64| u128::from(bucket) * u128::from(old.buckets());
        let first = scaled(buckets.start) / u128::from(self.buckets());
        let end = scaled(buckets.end).div_ceil(u128::from(self.buckets()));
        let lines = self.memory.lines();
        let own = &lines[buckets.start as usize..buckets.end as usize];
        for bucket in first as usize..end as usize {
            let line = &old.memory.lines()[bucket];
            with_slots!(old, Kind => {
                let entries = Kind::read(line);
                for entry in entries.iter().flat_map(|entries| entries.as_ref()) {
                    let age = entry::age(Self::SLOT_LAYOUT, *entry);
                    if age == 0 {
                        continue;
                    }
                    let key = old.key_of(bucket, entry::tag(Self::SLOT_LAYOUT, *entry));
                    let line = self.line(key);
                    if !own.as_ptr_range().contains(&ptr::from_ref(line)) {
                        continue;
                    }
                    let store = Store::<Self> {
                        tag: Self::tag(key),
                        payload: entry::payload(Self::SLOT_LAYOUT, *entry),
                        age,
                        grade: entry::resident(Self::SLOT_LAYOUT, *entry, self.now()).grade,
                        now: self.now(),
                        form: PhantomData,
                    };
                    with_slots!(self, Kind => Kind::store(line, store));
                }
            });
        }
    }

    /// The key of a bucket and a tag, in an exact table: of the consecutive keys that share the
    /// bucket, the only one that ends in the tag.
    pub(crate) fn key_of(&self, bucket: usize, tag: u128) -> u128 {
        let indexed = K::BITS.min(64);
        let first = (bucket as u128) << indexed;
        let first = first.div_ceil(u128::from(self.buckets())) << (K::BITS - indexed);
        let tags = low(Self::SLOT_LAYOUT.tag);
        // A damaged file may have any tag in any bucket.
        first.wrapping_add(tag.wrapping_sub(first) & tags)
    }

    /// Estimates how full the table is from `lines` of its buckets, at least one, spread evenly over it.
    /// Costs a cache line from memory for each.
    pub fn fill(&self, lines: u64) -> Fill {
        let all = self.memory.lines();
        let sample = lines.clamp(1, self.buckets());
        let now = self.now();
        let index = |i| (u128::from(self.buckets()) * u128::from(i) / u128::from(sample)) as usize;
        with_slots!(self, Kind => {
            Fill::of(Kind::COUNT as u64, self.buckets(), (0..sample).map(|i| {
                let entries = Kind::read(&all[index(i)]);
                let entries = entries.as_ref().map_or(&[][..], |entries| entries.as_ref());
                let ages = || entries.iter().map(|entry| entry::age(Self::SLOT_LAYOUT, *entry));
                (ages().filter(|age| *age != 0).count() as u64, ages().filter(|age| *age == now).count() as u64)
            }))
        })
    }

    /// Returns an iterator over all entries, bucket by bucket. Other threads may use the table
    /// meanwhile.
    pub fn entries(&self) -> impl Iterator<Item = Entry<K, V>> {
        let exact = self.is_exact();
        (0..self.memory.lines().len()).flat_map(move |bucket| {
            let line = &self.memory.lines()[bucket];
            let now = self.now();
            let mut stored = [None; Line::WORDS];
            with_slots!(self, Kind => {
                let entries = Kind::read(line);
                let entries = entries.iter().flat_map(|entries| entries.as_ref());
                for (stored, entry) in stored.iter_mut().zip(entries) {
                    if entry::age(Self::SLOT_LAYOUT, *entry) == 0 {
                        continue;
                    }
                    let resident = entry::resident(Self::SLOT_LAYOUT, *entry, now);
                    let tag = entry::tag(Self::SLOT_LAYOUT, *entry);
                    *stored = Some(Entry {
                        key: exact.then(|| K::from_word(self.key_of(bucket, tag))),
                        value: V::unpack(entry::payload(Self::SLOT_LAYOUT, *entry)),
                        grade: resident.grade,
                        age: resident.age,
                    });
                }
            });
            stored.into_iter().flatten()
        })
    }
}
