//! Means over rows by time, and over rows after steps weighted by residence, against Boltzmann
//! weights.

use zobrist_lattice::model::{Model, PairModel, PairParameters};
use zobrist_lattice::{
    BOLTZMANN, Configuration, Flicker, Kmc, Lattice, RecallMode, Settings, Site, Species, Structure,
};

const COPPER: Species = Species(2);
const TEMPERATURE: f64 = 500.0;

/// One vacancy and two atoms of copper that jump readily, on 16 sites.
fn model() -> PairModel {
    let mut parameters = PairParameters::iron_copper();
    parameters.migration[COPPER.index()] = 0.45;
    PairModel::new(Lattice::new(Structure::Bcc, [2, 2, 2]).unwrap(), &parameters).unwrap()
}

/// The energy in eV, and the atoms of copper beside the vacancy.
fn observed(model: &PairModel, state: &Configuration, vacancy: Site) -> [f64; 2] {
    let lattice = model.lattice();
    let around = lattice.structure().directions();
    let is_copper = |offset| state.occupant(lattice.neighbor(vacancy, offset)) == COPPER;
    let beside = around.iter().filter(|offset| is_copper(**offset)).count();
    [model.energy(state).unwrap(), beside as f64]
}

/// The means with Boltzmann weights at a temperature.
fn exact(model: &PairModel, temperature: f64) -> [f64; 2] {
    let lattice = model.lattice();
    // The vacancy may stand anywhere: by translation, on the first site.
    let others: Vec<Site> = lattice.sites().skip(1).collect();
    let (mut weights, mut sums) = (0.0, [0.0; 2]);
    for (i, one) in others.iter().enumerate() {
        for other in &others[..i] {
            let mut state = Configuration::new(lattice);
            state.set(Site(0), Species::VACANCY);
            state.set(*one, COPPER);
            state.set(*other, COPPER);
            let values = observed(model, &state, Site(0));
            let weight = (-(values[0] + 60.0) / (BOLTZMANN * temperature)).exp();
            weights += weight;
            sums = [0, 1].map(|at| sums[at] + weight * values[at]);
        }
    }
    sums.map(|sum| sum / weights)
}

fn begun(model: &PairModel, flicker: Option<Flicker>, seed: u64) -> Kmc<&PairModel> {
    let mut start = Configuration::new(model.lattice());
    for (site, species) in [(0, 1), (3, 2), (8, 2)] {
        start.set(Site(site), Species(species));
    }
    let mut settings = Settings::new(TEMPERATURE, seed);
    (settings.flicker, settings.recall) = (flicker, RecallMode::EnvironmentSymmetry);
    Kmc::new(model, start, settings).unwrap()
}

/// Returns the number of standard errors between the weighted mean of some rows and the exact ones.
/// The rows are put together in 40 blocks; the error is that of a ratio of two sums.
fn off(rows: &[(f64, [f64; 2])], exact: [f64; 2]) -> [f64; 2] {
    let blocks: Vec<(f64, [f64; 2])> = rows
        .chunks(rows.len().div_ceil(40))
        .map(|block| {
            block.iter().fold((0.0, [0.0; 2]), |(weights, sums), (weight, values)| {
                (weights + weight, [0, 1].map(|at| sums[at] + weight * values[at]))
            })
        })
        .collect();
    [0, 1].map(|at| {
        let weights: f64 = blocks.iter().map(|block| block.0).sum();
        let mean = blocks.iter().map(|block| block.1[at]).sum::<f64>() / weights;
        let squares = blocks.iter().map(|block| (block.1[at] - mean * block.0).powi(2));
        let error = (squares.sum::<f64>() * 40.0 / 39.0).sqrt() / weights;
        (mean - exact[at]).abs() / error
    })
}

const FLICKERS: [Option<Flicker>; 3] = [None, Some(Flicker::new(8, 4)), Some(Flicker::new(32, 8))];

#[test]
fn rows_by_time_are_balanced_with_flicker_and_without() {
    let model = model();
    let exact = exact(&model, TEMPERATURE);
    let period = 1e-6;
    for flicker in FLICKERS {
        let mut kmc = begun(&model, flicker, 3);
        let mut after = begun(&model, flicker, 4);
        let (mut rows, mut late) = (Vec::new(), Vec::new());
        for row in 1..=6000 {
            let time = period * f64::from(row);
            while kmc.step_until(time).unwrap().is_some() {}
            rows.push((1.0, observed(&model, kmc.configuration(), kmc.vacancies()[0])));
            while after.time() < time {
                after.step().unwrap();
            }
            late.push((1.0, observed(&model, after.configuration(), after.vacancies()[0])));
        }
        let found = off(&rows, exact);
        assert!(found.iter().all(|off| *off < 4.0), "{flicker:?}: {found:?}");
        // The control: the state after the next step.
        let found = off(&late, exact);
        assert!(found[1] > 8.0, "{flicker:?}: {found:?}");
        assert!(flicker.is_none() == (kmc.exits() == 0));
    }
}

#[test]
fn rows_after_steps_are_balanced_by_their_residence_with_flicker_and_without() {
    let model = model();
    let exact = exact(&model, TEMPERATURE);
    for flicker in FLICKERS {
        let mut kmc = begun(&model, flicker, 5);
        let mut rows = Vec::new();
        for _ in 0..30_000 {
            kmc.run(7).unwrap();
            let time = kmc.residence().unwrap().unwrap();
            rows.push((time, observed(&model, kmc.configuration(), kmc.vacancies()[0])));
        }
        let found = off(&rows, exact);
        assert!(found.iter().all(|off| *off < 4.0), "{flicker:?}: {found:?}");
        // The control: each row counts once.
        let visits: Vec<_> = rows.iter().map(|(_, values)| (1.0, *values)).collect();
        let found = off(&visits, exact);
        assert!(found[1] > 8.0, "{flicker:?}: {found:?}");
    }
}

/// The trajectory is that of a simulation whose residence nobody asks for, counts and all.
#[test]
fn residence_leaves_the_trajectory_as_it_is() {
    let model = model();
    for flicker in FLICKERS {
        let (mut plain, mut asked) = (begun(&model, flicker, 6), begun(&model, flicker, 6));
        let mut shown = 0;
        for _ in 0..500 {
            plain.run(3).unwrap();
            asked.run(3).unwrap();
            assert_eq!(plain.state().hash(), asked.state().hash());
            assert_eq!(plain.time().to_bits(), asked.time().to_bits());
            let time = asked.residence().unwrap();
            let hash = asked.state().hash();
            shown += u32::from(hash != plain.state().hash());
            // Again the same, also after a resume.
            assert_eq!((asked.residence().unwrap(), asked.state().hash()), (time, hash));
            let bytes = asked.checkpoint();
            let mut again = Kmc::resume(&model, asked.settings().clone(), &bytes).unwrap();
            assert_eq!(again.state().hash(), plain.state().hash());
            assert_eq!((again.residence().unwrap(), again.state().hash()), (time, hash));
            assert_eq!(again.checkpoint(), bytes);
        }
        assert!(flicker.is_none() == (shown == 0), "{shown}");
        assert_eq!(plain.evaluations(), asked.evaluations());
    }
}
