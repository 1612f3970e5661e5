//! Fast look-up of the sites around a site.

use core::error::Error;
use core::fmt::{self, Debug, Display};

use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::structure::{Offset, Structure};

/// A list of offsets prepared for a lattice: it gives the sites around any center, in the order of
/// the offsets.
///
/// In a box so small that an image of a site is around as well, several offsets may lead to one
/// site: each is a neighbor of its own. None may lead to the center itself.
///
/// ```
/// use zobrist_lattice::{Lattice, Neighbors, OffsetError, Structure};
///
/// let shells = Structure::Bcc.shells(2).concat();
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// let neighbors = Neighbors::new(lattice, &shells)?;
/// let center = lattice.site_at([3, 3, 3]).unwrap();
/// assert!(neighbors.sites(center).eq(shells.iter().map(|o| lattice.neighbor(center, *o))));
///
/// let small = Lattice::new(Structure::Bcc, [4, 1, 4])?;
/// let error = Neighbors::new(small, &shells).unwrap_err();
/// assert!(matches!(error, OffsetError::OwnCenter { offset: [0, -2, 0], .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Neighbors {
    lattice: Lattice,
    offsets: Vec<Offset>,
    /// By the place of a site in its cell.
    targets: Vec<Targets>,
    /// The difference of the site numbers from one cell to the next along each axis, and from one
    /// end to the other.
    strides: [u32; 3],
    spans: [u32; 3],
}

/// The ends of all offsets from a site at one place of the cell.
#[derive(Clone, Debug)]
struct Targets {
    /// Cells from which no offset crosses the border: `low ≤ cell < high`.
    low: [u32; 3],
    high: [u32; 3],
    /// The differences of site numbers from such a center.
    deltas: Vec<u32>,
    /// Across the border: the steps up along each axis, in site numbers, and the place in the cell.
    wrapped: Vec<([u32; 3], u32)>,
}

impl Neighbors {
    /// Prepares `offsets` for `lattice`.
    ///
    /// # Errors
    /// When one is not of the structure, is longer than 2²⁰ fine units along an axis, is repeated,
    /// or leads to its own center.
    pub fn new(lattice: Lattice, offsets: &[Offset]) -> Result<Neighbors, OffsetError> {
        let structure = lattice.structure();
        for (i, offset) in offsets.iter().enumerate() {
            check(lattice, *offset)?;
            if offsets[..i].contains(offset) {
                return Err(OffsetError::Repeated { offset: *offset });
            }
        }
        let cells = lattice.cells().map(|count| count as u32);
        let points = structure.points().len() as u32;
        let strides = [cells[1] * cells[2] * points, cells[2] * points, points];
        let spans = core::array::from_fn(|axis| cells[axis] * strides[axis]);
        let targets = (0..structure.points().len())
            .map(|point| Targets::new(lattice, offsets, point, strides))
            .collect();
        Ok(Neighbors { lattice, offsets: offsets.to_vec(), targets, strides, spans })
    }

    /// Returns the lattice.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Returns the offsets.
    #[must_use]
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// Returns the sites around `center`, in the order of the offsets.
    ///
    /// # Panics
    /// When the lattice has no such site.
    #[must_use]
    pub fn sites(&self, center: Site) -> impl ExactSizeIterator<Item = Site> {
        let place = self.place(center);
        (0..self.offsets.len()).map(move |i| place.site(i))
    }

    /// Returns the site to which offset number `i` leads from `center`.
    ///
    /// # Panics
    /// When the lattice has no such site, or there is no such offset.
    #[inline]
    #[must_use]
    pub fn site(&self, center: Site, i: usize) -> Site {
        self.place(center).site(i)
    }

