//! The modes of recall, with pair energies and with costly barriers.

use std::time::Duration;

use anyhow::Result;
use zobrist_lattice::model::{Delayed, Model, PairModel};
use zobrist_lattice::{Configuration, Kmc, Lattice, RecallMode, Settings};

use super::alloy;
use crate::paired::{compare, contestant};

/// The number of steps to which the targets refer.
const STEPS: u64 = 300_000;

/// The outcome of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    hash: u64,
    time: f64,
    evaluations: u64,
    bytes: usize,
}

/// A box of 32 by 32 by 32 cells with one vacancy.
struct Alloy {
    start: Configuration,
    lattice: Lattice,
}

impl Alloy {
    fn new(percent: usize) -> Result<Alloy> {
        let start = alloy(32, percent)?;
        let lattice = start.lattice();
        Ok(Alloy { start, lattice })
    }

    fn run(&self, model: impl Model, temperature: f64, mode: RecallMode, steps: u64) -> End {
        let mut settings = Settings::new(temperature, 1);
        settings.recall = mode;
        let mut kmc =
            Kmc::new(model, self.start.clone(), settings).expect("the alloy has a vacancy");
        kmc.run(steps).expect("the vacancy can jump");
        End {
            hash: kmc.state().hash(),
            time: kmc.time(),
            evaluations: kmc.evaluations(),
            bytes: kmc.recall_size().map_or(0, |(_, bytes)| bytes),
        }
    }
}

pub fn run() -> Result<()> {
    for (percent, temperature, target) in [(1, 373.0, 0.15), (1, 773.0, 0.15), (10, 773.0, 3.0)] {
        modes(percent, temperature, target)?;
    }
    costly_barriers()
}

fn modes(percent: usize, temperature: f64, target: f64) -> Result<()> {
    let alloy = Alloy::new(percent)?;
    let model = PairModel::iron_copper(alloy.lattice)?;
    let ends = RecallMode::ALL.map(|mode| alloy.run(&model, temperature, mode, STEPS));
    for end in ends {
        assert_eq!(
            (end.hash, end.time),
            (ends[0].hash, ends[0].time),
            "every mode ends at the same state and time"
        );
    }
    compare(
        &format!(
            "lattice: a step, {percent} % Cu at {temperature} K (targets: none 1000 ns; \
             evaluations of jump-symmetry {target} %)"
        ),
        STEPS,
        7,
        &mut RecallMode::ALL.map(|mode| {
            let (alloy, model) = (&alloy, &model);
            contestant(mode.name(), move || alloy.run(model, temperature, mode, STEPS))
        }),
        |mode, end| assert_eq!(*end, ends[mode]),
    );
    for (mode, end) in RecallMode::ALL.iter().zip(ends) {
        let share = 100.0 * end.evaluations as f64 / ends[0].evaluations as f64;
        let (evaluations, bytes) = (end.evaluations, end.bytes);
        println!("  {mode:<44} {evaluations:>10} evaluations, {share:.3} %, {bytes} bytes");
    }
    Ok(())
}

/// A whole run with costly barriers, from an empty recall.
fn costly_barriers() -> Result<()> {
    let alloy = Alloy::new(1)?;
    let model = PairModel::iron_copper(alloy.lattice)?;
    let steps = 500;
    let slow = Delayed::new(model, Duration::from_millis(1));
    let expected = alloy.run(&slow, 773.0, RecallMode::JumpSymmetry, steps);
    let modes = [RecallMode::None, RecallMode::JumpSymmetry];
    compare(
        &format!("lattice: {steps} steps, 1 % Cu, 1 ms a barrier (target: 25 times as fast)"),
        steps,
        3,
        &mut modes.map(|mode| {
            let (alloy, slow) = (&alloy, &slow);
            contestant(mode.name(), move || alloy.run(slow, 773.0, mode, steps))
        }),
        |_, end| assert_eq!((end.hash, end.time), (expected.hash, expected.time)),
    );
    Ok(())
}
