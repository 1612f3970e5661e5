//! Files of atoms: the start of a simulation is read from one.
//!
//! [`read_atoms`] reads extended XYZ and the text dumps of LAMMPS, [`place_on_lattice`] finds the site of each atom.

mod columns;
mod comment;
mod frame;
mod geometry;
mod lammps;
mod lines;
mod placing;
mod read;
mod scan;
mod xyz;

pub use self::frame::{Atom, Frame, VACANCY_SYMBOL};
pub use self::placing::place_on_lattice;
pub use self::read::read_atoms;
