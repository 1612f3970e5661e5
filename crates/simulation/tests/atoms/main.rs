//! Files of atoms: read, placed on a lattice, written, cut at a step, and exchanged with ASE.

mod ase;
mod common;
mod keeping;
mod lammps;
mod placing;
#[path = "../support/python.rs"]
mod python;
mod round_trips;
mod single;
mod writing;
mod xyz;
