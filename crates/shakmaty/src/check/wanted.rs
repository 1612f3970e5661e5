//! The types of findings that are looked for.

use super::finding::FindingType;

/// A set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted(u32);

impl Wanted {
    pub(super) fn of(types: &[FindingType]) -> Wanted {
        Wanted(types.iter().fold(0, |bits, finding_type| bits | bit(*finding_type)))
    }

    pub(super) fn has(self, finding_type: FindingType) -> bool {
        self.0 & bit(finding_type) != 0
    }

    /// True if the tags or the moves have to be read as they are written.
    pub(super) fn needs_text(self) -> bool {
        self.0 & !Wanted::of(&FindingType::BY_DEFAULT).0 != 0
    }

    /// True if the moves have to be read as they are written.
    pub(super) fn needs_moves(self) -> bool {
        use FindingType::{MoveNumbers, Result, Spellings};
        self.0 & Wanted::of(&[MoveNumbers, Result, Spellings]).0 != 0
    }
}

fn bit(finding_type: FindingType) -> u32 {
    1 << finding_type as u32
}
