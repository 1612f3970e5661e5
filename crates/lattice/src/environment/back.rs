//! The surroundings of the jump back.

use zobrist::Key;

use super::Environments;
use crate::lattice::Lattice;
use crate::species::Species;
use crate::structure::Offset;

/// The surroundings of a vacancy that has jumped, from those before the jump.
#[derive(Clone, Debug)]
pub(super) struct Back {
    /// The direction that leads back.
    direction: usize,
    sources: Vec<Source>,
}

/// What is at an offset after a jump.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// What was at this offset before.
    Around(u32),
    /// The atom that jumped.
    Atom,
    /// The vacancy itself, seen across the border of the box.
    Vacancy,
    /// Something that the jump back does not depend on.
    Beyond,
}

/// For each direction, the surroundings after the jump.
pub(super) fn backs(lattice: Lattice, around: &[Offset]) -> Vec<Back> {
    let structure = lattice.structure();
    let directions = structure.directions();
    let site = |offset| lattice.site_at(offset).expect("an offset leads to a site");
    let back = |way: &Offset| {
        let leads_back = |direction: &Offset| structure.after(*way, *direction) == [0; 3];
        let source = |offset: &Offset| {
            let seen = structure.after(*way, *offset);
            if site(seen) == site([0; 3]) {
                Source::Atom
            } else if site(seen) == site(*way) {
                Source::Vacancy
            } else {
                let before = around.iter().position(|each| *each == seen);
                before.map_or(Source::Beyond, |place| Source::Around(place as u32))
            }
        };
        Back {
            direction: directions
                .iter()
                .position(leads_back)
                .expect("every direction has one that leads back"),
            sources: around.iter().map(source).collect(),
        }
    };
    directions.iter().map(back).collect()
}

impl<K: Key> Environments<K> {
    /// Writes to `after` what is around a vacancy once it has jumped in a direction, and returns
    /// the direction that leads back. For environments of jumps, the name at that view is then the
    /// name of the jump back: `after` holds what it depends on, and the host elsewhere.
    ///
    /// # Panics
    /// When there is no such direction, or a different number of sites was
    /// [`read`](Environments::read).
    pub fn back(&self, around: &[Species], direction: usize, after: &mut Vec<Species>) -> usize {
        assert!(
            around.len() == self.around.offsets().len(),
            "the surroundings were read by these environments"
        );
        let Back { direction: back, sources } = &self.backs[direction];
        let atom = around[self.neighbours[direction]];
        after.clear();
        after.extend(sources.iter().map(|source| match source {
            Source::Around(place) => around[*place as usize],
            Source::Atom => atom,
            Source::Vacancy => Species::VACANCY,
            Source::Beyond => Species::HOST,
        }));
        *back
    }
}
