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
/// The definition is that of J. M. Cowley, "An Approximate Theory of Order in Alloys", Physical
/// Review 77(5), 1950, pp. 669–675: 1 − *n* / (*m c*), with *n* atoms of one kind among the *c*
/// neighbors in a shell around an atom of the other kind, whose part of all atoms is *m*. It is
/// used for every pair of species of a multicomponent alloy, as by D. de Fontaine, "The Number of
/// Independent Pair-Correlation Functions in Multicomponent Systems", Journal of Applied
/// Crystallography 4, 1971, pp. 15–19.
///
/// - In a random alloy α is zero on average, but for a term of the order of one part in the number
///   of sites; for a species beside itself, of one part in its number of atoms.
/// - For two species, α < 0 if B is sought (order) and α > 0 if it is avoided (clusters of like
///   atoms). For A = B the signs are the other way around: clustering makes α(A, A) negative.
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
    // A concentration that is not a number is not above zero either.
    if !(concentration_of_b > 0.0) {
        return None;
    }
    let means = around(configuration, sites_of_a, b, shells)?;
    let of_shell = |(mean, size): (f64, &usize)| 1.0 - mean / *size as f64 / concentration_of_b;
    Some(means.into_iter().zip(shells.sizes()).map(of_shell).collect())
}
