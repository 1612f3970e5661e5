//! Atoms around vacancies.

use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::observables::shells::Shells;
use crate::species::Species;

/// Returns the mean number of neighbors of `species` in each shell around a site of `centers`, such
/// as the vacancies; `None` if there are no centers. In a random alloy it is near the size of the
/// shell times the concentration.
///
/// Costs a look-up for each neighbor of each center.
///
/// ```
/// use zobrist_lattice::observables::{Shells, around};
/// use zobrist_lattice::{Configuration, Lattice, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Fcc, [4, 4, 4])?;
/// let mut alloy = Configuration::new(lattice);
/// let vacancy = lattice.site_at([0, 0, 0]).unwrap();
/// for fine in [[1, 1, 0], [0, 1, -1], [2, 0, 0]] {
///     alloy.set(lattice.site_at(fine).unwrap(), Species(2));
/// }
/// let shells = Shells::new(lattice, 3)?;
/// assert_eq!(around(&alloy, &[vacancy], Species(2), &shells), Some(vec![2.0, 1.0, 0.0]));
/// assert_eq!(around(&alloy, &[], Species(2), &shells), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When the configuration is not of the lattice of the shells, or the lattice has no such site.
pub fn around(
    configuration: &Configuration,
    centers: &[Site],
    species: Species,
    shells: &Shells,
) -> Option<Vec<f64>> {
    if centers.is_empty() {
        return None;
    }
    let sums = shells.sums(configuration, centers, |occupant| occupant == species);
    Some(sums.into_iter().map(|sum| sum as f64 / centers.len() as f64).collect())
}