    /// Writes the species around `center` to `occupants`, in the order of the offsets, replacing
    /// what it held.
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or the lattice has no such site.
    #[inline]
    pub fn read(&self, configuration: &Configuration, center: Site, occupants: &mut Vec<Species>) {
        assert!(
            configuration.lattice() == self.lattice,
            "the configuration belongs to the lattice"
        );
        let all = configuration.occupants();
        occupants.clear();
        let place = self.place(center);
        if place.inside {
            let start = center.0;
            let deltas = place.targets.deltas.iter();
            occupants.extend(deltas.map(|delta| all[start.wrapping_add(*delta) as usize]));
        } else {
            occupants.extend((0..self.offsets.len()).map(|i| all[place.site(i).index()]));
        }
    }

    #[inline]
    fn place(&self, center: Site) -> Center<'_> {
        let (cell, point) = self.lattice.cell_of(center);
        let targets = &self.targets[point];
        let inside =
            (0..3).all(|axis| targets.low[axis] <= cell[axis] && cell[axis] < targets.high[axis]);
        let starts = core::array::from_fn(|axis| cell[axis] * self.strides[axis]);
        Center { targets, inside, center, starts, spans: self.spans }
    }
}

impl Debug for Neighbors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Neighbors({} offsets, {})", self.offsets.len(), self.lattice)
    }
}

/// A center and its cell.
#[derive(Clone, Copy)]
struct Center<'a> {
    targets: &'a Targets,
    inside: bool,
    center: Site,
    starts: [u32; 3],
    spans: [u32; 3],
}

impl Center<'_> {
    #[inline]
    fn site(&self, i: usize) -> Site {
        if self.inside {
            return Site(self.center.0.wrapping_add(self.targets.deltas[i]));
        }
        let (up, point) = self.targets.wrapped[i];
        let along = |axis: usize| {
            // Both are below the span, so one turn is enough.
            let (start, span) = (self.starts[axis], self.spans[axis]);
            let room = span - start;
            if up[axis] < room { start + up[axis] } else { up[axis] - room }
        };
        Site(along(0) + along(1) + along(2) + point)
    }
}

impl Targets {
    fn new(lattice: Lattice, offsets: &[Offset], point: usize, strides: [u32; 3]) -> Targets {
        let structure = lattice.structure();
        let (from, period) = (structure.points()[point], structure.period());
        let cells = lattice.cells().map(|count| count as i64);
        let sign = if structure.is_inverted(point) { -1 } else { 1 };
        let (mut low, mut high) = ([0_i64; 3], cells);
        let (mut deltas, mut wrapped) = (Vec::new(), Vec::new());
        for offset in offsets {
            let to: [i32; 3] = core::array::from_fn(|axis| from[axis] + sign * offset[axis]);
            let arrival = structure.point(to).expect("the offsets were checked");
            let shift: [i64; 3] =
                core::array::from_fn(|axis| i64::from(to[axis].div_euclid(period[axis])));
            let mut delta = arrival as i64 - point as i64;
            for axis in 0..3 {
                low[axis] = low[axis].max(-shift[axis]);
                high[axis] = high[axis].min(cells[axis] - shift[axis]);
                delta += shift[axis] * i64::from(strides[axis]);
            }
            // Used only where the sum is a site: modulo 2³² is enough.
            deltas.push(delta as u32);
            let up = |axis: usize| shift[axis].rem_euclid(cells[axis]) as u32 * strides[axis];
            wrapped.push(([up(0), up(1), up(2)], arrival as u32));
        }
        let bound = |cell: i64| cell.clamp(0, i64::from(u32::MAX)) as u32;
        Targets { low: low.map(bound), high: high.map(bound), deltas, wrapped }
    }
}

fn check(lattice: Lattice, offset: Offset) -> Result<(), OffsetError> {
    let structure = lattice.structure();
    let long = offset.iter().any(|x| x.unsigned_abs() > 1 << 20);
    if long || !structure.has(offset) {
        return Err(OffsetError::NoSite { offset, structure });
    }
    let (cells, period) = (lattice.cells(), structure.period());
    let around =
        |axis: usize| i64::from(offset[axis]) % (cells[axis] as i64 * i64::from(period[axis]));
    if (0..3).all(|axis| around(axis) == 0) {
        return Err(OffsetError::OwnCenter { offset, cells });
    }
    Ok(())
}

