//! Kinetic and Metropolis Monte Carlo of iron with copper: cost and savings of recall, and the cost
//! of rows.

mod ageing;
mod flicker;
mod legs;
mod metropolis;
mod modes;
mod potential;
mod rows;

use anyhow::Result;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::{Configuration, Lattice, Species, Structure};

const COPPER: Species = Species(2);

pub fn run() -> Result<()> {
    modes::run()?;
    potential::run()?;
    ageing::run()?;
    flicker::run()?;
    rows::run()?;
    metropolis::run()
}

/// A box of bcc iron.
fn iron(cells: usize) -> Result<Configuration> {
    Ok(Configuration::new(Lattice::new(Structure::Bcc, [cells; 3])?))
}

/// A box with one vacancy and copper, in percent of the sites.
fn alloy(cells: usize, percent: usize) -> Result<Configuration> {
    let (mut start, mut random) = (iron(cells)?, Xoshiro256PlusPlus::new(1));
    start.scatter(Species::VACANCY, 1, &mut random)?;
    let sites = start.lattice().len();
    start.scatter(COPPER, (sites * percent + 50) / 100, &mut random)?;
    Ok(start)
}
