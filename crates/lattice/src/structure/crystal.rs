//! Crystal structures, in whole numbers.
//!
//! Every vector between two sites is exact, a symmetry is a matrix of −1, 0 and 1, and two vectors
//! are either equal or not. Positions are converted at the end, for drawing and measuring.

use core::error::Error;
use core::fmt::{self, Display};
use core::str::FromStr;

/// A vector between two sites in fine coordinates, as seen from a site of the first kind.
///
/// Fine coordinates divide the axes of the cell by [`Structure::period`], so that every site has
/// whole coordinates: in bcc, (1, 1, 1) leads from a corner to the center of a cube and (2, 0, 0)
/// to the next corner. In hcp the surroundings of a site of the second kind are those of the first,
/// inverted: the vector is then taken with the other sign, and both kinds share lists of offsets,
/// directions and environments.
pub type Offset = [i32; 3];

/// A crystal structure; its lattice constant *a* is the unit of length.
///
/// ```
/// use zobrist_lattice::Structure;
///
/// let bcc: Structure = "bcc".parse()?;
/// assert_eq!(bcc.directions().len(), 8);
/// assert_eq!(bcc.shells(5).iter().map(Vec::len).collect::<Vec<_>>(), [8, 6, 12, 24, 8]);
/// assert_eq!(bcc.distance([1, 1, 1]), 0.75_f64.sqrt());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Structure {
    /// Simple cubic: one site in the cell, six neighbors.
    Sc,
    /// Body-centered cubic: two sites in the cube, eight neighbors.
    Bcc,
    /// Face-centered cubic: four sites in the cube, twelve neighbors.
    Fcc,
    /// Hexagonal close-packed with the ideal c/a = √(8/3): two sites in the cell, which see
    /// each other's surroundings inverted; axes at 120°, twelve neighbors.
    Hcp,
    /// The square lattice, in a plane: four neighbors.
    Square,
}

impl Structure {
    /// All structures.
    pub const ALL: [Structure; 5] =
        [Structure::Sc, Structure::Bcc, Structure::Fcc, Structure::Hcp, Structure::Square];

    /// Returns the name: `sc`, `bcc`, `fcc`, `hcp` or `square`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Structure::Sc => "sc",
            Structure::Bcc => "bcc",
            Structure::Fcc => "fcc",
            Structure::Hcp => "hcp",
            Structure::Square => "square",
        }
    }

    /// Returns the fine units along each axis of the conventional cell.
    #[must_use]
    pub const fn period(self) -> [i32; 3] {
        match self {
            Structure::Sc | Structure::Square => [1, 1, 1],
            Structure::Bcc | Structure::Fcc => [2, 2, 2],
            Structure::Hcp => [3, 3, 2],
        }
    }

    /// Returns the sites of the conventional cell, in fine coordinates.
    #[must_use]
    pub const fn points(self) -> &'static [[i32; 3]] {
        match self {
            Structure::Sc | Structure::Square => &[[0, 0, 0]],
            Structure::Bcc => &[[0, 0, 0], [1, 1, 1]],
            Structure::Fcc => &[[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]],
            Structure::Hcp => &[[0, 0, 0], [1, 2, 1]],
        }
    }

    /// Returns true if offsets from site number `point` of a cell are taken with the other sign.
    #[must_use]
    pub const fn is_inverted(self, point: usize) -> bool {
        matches!(self, Structure::Hcp) && point == 1
    }

    /// Returns the offset that leads where `first` and then `second` lead: their sum, or their
    /// difference if `first` leads to a site that sees the inverted surroundings.
    ///
    /// # Panics
    /// When `first` is not an offset of this structure, or a component of the result does not fit
    /// in 32 bits.
    #[must_use]
    pub fn after(self, first: Offset, second: Offset) -> Offset {
        let point = self.point(first).expect("an offset leads from a site to a site");
        let inverted = self.is_inverted(point);
        core::array::from_fn(|axis| {
            let (from, step) = (first[axis], second[axis]);
            let to = if inverted { from.checked_sub(step) } else { from.checked_add(step) };
            to.expect("the offset fits in 32 bits")
        })
    }

    /// Returns true if `offset` leads from a site of the first kind to a site.
    #[must_use]
    pub fn has(self, offset: Offset) -> bool {
        self.point(offset).is_some()
    }

    /// The number of the site at `fine` in its cell, if there is one.
    pub(crate) fn point(self, fine: [i32; 3]) -> Option<usize> {
        if matches!(self, Structure::Square) && fine[2] != 0 {
            return None;
        }
        let period = self.period();
        let within = core::array::from_fn(|axis| fine[axis].rem_euclid(period[axis]));
        self.points().iter().position(|point| *point == within)
    }

    /// Returns the square of the length of a fine vector, in units of *a*² / [`norm_unit`]; at most
    /// 2⁶³ − 1, which longer vectors also have.
    ///
    /// [`norm_unit`]: Structure::norm_unit
    pub fn norm(self, offset: Offset) -> i64 {
        let norm = self.wide_norm(offset.map(i128::from));
        i64::try_from(norm).unwrap_or(i64::MAX)
    }

    /// The norm of a vector whose components are at most 2⁶¹ in size.
    pub(crate) fn wide_norm(self, [x, y, z]: [i128; 3]) -> i128 {
        match self {
            // (x, y) in thirds of axes at 120°; z in halves of c, where c² = 8/3 a².
            Structure::Hcp => x * x - x * y + y * y + 6 * z * z,
            _ => x * x + y * y + z * z,
        }
    }

    /// Returns the number by which a [`norm`](Structure::norm) is divided to give units of *a*².
    #[must_use]
    pub const fn norm_unit(self) -> i64 {
        match self {
            Structure::Sc | Structure::Square => 1,
            Structure::Bcc | Structure::Fcc => 4,
            Structure::Hcp => 9,
        }
    }

    /// Returns the length of a fine vector in units of *a*.
    #[must_use]
    pub fn distance(self, offset: Offset) -> f64 {
        (self.norm(offset) as f64 / self.norm_unit() as f64).sqrt()
    }

    /// Returns a fine vector in Cartesian coordinates, in units of *a*. The first axis of the cell
    /// is along x, the last along z.
    #[must_use]
    pub fn cartesian(self, fine: [i32; 3]) -> [f64; 3] {
        let period = self.period();
        let [x, y, z]: [f64; 3] =
            core::array::from_fn(|axis| f64::from(fine[axis]) / f64::from(period[axis]));
        match self {
            Structure::Hcp => [x - 0.5 * y, 0.75_f64.sqrt() * y, (8.0_f64 / 3.0).sqrt() * z],
            _ => [x, y, z],
        }
    }
}

