//! Evaluations saved by recall, and its bounds.

use zobrist_lattice::model::PairModel;
use zobrist_lattice::{Bound, Kmc, Lattice, RecallMode, Settings, Structure};

use crate::common::{iron_copper, scattered};

/// The part of the evaluations of a plain run, which has eight a step.
fn part(copper_cells: usize, temperature: f64, mode: RecallMode, steps: u64) -> f64 {
    let mut settings = Settings::new(temperature, 1);
    settings.recall = mode;
    let mut kmc = iron_copper(copper_cells, settings);
    kmc.run(steps).unwrap();
    kmc.evaluations() as f64 / (8 * steps) as f64
}

/// 32³ cells, 1 % Cu, 3 · 10⁵ steps.
#[test]
fn per_jump_with_symmetry_few_in_a_thousand() {
    for temperature in [373.0, 773.0] {
        let found = part(32, temperature, RecallMode::JumpSymmetry, 300_000);
        assert!(found <= 0.0015, "{temperature} K: {found}");
    }
}

#[test]
fn more_is_recalled_from_mode_to_mode() {
    let parts = RecallMode::ALL.map(|mode| part(16, 773.0, mode, 30_000));
    assert_eq!(parts[0], 1.0);
    assert!(parts.is_sorted_by(|a, b| a > b), "{parts:?}");
}

/// More names than there is room for: the bound holds at every step.
#[test]
fn memory_is_bounded() {
    for (mode, bound) in [
        (RecallMode::State, Bound::Bytes(100_000)),
        (RecallMode::EnvironmentSymmetry, Bound::Bytes(60_000)),
        (RecallMode::JumpSymmetry, Bound::Bytes(10_000)),
        (RecallMode::JumpSymmetry, Bound::Entries(100)),
    ] {
        let mut settings = Settings::new(773.0, 1);
        (settings.recall, settings.bound) = (mode, bound);
        let mut kmc = iron_copper(16, settings);
        for _ in 0..200 {
            kmc.run(100).unwrap();
            let (entries, bytes) = kmc.recall_size().unwrap();
            match bound {
                Bound::Entries(most) => assert!(entries <= most),
                Bound::Bytes(most) => assert!(bytes <= most, "{mode}: {bytes}"),
                _ => panic!("a bound that is not among those above"),
            }
        }
        assert!(kmc.statistics().unwrap().evictions > 100, "{mode}: the run is longer");
    }
}

/// With copper on a tenth of the sites, environments recur more rarely.
#[test]
fn per_jump_with_symmetry_in_a_rich_alloy() {
    let lattice = Lattice::new(Structure::Bcc, [32; 3]).unwrap();
    let mut settings = Settings::new(773.0, 1);
    settings.recall = RecallMode::JumpSymmetry;
    let model = PairModel::iron_copper(lattice).unwrap();
    let mut kmc = Kmc::new(model, scattered(lattice, &[1, 6554], 5), settings).unwrap();
    kmc.run(300_000).unwrap();
    let found = kmc.evaluations() as f64 / 2_400_000.0;
    assert!(found <= 0.03, "{found}");
}

/// From an empty recall: where barriers cost all the time, a run of 250
/// steps is 25 times as fast.
#[test]
fn few_evaluations_from_the_start() {
    let found = part(16, 773.0, RecallMode::JumpSymmetry, 250);
    assert!(found < 0.04, "{found}");
}
