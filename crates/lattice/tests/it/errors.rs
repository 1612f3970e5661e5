//! An error prints its own text or returns its cause, never both.

use std::error::Error;
use std::io::{self, Read};

use zobrist_lattice::model::{PairModel, PairParameters, Setfl};
use zobrist_lattice::{
    Configuration, Kmc, Lattice, Origin, Recall, RecallMode, Settings, Site, Species, Structure,
};

struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is gone"))
    }
}

/// A box with room for the model, but not for its environments: four sites along one axis.
fn narrow() -> (PairModel, Configuration) {
    let lattice = Lattice::new(Structure::Bcc, [2, 4, 4]).unwrap();
    let mut configuration = Configuration::new(lattice);
    configuration.set(Site(3), Species::VACANCY);
    let mut parameters = PairParameters::iron_copper();
    parameters.pairs = vec![parameters.pairs[0].clone(); 4];
    (PairModel::new(lattice, &parameters).unwrap(), configuration)
}

#[test]
fn no_cause_is_printed_twice() {
    let (model, configuration) = narrow();
    let settings = Settings::new(700.0, 1);
    let mut environments = settings.clone();
    environments.recall = RecallMode::Environment;
    let checkpoint = Kmc::new(&model, configuration.clone(), settings).unwrap().checkpoint();
    let small = Lattice::new(Structure::Bcc, [1, 1, 1]).unwrap();
    let origin = Origin { potential: 1, lattice: 2, seed: 3 };
    let errors: [(Box<dyn Error>, usize); 5] = [
        (Kmc::new(&model, configuration, environments.clone()).unwrap_err().into(), 1),
        (Kmc::resume(&model, environments, &checkpoint).unwrap_err().into(), 1),
        (PairModel::new(small, &PairParameters::iron_copper()).unwrap_err().into(), 1),
        (Recall::<f64>::with_entries(9).load(Failing, origin).unwrap_err().into(), 2),
        (Setfl::read(&b"a\nb\nc\n\xff\n"[..]).unwrap_err().into(), 2),
    ];
    for (error, causes) in errors {
        let mut chain = vec![error.to_string()];
        let mut cause = error.source();
        while let Some(error) = cause {
            chain.push(error.to_string());
            cause = error.source();
        }
        assert_eq!(chain.len(), causes, "{chain:?}");
        for (number, text) in chain.iter().enumerate() {
            assert!(chain[..number].iter().all(|before| !before.contains(text)), "{chain:?}");
        }
    }
}
