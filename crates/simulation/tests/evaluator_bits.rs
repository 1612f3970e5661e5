//! A simulation with the energies of iron and copper from another program is, to the last bit, the
//! one with them built in. With the argument `--answer`, this program is the other one: the example
//! of `zobrist-lattice`.
//!
//! `--time` prints how many requests a second are answered.

#[path = "../../lattice/examples/iron_copper_evaluator.rs"]
mod iron_copper_evaluator;

use std::env;
use std::error::Error;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::{Jump, Model, PairModel};
use zobrist_lattice::{
    Configuration, Kmc, Lattice, RecallMode, Settings, Site, Species, Structure,
};
use zobrist_simulation::evaluator::{
    CommandModel, Evaluator, EvaluatorSettings, Geometry, Request,
};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    if env::args().any(|argument| argument == "--answer") {
        return iron_copper_evaluator::main();
    }
    if env::args().any(|argument| argument == "--time") {
        return time();
    }
    the_same_trajectory()?;
    println!("the same trajectory: ok");
    Ok(())
}

const CELLS: usize = 8;

fn evaluator(workers: usize, batch: usize) -> Result<Evaluator> {
    let lattice = Lattice::new(Structure::Bcc, [CELLS; 3])?;
    let geometry = Geometry::new(lattice, 2.87, 2.87, &["Fe", "vacancy", "Cu"])?;
    let command = vec![env::current_exe()?.to_string_lossy().into_owned(), "--answer".into()];
    let mut settings = EvaluatorSettings::new(command, "");
    (settings.workers, settings.batch) = (workers, batch);
    Ok(Evaluator::new(settings, Arc::new(geometry))?)
}

fn alloy(lattice: Lattice, seed: u64) -> Result<Configuration> {
    let mut alloy = Configuration::new(lattice);
    let mut random = Xoshiro256PlusPlus::new(seed);
    alloy.scatter(Species::VACANCY, 3, &mut random)?;
    alloy.scatter(Species(2), 100, &mut random)?;
    Ok(alloy)
}

/// The bits of the clock and the configuration after some steps.
fn run(model: &mut dyn Model, recall: RecallMode) -> Result<(u64, Configuration)> {
    let alloy = alloy(model.lattice(), 5)?;
    let mut settings = Settings::new(773.0, 1);
    settings.recall = recall;
    let mut kmc = Kmc::new(model, alloy, settings)?;
    kmc.run(1000)?;
    Ok((kmc.time().to_bits(), kmc.configuration().clone()))
}

fn the_same_trajectory() -> Result<()> {
    let evaluator = evaluator(2, 8)?;
    let lattice = evaluator.geometry().lattice();
    let (mut outside, mut inside) =
        (CommandModel::new(evaluator, "1"), PairModel::iron_copper(lattice)?);
    assert_eq!(Model::reach(&outside), Model::reach(&inside));
    let expected = run(&mut inside, RecallMode::None)?;
    for recall in [RecallMode::None, RecallMode::JumpSymmetry] {
        assert!(run(&mut outside, recall)? == expected, "{recall:?}");
    }
    // The control: another alloy has another trajectory.
    assert!(expected.1 != alloy(lattice, 5)?);
    Ok(())
}

/// Requests a second, with calls of several sizes, from several threads.
fn time() -> Result<()> {
    for (workers, size, threads) in [
        (1_usize, 1_usize, 1_usize),
        (1, 8, 1),
        (2, 8, 1),
        (2, 8, 4),
        (1, 512, 1),
        (2, 512, 1),
        (2, 10_000, 1),
    ] {
        let evaluator = evaluator(workers, 64)?;
        let geometry = evaluator.geometry();
        let lattice = geometry.lattice();
        let (alloy, directions) = (alloy(lattice, 1)?, Structure::Bcc.directions());
        let mut jumps = Vec::new();
        let vacancies: Vec<Site> = alloy.sites_of(Species::VACANCY).collect();
        for vacancy in vacancies.into_iter().cycle().take(size.div_ceil(8)) {
            let to = directions.iter().map(|offset| lattice.neighbor(vacancy, *offset)).enumerate();
            jumps.extend(to.map(|(direction, to)| Jump::new(vacancy, to, direction)));
        }
        jumps.truncate(size);
        let mut expected = Vec::new();
        PairModel::iron_copper(lattice)?.barriers(&alloy, &jumps, &mut expected)?;
        let ask = || {
            let requests: Vec<Request> = geometry.requests(&alloy, &jumps);
            let answers = evaluator.evaluate(&requests).expect("the evaluator answers");
            assert!(
                answers
                    .iter()
                    .map(|answer| answer.barrier)
                    .eq(expected.iter().map(|barrier| barrier.energy()))
            );
        };
        // The workers start.
        ask();
        let calls = 200_000 / size / threads;
        let begin = Instant::now();
        thread::scope(|scope| {
            (0..threads).for_each(|_| drop(scope.spawn(|| (0..calls).for_each(|_| ask()))))
        });
        let rate = (calls * size * threads) as f64 / begin.elapsed().as_secs_f64();
        println!(
            "{workers} workers, {size} requests a call, {threads} threads: {rate:.0} requests/s"
        );
    }
    Ok(())
}
