//! Long ageing: what a bound costs, once entries are evicted.

use anyhow::Result;
use zobrist_lattice::model::PairModel;
use zobrist_lattice::{Bound, Kmc, RecallMode, Settings};

use super::alloy;
use super::legs::{Runner, in_legs};

const LEGS: usize = 10;
const STEPS: u64 = 400_000;

pub fn run() -> Result<()> {
    let start = alloy(16, 10)?;
    let model = PairModel::iron_copper(start.lattice())?;
    let bounds = [256 << 20, 4 << 20, 1 << 20, 256 << 10];
    let mut runners = Vec::new();
    let mut add = |name: String, mode, bound| -> Result<()> {
        let mut settings = Settings::new(773.0, 1);
        (settings.recall, settings.bound) = (mode, bound);
        let kmc = Kmc::new(&model, start.clone(), settings)?;
        runners.push(Runner { name, walk: Box::new(kmc) });
        Ok(())
    };
    add("none".to_owned(), RecallMode::None, Bound::Entries(1))?;
    for bytes in bounds {
        add(format!("{} KiB", bytes >> 10), RecallMode::JumpSymmetry, Bound::Bytes(bytes))?;
    }
    let title = "lattice: ageing, 16³ cells, 10 % Cu at 773 K, by the bound of the recall";
    in_legs(title, LEGS, STEPS, 8, &mut runners);
    Ok(())
}
