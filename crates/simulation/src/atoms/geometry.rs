//! The cell and the box of a lattice in Å.

use zobrist_input::{Result, bail};
use zobrist_lattice::{Lattice, Site, Structure};

/// Smallest and largest lattice constant in Å. Below, the digits that are written would not tell
/// sites apart.
const CONSTANTS: [f64; 2] = [1e-3, 1e6];

/// Axes of a box, or of a cell, in Å.
pub(crate) type Axes = [[f64; 3]; 3];

/// A lattice in Å. A square lattice is one lattice constant thick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crystal {
    pub(super) lattice: Lattice,
    pub(super) constant: f64,
    /// The axes of the cell in Å.
    axes: Axes,
    inverse: Axes,
}

/// The site next to a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) site: Site,
    /// The vector from the site to the position, in Å.
    pub(super) vector: [f64; 3],
    /// Its length in Å.
    pub(super) distance: f64,
}

impl Crystal {
    /// # Errors
    /// When the lattice constant is outside of its range.
    pub(super) fn new(lattice: Lattice, constant: f64) -> Result<Crystal> {
        let [least, most] = CONSTANTS;
        if !(least..=most).contains(&constant) {
            bail!("expected a lattice constant from {least} to {most} Å, got {constant}");
        }
        let structure = lattice.structure();
        let axes = std::array::from_fn(|axis| {
            let mut fine = [0; 3];
            fine[axis] = structure.period()[axis];
            structure.cartesian(fine).map(|x| x * constant)
        });
        Ok(Crystal { lattice, constant, axes, inverse: inverse(&axes) })
    }

    /// The axes of the box.
    pub(super) fn box_axes(&self) -> Axes {
        let cells = self.lattice.cells();
        std::array::from_fn(|axis| self.axes[axis].map(|x| x * cells[axis] as f64))
    }

    /// The length of an axis of the cell.
    pub(super) fn cell_length(&self, axis: usize) -> f64 {
        length(self.axes[axis])
    }

    /// A vector in cells along each axis.
    pub(super) fn in_cells(&self, vector: [f64; 3]) -> [f64; 3] {
        combined(vector, &self.inverse)
    }

    /// The position of a site, in Å.
    pub(super) fn position(&self, site: Site) -> [f64; 3] {
        let fine = self.lattice.position(site);
        self.structure().cartesian(fine).map(|x| x * self.constant)
    }

    /// The site from which a displacement in fine units, as if the box had no end, leads to a site.
    pub(super) fn site_before(&self, site: Site, displacement: [i64; 3]) -> Site {
        let (here, turn) = (self.lattice.position(site), self.turn());
        let fine = std::array::from_fn(|axis| {
            // Less than a turn, of at most 2³⁰ fine units.
            (i64::from(here[axis]) - displacement[axis]).rem_euclid(turn[axis]) as i32
        });
        self.lattice.site_at(fine).expect("a displacement leads from site to site")
    }

    /// The place that a displacement in fine units leads to from a site, as if the box had no end:
    /// in turns around the box along each axis, and in Å.
    pub(super) fn unwrapped(&self, from: Site, displacement: [i64; 3]) -> ([i64; 3], [f64; 3]) {
        let (start, turn) = (self.lattice.position(from), self.turn());
        let fine: [i64; 3] =
            std::array::from_fn(|axis| i64::from(start[axis]) + displacement[axis]);
        let turns = std::array::from_fn(|axis| fine[axis].div_euclid(turn[axis]));
        let within = std::array::from_fn(|axis| fine[axis].rem_euclid(turn[axis]) as i32);
        let (box_axes, position) = (self.box_axes(), self.structure().cartesian(within));
        let away = combined(turns.map(|turns| turns as f64), &box_axes);
        (turns, std::array::from_fn(|axis| position[axis] * self.constant + away[axis]))
    }

    /// The fine units once around the box, along each axis.
    fn turn(&self) -> [i64; 3] {
        let (cells, period) = (self.lattice.cells(), self.structure().period());
        std::array::from_fn(|axis| cells[axis] as i64 * i64::from(period[axis]))
    }

    /// The site next to a position relative to the corner of the box. The box is periodic.
    pub(super) fn nearest(&self, position: [f64; 3]) -> Nearest {
        let points = 0..self.structure().points().len();
        let each = points.map(|point| self.nearest_of(position, point));
        let least = each.min_by(|a, b| a.distance.total_cmp(&b.distance));
        least.expect("a cell has sites")
    }

