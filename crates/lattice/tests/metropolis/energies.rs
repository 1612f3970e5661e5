//! Changes in energy against total energies, to the unit.

use zobrist_lattice::model::{Model, SubstitutionEnergy, UNITS_PER_EV};
use zobrist_lattice::{Configuration, Lattice, Metropolis, Settings, Species, Structure};

use crate::common::{MODES, clusters, eam, end, pairs, scattered};

fn boxes() -> impl Iterator<Item = Lattice> {
    let cells = [
        (Structure::Sc, [2, 2, 2]),
        (Structure::Sc, [3, 4, 5]),
        (Structure::Bcc, [2, 2, 2]),
        (Structure::Bcc, [2, 3, 5]),
        (Structure::Bcc, [6, 5, 5]),
        (Structure::Fcc, [2, 2, 2]),
        (Structure::Fcc, [3, 4, 3]),
        (Structure::Hcp, [2, 2, 1]),
        (Structure::Hcp, [4, 3, 3]),
        (Structure::Square, [2, 2, 1]),
        (Structure::Square, [5, 4, 1]),
    ];
    cells.into_iter().map(|(structure, cells)| Lattice::new(structure, cells).unwrap())
}

/// The energies of a substitution by their definition.
fn by_definition(model: &dyn SubstitutionEnergy, configuration: &Configuration) {
    let mut energies = Vec::new();
    for site in configuration.lattice().sites() {
        energies.clear();
        model.substitution(configuration, site, &mut energies);
        let mut other = configuration.clone();
        let total = |species| {
            other.set(site, Species(species as u8));
            model.total(&other)
        };
        let totals: Vec<i128> = (0..model.species_count()).map(total).collect();
        assert!(energies.iter().zip(&totals).all(|(u, e)| i128::from(*u) == e - totals[0]));
        assert_eq!(energies.len(), totals.len());
    }
}

#[test]
fn energies_of_substitutions_are_differences_of_total_energies() {
    for lattice in boxes() {
        let sites = lattice.len();
        for seed in 0..3 {
            let start = scattered(lattice, &[sites / 8, sites / 4, sites / 5], seed);
            by_definition(&pairs(lattice, 1), &start);
            by_definition(&eam(lattice, 2.2), &scattered(lattice, &[sites / 8, sites / 3], seed));
        }
    }
    let lattice = Lattice::new(Structure::Bcc, [3, 3, 4]).unwrap();
    by_definition(&pairs(lattice, 3), &scattered(lattice, &[3, 20, 9], 1));
    by_definition(&eam(lattice, 2.5), &scattered(lattice, &[3, 20], 1));
}

#[test]
fn energies_of_clusters_are_differences_of_total_energies() {
    let mut compared = 0;
    for lattice in boxes() {
        // In the smallest boxes a site of a cluster is its own image.
        let Ok(model) = clusters(lattice) else { continue };
        let sites = lattice.len();
        for seed in 0..3 {
            by_definition(&model, &scattered(lattice, &[sites / 8, sites / 4, sites / 5], seed));
            compared += 1;
        }
    }
    assert!(compared >= 15, "{compared}");
}

/// Recall by the environment up to symmetry is exact for clusters, too.
#[test]
fn chains_of_clusters_are_the_same_in_all_modes() {
    for (structure, cells) in [(Structure::Fcc, [4, 4, 4]), (Structure::Hcp, [5, 4, 4])] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let model = clusters(lattice).unwrap();
        let start = scattered(lattice, &[5, 20, 30], 1);
        let ends = MODES.map(|mode| {
            let mut settings = Settings::new(900.0, 3);
            settings.recall = mode;
            let mut chain = Metropolis::new(&model, start.clone(), settings).unwrap();
            chain.run(2000).unwrap();
            assert_eq!(chain.energy(), model.total(chain.configuration()) as f64 / UNITS_PER_EV);
            end(&chain)
        });
        assert!(ends.iter().all(|end| *end == ends[0]), "{structure}");
        assert!(ends[0].3 > 100);
    }
}

/// Every step, whether made or not.
fn the_running_energy_is_exact<M: SubstitutionEnergy + Model>(
    model: &M,
    start: Configuration,
    temperature: f64,
) {
    let mut chain = Metropolis::new(model, start, Settings::new(temperature, 3)).unwrap();
    assert_eq!(Some(chain.energy()), model.energy(chain.configuration()));
    let mut changes = [0, 0];
    for _ in 0..300 {
        let before = chain.configuration().clone();
        let step = chain.step().unwrap();
        assert_ne!(before.occupant(step.a), before.occupant(step.b));
        let mut after = before.clone();
        after.exchange(step.a, step.b);
        let change = model.total(&after) - model.total(&before);
        assert_eq!(step.change, change as f64 / UNITS_PER_EV);
        assert_eq!(chain.configuration(), if step.accepted { &after } else { &before });
        assert_eq!(Some(chain.energy()), model.energy(chain.configuration()));
        assert_eq!(chain.state().hash(), chain.state().hash_from_scratch());
        changes[usize::from(step.accepted)] += i32::from(change != 0);
    }
    assert!(changes[0] > 10 && changes[1] > 10, "{changes:?}");
    let made = chain.accepted();
    assert!(made > 10 && made < 300 && chain.steps() == 300 && chain.evaluations() == 600);
}

#[test]
fn the_running_energy_is_that_of_the_model_to_the_bit() {
    let lattice = Lattice::new(Structure::Bcc, [2, 3, 3]).unwrap();
    the_running_energy_is_exact(&pairs(lattice, 2), scattered(lattice, &[3, 9, 5], 1), 2000.0);
    the_running_energy_is_exact(&eam(lattice, 2.5), scattered(lattice, &[3, 9], 1), 200.0);
    let lattice = Lattice::new(Structure::Hcp, [3, 3, 3]).unwrap();
    the_running_energy_is_exact(&pairs(lattice, 2), scattered(lattice, &[0, 15, 6], 1), 2000.0);
    the_running_energy_is_exact(&eam(lattice, 2.6), scattered(lattice, &[0, 9], 1), 200.0);
}

/// Migration energies are of no concern, energies are.
#[test]
fn fingerprints() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let of = |model: &dyn SubstitutionEnergy| model.fingerprint();
    assert_ne!(of(&pairs(lattice, 1)), of(&pairs(lattice, 2)));
    assert_ne!(of(&eam(lattice, 2.5)), of(&eam(lattice, 2.51)));
    let larger = Lattice::new(Structure::Bcc, [5, 4, 4]).unwrap();
    assert_eq!(of(&pairs(lattice, 2)), of(&pairs(larger, 2)));
    // Neither is that of the barriers.
    assert_ne!(of(&pairs(lattice, 2)), Model::fingerprint(&pairs(lattice, 2)));
}
