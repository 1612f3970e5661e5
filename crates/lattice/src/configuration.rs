//! Which species stands on which site.

use crate::lattice::{Lattice, Site};
use crate::species::Species;

/// A species on every site of a lattice, without a hash: what a model of energies reads.
///
/// ```
/// use zobrist_lattice::{Configuration, Lattice, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Fcc, [4, 4, 4])?;
/// let mut configuration = Configuration::new(lattice);
/// let site = lattice.site_at([1, 1, 0]).unwrap();
/// configuration.set(site, Species::VACANCY);
/// assert_eq!(configuration.count(Species::HOST), 255);
/// assert!(configuration.sites_of(Species::VACANCY).eq([site]));
/// # Ok::<(), zobrist_lattice::LatticeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    lattice: Lattice,
    occupants: Vec<Species>,
}

impl Configuration {
    /// The host everywhere.
    pub fn new(lattice: Lattice) -> Configuration {
        Configuration { lattice, occupants: vec![Species::HOST; lattice.len()] }
    }

    /// The lattice.
    #[inline]
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// What stands on a site.
    ///
    /// # Panics
    /// When the lattice has no such site.
    #[inline]
    pub fn occupant(&self, site: Site) -> Species {
        self.occupants[site.index()]
    }

    /// What stands on every site, in the order of their numbers.
    #[inline]
    pub fn occupants(&self) -> &[Species] {
        &self.occupants
    }

    /// How many sites a species has. Costs a pass over the sites.
    pub fn count(&self, species: Species) -> usize {
        self.occupants.iter().filter(|occupant| **occupant == species).count()
    }

    /// The sites of a species, in order. Costs a pass over the sites.
    pub fn sites_of(&self, species: Species) -> impl Iterator<Item = Site> {
        let sites = self.lattice.sites().zip(&self.occupants);
        sites.filter(move |(_, occupant)| **occupant == species).map(|(site, _)| site)
    }

    /// Puts a species on a site, and returns what stood there.
    ///
    /// # Panics
    /// When the lattice has no such site.
    #[inline]
    pub fn set(&mut self, site: Site, species: Species) -> Species {
        core::mem::replace(&mut self.occupants[site.index()], species)
    }

    /// Exchanges what stands on two sites.
    ///
    /// # Panics
    /// When the lattice has no such sites.
    #[inline]
    pub fn exchange(&mut self, a: Site, b: Site) {
        self.occupants.swap(a.index(), b.index());
    }
}
