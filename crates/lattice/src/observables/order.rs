//! Short-range order.

use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::observables::around::around;
use crate::observables::shells::Shells;
use crate::species::Species;

/// Returns the Warren–Cowley parameter of short-range order in each shell,
///
/// α*ₘ*(A, B) = 1 − P*ₘ*(B|A) / c_B,
///
/// where P*ₘ*(B|A) is the part of the neighbors in shell *m* around atoms of A that are B, and c_B
/// is `concentration_of_b`: the atoms of B divided by all sites, from 0 to 1. `None` if there are
/// no atoms of A, or c_B is not above zero: the parameter is then not defined.
///
/// J. M. Cowley, "An Approximate Theory of Order in Alloys", Physical Review 77(5), 1950,
/// pp. 669–675, defines it for the two species of a binary alloy: 1 − *n* / (*m c*), with *n* atoms
/// of one among the *c* neighbors in a shell around an atom of the other, and *m* the part of all
/// atoms that are of the first.
///
/// - α < 0 if B is found around A more often than at random, α > 0 if it is found less often, and
///   α = 1 if it is not found there. A solute in its host is mostly described by A = solute and
///   B = host: from 0 for a random solution, α rises towards 1 as the solute forms clusters.
/// - A = B is possible, but conventions for it differ: with the formula above, clusters make
///   α(A, A) negative.
/// - In a random alloy the mean of α is not quite zero, since an atom is not its own neighbor: it
///   is of the order of one part in the number of sites, and for A = B in the number of atoms of A.
/// - A vacancy is a site that holds no atom: it counts among the neighbors and among all sites, so
///   that Σ_B c_B α*ₘ*(A, B) = 0 over all species, the vacancy being one.
///
/// Costs a look-up for each neighbor of each atom of A.
///
/// ```
/// use zobrist_lattice::observables::{Shells, order};
/// use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};
///
/// // Perfect order: B on the centers of all cubes.
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// let (a, b) = (Species::HOST, Species(2));
/// let mut alloy = Configuration::new(lattice);
/// for site in lattice.sites().filter(|site| lattice.position(*site)[0] % 2 == 1) {
///     alloy.set(site, b);
/// }
/// let sites_of_a: Vec<Site> = alloy.sites_of(a).collect();
/// let shells = Shells::new(lattice, 2)?;
/// assert_eq!(order(&alloy, &sites_of_a, b, 0.5, &shells), Some(vec![-1.0, 1.0]));
/// assert_eq!(order(&alloy, &sites_of_a, Species(3), 0.0, &shells), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// When the configuration is not of the lattice of the shells, or the lattice has no such site.
pub fn order(
    configuration: &Configuration,
    sites_of_a: &[Site],
    b: Species,
    concentration_of_b: f64,
    shells: &Shells,
) -> Option<Vec<f64>> {
    if concentration_of_b.is_nan() || concentration_of_b <= 0.0 {
        return None;
    }
    let means = around(configuration, sites_of_a, b, shells)?;
    let of_shell = |(mean, size): (f64, &usize)| 1.0 - mean / *size as f64 / concentration_of_b;
    Some(means.into_iter().zip(shells.sizes()).map(of_shell).collect())
}
