//! The surroundings of a vacancy after a jump, from those before it.

use crate::lattice::Lattice;
use crate::species::Species;
use crate::structure::Offset;

/// The surroundings after a jump in one direction.
#[derive(Clone, Debug)]
pub(super) struct AfterJump {
    /// The direction of the reverse jump.
    pub(super) reverse: usize,
    sources: Vec<Source>,
}

/// The origin of the species at an offset after a jump.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The offset with this number before the jump.
    Before(u32),
    /// The atom that jumped.
    Atom,
    /// The vacancy itself, seen across the border of the box.
    Vacancy,
    /// A site on which the reverse jump does not depend.
    Beyond,
}

impl AfterJump {
    /// Returns the surroundings after the jump in each direction.
    pub(super) fn by_direction(lattice: Lattice, around: &[Offset]) -> Vec<AfterJump> {
        let structure = lattice.structure();
        let directions = structure.directions();
        let site = |offset| lattice.site_at(offset).expect("an offset leads to a site");
        let after = |jump: &Offset| {
            let leads_back = |direction: &Offset| structure.after(*jump, *direction) == [0; 3];
            let source = |offset: &Offset| {
                let seen = structure.after(*jump, *offset);
                if site(seen) == site([0; 3]) {
                    Source::Atom
                } else if site(seen) == site(*jump) {
                    Source::Vacancy
                } else {
                    let before = around.iter().position(|each| *each == seen);
                    before.map_or(Source::Beyond, |place| Source::Before(place as u32))
                }
            };
            let reverse = directions.iter().position(leads_back);
            AfterJump {
                reverse: reverse.expect("every direction has one that leads back"),
                sources: around.iter().map(source).collect(),
            }
        };
        directions.iter().map(after).collect()
    }

    /// Writes the surroundings after the jump of `atom` to `after`, given those before.
    pub(super) fn write(&self, around: &[Species], atom: Species, after: &mut Vec<Species>) {
        after.clear();
        after.extend(self.sources.iter().map(|source| match source {
            Source::Before(place) => around[*place as usize],
            Source::Atom => atom,
            Source::Vacancy => Species::VACANCY,
            Source::Beyond => Species::HOST,
        }));
    }
}
