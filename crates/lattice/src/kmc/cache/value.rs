//! Barriers as the numbers that a recall keeps.

use crate::model::Barrier;
use crate::recall::Stored;

/// The kept form of the barrier of one jump.
pub(super) trait JumpValue: Stored + Clone {
    fn of(barrier: Barrier) -> Self;
    fn barrier(&self) -> Barrier;
}

/// The energy, for models that give no prefactors.
impl JumpValue for f64 {
    #[inline]
    fn of(barrier: Barrier) -> f64 {
        barrier.energy()
    }

    #[inline]
    fn barrier(&self) -> Barrier {
        Barrier::new(*self)
    }
}

/// The energy and the prefactor; not a number if it is that of the species.
impl JumpValue for [f64; 2] {
    #[inline]
    fn of(barrier: Barrier) -> [f64; 2] {
        [barrier.energy(), barrier.stored_prefactor()]
    }

    #[inline]
    fn barrier(&self) -> Barrier {
        Barrier::with_prefactor(self[0], self[1])
    }
}

/// The kept form of the barriers of a vacancy, or of several, by direction: all energies, then all
/// prefactors if the model gives them.
#[derive(Debug)]
pub(super) struct Packing {
    directions: usize,
    prefactors: bool,
}

impl Packing {
    pub(super) fn new(directions: usize, prefactors: bool) -> Packing {
        Packing { directions, prefactors }
    }

    /// The numbers for each vacancy.
    pub(super) fn len(&self) -> usize {
        if self.prefactors { 2 * self.directions } else { self.directions }
    }

    /// Room for one vacancy, with every jump impossible.
    pub(super) fn empty(&self) -> Vec<f64> {
        let mut values = vec![f64::INFINITY; self.len()];
        values[self.directions..].fill(f64::NAN);
        values
    }

    /// Puts a barrier at its direction.
    #[inline]
    pub(super) fn put(&self, values: &mut [f64], direction: usize, barrier: Barrier) {
        values[direction] = barrier.energy();
        if self.prefactors {
            values[self.directions + direction] = barrier.stored_prefactor();
        }
    }

    /// The barrier of a direction.
    #[inline]
    pub(super) fn get(&self, values: &[f64], direction: usize) -> Barrier {
        match self.prefactors {
            false => Barrier::new(values[direction]),
            true => Barrier::with_prefactor(values[direction], values[self.directions + direction]),
        }
    }
}
