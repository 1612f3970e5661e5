//! Cluster expansions in the files of ATAT: `lat.in`, `clusters.out` and `eci.out`.
//!
//! Their forms are those of the manual of ATAT (A. van de Walle, "corrdump" and "maps"), and the
//! functions those of A. van de Walle, Calphad 33, 2009, p. 266.

use std::io::Read;
use std::path::Path;

use zobrist_input::{Context, Place, Result, bail, decompress_text};
use zobrist_lattice::model::{ClusterParameters, ClusterTerm};
use zobrist_lattice::{Offset, Structure};
use zobrist_storage::open_regular;

use crate::alloy::{Alloy, VACANCY};
use crate::atoms::{determinant, inverse};

/// Largest difference of a coordinate from a site, in fine units.
const NEAR: f64 = 0.02;

/// Largest difference of a product of two axes of the cell from that of the structure, relative to
/// the square of the first: room for the ratio of the axes of hcp, which makes no difference to
/// energies.
const SHEAR: f64 = 0.15;

/// Largest such difference in cubic structures, whose files may have rounded numbers.
const ROUNDED: f64 = 1e-3;

/// Reads an expansion from a folder, for the elements of an alloy on a structure. Each file may
/// have `limit` bytes after decompression.
///
/// # Errors
/// When a file cannot be read or is damaged, is of another structure or other elements, a cluster
/// has points that are no sites, or another multiplicity than the symmetries of the structure give
/// it.
pub(crate) fn read(
    folder: &Path,
    structure: Structure,
    alloy: &Alloy,
    limit: u64,
) -> Result<ClusterParameters> {
    let text = |name: &str| {
        let path = folder.join(name);
        let what = || format!("cannot read {}", path.display());
        let file = open_regular(&path).with_context(what)?;
        let file = decompress_text(file, &path.to_string_lossy()).with_context(what)?;
        let mut text = String::new();
        file.take(limit.saturating_add(1)).read_to_string(&mut text).with_context(what)?;
        if text.len() as u64 > limit {
            bail!("{}: expected at most {limit} bytes; --max-size allows more", path.display());
        }
        Ok((path.display().to_string(), text))
    };
    let [(lattice, lattice_text), (clusters, clusters_text), (eci, eci_text)] =
        [text("lat.in")?, text("clusters.out")?, text("eci.out")?];
    let cell = Cell::read(Lines::of(&lattice, &lattice_text), structure)?;
    let functions = cell.functions(alloy).context(&lattice)?;
    let mut terms = read_clusters(Lines::of(&clusters, &clusters_text), structure, &cell)?;
    let mut energies = Lines::of(&eci, &eci_text);
    for term in &mut terms {
        [term.energy] = energies.row("an energy in eV for each cluster of clusters.out")?;
        if term.points.is_empty() {
            // That of a primitive cell.
            term.energy /= cell.sites as f64;
        }
    }
    if let Some((at, line)) = energies.next() {
        let count = terms.len();
        let reason = format!(
            "expected {count} energies, one for each cluster of clusters.out, got {line:?}"
        );
        return Err(energies.place.error(at, reason));
    }
    Ok(ClusterParameters::new(functions, terms))
}

/// The lines of a text that are not empty.
struct Lines<'a> {
    place: Place<'a>,
    /// Each with the byte at which it begins.
    lines: std::vec::IntoIter<(usize, &'a str)>,
}

