//! The barrier of one jump, and energies as whole numbers, so that sums do not depend on their
//! order.

/// The barrier of a jump, and its prefactor if the model gives one: the rate is ν · exp(−E / kT).
///
/// ```
/// use zobrist_lattice::model::Barrier;
///
/// let barrier = Barrier::new(0.65);
/// assert_eq!((barrier.energy(), barrier.prefactor()), (0.65, None));
/// let barrier = Barrier::with_prefactor(0.65, 8e12);
/// assert_eq!(barrier.prefactor(), Some(8e12));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barrier {
    energy: f64,
    /// Not a number if there is none.
    prefactor: f64,
}

impl Barrier {
    /// The barrier of a jump that is impossible.
    pub(crate) const IMPOSSIBLE: Barrier = Barrier::new(f64::INFINITY);

    /// Creates the barrier E in eV: finite, or infinite if the jump is impossible. Its prefactor is
    /// that of the atom's species ([`Settings::prefactors`](crate::Settings::prefactors)).
    #[inline]
    #[must_use]
    pub const fn new(energy: f64) -> Barrier {
        Barrier { energy, prefactor: f64::NAN }
    }

    /// Creates the barrier E in eV with the prefactor ν in 1/s, above 0. It is kept if
    /// [`Model::gives_prefactors`](super::Model::gives_prefactors) returns true.
    #[inline]
    #[must_use]
    pub const fn with_prefactor(energy: f64, prefactor: f64) -> Barrier {
        Barrier { energy, prefactor }
    }

    /// Returns E in eV.
    #[inline]
    #[must_use]
    pub const fn energy(self) -> f64 {
        self.energy
    }

    /// Returns ν in 1/s, if it is not that of the species.
    #[inline]
    #[must_use]
    pub fn prefactor(self) -> Option<f64> {
        (!self.prefactor.is_nan()).then_some(self.prefactor)
    }

    /// The prefactor as it is stored: not a number if there is none.
    #[inline]
    pub(crate) const fn stored_prefactor(self) -> f64 {
        self.prefactor
    }
}

/// The number of units in an eV: energies that are summed are whole numbers of 10⁻¹² eV.
pub const UNITS_PER_EV: f64 = 1e12;

/// An energy in whole units of 10⁻¹² eV, to the nearest.
pub(super) fn units(energy: f64) -> i64 {
    (energy * UNITS_PER_EV).round() as i64
}

/// A barrier, from twice the migration energy and the change in energy, both in units. The only
/// rounding is that of one division.
pub(super) fn barrier(migration: i64, change: i64) -> f64 {
    (2 * migration + change) as f64 / (2.0 * UNITS_PER_EV)
}

/// The barrier of the reverse jump: the energy changes by the opposite amount, so that both
/// barriers add up to twice the migration energy. Exact, since whole units of half 10⁻¹² eV can be
/// recovered from a double up to 1,000 eV; beyond that they may not be, and the barrier is not
/// known.
pub(super) fn reverse_barrier(migration: i64, barrier: f64) -> Option<f64> {
    let forward = (barrier * (2.0 * UNITS_PER_EV)).round() as i64;
    (barrier.abs() <= 1000.0).then(|| (4 * migration - forward) as f64 / (2.0 * UNITS_PER_EV))
}
