//! The doubts about slots by which a hash may be wrong.

use zobrist::Feature;

use crate::hash::check::cause::Doubts;
use crate::hash::check::term::{Side, Term};

/// The doubts of a state of which the slots are known, and those of the line before. Both are
/// ascending.
pub(super) struct SlotDoubts<'a> {
    pub(super) present: &'a [Feature],
    pub(super) earlier: &'a [Feature],
}

impl Doubts for SlotDoubts<'_> {
    fn is_present(&self, feature: Feature) -> bool {
        self.present.binary_search(&feature).is_ok()
    }

    /// A program forgets to add a slot of the state, or to remove one of the state before.
    fn of(&self, set: &[Term]) -> u32 {
        let of_term = |term: &Term| match term.side {
            Side::Missing => 0,
            Side::Surplus => u32::from(self.earlier.binary_search(&term.feature).is_err()),
            Side::Twice | Side::TakenAway => 2,
        };
        set.iter().map(of_term).sum()
    }

    fn likely(&self) -> Vec<Term> {
        let missing = |feature: &Feature| Term { feature: *feature, side: Side::Missing };
        let surplus = |feature: &Feature| Term { feature: *feature, side: Side::Surplus };
        let removed = self.earlier.iter().filter(|feature| !self.is_present(**feature));
        self.present.iter().map(missing).chain(removed.map(surplus)).collect()
    }

    /// None: a slot may stand for anything.
    fn elsewhere(&self) -> Vec<(Feature, Vec<Feature>)> {
        Vec::new()
    }
}