impl<'a> Lines<'a> {
    fn of(file: &'a str, text: &'a str) -> Lines<'a> {
        let line = |line: &'a str| (line.as_ptr() as usize - text.as_ptr() as usize, line.trim());
        let lines: Vec<_> = text.lines().map(line).filter(|(_, line)| !line.is_empty()).collect();
        Lines { place: Place::new(file, text.as_bytes()), lines: lines.into_iter() }
    }

    /// The next line; `None` at the end.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        self.lines.next()
    }

    /// The next line, which must be there.
    fn line(&mut self, expected: &str) -> Result<(usize, &'a str)> {
        let end = self.place.bytes.len();
        self.next()
            .ok_or_else(|| self.place.error(end, format!("expected {expected}, got the end")))
    }

    /// The numbers of a line, one for each of an array, and the words after them.
    fn numbers<const N: usize>(
        &self,
        (at, line): (usize, &'a str),
        expected: &str,
    ) -> Result<([f64; N], Vec<&'a str>)> {
        let mut words = line.split_whitespace();
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            let read = words.next().and_then(|word| word.parse().ok());
            *number = read.filter(|read: &f64| read.abs() <= 1e9).ok_or_else(|| {
                self.place.error(at, format!("expected {expected}, got {line:?}"))
            })?;
        }
        Ok((numbers, words.collect()))
    }

    /// The numbers of the next line, which has no more.
    fn row<const N: usize>(&mut self, expected: &str) -> Result<[f64; N]> {
        let line = self.line(expected)?;
        match self.numbers(line, expected)? {
            (numbers, rest) if rest.is_empty() => Ok(numbers),
            _ => Err(self.place.error(line.0, format!("expected {expected}, got {:?}", line.1))),
        }
    }

    /// The next line, which has a count.
    fn count(&mut self, expected: &str) -> Result<usize> {
        let (at, line) = self.line(expected)?;
        let read = line.parse::<u16>().map(usize::from);
        read.map_err(|_| self.place.error(at, format!("expected {expected}, got {line:?}")))
    }
}

/// The primitive cell of `lat.in`, and how it lies in the structure.
struct Cell {
    /// The inverse of its axes in the coordinate system of the file: a point times it has the
    /// number of each axis.
    inverse: [[f64; 3]; 3],
    /// The first site.
    origin: [f64; 3],
    /// Its axes in fine units.
    fine: [Offset; 3],
    /// The number of its sites.
    sites: usize,
    /// The elements that a site can have, in the order of the file.
    elements: Vec<String>,
}

impl Cell {
    fn read(mut lines: Lines<'_>, structure: Structure) -> Result<Cell> {
        let axes = coordinate_system(&mut lines)?;
        let vector = "an axis of the cell, as three numbers";
        let vectors: [[f64; 3]; 3] = [lines.row(vector)?, lines.row(vector)?, lines.row(vector)?];
        let (mut atoms, mut elements): (Vec<[f64; 3]>, Vec<String>) = (Vec::new(), Vec::new());
        while let Some((at, line)) = lines.next() {
            let expected = "a site: three coordinates and its elements, as in `0 0 0 Cu,Au`";
            let (position, words) = lines.numbers((at, line), expected)?;
            let names: Vec<String> =
                words.concat().split(',').map(|name| name.trim().to_owned()).collect();
            if names.iter().any(String::is_empty) {
                return Err(lines.place.error(at, format!("expected {expected}, got {line:?}")));
            }
            if !atoms.is_empty() && names != elements {
                let (expected, got) = (elements.join(","), names.join(","));
                let reason =
                    format!("expected the elements of all sites to be {expected}, got {got}");
                return Err(lines.place.error(at, reason));
            }
            atoms.push(position);
            elements = names;
        }
        let expected = if structure == Structure::Hcp { 2 } else { 1 };
        if atoms.len() != expected {
            let got = atoms.len();
            bail!(
                "{}: expected the primitive cell of {structure}, with sites: {expected}, got {got}",
                lines.place.file
            );
        }
        let cartesian = vectors.map(|vector| times(vector, &axes));
        let inverse = inverse(&vectors);
        for origin in atoms.iter().copied() {
            for fine in placements(&cartesian, structure) {
                let cell =
                    Cell { inverse, origin, fine, sites: atoms.len(), elements: elements.clone() };
                let is_site =
                    |atom: &[f64; 3]| cell.site(*atom).is_some_and(|at| structure.has(at));
                if atoms.iter().all(is_site) {
                    return Ok(cell);
                }
            }
        }
        bail!(
            "{}: expected the primitive cell of {structure}, got another lattice",
            lines.place.file
        )
    }

