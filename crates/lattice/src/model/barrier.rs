//! The barrier of one jump.

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

    /// Creates the barrier E in eV: finite, or infinite if the jump is impossible. Its prefactor is that
    /// of the atom's species ([`Settings::prefactors`](crate::Settings::prefactors)).
    #[inline]
    pub const fn new(energy: f64) -> Barrier {
        Barrier { energy, prefactor: f64::NAN }
    }

    /// Creates the barrier E in eV with the prefactor ν in 1/s, above 0. It is kept if
    /// [`Model::gives_prefactors`](super::Model::gives_prefactors) returns true.
    #[inline]
    pub const fn with_prefactor(energy: f64, prefactor: f64) -> Barrier {
        Barrier { energy, prefactor }
    }

    /// Returns E in eV.
    #[inline]
    pub const fn energy(self) -> f64 {
        self.energy
    }

    /// Returns ν in 1/s, if it is not that of the species.
    #[inline]
    pub fn prefactor(self) -> Option<f64> {
        (!self.prefactor.is_nan()).then_some(self.prefactor)
    }

    /// The prefactor as it is stored: not a number if there is none.
    #[inline]
    pub(crate) const fn stored_prefactor(self) -> f64 {
        self.prefactor
    }
}
