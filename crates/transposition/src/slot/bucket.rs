//! The interface of buckets: how the slots of a line are read and written.

use crate::arch::Level;
use crate::line::Line;
use crate::memory::LineAt;
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Form, SlotLayout};
use crate::store::{Change, Outcome, Store};

/// A way to keep slots of `W` words in a line. No reader ever sees an entry that was not written as
/// a whole.
///
/// Entries come before the empty slots, so that the first slot with a tag is an entry if any entry
/// has it, even though the tag of empty slots is 0. (If a line is emptied or saved while another
/// thread stores, an entry may come after an empty slot. If its tag is 0 it may then not be found:
/// no worse than lost. A store may put its key into the line once more.)
pub(crate) trait Bucket<const W: usize> {
    /// All slots of a line, an array.
    type Slots: AsRef<[SlotBits<W>]>;
    /// Number of slots in a line.
    const COUNT: usize;

    /// Reads the slots; `None` when the line is being written, or its writer was killed.
    fn read(line: &Line) -> Option<Self::Slots>;

    /// Writes the change that `edit` makes of the slots, and returns its result; `None` if another
    /// writer holds the line, and nothing is written.
    fn write<R>(
        line: &Line,
        edit: impl FnOnce(&[SlotBits<W>]) -> (Option<Change<W>>, R),
    ) -> Option<R>;

    /// Finds an entry with this tag, which may be left out of it, or zeros:
    /// [`is_found`](SlotBits::is_found) says which. No option, for which the compiler makes a
    /// branch that waits for the memory. If a race or a killed writer has left a key in two slots,
    /// either may be found.
    fn find(level: Level, line: LineAt, layout: SlotLayout, tag: u128) -> SlotBits<W>;

    /// [`write`](Bucket::write) of a store, by the instructions of `level`.
    fn store<F: Form>(level: Level, line: &Line, store: Store<F>) -> Option<Outcome>;

    /// Empties the line; `false` when another writer holds it.
    fn clear(line: &Line) -> bool;

    /// Empties the line if its writer was killed. Only for a caller that is alone with the table.
    #[cfg(feature = "files")]
    fn empty_if_held(_: &Line) {}
}
