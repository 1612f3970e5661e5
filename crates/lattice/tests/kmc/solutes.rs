//! More than one solute: a host, three solutes and vacancies, with every kind of model.

use zobrist_lattice::model::{EamModel, PairModel, PairParameters, SetflForm, SharedModel};
use zobrist_lattice::{Lattice, Settings, Species, Structure};

use crate::common::scattered;
use crate::finnis_sinclair::{in_order, migration, potential};
use crate::modes::all_modes;

const SPECIES: usize = 5;

/// A simulation in every mode; none of the solutes may be one that the model takes for another.
fn same_in_all_modes(model: &dyn SharedModel, temperature: f64, steps: u64) {
    let lattice = model.lattice();
    let start = scattered(lattice, &[2, 9, 7, 5], 6);
    assert_eq!(model.species_count(), SPECIES);
    for (a, b) in [(0, 2), (0, 3), (0, 4), (2, 3), (2, 4), (3, 4)] {
        let mut exchanged = start.clone();
        for site in lattice.sites() {
            match start.occupant(site).index() {
                species if species == a => exchanged.set(site, Species(b as u8)),
                species if species == b => exchanged.set(site, Species(a as u8)),
                _ => continue,
            };
        }
        assert_ne!(model.energy(&exchanged), model.energy(&start), "{a} {b}");
    }
    let evaluations = all_modes(model, &start, &Settings::new(temperature, 8), steps);
    assert!(evaluations[4] < evaluations[0], "{evaluations:?}");
}

#[test]
fn every_mode_has_the_same_trajectory_with_three_solutes_and_eam() {
    for form in [SetflForm::Alloy, SetflForm::FinnisSinclair] {
        for (structure, cells, constant) in
            [(Structure::Bcc, [6, 6, 7], 2.5), (Structure::Fcc, [5, 4, 5], 3.8)]
        {
            let lattice = Lattice::new(structure, cells).unwrap();
            let (potential, elements) = (potential(form, 4), in_order(4));
            let model =
                EamModel::new(lattice, constant, &potential, &elements, &migration(SPECIES));
            same_in_all_modes(&model.unwrap(), 900.0, 150);
        }
    }
}

#[test]
fn every_mode_has_the_same_trajectory_with_three_solutes_and_pairs() {
    for (structure, cells) in [(Structure::Bcc, [6, 5, 7]), (Structure::Fcc, [6, 4, 5])] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let energy =
            |a: usize, b: usize| 0.01 * (a.min(b) + 5 * a.max(b)) as f64 - 0.015 * (a * b) as f64;
        let table = (0..SPECIES).map(|a| (0..SPECIES).map(|b| energy(a, b)).collect()).collect();
        let parameters = PairParameters::new(vec![table], migration(SPECIES));
        same_in_all_modes(&PairModel::new(lattice, &parameters).unwrap(), 600.0, 2000);
    }
}