    /// The site at a point of the coordinate system, in fine units from the first.
    fn site(&self, point: [f64; 3]) -> Option<Offset> {
        let from_origin = std::array::from_fn(|axis| point[axis] - self.origin[axis]);
        let parts = times(from_origin, &self.inverse);
        let fine: [f64; 3] = std::array::from_fn(|axis| {
            (0..3).map(|row| parts[row] * f64::from(self.fine[row][axis])).sum()
        });
        let near = |x: &f64| x.abs() < 1e6 && (x - x.round()).abs() < NEAR;
        fine.iter().all(near).then(|| fine.map(|x| x.round() as i32))
    }

    /// By species of an alloy, the values of all functions: for M elements,
    /// -cos(2π⌈n/2⌉s/M) for odd n and -sin(2π⌈n/2⌉s/M) for even n, n = 1 … M − 1, of the element
    /// number s.
    fn functions(&self, alloy: &Alloy) -> Result<Vec<Vec<f64>>> {
        let count = self.elements.len();
        let values = |name: &String| {
            let found = self.elements.iter().position(|element| element == name);
            let Some(number) = found else {
                if name == VACANCY {
                    return Ok(Vec::new());
                }
                bail!(
                    "expected the element {name} of the composition, got {}",
                    self.elements.join(",")
                );
            };
            Ok((1..count).map(|n| function(n, number, count)).collect())
        };
        alloy.names().iter().map(values).collect()
    }
}

/// The value of function `n`, from 1, of an element out of `count`.
fn function(n: usize, number: usize, count: usize) -> f64 {
    // -1 and 1 to the last bit.
    if count == 2 {
        return if number == 0 { -1.0 } else { 1.0 };
    }
    let angle = std::f64::consts::TAU * (n.div_ceil(2) * number) as f64 / count as f64;
    if n % 2 == 1 { -angle.cos() } else { -angle.sin() }
}

/// The axes of a coordinate system, in Cartesian coordinates: three rows of numbers, or one with
/// three lengths and the angles of the second and third axis, the third and first, and the first
/// and second.
fn coordinate_system(lines: &mut Lines<'_>) -> Result<[[f64; 3]; 3]> {
    let expected = "a coordinate system: a b c alpha beta gamma, or three rows of three numbers";
    let first = lines.line(expected)?;
    let (row, rest) = lines.numbers::<3>(first, expected)?;
    if rest.is_empty() {
        return Ok([row, lines.row(expected)?, lines.row(expected)?]);
    }
    let ([a, b, c, alpha, beta, gamma], rest) = lines.numbers::<6>(first, expected)?;
    if !rest.is_empty() {
        return Err(lines.place.error(first.0, format!("expected {expected}, got {:?}", first.1)));
    }
    let [cos_alpha, cos_beta, cos_gamma] =
        [alpha, beta, gamma].map(|angle| angle.to_radians().cos());
    let sin_gamma = gamma.to_radians().sin();
    let along_y = (cos_alpha - cos_beta * cos_gamma) / sin_gamma;
    let along_z = (1.0 - cos_beta * cos_beta - along_y * along_y).sqrt();
    Ok([
        [a, 0.0, 0.0],
        [b * cos_gamma, b * sin_gamma, 0.0],
        [c * cos_beta, c * along_y, c * along_z],
    ])
}

