//! Recall with the embedded-atom method, by the length of the cutoff.

use std::fmt::Write;

use anyhow::Result;
use zobrist_lattice::model::{EamModel, Setfl};
use zobrist_lattice::{Kmc, Lattice, RecallMode, Settings};

use super::alloy;
use super::legs::{Runner, in_legs};

/// The constant of bcc iron in Å.
pub(super) const CONSTANT: f64 = 2.86;

/// Two shells, and five.
pub(super) const CUTOFFS: [f64; 2] = [3.5, 5.3];

pub fn run() -> Result<()> {
    for cutoff in CUTOFFS {
        let start = alloy(32, 1)?;
        let model = made_up(start.lattice(), cutoff)?;
        let modes = [RecallMode::None, RecallMode::JumpSymmetry];
        let mut runners = Vec::new();
        for mode in modes {
            let mut settings = Settings::new(773.0, 1);
            settings.recall = mode;
            let kmc = Kmc::new(&model, start.clone(), settings)?;
            runners.push(Runner { name: mode.to_string(), walk: Box::new(kmc) });
        }
        in_legs(
            &format!("lattice: a step with embedded atoms, cutoff {cutoff} Å, 1 % Cu at 773 K"),
            10,
            10_000,
            8,
            &mut runners,
        );
    }
    Ok(())
}

/// The model of a made-up potential of two elements, which demix. Functions are smooth, and end
/// with slope 0.
pub(super) fn made_up(lattice: Lattice, cutoff: f64) -> Result<EamModel> {
    let potential = Setfl::read(setfl(cutoff)?.as_bytes())?;
    Ok(EamModel::new(lattice, CONSTANT, &potential, &[Some(0), None, Some(1)], &[0.65, 0.0, 0.56])?)
}

/// The text of the potential.
fn setfl(cutoff: f64) -> Result<String> {
    const POINTS: usize = 1000;
    let nearest = CONSTANT * 0.75_f64.sqrt();
    let (spacing, density_spacing) = (cutoff / (POINTS - 1) as f64, 0.1);
    let decay = |r: f64, length: f64| {
        ((nearest - r) / length).exp() * (1.0 - (r / cutoff).powi(2)).max(0.0).powi(2)
    };
    let mut text = format!(
        "made up\nfor a\nbenchmark\n2 Fe Cu\n{POINTS} {density_spacing} {POINTS} {spacing} {cutoff}\n"
    );
    let table = |text: &mut String, spacing: f64, value: &dyn Fn(f64) -> f64| {
        (0..POINTS).try_for_each(|point| writeln!(text, "{}", value(point as f64 * spacing)))
    };
    for (number, mass, weight, depth) in [(26, 55.845, 1.0, 1.0), (29, 63.546, 0.9, 0.95)] {
        writeln!(text, "{number} {mass} {CONSTANT} bcc")?;
        table(&mut text, density_spacing, &|density| -depth * density.sqrt())?;
        table(&mut text, spacing, &|r| weight * decay(r, 0.9))?;
    }
    for strength in [0.25, 0.19, 0.25] {
        table(&mut text, spacing, &|r| -strength * r * decay(r, 0.7))?;
    }
    Ok(text)
}
