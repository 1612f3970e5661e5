//! Simulations by exchanges: their equilibrium, the same chain in every mode, stopped and gone on
//! with, and what they refuse.

mod audit;
mod balance;
mod checkpoint;
mod common;
mod energies;
mod ensembles;
mod ising;
mod modes;
mod recall;
mod refused;
