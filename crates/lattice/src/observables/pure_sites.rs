//! Sites where a vacancy is surrounded by the host alone.

use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::neighbors::Neighbors;
use crate::observables::shells::{Numbering, ObservableError, Shells, check};

/// Finds pure sites: sites where a vacancy has, or would have, the host alone in its first two
/// shells.
///
/// The part of the time that a vacancy spends on pure sites, divided by their number, is its
/// concentration in the matrix, free of its trapping by solutes.
///
/// ```
/// use zobrist_lattice::observables::PureSites;
/// use zobrist_lattice::{Configuration, Lattice, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let mut alloy = Configuration::new(lattice);
/// let copper = lattice.site_at([0, 0, 0]).unwrap();
/// alloy.set(copper, Species(2));
/// let vacancy = lattice.site_at([4, 4, 4]).unwrap();
/// alloy.set(vacancy, Species::VACANCY);
///
/// let mut pure_sites = PureSites::new(lattice)?;
/// assert!(pure_sites.is_pure(&alloy, vacancy));
/// // All but the copper atom and its 14 neighbors.
/// assert_eq!(pure_sites.count(&alloy, &[copper]), 1024 - 15);
/// // Neither do those count that would be beside the vacancy; its own site does.
/// assert_eq!(pure_sites.count(&alloy, &[copper, vacancy]), 1024 - 15 - 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PureSites {
    neighbors: Neighbors,
    impure: Numbering,
}

impl PureSites {
    /// Prepares the first two shells. Takes four bytes for each site of the lattice.
    ///
    /// # Errors
    /// When the box is so small that a site is its own neighbor, or the system refuses the memory.
    pub fn new(lattice: Lattice) -> Result<PureSites, ObservableError> {
        let neighbors = Shells::new(lattice, 2)?.neighbors().clone();
        Ok(PureSites { neighbors, impure: Numbering::new(lattice)? })
    }

    /// Returns true if all neighbors of `site` in the first two shells are host atoms. The occupant
    /// of the site itself is not looked at.
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or the lattice has no such site.
    #[inline]
    #[must_use]
    pub fn is_pure(&self, configuration: &Configuration, site: Site) -> bool {
        check(configuration, &self.neighbors);
        let occupants = configuration.occupants();
        self.neighbors.sites(site).all(|neighbor| occupants[neighbor.index()].is_host())
    }

    /// Counts the pure sites: those that hold the host or a vacancy, and have none of `others` in
    /// their first two shells.
    ///
    /// With all sites in `others` that do not hold the host, these are the sites that hold the host
    /// or a vacancy and satisfy [`is_pure`]. With the solutes alone, vacancies are taken for the
    /// host: the sites where a vacancy would be surrounded by the host if there were no other
    /// vacancy. A single vacancy has only these to compare with, since it leaves its old site when
    /// it jumps.
    ///
    /// Costs a look-up for each neighbor of each of `others`.
    ///
    /// [`is_pure`]: PureSites::is_pure
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or the lattice has no such site.
    pub fn count(&mut self, configuration: &Configuration, others: &[Site]) -> usize {
        check(configuration, &self.neighbors);
        self.impure.clear();
        for other in others {
            if configuration.occupant(*other) != Species::VACANCY {
                self.impure.add(*other);
            }
            for neighbor in self.neighbors.sites(*other) {
                self.impure.add(neighbor);
            }
        }
        configuration.lattice().len() - self.impure.sites().len()
    }
}
