//! Asking the model.

use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::neighbours::Neighbours;
use crate::species::Species;

/// Asks a model for barriers, without allocating each time.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    pub(super) ways: Neighbours,
    jumps: Vec<Jump>,
    fresh: Vec<f64>,
    all: Vec<f64>,
}

impl Evaluator {
    pub(super) fn new(ways: Neighbours) -> Evaluator {
        Evaluator { ways, jumps: Vec::new(), fresh: Vec::new(), all: Vec::new() }
    }

    /// The jumps that a vacancy can make: those to anything but another vacancy. The list is to be
    /// given back.
    pub(super) fn jumps(&mut self, configuration: &Configuration, vacancy: Site) -> Vec<Jump> {
        let mut jumps = std::mem::take(&mut self.jumps);
        jumps.clear();
        let sites = self.ways.sites(vacancy).enumerate();
        let sites = sites.filter(|(_, to)| configuration.occupant(*to) != Species::VACANCY);
        jumps.extend(sites.map(|(direction, to)| Jump { vacancy, to, direction }));
        jumps
    }

    /// Takes a list back.
    pub(super) fn give_back(&mut self, jumps: Vec<Jump>) {
        self.jumps = jumps;
    }

    /// The barriers of all jumps of a vacancy, by direction; infinite towards another vacancy.
    pub(super) fn all<M: Model>(
        &mut self,
        model: &M,
        configuration: &Configuration,
        vacancy: Site,
    ) -> &[f64] {
        let jumps = self.jumps(configuration, vacancy);
        self.fresh.clear();
        model.barriers(configuration, &jumps, &mut self.fresh);
        assert_eq!(self.fresh.len(), jumps.len(), "the model gives a barrier for each jump");
        self.all.clear();
        self.all.resize(self.ways.offsets().len(), f64::INFINITY);
        for (jump, barrier) in jumps.iter().zip(&self.fresh) {
            self.all[jump.direction] = *barrier;
        }
        self.give_back(jumps);
        &self.all
    }

    /// Makes the barriers towards other vacancies infinite, as [`all`](Evaluator::all) does: those
    /// from a damaged file, or of another environment with the same hash, need not be.
    #[inline]
    pub(super) fn keep_apart(
        &self,
        configuration: &Configuration,
        vacancy: Site,
        barriers: &mut [f64],
    ) {
        for (barrier, to) in barriers.iter_mut().zip(self.ways.sites(vacancy)) {
            if configuration.occupant(to) == Species::VACANCY {
                *barrier = f64::INFINITY;
            }
        }
    }

    /// How many barriers the last call of [`all`](Evaluator::all) had the model compute.
    pub(super) fn computed(&self) -> u64 {
        self.fresh.len() as u64
    }

    /// The barriers of some jumps.
    pub(super) fn some<M: Model>(
        &mut self,
        model: &M,
        configuration: &Configuration,
        jumps: impl Iterator<Item = Jump>,
    ) -> Vec<f64> {
        let jumps: Vec<Jump> = jumps.collect();
        let mut barriers = Vec::with_capacity(jumps.len());
        model.barriers(configuration, &jumps, &mut barriers);
        assert_eq!(barriers.len(), jumps.len(), "the model gives a barrier for each jump");
        barriers
    }
}