/// All ways to lay three Cartesian axes of a primitive cell along those of a structure, in fine
/// units: with their lengths and angles, up to a common factor, and the volume of its primitive
/// cell.
fn placements(axes: &[[f64; 3]; 3], structure: Structure) -> Vec<[Offset; 3]> {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let sites = if structure == Structure::Hcp { 2 } else { 1 };
    let volume =
        structure.period().iter().product::<i32>() * sites / structure.points().len() as i32;
    // A lattice constant of 1.
    let fine = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(|unit| structure.cartesian(unit));
    let scale = (determinant(&fine) * f64::from(volume) / determinant(axes).abs()).cbrt();
    let axes = axes.map(|axis| axis.map(|x| x * scale));
    let shear = if structure == Structure::Hcp { SHEAR } else { ROUNDED };
    let is_like = |a: usize, b: usize, fine: [Offset; 2]| {
        let [of_a, of_b] = fine.map(|fine| structure.cartesian(fine));
        let most = dot(axes[a], axes[a]).max(dot(axes[b], axes[b]));
        (dot(of_a, of_b) - dot(axes[a], axes[b])).abs() <= shear * most
    };
    let farthest = axes.iter().map(|axis| dot(*axis, *axis)).fold(0.0, f64::max).sqrt();
    let period = structure.period();
    // In hcp, the others lead to sites that see inverted surroundings.
    let is_axis = |offset: &Offset| {
        structure != Structure::Hcp || (0..3).all(|axis| offset[axis] % period[axis] == 0)
    };
    let offsets = structure.within((1.2 * farthest).min(10.0));
    let offsets: Vec<Offset> = offsets.into_iter().filter(is_axis).collect();
    let along = |number: usize| offsets.iter().filter(move |it| is_like(number, number, [**it; 2]));
    let mut placements = Vec::new();
    for first in along(0) {
        for second in along(1).filter(|second| is_like(0, 1, [*first, **second])) {
            for third in along(2) {
                let rows = [*first, *second, *third];
                if is_like(0, 2, [*first, *third])
                    && is_like(1, 2, [*second, *third])
                    && determinant(&rows.map(|row| row.map(f64::from))).abs() == f64::from(volume)
                {
                    placements.push(rows);
                }
            }
        }
    }
    placements
}

/// Reads the clusters, without their energies.
fn read_clusters(
    mut lines: Lines<'_>,
    structure: Structure,
    cell: &Cell,
) -> Result<Vec<ClusterTerm>> {
    let mut terms = Vec::new();
    while let Some((at, line)) = lines.next() {
        let place = lines.place;
        let expected = "the number of such clusters in a primitive cell";
        let multiplicity = line.parse::<u64>().ok();
        let multiplicity = multiplicity
            .ok_or_else(|| place.error(at, format!("expected {expected}, got {line:?}")))?;
        lines.row::<1>("the length of the longest pair of a cluster")?;
        let count = lines.count("the number of the points of a cluster")?;
        let mut points = Vec::new();
        for _ in 0..count {
            let expected = "a point: three coordinates, and with more than two elements their number less 2 and that of a \
                            function";
            let (at, line) = lines.line(expected)?;
            let wrong = |reason: String| place.error(at, reason);
            let (point, words) = lines.numbers((at, line), expected)?;
            let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
            let elements = cell.elements.len();
            let function = match numbers.as_deref() {
                Some([]) if elements == 2 => 0,
                Some([less, function]) if less + 2 == elements && function + 1 < elements => {
                    *function
                }
                _ => {
                    return Err(wrong(format!(
                        "expected {expected}, for {elements} elements, got {line:?}"
                    )));
                }
            };
            let site = cell.site(point).filter(|site| structure.has(*site));
            let site = site.ok_or_else(|| {
                wrong(format!("expected a site of the cell in lat.in or of another, got {line:?}"))
            })?;
            if points.iter().any(|(other, _)| *other == site) {
                return Err(wrong(format!(
                    "expected a site of its own for each point, got {line:?}"
                )));
            }
            points.push((site, function));
        }
        let term = ClusterTerm::new(points, 0.0);
        let got = term.multiplicity(structure) as u64;
        if got != multiplicity {
            let reason = format!(
                "expected the clusters of a primitive cell of {structure} to be {got}, by its symmetries, got \
                 {multiplicity}; a lattice of lower symmetry is not one of those that simulations know"
            );
            return Err(place.error(at, reason));
        }
        terms.push(term);
    }
    Ok(terms)
}

/// A row times three rows.
fn times(row: [f64; 3], rows: &[[f64; 3]; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| (0..3).map(|number| row[number] * rows[number][axis]).sum())
}
