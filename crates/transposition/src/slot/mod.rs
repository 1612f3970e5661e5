//! The slots of a line: how they are read and written so that none is torn.

mod sequenced;
mod small;
#[cfg(all(feature = "native", not(loom), not(miri)))]
mod wide;

pub(crate) use sequenced::Sequenced;
pub(crate) use small::Words;
#[cfg(all(feature = "native", not(loom), not(miri)))]
pub(crate) use wide::{Doubles, has_doubles};

#[cfg(all(test, loom))]
mod interleavings;

use std::hint::select_unpredictable;

use crate::entry::{self, Entry};
use crate::form::Form;
use crate::line::Line;

/// What a store does to a bucket: the entry at `slot` is copied to `moved`, then `new` takes its
/// place. Where nothing moves, both are the same slot, so that no branch has to wait for the memory.
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

/// A way to keep slots in a line. No reader ever sees an entry that was not written as a whole.
pub(crate) trait Slots {
    type Entry: Entry;
    /// All entries of a line, an array.
    type Bucket: AsRef<[Self::Entry]>;
    /// Slots in a line.
    const COUNT: usize;

    /// The entries; `None` when the line is being written, or its writer was killed.
    fn read(line: &Line) -> Option<Self::Bucket>;

    /// Writes what `change` makes of the entries. `None`: another writer has the line, nothing
    /// is written.
    fn write<R>(
        line: &Line,
        change: impl FnOnce(&Self::Bucket) -> (Option<Change<Self::Entry>>, R),
    ) -> Option<R>;

    /// The entry with this tag.
    #[inline(always)]
    fn find(line: &Line, form: Form, tag: u128) -> Option<Self::Entry> {
        find(form, Self::read(line)?.as_ref(), tag)
    }

    /// Empties the line; `false` when another writer has it.
    fn clear(line: &Line) -> bool;

    /// Empties the line if its writer was killed. Only for who is alone with the table.
    fn settle(_: &Line) {}
}

/// The entry with this tag.
#[inline(always)]
fn find<E: Entry>(form: Form, bucket: &[E], tag: u128) -> Option<E> {
    if tag == 0 {
        return find_zero(form, bucket);
    }
    // No branch: which slot it is cannot be foreseen.
    let mut found = E::default();
    for entry in bucket {
        found = select_unpredictable(entry::tag(form, *entry) == tag, *entry, found);
    }
    (entry::age(form, found) != 0).then_some(found)
}

/// The entry with the tag 0, which empty slots have too.
#[cold]
fn find_zero<E: Entry>(form: Form, bucket: &[E]) -> Option<E> {
    let held = |entry: &&E| entry::tag(form, **entry) == 0 && entry::age(form, **entry) != 0;
    bucket.iter().find(held).copied()
}
