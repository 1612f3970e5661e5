//! Short-range order: atoms around vacancies and atoms, pairs of solutes, and lone ones.

use crate::configuration::{Configuration, Species};
use crate::lattice::Site;
use crate::observables::shells::{Shells, check};

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
#[must_use]
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
#[must_use]
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

/// Counts of solute atoms by their nearest neighbors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SoluteCounts {
    /// Pairs of solute atoms that are nearest neighbors. In a box so small that two atoms are
    /// neighbors more than once, each time is a pair.
    pub pairs: u64,
    /// Solute atoms that have no other as a nearest neighbor.
    pub lone: u64,
}

impl SoluteCounts {
    /// Counts the solute atoms on `solutes`, the list of all sites that hold neither the host nor a
    /// vacancy. Only the first of the shells is looked at. Costs a look-up for each nearest
    /// neighbor of each solute.
    ///
    /// ```
    /// use zobrist_lattice::observables::{Shells, SoluteCounts};
    /// use zobrist_lattice::{Configuration, Lattice, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Sc, [8, 8, 8])?;
    /// let mut alloy = Configuration::new(lattice);
    /// let solutes =
    ///     [[0, 0, 0], [1, 0, 0], [4, 4, 4]].map(|fine| lattice.site_at(fine).unwrap());
    /// for site in solutes {
    ///     alloy.set(site, Species(2));
    /// }
    /// let counts = SoluteCounts::of(&alloy, &solutes, &Shells::new(lattice, 1)?);
    /// assert_eq!((counts.pairs, counts.lone), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the configuration is not of the lattice of the shells, or the lattice has no such site.
    #[must_use]
    pub fn of(configuration: &Configuration, solutes: &[Site], shells: &Shells) -> SoluteCounts {
        check(configuration, shells.neighbors());
        let (occupants, nearest) = (configuration.occupants(), shells.sizes()[0]);
        let is_solute = |site: &Site| occupants[site.index()] > Species::VACANCY;
        let (mut ends, mut lone) = (0, 0);
        for solute in solutes {
            let beside = shells.neighbors().sites(*solute).take(nearest);
            let count = beside.filter(is_solute).count() as u64;
            ends += count;
            lone += u64::from(count == 0);
        }
        SoluteCounts { pairs: ends / 2, lone }
    }
}
