//! Repair of lines that were cut off, damaged, or left by a killed writer.

use std::ptr;

use zobrist::Key;

use crate::counters::Counters;
use crate::line::Line;
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot::{Bucket, with_bucket};
use crate::slot_bits::SlotBits;
use crate::slot_layout::SlotSize;
use crate::store::Change;
use crate::table::Table;

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// Empties the lines whose writers were killed, removes what is not an entry, and repairs an
    /// invalid generation. Only for a caller that is alone with the table.
    pub(crate) fn repair(&self) {
        self.repair_generation();
        with_bucket!(self.level, B => {
            for (bucket, line) in self.memory.lines().iter().enumerate() {
                B::empty_if_held(line);
                self.repair_line::<B, _>(bucket, line);
            }
        });
    }

    /// Replaces a generation of 0, in which an entry would be taken for an empty slot.
    pub(crate) fn repair_generation(&self) {
        if self.now() == 0 {
            self.new_generation();
        }
    }

    /// Removes from a line the bits that no store can have put there, and moves the entries to the
    /// front: no checksum covers the lines of a shared file, and a slot that is neither empty nor
    /// an entry would hide the entries after it.
    fn repair_line<B: Bucket<W>, const W: usize>(&self, bucket: usize, line: &Line) {
        let Some(slots) = B::read(line) else { return };
        let slots = slots.as_ref();
        let mut entries = self.entries_of(bucket, slots);
        for (number, old) in slots.iter().enumerate() {
            let new = entries.next().unwrap_or(SlotBits::EMPTY);
            if new != *old {
                // By a write like any store, so that a process that is killed here tears no entry
                // either; nobody else holds the line.
                B::write(line, |_| (Some(Change::replace(number, new)), ()));
            }
        }
    }

    /// The slots of a bucket that a store can have written. If a key is there twice, only its first
    /// entry.
    pub(crate) fn entries_of<'s, const W: usize>(
        &'s self,
        bucket: usize,
        slots: &'s [SlotBits<W>],
    ) -> impl Iterator<Item = SlotBits<W>> {
        let layout = Self::SLOT_LAYOUT;
        let is_entry = move |at: &usize| {
            let (slot, before) = (slots[*at], &slots[..*at]);
            let tag = slot.tag(layout);
            slot.age(layout) != 0
                && before.iter().all(|other| !other.holds(layout, tag))
                && self.belongs(bucket, tag)
        };
        (0..slots.len()).filter(is_entry).map(|at| slots[at])
    }

    /// True if a key with this tag is in this bucket. Unless the table is exact, each bucket has
    /// such keys.
    fn belongs(&self, bucket: usize, tag: u128) -> bool {
        let line = &self.memory.lines()[bucket];
        !self.is_exact() || ptr::eq(line, self.line(self.key_of(bucket, tag)))
    }
}