/// The error of offsets that cannot be used on a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OffsetError {
    /// There is no site at the end of an offset, or it is longer than 2²⁰ fine units along an axis.
    NoSite {
        /// The offset.
        offset: Offset,
        /// The structure.
        structure: Structure,
    },
    /// An offset is twice in the list.
    Repeated {
        /// The offset.
        offset: Offset,
    },
    /// The box is so small that an offset leads to its own center.
    OwnCenter {
        /// The offset.
        offset: Offset,
        /// The cells of the box.
        cells: [usize; 3],
    },
    /// A symmetry takes an offset to one that is not in the list.
    NotSymmetric {
        /// The offset.
        offset: Offset,
        /// Its image under the symmetry.
        image: Offset,
    },
}

impl Display for OffsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OffsetError::NoSite { offset, structure } => write!(
                f,
                "offset {offset:?}: expected one that leads to a site of {structure}, at most 2^20 \
                 fine units away, got one that does not; take those of Structure::shells"
            ),
            OffsetError::Repeated { offset } => {
                write!(f, "offset {offset:?} is in the list twice; name each once")
            }
            OffsetError::OwnCenter { offset, cells: [x, y, z] } => write!(
                f,
                "a box of {x} x {y} x {z} cells is too small: expected every offset to lead to \
                 another site, got {offset:?}, which leads to its own center; take more cells \
                 along that axis or a shorter range"
            ),
            OffsetError::NotSymmetric { offset, image } => write!(
                f,
                "offset {offset:?} is in the list, but its image {image:?} is not; name whole \
                 shells, or use no symmetry"
            ),
        }
    }
}

impl Error for OffsetError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes from those where everything crosses the border to those where little does.
    #[test]
    fn the_fast_path_is_the_definition() {
        let (mut inside, mut across) = (0, 0);
        for structure in Structure::ALL {
            for side in [2, 3, 4, 7] {
                let depth = if structure == Structure::Square { 1 } else { side };
                let lattice = Lattice::new(structure, [side, side + 1, depth]).unwrap();
                let offsets: Vec<Offset> = structure.shells(7).concat();
                let usable = |offset: &Offset| check(lattice, *offset).is_ok();
                let offsets: Vec<Offset> = offsets.into_iter().filter(usable).collect();
                let neighbors = Neighbors::new(lattice, &offsets).unwrap();
                for center in lattice.sites() {
                    let place = neighbors.place(center);
                    *if place.inside { &mut inside } else { &mut across } += 1;
                    let expected = offsets.iter().map(|offset| lattice.neighbor(center, *offset));
                    assert!(neighbors.sites(center).eq(expected), "{lattice}");
                }
            }
        }
        assert!(inside > 100 && across > 100, "{inside} {across}");
    }

    #[test]
    fn bad_offsets() {
        let lattice = Lattice::new(Structure::Bcc, [2, 3, 4]).unwrap();
        let error = |offsets: &[Offset]| Neighbors::new(lattice, offsets).unwrap_err();
        let (offset, structure) = ([1, 0, 0], Structure::Bcc);
        assert_eq!(error(&[offset]), OffsetError::NoSite { offset, structure });
        assert_eq!(error(&[[1; 3], [1; 3]]), OffsetError::Repeated { offset: [1; 3] });
        let error = error(&[[1, 1, 1], [4, 0, 0]]);
        assert_eq!(error, OffsetError::OwnCenter { offset: [4, 0, 0], cells: [2, 3, 4] });
        assert!(error.to_string().contains("got [4, 0, 0], which leads to its own center"));
        assert!(Neighbors::new(lattice, &[[0, 4, 0], [2, 2, 2], [-2, 2, 2]]).is_ok());
    }
}
