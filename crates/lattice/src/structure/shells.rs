//! Offsets by their length.

use super::crystal::{Offset, Structure};

impl Structure {
    /// Returns the jumps of a vacancy: the offsets of the nearest neighbors, 6, 8, 12, 12 or 4 of
    /// them, in lexicographic order. The place of a jump in the list is its direction.
    pub fn directions(self) -> Vec<Offset> {
        self.up_to(self.norm(match self {
            Structure::Sc | Structure::Square => [1, 0, 0],
            Structure::Bcc => [1, 1, 1],
            Structure::Fcc => [1, 1, 0],
            Structure::Hcp => [3, 0, 0],
        }))
    }

    /// Returns the `count` nearest shells of neighbors, nearest first; the offsets within a shell
    /// are in lexicographic order.
    pub fn shells(self, count: usize) -> Vec<Vec<Offset>> {
        let mut norm = 16;
        loop {
            let offsets = self.up_to(norm);
            let mut shells: Vec<Vec<Offset>> =
                offsets.chunk_by(|a, b| self.norm(*a) == self.norm(*b)).map(Vec::from).collect();
            if shells.len() >= count {
                shells.truncate(count);
                return shells;
            }
            norm *= 2;
        }
    }

    /// Returns the offsets no longer than `radius`, in units of the lattice constant: nearest
    /// first, then in lexicographic order. Zero is not among them. A length that exceeds the radius
    /// by less than one part in 10¹² counts as within it.
    ///
    /// # Panics
    /// When the radius is negative, not a number or above 1,000.
    pub fn within(self, radius: f64) -> Vec<Offset> {
        assert!((0.0..=1000.0).contains(&radius), "a radius is from 0 to 1,000 lattice constants");
        let norm = radius * radius * self.norm_unit() as f64 * (1.0 + 2e-12);
        self.up_to(norm.floor() as i64)
    }

    /// The offsets other than zero whose norm is at most `norm`, by norm and then
    /// lexicographically.
    fn up_to(self, norm: i64) -> Vec<Offset> {
        // In hcp, where the norm is smallest for given components: x² − xy + y² ≥ 3/4 x².
        let max = (norm as f64 * 4.0 / 3.0).sqrt() as i32 + 1;
        let planes = if self == Structure::Square { 0..=0 } else { -max..=max };
        let mut offsets: Vec<Offset> = (-max..=max)
            .flat_map(|x| (-max..=max).map(move |y| [x, y]))
            .flat_map(|[x, y]| planes.clone().map(move |z| [x, y, z]))
            .filter(|offset| *offset != [0; 3] && self.norm(*offset) <= norm && self.has(*offset))
            .collect();
        offsets.sort_by_key(|offset| (self.norm(*offset), *offset));
        offsets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes of the first shells, from the theta series of the lattices.
    #[test]
    fn sizes_of_shells() {
        let sizes =
            |structure: Structure| structure.shells(8).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(Structure::Sc), [6, 12, 8, 6, 24, 24, 12, 30]);
        assert_eq!(sizes(Structure::Bcc), [8, 6, 12, 24, 8, 6, 24, 24]);
        assert_eq!(sizes(Structure::Fcc), [12, 6, 24, 12, 24, 8, 48, 6]);
        assert_eq!(sizes(Structure::Hcp), [12, 6, 2, 18, 12, 6, 12, 12]);
        assert_eq!(sizes(Structure::Square), [4, 4, 4, 8, 4, 4, 8, 8]);
    }

    #[test]
    fn directions_are_the_first_shell() {
        for structure in Structure::ALL {
            assert_eq!(structure.directions(), structure.shells(1)[0], "{structure}");
            for offset in structure.directions() {
                let back = structure.directions().into_iter();
                assert!(back.map(|back| structure.after(offset, back)).any(|to| to == [0; 3]));
            }
        }
    }

    #[test]
    fn a_radius_of_a_shell_has_the_shell() {
        for structure in Structure::ALL {
            let shells = structure.shells(7);
            for (i, shell) in shells.iter().enumerate() {
                let radius = structure.distance(shell[0]);
                assert_eq!(structure.within(radius), shells[..=i].concat(), "{structure} {i}");
                assert_eq!(structure.within(radius * 0.999), shells[..i].concat());
            }
        }
    }
}
