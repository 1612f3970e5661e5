//! The definition of a table.

use zobrist_transposition::{Candidate, Entry, Outcome, Placement, SlotLayout};

/// The definition of a table: the slots of each bucket.
pub(crate) struct Model {
    pub(crate) layout: SlotLayout,
    pub(crate) grade: fn(u64) -> u32,
    pub(crate) place: fn(&[Entry], Candidate) -> Placement,
    pub(crate) buckets: Vec<Vec<Option<Slot>>>,
    pub(crate) generation: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) key: u128,
    pub(crate) tag: u128,
    pub(crate) value: u128,
    pub(crate) grade: u32,
    pub(crate) generation: u32,
}

impl Model {
    fn bucket(&self, key: u128) -> usize {
        // key · buckets / 2^bits, of the highest 64 bits.
        let (key, bits) = match self.layout.key_bits() {
            65.. => (key >> (self.layout.key_bits() - 64), 64),
            bits => (key, bits),
        };
        ((key * self.buckets.len() as u128) >> bits) as usize
    }

    fn tag(&self, key: u128) -> u128 {
        if self.layout.tag_bits() == 128 { key } else { key % (1 << self.layout.tag_bits()) }
    }

    pub(crate) fn slot(&mut self, key: u128) -> Option<&mut Slot> {
        let (bucket, tag) = (self.bucket(key), self.tag(key));
        self.buckets[bucket].iter_mut().flatten().find(|slot| slot.tag == tag)
    }

    pub(crate) fn store(&mut self, key: u128, value: u128, work: u64) -> Outcome {
        let (tag, generation, grade) = (self.tag(key), self.generation, (self.grade)(work));
        self.put(Slot { key, tag, value, grade, generation })
    }

    fn put(&mut self, new: Slot) -> Outcome {
        let Slot { key, tag, grade, .. } = new;
        let generation = self.generation;
        if let Some(slot) = self.slot(key) {
            *slot = new;
            return Outcome::Updated;
        }
        let bucket = self.bucket(key);
        let bucket = &mut self.buckets[bucket];
        if let Some(empty) = bucket.iter_mut().find(|slot| slot.is_none()) {
            *empty = Some(new);
            return Outcome::New;
        }
        let generations = (1 << self.layout.age_bits()) - 1;
        let residents: Vec<Entry> = bucket
            .iter()
            .flatten()
            .map(|slot| Entry::new(slot.grade, (generation - slot.generation) % generations))
            .collect();
        let place = (self.place)(&residents, Candidate::new(grade, tag as u32));
        let Some(slot) = place.slot() else { return Outcome::Refused };
        if let Some(moved) = place.moved() {
            bucket[moved] = bucket[slot];
        }
        bucket[slot] = Some(new);
        Outcome::Replaced
    }

    /// Puts all entries into the new buckets, in order, if their keys are known.
    pub(crate) fn resize(&mut self, buckets: Vec<Vec<Option<Slot>>>, is_exact: bool) {
        let old = std::mem::replace(&mut self.buckets, buckets);
        for slot in old.into_iter().flatten().flatten().filter(|_| is_exact) {
            self.put(slot);
        }
    }

    /// The number of entries, and of those of the current generation.
    pub(crate) fn fill(&self) -> (u64, u64) {
        let generations = (1 << self.layout.age_bits()) - 1;
        let slots = || self.buckets.iter().flatten().flatten();
        let is_current =
            |slot: &&Slot| (self.generation - slot.generation).is_multiple_of(generations);
        (slots().count() as u64, slots().filter(is_current).count() as u64)
    }
}
