//! Periodic lattices: their sites and neighbors.

use core::error::Error;
use core::fmt::{self, Display};

use crate::structure::{Offset, Structure};

/// A site of a lattice, by its number: ((x · n_y + y) · n_z + z) · *points* + *point*, where
/// (x, y, z) is its cell and *point* its place in [`Structure::points`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Site(pub u32);

impl Site {
    /// Returns the number, as an index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A periodic box of conventional cells of a structure.
///
/// ```
/// use zobrist_lattice::{Lattice, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [32, 32, 32])?;
/// assert_eq!(lattice.sites().len(), 65_536);
///
/// let corner = lattice.site_at([0, 0, 0]).unwrap();
/// let across_the_border = lattice.neighbor(corner, [-1, -1, -1]);
/// assert_eq!(lattice.position(across_the_border), [63, 63, 63]);
/// # Ok::<(), zobrist_lattice::LatticeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "StoredLattice"))]
pub struct Lattice {
    structure: Structure,
    cells: [u32; 3],
}

/// A lattice as it is stored, which need not be one.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredLattice {
    structure: Structure,
    cells: [u32; 3],
}

#[cfg(feature = "serde")]
impl TryFrom<StoredLattice> for Lattice {
    type Error = LatticeError;

    fn try_from(stored: StoredLattice) -> Result<Lattice, LatticeError> {
        Lattice::new(stored.structure, stored.cells.map(|count| count as usize))
    }
}

impl Lattice {
    /// Creates a box with `cells` cells of `structure` along each axis.
    ///
    /// # Errors
    /// When an axis has no cell, a square lattice has more than one layer, there are 2³² sites or
    /// more, or there are more than 2³⁰ fine units along an axis.
    pub fn new(structure: Structure, cells: [usize; 3]) -> Result<Lattice, LatticeError> {
        if let Some(axis) = cells.iter().position(|count| *count == 0) {
            return Err(LatticeError::NoCells { axis });
        }
        if structure == Structure::Square && cells[2] != 1 {
            return Err(LatticeError::Layers { got: cells[2] });
        }
        let sites = cells
            .iter()
            .try_fold(structure.points().len(), |sites, count| sites.checked_mul(*count))
            .filter(|sites| u32::try_from(*sites).is_ok());
        let period = structure.period();
        let short = (0..3).all(|axis| cells[axis] <= (1 << 30) / period[axis] as usize);
        if sites.is_none() || !short {
            return Err(LatticeError::TooLarge { cells });
        }
        Ok(Lattice { structure, cells: cells.map(|count| count as u32) })
    }

    /// Returns the structure.
    #[inline]
    #[must_use]
    pub const fn structure(self) -> Structure {
        self.structure
    }

    /// Returns the number of cells along each axis.
    #[must_use]
    pub fn cells(self) -> [usize; 3] {
        self.cells.map(|count| count as usize)
    }

    /// Returns the number of sites.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a lattice has at least one site")]
    #[must_use]
    pub fn len(self) -> usize {
        let [x, y, z] = self.cells();
        x * y * z * self.structure.points().len()
    }

    /// Returns all sites, in the order of their numbers.
    pub fn sites(self) -> impl ExactSizeIterator<Item = Site> {
        (0..self.len() as u32).map(Site)
    }

    /// Returns the site at fine coordinates, which may be outside the box; `None` if there is none.
    #[must_use]
    pub fn site_at(self, fine: [i32; 3]) -> Option<Site> {
        let point = self.structure.point(fine)?;
        let period = self.structure.period();
        let cell = core::array::from_fn(|axis| {
            fine[axis].div_euclid(period[axis]).rem_euclid(self.cells[axis] as i32) as u32
        });
        Some(self.site_in(cell, point))
    }

    /// Returns the fine coordinates of a site, from 0.
    ///
    /// # Panics
    /// When the lattice has no such site.
    #[must_use]
    pub fn position(self, site: Site) -> [i32; 3] {
        let (cell, point) = self.cell_of(site);
        let (period, point) = (self.structure.period(), self.structure.points()[point]);
        core::array::from_fn(|axis| cell[axis] as i32 * period[axis] + point[axis])
    }

    /// Returns the site to which `offset` leads from `site`, however far. A list of offsets that is
    /// read often is faster as [`Neighbors`](crate::Neighbors), which is tested to be equal to
    /// this.
    ///
    /// # Panics
    /// When the lattice has no such site, or the structure no such offset.
    #[must_use]
    pub fn neighbor(self, site: Site, offset: Offset) -> Site {
        let position = self.position(site);
        let inverted = self.structure.is_inverted(self.point_of(site));
        let to = core::array::from_fn(|axis| {
            let step = i64::from(offset[axis]);
            let to = i64::from(position[axis]) + if inverted { -step } else { step };
            // Only an offset far beyond the box exceeds 32 bits: then, and not before, the turns
            // around the box are taken off, since a division takes longer than all the rest.
            let turn = || i64::from(self.structure.period()[axis]) * i64::from(self.cells[axis]);
            i32::try_from(to).unwrap_or_else(|_| (to % turn()) as i32)
        });
        self.site_at(to).expect("an offset of the structure leads to a site")
    }

    /// The place of a site in its cell.
    #[inline]
    pub(crate) fn point_of(self, site: Site) -> usize {
        site.index() % self.structure.points().len()
    }

