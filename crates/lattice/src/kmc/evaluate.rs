//! Calls of the model.

use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::neighbors::Neighbors;
use crate::species::Species;

/// Computes barriers by a model, with buffers that are allocated once.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    /// The nearest neighbors of a site, by direction.
    pub(super) neighbors: Neighbors,
    jumps: Vec<Jump>,
    computed: Vec<f64>,
    barriers: Vec<f64>,
}

impl Evaluator {
    pub(super) fn new(neighbors: Neighbors) -> Evaluator {
        Evaluator { neighbors, jumps: Vec::new(), computed: Vec::new(), barriers: Vec::new() }
    }

    /// Computes the barriers of all jumps of a vacancy, by direction; infinite towards another
    /// vacancy.
    pub(super) fn all(
        &mut self,
        model: &dyn Model,
        configuration: &Configuration,
        vacancy: Site,
    ) -> &[f64] {
        self.jumps.clear();
        self.jumps.extend(possible_jumps(&self.neighbors, configuration, vacancy));
        self.computed.clear();
        evaluate(model, configuration, &self.jumps, &mut self.computed);
        self.barriers.clear();
        self.barriers.resize(self.neighbors.offsets().len(), f64::INFINITY);
        for (jump, barrier) in self.jumps.iter().zip(&self.computed) {
            self.barriers[jump.direction] = *barrier;
        }
        &self.barriers
    }

    /// The number of barriers that the last call of [`all`](Evaluator::all) computed.
    pub(super) fn computed(&self) -> u64 {
        self.computed.len() as u64
    }

    /// Makes the barriers towards other vacancies infinite, as [`all`](Evaluator::all) does: those
    /// from a damaged file, or of another environment with the same hash, need not be.
    #[inline]
    pub(super) fn block_vacancies(
        &self,
        configuration: &Configuration,
        vacancy: Site,
        barriers: &mut [f64],
    ) {
        for (barrier, to) in barriers.iter_mut().zip(self.neighbors.sites(vacancy)) {
            if configuration.occupant(to) == Species::VACANCY {
                *barrier = f64::INFINITY;
            }
        }
    }
}

/// The jumps that a vacancy can make: those to anything but another vacancy.
pub(super) fn possible_jumps(
    neighbors: &Neighbors,
    configuration: &Configuration,
    vacancy: Site,
) -> impl Iterator<Item = Jump> {
    let sites = neighbors.sites(vacancy).enumerate();
    let sites = sites.filter(|(_, to)| configuration.occupant(*to) != Species::VACANCY);
    sites.map(move |(direction, to)| Jump { vacancy, to, direction })
}

/// Appends the barriers of some jumps to `barriers`, which is empty.
pub(super) fn evaluate(
    model: &dyn Model,
    configuration: &Configuration,
    jumps: &[Jump],
    barriers: &mut Vec<f64>,
) {
    model.barriers(configuration, jumps, barriers);
    assert_eq!(barriers.len(), jumps.len(), "the model gives a barrier for each jump");
}
