//! Replacements of parts of a text.

use std::ops::Range;

use super::mend::Mend;

/// The replacements in a text, which do not overlap.
#[derive(Debug, Default)]
pub(super) struct Edits {
    edits: Vec<(Range<usize>, Vec<u8>)>,
    mends: Vec<Mend>,
}

impl Edits {
    /// Replaces a part of the text; an empty one is inserted before.
    pub(super) fn replace(&mut self, part: Range<usize>, by: impl Into<Vec<u8>>) {
        self.edits.push((part, by.into()));
    }

    /// Counts a mend, which may take several replacements.
    pub(super) fn count(&mut self, mend: Mend) {
        self.mends.push(mend);
    }

    /// True if nothing is replaced.
    pub(super) fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Returns the text with all replacements; `None` if there are none.
    pub(super) fn apply(&mut self, text: &[u8]) -> Option<Vec<u8>> {
        if self.edits.is_empty() {
            return None;
        }
        // Those at one place in the order in which they were made.
        self.edits.sort_by_key(|(part, _)| (part.start, part.end));
        let mut edited = Vec::with_capacity(text.len() + 64);
        let mut at = 0;
        for (part, by) in &self.edits {
            edited.extend_from_slice(&text[at..part.start]);
            edited.extend_from_slice(by);
            at = part.end;
        }
        edited.extend_from_slice(&text[at..]);
        Some(edited)
    }

    pub(super) fn into_mends(self) -> Vec<Mend> {
        self.mends
    }
}