    /// The cell of a site, and its place there.
    #[inline]
    pub(crate) fn cell_of(self, site: Site) -> ([u32; 3], usize) {
        assert!(site.index() < self.len(), "the site belongs to the lattice");
        let points = self.structure.points().len() as u32;
        let [_, ny, nz] = self.cells;
        let (cell, point) = (site.0 / points, site.0 % points);
        let (column, z) = (cell / nz, cell % nz);
        ([column / ny, column % ny, z], point as usize)
    }

    pub(crate) fn site_in(self, [x, y, z]: [u32; 3], point: usize) -> Site {
        let [_, ny, nz] = self.cells;
        Site(((x * ny + y) * nz + z) * self.structure.points().len() as u32 + point as u32)
    }
}

impl Display for Lattice {
    /// Writes the structure and the cells: `bcc 32 x 32 x 32`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.cells;
        match self.structure {
            Structure::Square => write!(f, "square {x} x {y}"),
            structure => write!(f, "{structure} {x} x {y} x {z}"),
        }
    }
}

/// The error of a lattice that cannot be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LatticeError {
    /// An axis has no cell.
    NoCells {
        /// The axis, from 0.
        axis: usize,
    },
    /// A square lattice has more than one layer.
    Layers {
        /// The number of layers asked for.
        got: usize,
    },
    /// There are too many sites.
    TooLarge {
        /// The numbers of cells asked for.
        cells: [usize; 3],
    },
}

impl Display for LatticeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LatticeError::NoCells { axis } => {
                write!(f, "axis {axis} of the lattice: expected one cell or more, got 0")
            }
            LatticeError::Layers { got } => write!(
                f,
                "a square lattice lies in a plane: expected 1 cell along the third axis, got {got}"
            ),
            LatticeError::TooLarge { cells: [x, y, z] } => write!(
                f,
                "a lattice of {x} x {y} x {z} cells: expected fewer than 2^32 sites, and at most \
                 2^30 fine units along an axis; take a smaller box"
            ),
        }
    }
}

impl Error for LatticeError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes() -> impl Iterator<Item = Lattice> {
        Structure::ALL.into_iter().flat_map(|structure| {
            let depth = if structure == Structure::Square { 1 } else { 4 };
            [[1, 1, 1], [3, 2, depth], [5, 4, depth.min(3)]]
                .map(|cells| Lattice::new(structure, cells).unwrap())
        })
    }

    #[test]
    fn sites_and_positions_are_one_to_one() {
        for lattice in boxes() {
            for site in lattice.sites() {
                assert_eq!(lattice.site_at(lattice.position(site)), Some(site), "{lattice}");
            }
        }
    }

    #[test]
    fn there_and_back() {
        for lattice in boxes() {
            let structure = lattice.structure();
            for site in lattice.sites() {
                for offset in structure.shells(3).concat() {
                    let there = lattice.neighbor(site, offset);
                    // Seen from the other kind, the reverse has the same vector.
                    let inverted = structure.point(offset) == Some(1);
                    let back = match structure {
                        Structure::Hcp if inverted => offset,
                        _ => offset.map(|x| -x),
                    };
                    assert_eq!(lattice.neighbor(there, back), site, "{lattice} {offset:?}");
                    assert_eq!(structure.after(offset, back), [0; 3]);
                }
            }
        }
    }

    /// Compared with a division of the offset, which is slow.
    #[test]
    fn offsets_as_long_as_they_come() {
        let far = [i32::MIN, i32::MIN + 1, -1 << 30, 0, 1, (1 << 30) - 1, i32::MAX - 1, i32::MAX];
        let mut found = 0;
        for lattice in boxes().chain([Lattice::new(Structure::Hcp, [1 << 20, 3, 1]).unwrap()]) {
            let structure = lattice.structure();
            let turn = |axis: usize| structure.period()[axis] * lattice.cells[axis] as i32;
            for at in 0..lattice.len().min(20) {
                let site = Site((lattice.len() - 1 - at) as u32);
                for offset in (0..512).map(|i| [far[i & 7], far[i >> 3 & 7], far[i >> 6]]) {
                    if !structure.has(offset) {
                        continue;
                    }
                    let short = core::array::from_fn(|axis| offset[axis] % turn(axis));
                    let expected = lattice.neighbor(site, short);
                    assert_eq!(lattice.neighbor(site, offset), expected, "{lattice} {offset:?}");
                    found += 1;
                }
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    #[should_panic = "an offset of the structure leads to a site"]
    fn nothing_is_above_a_plane() {
        let plane = Lattice::new(Structure::Square, [3, 3, 1]).unwrap();
        let _ = plane.neighbor(Site(4), [0, 0, i32::MAX]);
    }

    #[test]
    fn no_such_lattice() {
        let error = |structure, cells| Lattice::new(structure, cells).unwrap_err().to_string();
        assert_eq!(
            error(Structure::Bcc, [3, 0, 3]),
            "axis 1 of the lattice: expected one cell or more, got 0"
        );
        assert!(error(Structure::Square, [3, 3, 2]).contains("got 2"));
        assert!(error(Structure::Fcc, [1024; 3]).contains("fewer than 2^32"));
        assert!(error(Structure::Fcc, [usize::MAX; 3]).contains("fewer than 2^32"));
        assert!(error(Structure::Sc, [1 << 31, 1, 1]).contains("2^30 fine units"));
    }
}
