//! Barriers as the numbers that a recall keeps.

use crate::model::Barrier;
use crate::recall::Stored;

/// The kept form of the barrier of one jump.
pub(super) trait JumpValue: Stored + Clone {
    const PREFACTORS: bool;

    fn of(barrier: Barrier) -> Self;
    fn barrier(&self) -> Barrier;
}

/// The energy, for models that give no prefactors.
impl JumpValue for f64 {
    const PREFACTORS: bool = false;

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
    const PREFACTORS: bool = true;

    #[inline]
    fn of(barrier: Barrier) -> [f64; 2] {
        [barrier.energy(), barrier.stored_prefactor()]
    }

    #[inline]
    fn barrier(&self) -> Barrier {
        Barrier::with_prefactor(self[0], self[1])
    }
}

/// The kept form of the barriers of several jumps: all energies, then all prefactors if the model
/// gives them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    jumps: usize,
    prefactors: bool,
}

impl Packing {
    /// For the jumps of a vacancy, or of several.
    pub(super) fn new(jumps: usize, prefactors: bool) -> Packing {
        Packing { jumps, prefactors }
    }

    pub(super) fn gives_prefactors(self) -> bool {
        self.prefactors
    }

    /// The count of numbers.
    pub(super) fn len(self) -> usize {
        if self.prefactors { 2 * self.jumps } else { self.jumps }
    }

    /// The numbers if every jump is impossible.
    pub(super) fn empty(self) -> Box<[f64]> {
        let mut values = vec![f64::INFINITY; self.len()];
        values[self.jumps..].fill(f64::NAN);
        values.into_boxed_slice()
    }

    /// Puts the barrier of a jump.
    #[inline]
    pub(super) fn put(self, values: &mut [f64], jump: usize, barrier: Barrier) {
        values[jump] = barrier.energy();
        if self.prefactors {
            values[self.jumps + jump] = barrier.stored_prefactor();
        }
    }

    /// The barrier of a jump.
    #[inline]
    pub(super) fn get(self, values: &[f64], jump: usize) -> Barrier {
        match self.prefactors {
            false => Barrier::new(values[jump]),
            true => Barrier::with_prefactor(values[jump], values[self.jumps + jump]),
        }
    }
}
