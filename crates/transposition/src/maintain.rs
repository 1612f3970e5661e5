//! Size, occupancy and generations of a table; clearing it, resizing it and iterating over it.

use std::ops::Range;
use std::ptr;

use zobrist::Key;

use crate::counters::Counters;
use crate::error::AllocateError;
use crate::line::Line;
use crate::memory::{self, Memory, Pages};
use crate::pack::{Pack, low_bits};
use crate::policy::Policy;
use crate::slot::{Bucket, with_bucket};
use crate::slot_layout::SlotSize;
use crate::store::Store;
use crate::table::Table;
use crate::workers::{for_each_part, workers};

/// An entry of a table with its key, payload, grade and age, as [`Table::entries`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableEntry<K, V> {
    /// The key; `None` unless tag and bucket determine it ([`Table::is_exact`]).
    pub key: Option<K>,
    /// The payload.
    pub value: V,
    /// The grade that [`Policy::grade`] gave to the work that it took.
    pub grade: u32,
    /// The number of generations since it was stored, 0 for the current one; modulo the number of
    /// generations that have numbers of their own ([`Table::new_generation`]).
    pub age: u32,
}

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// Returns the number of buckets, each of which is a cache line.
    pub fn buckets(&self) -> u64 {
        self.memory.lines().len() as u64
    }

    /// Returns the number of slots per bucket: 8, 4, 3 or 2, by the size of a slot and the machine.
    pub fn slots_per_bucket(&self) -> usize {
        with_bucket!(self.level, B => B::COUNT)
    }

    /// Returns the number of entries that the table can hold.
    pub fn capacity(&self) -> u64 {
        self.buckets() * self.slots_per_bucket() as u64
    }

    /// Returns the size of all buckets in bytes.
    pub fn bytes(&self) -> u64 {
        self.buckets() * Line::BYTES
    }

    /// Returns the kind of memory pages that the table is on.
    pub fn pages(&self) -> Pages {
        self.memory.pages()
    }

    /// Returns true if tag and bucket determine the key, so that a probe never finds the entry of
    /// another key.
    pub fn is_exact(&self) -> bool {
        Self::SLOT_LAYOUT.is_exact(self.buckets())
    }

    /// Returns the probability that a probe for a random key that is not in the table finds an
    /// entry, when all slots are full. The formula is that of
    /// [`SlotLayout::false_positive_rate`](crate::SlotLayout::false_positive_rate).
    pub fn false_positive_rate(&self) -> f64 {
        Self::SLOT_LAYOUT.false_positive_rate(self.buckets(), self.slots_per_bucket() as f64)
    }

    /// Starts a new generation, in which all entries stored so far count as older. Threads that are
    /// storing meanwhile may still store into the previous one.
    ///
    /// A generation has [`Policy::AGE_BITS`] bits, and 0 means an empty slot: after
    /// 2^`AGE_BITS` − 1 new generations, 31 by default, an entry counts as one of the current
    /// generation again.
    pub fn new_generation(&self) {
        self.memory.generation().advance(low_bits(P::AGE_BITS) as u64);
    }

    /// Empties the table, on `threads` threads, from 1 (as which 0 counts) to 1,024: the calling one
    /// and others, fewer if the system refuses them. Other threads may use the table meanwhile; what
    /// they store may stay, and if a slot is not one atomic access, so may all of a bucket that one
    /// of them is writing.
    ///
    /// Each thread writes a part of its own. On a machine of several memories (NUMA), that places
    /// the parts of a new table near the threads that empty them; see
    /// [`with_placement`](Table::with_placement).
    pub fn clear(&self, threads: usize) {
        let lines = self.memory.lines();
        let part = lines.len().div_ceil(workers(threads, lines.len()));
        for_each_part(lines.chunks(part), |lines| {
            for line in lines {
                with_bucket!(self.level, B => { B::clear(line); });
            }
        });
    }

    /// Resizes the table to at most `bytes` bytes, on as many threads as [`clear`](Table::clear). An
    /// exact table keeps its entries as far as the policy finds room for them; any other does not
    /// know the keys of its entries, and starts empty. The result does not depend on the number of
    /// threads. The table is in memory at both sizes until it is done.
    ///
    /// # Errors
    /// The errors of [`new`](Table::new), and [`AllocateError::Shared`] when the table is in a
    /// shared file.
    /// The table then stays as it was.
    pub fn resize(&mut self, bytes: u64, threads: usize) -> Result<(), AllocateError> {
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
            for_each_part(parts, |part| new.take_over(old, part));
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
            with_bucket!(self.level, B => {
                let slots = B::read(line);
                for slot in slots.iter().flat_map(|slots| slots.as_ref()) {
                    if slot.age(Self::SLOT_LAYOUT) == 0 {
                        continue;
                    }
                    let key = old.key_of(bucket, slot.tag(Self::SLOT_LAYOUT));
                    let line = self.line(key);
                    if !own.as_ptr_range().contains(&ptr::from_ref(line)) {
                        continue;
                    }
                    let store = Store::<Self>::again(*slot, Self::tag(key), self.now());
                    B::store(self.level, line, store);
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
        let tags = low_bits(Self::SLOT_LAYOUT.tag);
        // A damaged file may have any tag in any bucket.
        first.wrapping_add(tag.wrapping_sub(first) & tags)
    }

    /// Estimates how full the table is from `lines` of its buckets, at least one, spread evenly
    /// over it. Costs a cache line from memory for each.
    pub fn fill(&self, lines: u64) -> Fill {
        let all = self.memory.lines();
        let sample = lines.clamp(1, self.buckets());
        let now = self.now();
        let index = |i| (u128::from(self.buckets()) * u128::from(i) / u128::from(sample)) as usize;
        with_bucket!(self.level, B => {
            Fill::of(B::COUNT as u64, self.buckets(), (0..sample).map(|i| {
                let slots = B::read(&all[index(i)]);
                let slots = slots.as_ref().map_or(&[][..], |slots| slots.as_ref());
                let count = |is_counted: &dyn Fn(u32) -> bool| {
                    slots.iter().filter(|slot| is_counted(slot.age(Self::SLOT_LAYOUT))).count() as u64
                };
                (count(&|age| age != 0), count(&|age| age == now))
            }))
        })
    }

    /// Returns an iterator over all entries, bucket by bucket. Other threads may use the table
    /// meanwhile.
    pub fn entries(&self) -> impl Iterator<Item = TableEntry<K, V>> {
        let exact = self.is_exact();
        (0..self.memory.lines().len()).flat_map(move |bucket| {
            let line = &self.memory.lines()[bucket];
            let now = self.now();
            let mut stored = [None; Line::WORDS];
            with_bucket!(self.level, B => {
                let slots = B::read(line);
                let slots = slots.iter().flat_map(|slots| slots.as_ref());
                for (stored, slot) in stored.iter_mut().zip(slots) {
                    if slot.age(Self::SLOT_LAYOUT) == 0 {
                        continue;
                    }
                    let entry = slot.entry(Self::SLOT_LAYOUT, now);
                    let tag = slot.tag(Self::SLOT_LAYOUT);
                    *stored = Some(TableEntry {
                        key: exact.then(|| K::from_word(self.key_of(bucket, tag))),
                        value: V::unpack(slot.payload(Self::SLOT_LAYOUT)),
                        grade: entry.grade,
                        age: entry.age,
                    });
                }
            });
            stored.into_iter().flatten()
        })
    }
}

/// The occupancy of a table, as [`Table::fill`](crate::Table::fill) found it in a sample of its
/// buckets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fill {
    /// The number of slots in the sample.
    pub sampled: u64,
    /// The number of these that hold an entry.
    pub used: u64,
    /// The number of these that hold an entry of the current generation.
    pub current: u64,
    /// The standard error of [`share`](Fill::share), from the variance between buckets: 0 when all
    /// buckets were looked at, infinite when only one of several was.
    pub error: f64,
}

impl Fill {
    /// Returns the share of the slots that hold an entry, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.used as f64 / self.sampled.max(1) as f64
    }

    /// Returns the share of the slots that hold an entry of the current generation, from 0 to 1.
    #[must_use]
    pub fn current_share(&self) -> f64 {
        self.current as f64 / self.sampled.max(1) as f64
    }

    /// Estimates the occupancy of `lines` lines of `slots` slots. For each sampled line, the sample
    /// has the number of its entries, and how many of them are of the current generation.
    pub(crate) fn of(slots: u64, lines: u64, sample: impl Iterator<Item = (u64, u64)>) -> Fill {
        let (mut count, mut used, mut squares, mut current) = (0, 0, 0, 0);
        for (entries, young) in sample {
            count += 1;
            used += entries;
            squares += entries * entries;
            current += young;
        }
        let n = count as f64;
        let mean = used as f64 / n;
        let variance = (squares as f64 / n - mean * mean).max(0.0) * n / (n - 1.0);
        // Drawn without replacement.
        let unseen = 1.0 - n / lines as f64;
        let error = match count {
            all if all == lines => 0.0,
            1 => f64::INFINITY,
            _ => (variance / n * unseen).sqrt() / slots as f64,
        };
        Fill { sampled: count * slots, used, current, error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_a_mean_without_replacement() {
        let fill = Fill::of(8, 10, [(2, 1), (4, 0), (7, 3), (3, 3)].into_iter());
        assert_eq!((fill.sampled, fill.used, fill.current), (32, 16, 7));
        // The squares of the deviations from 4 are 4, 0, 9 and 1; six buckets of ten are unseen.
        let variance = 14.0 / 3.0;
        let expected = (variance / 4.0 * 0.6_f64).sqrt() / 8.0;
        assert!((fill.error - expected).abs() < 1e-12, "{fill:?}, {expected}");
    }
}
