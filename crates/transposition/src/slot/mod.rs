//! The slots of a line: how they are read and written so that none is torn.
//!
//! # The memory model
//! A line is eight `AtomicU64`. In Rust's memory model, atomic accesses of different sizes to the same
//! memory, at the same time and not all reads, are undefined behaviour, and stable Rust has no atomic
//! access of sixteen bytes. So all accesses by Rust are of one word, relaxed but for sequence numbers.
//!
//! An access to several words is never one of Rust: it is an instruction in inline assembly, which the
//! memory model does not describe. Such a block is sound if Rust could do the same to its operands and
//! to the memory. Each block here that reads words of a line could be a relaxed load of each of these
//! words, and each that writes could be a relaxed store of each: of the same size as all other accesses,
//! to atomics, which may be written through a shared reference, and never a data race. Blocks that only
//! read say so (`readonly`); none is `pure`, so that none is left out or done twice.
//!
//! One instruction does more than these loads and stores would: the machine promises that sixteen bytes
//! are read as they were written at one time. Payloads are never torn because of that, but no unsafe
//! code relies on it: any words are a line, and any bits a payload.

#[cfg(vectors)]
mod lanes;
#[cfg(vectors)]
mod pairs;
#[cfg(vectors)]
mod ranking;
#[cfg(vectors)]
mod ranks;
mod sequenced;
mod small;
#[cfg(double_words)]
mod wide;

#[cfg(vectors)]
pub(crate) use lanes::Lanes;
#[cfg(vectors)]
pub(crate) use pairs::Pairs;
pub(crate) use sequenced::Sequenced;
pub(crate) use small::Words;
#[cfg(double_words)]
pub(crate) use wide::Doubles;

#[cfg(all(test, loom))]
mod interleavings;

use std::hint::select_unpredictable;

use crate::entry::{self, SlotWords};
use crate::line::Line;
use crate::memory::LineAt;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::Store;
use crate::table::Outcome;

/// What a store does to a bucket: the entry at `slot` is copied to `moved`, then `new` takes its
/// place. If nothing moves, both are the same slot, so that no branch has to wait for the memory.
#[derive(Clone, Copy)]
pub(crate) struct Change<E> {
    pub(crate) slot: usize,
    pub(crate) moved: usize,
    pub(crate) new: E,
}

impl<E> Change<E> {
    pub(crate) fn one(slot: usize, new: E) -> Change<E> {
        Change { slot, moved: slot, new }
    }
}

/// What is to be done to a bucket.
pub(crate) trait Edit<E> {
    /// What the caller is told about it.
    type Told;
    /// Which change it is.
    fn change(self, bucket: &[E]) -> (Option<Change<E>>, Self::Told);
}

impl<E, R, F: FnOnce(&[E]) -> (Option<Change<E>>, R)> Edit<E> for F {
    type Told = R;
    #[inline(always)]
    fn change(self, bucket: &[E]) -> (Option<Change<E>>, R) {
        self(bucket)
    }
}

/// A way to keep slots in a line. No reader ever sees an entry that was not written as a whole.
///
/// Entries come before the empty slots, so that the first slot with a tag is an entry if any entry
/// has it, even though the tag of empty slots is 0. (If a line is emptied or saved while another
/// thread stores, an entry may come after an empty slot. If its tag is 0 it may then not be found:
/// no worse than lost. A store may put its key into the line once more.)
pub(crate) trait Slots: Sized {
    type Entry: SlotWords;
    /// All entries of a line, an array.
    type Bucket: AsRef<[Self::Entry]>;
    /// Slots in a line.
    const COUNT: usize;

    /// The entries; `None` when the line is being written, or its writer was killed.
    fn read(line: &Line) -> Option<Self::Bucket>;

    /// Writes what `edit` makes of the entries. `None`: another writer holds the line, and nothing
    /// is written.
    fn write<T: Edit<Self::Entry>>(line: &Line, edit: T) -> Option<T::Told>;

    /// [`write`](Slots::write) for a store, for which there may be a shorter way.
    #[inline(always)]
    fn store<F: Form>(line: &Line, store: Store<F>) -> Option<Outcome> {
        Self::write(line, store)
    }

    /// An entry with this tag, which may be left out of it, or zeros: [`entry::is_found`] tells
    /// which. Not an option, for which the compiler makes a branch that waits for the memory. If a
    /// race or a killed writer has left a key in two slots, either may be found.
    #[inline(always)]
    fn find(line: LineAt, layout: SlotLayout, tag: u128) -> Self::Entry {
        find(layout, Self::read(line.line()), tag)
    }

    /// Empties the line; `false` when another writer holds it.
    fn clear(line: &Line) -> bool;

    /// Empties the line if its writer was killed. Only for a caller that is alone with the table.
    fn settle(_: &Line) {}
}

/// Slots that are one access each, also if the accesses take more than a word.
#[cfg(double_words)]
pub(crate) trait Whole: Slots {
    /// Moves an entry and writes the new one.
    fn apply(line: &Line, change: Change<Self::Entry>);

    /// [`find`](Slots::find) by AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn find_in_lanes(line: LineAt, layout: SlotLayout, tag: u128) -> Self::Entry;
}

/// The widest access to a slot that the machine promises to be a single one.
#[cfg(double_words)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    /// Atomic accesses of a word.
    Words,
    /// And of a double word.
    Doubles,
    /// And vectors of 64 bytes. Never with `--cfg no_avx512`, for tests of what there is without.
    #[cfg(target_arch = "x86_64")]
    Lanes,
}

#[cfg(double_words)]
impl Access {
    pub(crate) fn here() -> Access {
        #[cfg(target_arch = "x86_64")]
        if lanes::has_lanes() && !cfg!(no_avx512) {
            return Access::Lanes;
        }
        if wide::has_doubles() { Access::Doubles } else { Access::Words }
    }
}

/// The first entry with this tag, or zeros.
#[inline(always)]
fn find<B: AsRef<[E]>, E: SlotWords>(layout: SlotLayout, bucket: Option<B>, tag: u128) -> E {
    let Some(bucket) = bucket else { return E::default() };
    let Some((last, others)) = bucket.as_ref().split_last() else { return E::default() };
    // Start from some entry: starting from zeros, the compiler makes each choice a branch.
    let mut found = *last;
    for entry in others.iter().rev() {
        found = select_unpredictable(entry::tag(layout, *entry) == tag, *entry, found);
    }
    select_unpredictable(entry::tag(layout, found) == tag, found, E::default())
}
