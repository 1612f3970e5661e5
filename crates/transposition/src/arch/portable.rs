//! The definitions, for every processor.

use crate::slot_bits::SlotBits;
use crate::slot_layout::SlotLayout;

/// Finds the first of the slots that has this tag; zeros if there is none, and for a line that
/// could not be read.
#[inline(always)]
pub(crate) fn find<const W: usize, S: AsRef<[SlotBits<W>]>>(
    layout: SlotLayout,
    slots: Option<S>,
    tag: u128,
) -> SlotBits<W> {
    let Some(slots) = slots else { return SlotBits::EMPTY };
    let Some((last, others)) = slots.as_ref().split_last() else { return SlotBits::EMPTY };
    // Starts from some slot: starting from zeros, the compiler makes each choice a branch.
    let mut found = *last;
    for slot in others.iter().rev() {
        found = SlotBits::select(slot.tag(layout) == tag, *slot, found);
    }
    SlotBits::select(found.tag(layout) == tag, found, SlotBits::EMPTY)
}
