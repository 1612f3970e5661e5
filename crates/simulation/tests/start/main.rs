//! Starts of simulations from files of atoms.

mod common;
mod dumps;
mod refused;
mod species;
