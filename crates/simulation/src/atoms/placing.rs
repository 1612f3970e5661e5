//! Finds the site of each atom.

use zobrist_input::{FileError, Result, bail, error};
use zobrist_lattice::Lattice;

use super::frame::{Atom, Frame};
use super::geometry::{Axes, Crystal, Nearest, combined, determinant, length, minus};

/// Returns the index of the atom on each site, in the order of the sites. `constant` is the lattice
/// constant and `tolerance` the distance up to which an atom belongs to a site, both in Å.
///
/// The site (0, 0, 0) is at the corner of the frame's box, which must be the box of the lattice:
/// the same three axes, or others that span the same periodic box, each within the tolerance. The
/// first axis of the cell is along x, and the second of hcp at 120° to it. A square lattice has a
/// third axis of one lattice constant. An atom may be in any periodic image. The time is
/// proportional to the number of atoms.
///
/// # Errors
/// When the frame has no box or another one, an atom is further than the tolerance from all sites,
/// or two are on one; when the lattice constant is not from 0.001 to 10⁶ Å, the tolerance not
/// finite or below 0, or the system refuses 16 bytes for each site.
pub fn place_on_lattice(
    frame: &Frame,
    lattice: Lattice,
    constant: f64,
    tolerance: f64,
) -> Result<Vec<Option<usize>>> {
    let crystal = Crystal::new(lattice, constant)?;
    if !(tolerance >= 0.0 && tolerance.is_finite()) {
        bail!("expected a tolerance of 0 Å or more, got {tolerance}");
    }
    let file = &frame.file;
    let Some(cell) = frame.cell else {
        bail!(
            "{file}: expected atoms in the periodic box of {lattice}, got atoms without a box; extended XYZ has it in \
             the comment line, as Lattice=\"…\""
        );
    };
    check_box(file, &crystal, &cell, tolerance)?;
    let mut sites = Vec::new();
    if sites.try_reserve_exact(lattice.len()).is_err() {
        bail!("the system refuses memory for {} sites; take a smaller box", lattice.len());
    }
    sites.resize(lattice.len(), None);
    let (mut misfit, mut misfits, mut double) = (None, 0_usize, None);
    for (index, atom) in frame.atoms.iter().enumerate() {
        let nearest = crystal.nearest(minus(atom.position, frame.origin));
        if nearest.distance > tolerance {
            misfits += 1;
            misfit.get_or_insert((index, nearest));
            continue;
        }
        match &mut sites[nearest.site.index()] {
            Some(other) => drop(double.get_or_insert((*other, index, nearest))),
            site => *site = Some(index),
        }
    }
    if let Some((index, nearest)) = misfit {
        return Err(misfit_error(frame, &crystal, tolerance, index, nearest, misfits));
    }
    match double {
        Some((first, second, nearest)) => {
            Err(double_error(frame, &crystal, first, second, nearest))
        }
        None => Ok(sites),
    }
}

/// Checks that the axes of a frame span the box of the lattice.
fn check_box(file: &str, crystal: &Crystal, cell: &Axes, tolerance: f64) -> Result<()> {
    let expected = crystal.box_axes();
    let cells = crystal.lattice.cells().map(|count| count as f64);
    let mut turns = [[0.0; 3]; 3];
    let mut fits = true;
    for (turns, axis) in turns.iter_mut().zip(cell) {
        let along = crystal.in_cells(*axis);
        *turns = std::array::from_fn(|i| (along[i] / cells[i]).round());
        fits &= length(minus(*axis, combined(*turns, &expected))) <= tolerance;
    }
    if fits && determinant(&turns).abs() == 1.0 {
        return Ok(());
    }
    let (wanted, got) = (expected.map(length), cell.map(length));
    let in_cells = std::array::from_fn(|axis| got[axis] / crystal.cell_length(axis));
    let axes = match (0..3).all(|axis| (wanted[axis] - got[axis]).abs() <= tolerance) {
        // The lengths alone would not tell them apart.
        true => format!("; its axes are {} Å, not {} Å", vectors(cell), vectors(&expected)),
        false => String::new(),
    };
    Err(error!(
        "{file}: the atoms are in another box: expected that of {}, {} Å, got {} Å, or {} cells with the lattice \
         constant {} Å{axes}",
        crystal.lattice,
        joined(wanted, " x "),
        joined(got, " x "),
        joined(in_cells, " x "),
        short(crystal.constant),
    ))
}

/// The error about the first atom that fits no site.
fn misfit_error(
    frame: &Frame,
    crystal: &Crystal,
    tolerance: f64,
    index: usize,
    nearest: Nearest,
    misfits: usize,
) -> FileError {
    let total = frame.atoms.len();
    let more = match common_shift(frame, crystal, tolerance) {
        Some(shift) => format!(
            "; all {total} atoms are off their sites by about the same vector, ({}) Å: move them back by it",
            joined(shift, ", ")
        ),
        None if misfits > 1 => format!("; {misfits} of {total} atoms fit none"),
        None => String::new(),
    };
    error!(
        "{}: expected it within {} Å of a site of {}, the nearest is {} Å away{more}",
        named(frame, index),
        short(tolerance),
        crystal.lattice,
        short(nearest.distance)
    )
}

/// The shortest vector by which all atoms are off, if there are two atoms or more and such a
/// vector.
fn common_shift(frame: &Frame, crystal: &Crystal, tolerance: f64) -> Option<[f64; 3]> {
    let [first, _, ..] = frame.atoms.as_slice() else { return None };
    let relative = |atom: &Atom| minus(atom.position, frame.origin);
    // The first atom may belong to any place in the cell; the others decide.
    let places = 0..crystal.lattice.structure().points().len();
    let mut shifts: Vec<_> =
        places.map(|point| crystal.nearest_of(relative(first), point)).collect();
    shifts.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let fits = |shift: [f64; 3]| {
        let mut atoms = frame.atoms.iter();
        atoms.all(|atom| crystal.nearest(minus(relative(atom), shift)).distance <= tolerance)
    };
    shifts.into_iter().map(|nearest| nearest.vector).find(|shift| fits(*shift))
}

/// The error about two atoms on one site.
fn double_error(
    frame: &Frame,
    crystal: &Crystal,
    first: usize,
    second: usize,
    nearest: Nearest,
) -> FileError {
    let Atom { symbol, position, line, .. } = &frame.atoms[first];
    error!(
        "{}: expected one atom on a site, got this one on that of atom {}, {symbol} in line {line} at ({}) Å; the site \
         is at ({}) Å",
        named(frame, second),
        first + 1,
        joined(*position, ", "),
        joined(crystal.position(nearest.site), ", "),
    )
}

/// The place of an atom in its file, its number from 1, its symbol and its position.
fn named(frame: &Frame, index: usize) -> String {
    let Atom { symbol, position, line, .. } = &frame.atoms[index];
    let position = joined(*position, ", ");
    format!("{}:{line}: atom {}, {symbol} at ({position}) Å", frame.file, index + 1)
}

fn vectors(axes: &Axes) -> String {
    let [x, y, z] = axes.map(|axis| joined(axis, ", "));
    format!("({x}), ({y}), ({z})")
}

fn joined(numbers: [f64; 3], between: &str) -> String {
    numbers.map(short).join(between)
}

/// A number with at most six digits after the point.
fn short(number: f64) -> String {
    let text = format!("{number:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
