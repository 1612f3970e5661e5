//! Barriers that cost time.

use std::time::{Duration, Instant};

use super::interface::{Jump, Model};
use crate::configuration::Configuration;
use crate::lattice::Lattice;
use crate::species::Species;
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

    fn barrier(&self, configuration: &Configuration, jump: Jump) -> f64 {
        // Not a sleep: a computation keeps the processor, and its caches, to itself.
        let start = Instant::now();
        while start.elapsed() < self.delay {
            std::hint::spin_loop();
        }
        self.model.barrier(configuration, jump)
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
}
