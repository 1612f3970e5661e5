//! Steps of a vacancy in iron with copper, and what they cost.
//!
//! `cargo run --release -p zobrist-lattice --example steps -- [percent of copper] [K] [steps] [mode]`

use std::time::Instant;

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::PairModel;
use zobrist_lattice::{Kmc, Lattice, RecallMode, Settings, Species, State, Structure};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let only = std::env::args().nth(4).map(|name| name.parse::<RecallMode>()).transpose()?;
    let mut arguments = std::env::args().skip(1).take(3).map(|word| word.parse::<f64>());
    let mut next = |unless: f64| arguments.next().unwrap_or(Ok(unless));
    let (percent, temperature, steps) = (next(1.0)?, next(773.0)?, next(3e5)? as u64);

    let lattice = Lattice::new(Structure::Bcc, [32, 32, 32])?;
    let mut state: State = State::new(lattice, 3, 2005);
    let mut random = Xoshiro256PlusPlus::new(1);
    state.scatter(Species::VACANCY, 1, &mut random)?;
    let copper = (lattice.len() as f64 * percent / 100.0).round() as usize;
    state.scatter(Species(2), copper, &mut random)?;

    println!(
        "mode                   evaluations        hits   ns a step  hash              time in s"
    );
    for mode in RecallMode::ALL.into_iter().filter(|mode| only.is_none_or(|only| only == *mode)) {
        let mut settings = Settings::new(temperature, 1);
        settings.recall = mode;
        let model = PairModel::iron_copper(lattice)?;
        let mut kmc = Kmc::new(model, state.configuration().clone(), settings)?;
        let start = Instant::now();
        kmc.run(steps)?;
        let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / steps as f64;
        println!(
            "{mode:<20} {:>13} {:>11} {nanoseconds:>11.0}  {:016x}  {:.6e}",
            kmc.evaluations(),
            kmc.hits(),
            kmc.state().hash(),
            kmc.time(),
        );
    }
    Ok(())
}
