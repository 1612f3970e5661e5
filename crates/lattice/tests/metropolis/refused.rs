//! Bad inputs.

use zobrist_lattice::model::SubstitutionEnergy;
use zobrist_lattice::{
    Configuration, ExchangeError, Flicker, Lattice, Metropolis, MetropolisError, RecallMode,
    Settings, Site, Species, Stage, Structure,
};

use crate::common::{MODES, Wrong, eam, end, pairs, scattered};

#[test]
fn simulations_that_there_are_not() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let model = pairs(lattice, 2);
    let start = scattered(lattice, &[1, 2, 2], 1);
    let error = |configuration: &Configuration, change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::new(300.0, 1);
        change(&mut settings);
        Metropolis::new(&model, configuration.clone(), settings).unwrap_err()
    };
    for got in [0.0, -5.0, f64::INFINITY] {
        let error = error(&start, &|settings| settings.temperature = got);
        assert_eq!(error, MetropolisError::Temperature { got });
    }
    for got in [RecallMode::State, RecallMode::JumpSymmetry] {
        let error = error(&start, &|settings| settings.recall = got);
        assert_eq!(error, MetropolisError::Recall { got });
        let expected = "expected none, environment or environment-symmetry";
        assert!(error.to_string().contains(expected), "{error}");
    }
    let flicker = error(&start, &|settings| settings.flicker = Some(Flicker::default()));
    assert_eq!(flicker, MetropolisError::Flicker);
    let stage = Stage::new(1.0, 400.0);
    let ramp = error(&start, &|settings| settings.ramp = vec![stage]);
    assert_eq!(ramp, MetropolisError::Ramp);
    let ended = error(&start, &|settings| settings.end = 1.5);
    assert_eq!(ended, MetropolisError::End { got: 1.5 });
    assert!(ended.to_string().contains("expected no end, got 1.5 s"), "{ended}");
    assert!(matches!(
        error(&start, &|settings| settings.end = f64::NAN),
        MetropolisError::End { .. }
    ));

    let iron = error(&Configuration::new(lattice), &|_| ());
    assert_eq!(iron, MetropolisError::OneSpecies { got: Species::HOST });
    let mut copper = Configuration::new(lattice);
    for site in lattice.sites() {
        copper.set(site, Species(2));
    }
    assert_eq!(error(&copper, &|_| ()), MetropolisError::OneSpecies { got: Species(2) });

    let other = Configuration::new(Lattice::new(Structure::Bcc, [4, 4, 5]).unwrap());
    let message = error(&other, &|_| ()).to_string();
    assert!(message.contains("expected bcc 4 x 4 x 4") && message.contains("got bcc 4 x 4 x 5"));
    let mut foreign = start.clone();
    foreign.set(Site(7), Species(4));
    let message = error(&foreign, &|_| ()).to_string();
    assert!(message.contains("species 4 on site 7: expected a number below 4"), "{message}");
}

/// Embedded atoms are read twice as far as they see: with recall a box may be too small that is
/// not too small without.
#[test]
fn a_box_that_is_too_small_for_recall() {
    let lattice = Lattice::new(Structure::Bcc, [2, 2, 2]).unwrap();
    let model = eam(lattice, 2.5);
    for mode in MODES {
        let mut settings = Settings::new(900.0, 1);
        settings.recall = mode;
        match Metropolis::new(&model, scattered(lattice, &[0, 3], 1), settings) {
            Ok(mut chain) => chain.run(100).map(|()| assert_eq!(mode, RecallMode::None)).unwrap(),
            Err(error) => {
                assert!(mode != RecallMode::None && matches!(error, MetropolisError::Offset(_)));
                assert!(error.to_string().contains("leads to its own center"), "{error}");
            }
        }
    }
}

#[test]
fn energies_beyond_a_thousand_are_no_energies() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let start = scattered(lattice, &[1, 9, 1], 1);
    let surroundings = Structure::Bcc.shells(2).concat();
    for more in [1_100_000_000_000_000, -1_100_000_000_000_000, i64::MAX / 2] {
        let wrong = Some((Species(3), more));
        let (model, surroundings) = (pairs(lattice, 2), surroundings.clone());
        let model = Wrong { model, surroundings, more: wrong };
        let ends = MODES.map(|mode| {
            let mut settings = Settings::new(400.0, 4);
            settings.recall = mode;
            let mut chain = Metropolis::new(&model, start.clone(), settings).unwrap();
            let error = chain.run(100_000).unwrap_err();
            let ExchangeError::Energy { species, got, .. } = error else { panic!("{error}") };
            assert_eq!(species, Species(3));
            assert!((got - more as f64 / 1e12).abs() < 10.0);
            assert!(error.to_string().contains("at most 1000 eV"), "{error}");
            let before = end(&chain);
            assert_eq!(chain.step(), Err(error));
            assert_eq!(end(&chain), before, "{mode}");
            assert_eq!(chain.state().hash(), chain.state().hash_from_scratch());
            (before, error)
        });
        assert!(ends.iter().all(|other| *other == ends[0]));
    }
}

/// Says nothing about one species.
struct Silent<M>(M);

impl<M: SubstitutionEnergy> SubstitutionEnergy for Silent<M> {
    fn lattice(&self) -> Lattice {
        self.0.lattice()
    }
    fn species_count(&self) -> usize {
        self.0.species_count()
    }
    fn surroundings(&self) -> &[zobrist_lattice::Offset] {
        self.0.surroundings()
    }
    fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>) {
        self.0.substitution(configuration, site, energies);
        energies.pop();
    }
    fn total(&self, configuration: &Configuration) -> i128 {
        self.0.total(configuration)
    }
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}

#[test]
#[should_panic = "the model gives an energy for each species"]
fn a_model_has_an_energy_for_each_species() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let model = Silent(pairs(lattice, 2));
    let settings = Settings::new(400.0, 4);
    let mut chain = Metropolis::new(model, scattered(lattice, &[0, 9], 1), settings).unwrap();
    let _ = chain.step();
}
