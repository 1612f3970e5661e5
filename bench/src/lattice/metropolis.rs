//! Exchanges of atoms, with recall and without.

use anyhow::Result;
use zobrist_lattice::model::{PairModel, SubstitutionEnergy};
use zobrist_lattice::{Metropolis, RecallMode, Settings};

use super::alloy;
use super::legs::{Runner, in_legs};
use super::potential::{CUTOFFS, made_up};

pub fn run() -> Result<()> {
    let lattice = alloy(32, 1)?.lattice();
    let pairs = PairModel::iron_copper(lattice)?;
    compare("pairs", &pairs, 100_000)?;
    for (cutoff, steps) in CUTOFFS.into_iter().zip([20_000, 4_000]) {
        compare(&format!("embedded atoms, cutoff {cutoff} Å"), &made_up(lattice, cutoff)?, steps)?;
    }
    Ok(())
}

fn compare(title: &str, model: &impl SubstitutionEnergy, steps: u64) -> Result<()> {
    let modes = [RecallMode::None, RecallMode::Environment, RecallMode::EnvironmentSymmetry];
    let mut runners = Vec::new();
    for mode in modes {
        let mut settings = Settings::new(773.0, 1);
        settings.recall = mode;
        let metropolis = Metropolis::new(model, alloy(32, 1)?, settings)?;
        runners.push(Runner { name: mode.to_string(), walk: Box::new(metropolis) });
    }
    let title = format!("lattice: a Metropolis step, 1 % Cu at 773 K, {title}");
    in_legs(&title, 10, steps, 2, &mut runners);
    Ok(())
}
