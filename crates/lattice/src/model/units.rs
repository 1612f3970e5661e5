//! Energies as whole numbers, so that sums do not depend on their order.

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

/// The barrier of the reverse jump: the energy changes by the opposite amount, so that both barriers
/// add up to twice the migration energy. Exact, since whole units of half 10⁻¹² eV can be recovered
/// from a double up to 1,000 eV; beyond that they may not be, and the barrier is not known.
pub(super) fn reverse_barrier(migration: i64, barrier: f64) -> Option<f64> {
    let forward = (barrier * (2.0 * UNITS_PER_EV)).round() as i64;
    (barrier.abs() <= 1000.0).then(|| (4 * migration - forward) as f64 / (2.0 * UNITS_PER_EV))
}