    /// The nearest of the sites at one place in their cells. Like the corners of cells, they divide
    /// space into cells, and the nearest is a corner of that around the position: axes are at right
    /// angles, but for two of equal length at 120°, where the same holds.
    pub(super) fn nearest_of(&self, position: [f64; 3], point: usize) -> Nearest {
        let (structure, cells) = (self.structure(), self.lattice.cells());
        let (period, point) = (structure.period(), structure.points()[point]);
        let within = self.in_cells(position);
        let from_point: [f64; 3] = std::array::from_fn(|axis| {
            let turn = cells[axis] as f64;
            let within = within[axis] - turn * (within[axis] / turn).floor();
            within - f64::from(point[axis]) / f64::from(period[axis])
        });
        let mut least: Option<Nearest> = None;
        for corner in 0..8 {
            let cell: [f64; 3] = std::array::from_fn(|axis| {
                from_point[axis].floor() + f64::from(corner >> axis & 1)
            });
            let apart = std::array::from_fn(|axis| from_point[axis] - cell[axis]);
            let vector = combined(apart, &self.axes);
            let distance = length(vector);
            if least.is_some_and(|least| least.distance <= distance) {
                continue;
            }
            let fine = std::array::from_fn(|axis| {
                let cell = (cell[axis] as i64).rem_euclid(cells[axis] as i64);
                // A lattice has at most 2³⁰ fine units along an axis.
                cell as i32 * period[axis] + point[axis]
            });
            let site = self.lattice.site_at(fine).expect("a point of a cell is a site");
            least = Some(Nearest { site, vector, distance });
        }
        least.expect("a cell has corners")
    }

    fn structure(&self) -> Structure {
        self.lattice.structure()
    }
}

/// The length of a vector.
pub(super) fn length(vector: [f64; 3]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The sum of the rows, each times its factor.
pub(super) fn combined(factors: [f64; 3], rows: &Axes) -> [f64; 3] {
    std::array::from_fn(|axis| (0..3).map(|row| factors[row] * rows[row][axis]).sum())
}

pub(super) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// The determinant of three rows.
pub(crate) fn determinant(rows: &Axes) -> f64 {
    let cross = cross(rows[1], rows[2]);
    (0..3).map(|axis| rows[0][axis] * cross[axis]).sum()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        a[next] * b[last] - a[last] * b[next]
    })
}

/// The inverse by cofactors, such that a vector times it has the factors of the rows.
pub(crate) fn inverse(rows: &Axes) -> Axes {
    let volume = determinant(rows);
    let columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
    std::array::from_fn(|row| std::array::from_fn(|column| columns[column][row] / volume))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_site_is_the_nearest_of_all() {
        for structure in Structure::ALL {
            let depth = if structure == Structure::Square { 1 } else { 2 };
            let lattice = Lattice::new(structure, [3, 2, depth]).unwrap();
            let crystal = Crystal::new(lattice, 2.5).unwrap();
            let axes = crystal.box_axes();
            for number in 0..400_u32 {
                // Positions in and around the box.
                let part = |step: u32| f64::from(number * step % 401) / 401.0 * 3.0 - 1.0;
                let position = combined([part(7), part(23), part(101)], &axes);
                let nearest = crystal.nearest(position);
                let turns = |i: i32| (i % 7 - 3, i / 7 % 7 - 3, i / 49 - 3);
                let least = lattice.sites().flat_map(|site| {
                    let apart = minus(position, crystal.position(site));
                    (0..343).map(turns).map(move |(x, y, z)| {
                        length(minus(apart, combined([x, y, z].map(f64::from), &axes)))
                    })
                });
                let least = least.fold(f64::INFINITY, f64::min);
                assert!((nearest.distance - least).abs() < 1e-9, "{lattice} {position:?}");
                assert!((length(nearest.vector) - nearest.distance).abs() < 1e-12);
            }
            for site in lattice.sites() {
                let nearest = crystal.nearest(crystal.position(site));
                assert_eq!(nearest.site, site);
                assert!(nearest.distance < 1e-9, "{lattice}");
            }
        }
    }

    #[test]
    fn lattice_constants_out_of_range() {
        let lattice = Lattice::new(Structure::Sc, [2; 3]).unwrap();
        for constant in [0.0, -2.8, f64::NAN, f64::INFINITY, 1e-4, 1e7] {
            let error = Crystal::new(lattice, constant).unwrap_err().to_string();
            assert!(error.contains("lattice constant from 0.001 to 1000000 Å"), "{error}");
        }
    }
}
