//! Barriers that cost time.

use std::time::{Duration, Instant};

use super::barrier::Barrier;
use super::interface::{EvaluationError, Jump, Model, SharedModel};
use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::structure::Offset;

/// A model in which every barrier takes some time longer, to measure what recall saves when
/// barriers are expensive.
#[derive(Clone, Debug)]
pub struct Delayed<M> {
    model: M,
    delay: Duration,
}

impl<M> Delayed<M> {
    /// Creates a model with the barriers of `model`, each after `delay` of computing.
    pub fn new(model: M, delay: Duration) -> Delayed<M> {
        Delayed { model, delay }
    }
}

impl<M: Model> Model for Delayed<M> {
    fn lattice(&self) -> Lattice {
        self.model.lattice()
    }

    fn species_count(&self) -> usize {
        self.model.species_count()
    }

    fn reach(&self) -> &[Offset] {
        self.model.reach()
    }

    fn gives_prefactors(&self) -> bool {
        self.model.gives_prefactors()
    }

    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        wait(self.delay);
        self.model.barrier(configuration, jump)
    }

    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        jumps.iter().for_each(|_| wait(self.delay));
        self.model.barriers(configuration, jumps, barriers)
    }

    fn reverse_barrier(&self, atom: Species, barrier: f64) -> Option<f64> {
        self.model.reverse_barrier(atom, barrier)
    }

    fn fingerprint(&self) -> u64 {
        self.model.fingerprint()
    }

    fn energy(&self, configuration: &Configuration) -> Option<f64> {
        self.model.energy(configuration)
    }

    fn energy_of(&self, configuration: &Configuration, others: &[Site]) -> Option<f64> {
        self.model.energy_of(configuration, others)
    }

    fn warnings(&self) -> Vec<String> {
        self.model.warnings()
    }
}

impl<M: SharedModel> SharedModel for Delayed<M> {
    fn shared_barriers(
        &self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) {
        for jump in jumps {
            wait(self.delay);
            self.model.shared_barriers(configuration, &[*jump], barriers);
        }
    }
}

/// Not a sleep: a computation keeps the processor, and its caches, to itself.
fn wait(delay: Duration) {
    let start = Instant::now();
    while start.elapsed() < delay {
        std::hint::spin_loop();
    }
}
