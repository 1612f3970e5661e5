//! The sites on which the jumps of a vacancy depend, and the surroundings of a vacancy after a
//! jump.

use std::collections::BTreeSet;

use crate::configuration::Species;
use crate::lattice::Lattice;
use crate::structure::{Offset, Structure};

impl Structure {
    /// Returns the sites on which the exchange of a vacancy with its neighbor at `direction`
    /// depends, if the energy of an atom depends on the sites at `reach` from it: the neighbor, and
    /// the sites within reach of either of the two. The vacancy itself is not among them. Nearest
    /// first, then in lexicographic order.
    ///
    /// The reach of pair energies is their range. If an atom's energy depends on a density that its
    /// neighbors produce, as in the embedded-atom method, an exchange changes the energy of all of
    /// them, and the reach is that of two ranges, one after the other.
    ///
    /// ```
    /// use zobrist_lattice::Structure;
    ///
    /// let reach = Structure::Bcc.shells(2).concat();
    /// assert_eq!(Structure::Bcc.around_jump(&reach, [1, 1, 1]).len(), 21);
    /// ```
    ///
    /// # Panics
    /// When the direction is not an offset of the structure.
    #[must_use]
    pub fn around_jump(self, reach: &[Offset], direction: Offset) -> Vec<Offset> {
        let ends = reach.iter().map(|offset| self.after(direction, *offset));
        self.ordered(reach.iter().copied().chain(ends).chain([direction]))
    }

    /// Returns the sites on which any jump of a vacancy depends:
    /// [`around_jump`](Structure::around_jump) for all directions together.
    ///
    /// ```
    /// use zobrist_lattice::Structure;
    ///
    /// let reach = Structure::Bcc.shells(2).concat();
    /// let around = Structure::Bcc.around_defect(&reach);
    /// assert_eq!(around, Structure::Bcc.shells(5).concat());
    /// assert_eq!(around.len(), 58);
    /// ```
    #[must_use]
    pub fn around_defect(self, reach: &[Offset]) -> Vec<Offset> {
        let directions = self.directions().into_iter();
        self.ordered(directions.flat_map(|direction| self.around_jump(reach, direction)))
    }

    /// Sorts offsets by length, then lexicographically. Zero and repetitions are left out.
    pub(super) fn ordered(self, offsets: impl Iterator<Item = Offset>) -> Vec<Offset> {
        let ordered: BTreeSet<(i64, Offset)> =
            offsets.map(|offset| (self.norm(offset), offset)).collect();
        let others = ordered.into_iter().map(|(_, offset)| offset);
        others.filter(|offset| *offset != [0; 3]).collect()
    }
}

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
