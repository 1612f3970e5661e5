//! The slots of a line: how they are read and written so that none is torn.

mod sequenced;
mod small;
#[cfg(all(feature = "native", not(loom), not(miri)))]
mod wide;

pub(crate) use sequenced::{Sequenced, settle};
pub(crate) use small::Words;
#[cfg(all(feature = "native", not(loom), not(miri)))]
pub(crate) use wide::{Doubles, has_doubles};

use crate::entry::{self, Entry};
use crate::form::Form;
use crate::line::Line;

/// What a store does to a bucket: up to two entries are written, at different slots.
#[derive(Clone, Copy)]
pub(crate) struct Change<E> {
    pub(crate) first: Option<(usize, E)>,
    pub(crate) second: Option<(usize, E)>,
}

impl<E> Change<E> {
    pub(crate) const NONE: Change<E> = Change { first: None, second: None };

    pub(crate) fn one(slot: usize, entry: E) -> Change<E> {
        Change { first: Some((slot, entry)), second: None }
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
        change: impl FnOnce(&Self::Bucket) -> (Change<Self::Entry>, R),
    ) -> Option<R>;

    /// The entry with this tag.
    #[inline(always)]
    fn find(line: &Line, form: Form, tag: u128) -> Option<Self::Entry> {
        let bucket = Self::read(line)?;
        let mut found = Self::Entry::default();
        if tag != 0 {
            // Empty slots have the tag 0. No branch: which slot it is cannot be foreseen.
            for entry in bucket.as_ref() {
                found = if entry::tag(form, *entry) == tag { *entry } else { found };
            }
        } else {
            for entry in bucket.as_ref() {
                if entry::tag(form, *entry) == 0 && entry::age(form, *entry) != 0 {
                    found = *entry;
                }
            }
        }
        (entry::age(form, found) != 0).then_some(found)
    }

    /// Empties the line; `false` when another writer has it.
    fn clear(line: &Line) -> bool;
}
