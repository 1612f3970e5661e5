//! Flicker: what it gains where a vacancy is trapped, and what it costs where it is not.

use std::time::Instant;

use anyhow::Result;
use zobrist_lattice::model::{PairModel, PairParameters};
use zobrist_lattice::{Configuration, Flicker, Kmc, Settings, Species, Structure};

use super::{COPPER, alloy, iron};
use crate::paired::quartiles;

const SEEDS: u64 = 6;
const STEPS: u64 = 100_000;

pub fn run() -> Result<()> {
    println!(
        "\nlattice: flicker, {SEEDS} runs of {STEPS} steps without it, and of the same simulated times with it"
    );
    let copper = PairParameters::iron_copper();
    let mut fast = PairParameters::iron_copper();
    fast.migration[COPPER.index()] = 0.2;
    let (few, many) = (Flicker::default(), Flicker::new(Flicker::default().window, 64));
    compare("1 %, solutes that jump at 0.2 eV, 373 K", &fast, &alloy(16, 1)?, 373.0, few)?;
    compare("1 % Cu, 373 K", &copper, &alloy(16, 1)?, 373.0, few)?;
    compare("1 % Cu, 773 K", &copper, &alloy(16, 1)?, 773.0, few)?;
    compare("a cluster of 14 Cu, 373 K", &copper, &cluster()?, 373.0, few)?;
    compare("a cluster of 14 Cu, 373 K, 64 states", &copper, &cluster()?, 373.0, many)
}

/// A vacancy whose first and second neighbors are copper.
fn cluster() -> Result<Configuration> {
    let mut start = iron(16)?;
    let lattice = start.lattice();
    let center = lattice.site_at([16, 16, 16]).expect("bcc has a site there");
    start.set(center, Species::VACANCY);
    for offset in Structure::Bcc.shells(2).concat() {
        start.set(lattice.neighbor(center, offset), COPPER);
    }
    Ok(start)
}

fn compare(
    name: &str,
    parameters: &PairParameters,
    start: &Configuration,
    temperature: f64,
    flicker: Flicker,
) -> Result<()> {
    let model = PairModel::new(start.lattice(), parameters)?;
    let (mut steps, mut evaluations, mut exits, mut skipped) = ([0; 2], [0; 2], 0, 0);
    let (mut ratios, mut simulated, mut elapsed) = (Vec::new(), 0.0, [0.0; 2]);
    for seed in 1..=SEEDS {
        let mut plain = Kmc::new(&model, start.clone(), Settings::new(temperature, seed))?;
        let mut settings = Settings::new(temperature, seed + SEEDS);
        settings.flicker = Some(flicker);
        let mut quick = Kmc::new(&model, start.clone(), settings)?;
        let begin = Instant::now();
        plain.run(STEPS)?;
        let without = begin.elapsed();
        let begin = Instant::now();
        while quick.step_until(plain.time())?.is_some() {}
        let with = begin.elapsed();
        assert!(quick.step_until(plain.time())?.is_none());
        let times = [without, with].map(|time| time.as_secs_f64());
        ratios.push(times[0] / times[1]);
        for (at, kmc) in [&plain, &quick].into_iter().enumerate() {
            steps[at] += kmc.steps();
            evaluations[at] += kmc.evaluations();
            elapsed[at] += times[at];
        }
        exits += quick.exits();
        skipped += quick.skipped();
        simulated += plain.time();
    }
    let speed = quartiles(ratios);
    let a_second = elapsed.map(|time| time / simulated);
    println!("  {name}: {simulated:.3e} s");
    for (at, what) in ["without", "with"].into_iter().enumerate() {
        println!(
            "    {what:<10} {:>8} steps, {:>8} barriers, {:.4e} s of work a simulated second",
            steps[at], evaluations[at], a_second[at]
        );
    }
    println!(
        "    {exits} exits, {skipped} jumps skipped; speed {:.3} ({:.3} to {:.3})",
        speed[1], speed[0], speed[2]
    );
    Ok(())
}
