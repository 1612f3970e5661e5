//! The sites on which the jumps of a vacancy depend, from the reach of an energy.

use std::collections::BTreeSet;

use crate::structure::{Offset, Structure};

impl Structure {
    /// Returns the sites on which the exchange of a vacancy with its neighbor at `direction`
    /// depends, if the energy of an atom depends on the sites at `reach` from it: the neighbor,
    /// and the sites within reach of either of the two. The vacancy itself is not among them. Nearest
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