impl Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Structure {
    type Err = ParseStructureError;

    fn from_str(name: &str) -> Result<Structure, ParseStructureError> {
        let found = Structure::ALL.into_iter().find(|structure| structure.name() == name);
        found.ok_or_else(|| ParseStructureError { got: name.to_owned() })
    }
}

/// The error of a text that is not the name of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseStructureError {
    /// The text.
    pub got: String,
}

impl Display for ParseStructureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no structure {:?}: expected sc, bcc, fcc, hcp or square", self.got)
    }
}

impl Error for ParseStructureError {}

impl Structure {
    /// Returns the jumps of a vacancy: the offsets of the nearest neighbors, 6, 8, 12, 12 or 4 of
    /// them, in lexicographic order. The place of a jump in the list is its direction.
    #[must_use]
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
    #[must_use]
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

    #[test]
    fn names() {
        for structure in Structure::ALL {
            assert_eq!(structure.to_string().parse(), Ok(structure));
        }
        let message = "BCC".parse::<Structure>().unwrap_err().to_string();
        assert_eq!(message, "no structure \"BCC\": expected sc, bcc, fcc, hcp or square");
    }

    #[test]
    fn norms_are_the_squares_of_cartesian_lengths() {
        for structure in Structure::ALL {
            for offset in structure.shells(6).concat() {
                let square: f64 = structure.cartesian(offset).iter().map(|x| x * x).sum();
                assert!((square.sqrt() - structure.distance(offset)).abs() < 1e-12);
            }
        }
    }

    /// A displacement may be any vector.
    #[test]
    fn norms_of_the_longest_vectors_do_not_overflow() {
        let far = 1 << 30;
        assert_eq!(Structure::Sc.norm([far; 3]), 3 << 60);
        assert_eq!(Structure::Hcp.norm([far, -far, 0]), 3 << 60);
        assert_eq!(Structure::Hcp.norm([far, -far, far]), i64::MAX); // 9 · 2⁶⁰
        assert_eq!(Structure::Bcc.norm([i32::MIN; 3]), i64::MAX);
    }

    #[test]
    fn an_offset_and_then_the_same_leads_back_in_hcp_alone() {
        let between_layers = [1, 2, 1];
        assert_eq!(Structure::Hcp.after(between_layers, between_layers), [0, 0, 0]);
        assert_eq!(Structure::Bcc.after([1, 1, 1], [1, 1, 1]), [2, 2, 2]);
    }

    /// Up to the limits of 32 bits, without wrapping around.
    #[test]
    fn offsets_one_after_the_other_as_far_as_they_fit() {
        const FAR: i32 = i32::MAX;
        assert_eq!(Structure::Sc.after([FAR - 1, 0, 0], [1, 0, 0]), [FAR, 0, 0]);
        assert_eq!(Structure::Sc.after([-FAR, 0, 0], [-1, 0, 0]), [i32::MIN, 0, 0]);
        // −1 minus the least number is the largest one: no sign is changed before that.
        assert_eq!(Structure::Hcp.after([1, -1, 1], [0, i32::MIN, 0]), [1, FAR, 1]);
        let beyond = |structure: Structure, first, second| {
            std::panic::catch_unwind(|| structure.after(first, second)).is_err()
        };
        assert!(beyond(Structure::Sc, [FAR, 0, 0], [1, 0, 0]));
        assert!(beyond(Structure::Sc, [0, i32::MIN, 0], [0, -1, 0]));
        assert!(beyond(Structure::Hcp, [1, 2, 1], [0, i32::MIN, 0]));
    }

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
