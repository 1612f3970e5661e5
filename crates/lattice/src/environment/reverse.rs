//! The surroundings of a vacancy after a jump, from those before it.

use crate::lattice::Lattice;
use crate::species::Species;
use crate::structure::Offset;

/// The surroundings after a jump in one direction.
#[derive(Clone, Debug)]
pub(super) struct AfterJump {
    /// The direction of the reverse jump.
    pub(super) reverse: usize,
    origins: Vec<Origin>,
}

/// The origin of the species at an offset after a jump.
#[derive(Clone, Copy, Debug)]
enum Origin {
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
            let origin = |offset: &Offset| {
                let seen = structure.after(*jump, *offset);
                if site(seen) == site([0; 3]) {
                    Origin::Atom
                } else if site(seen) == site(*jump) {
                    Origin::Vacancy
                } else {
                    let before = around.iter().position(|each| *each == seen);
                    before.map_or(Origin::Beyond, |place| Origin::Before(place as u32))
                }
            };
            let reverse = directions.iter().position(leads_back);
            AfterJump {
                reverse: reverse.expect("every direction has one that leads back"),
                origins: around.iter().map(origin).collect(),
            }
        };
        directions.iter().map(after).collect()
    }

    /// Writes the surroundings after the jump of `atom` to `after`, given those before.
    pub(super) fn write(&self, around: &[Species], atom: Species, after: &mut Vec<Species>) {
        after.clear();
        after.extend(self.origins.iter().map(|origin| match origin {
            Origin::Before(place) => around[*place as usize],
            Origin::Atom => atom,
            Origin::Vacancy => Species::VACANCY,
            Origin::Beyond => Species::HOST,
        }));
    }
}
