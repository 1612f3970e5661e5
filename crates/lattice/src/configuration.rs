//! Species, and configurations: a species on every site.

use core::error::Error;
use core::fmt::{self, Display};

use zobrist::source::Xoshiro256PlusPlus;

use crate::lattice::{Lattice, Site};
use crate::out_of_memory::{OutOfMemory, collected, filled, room};
use crate::variates::below;

/// A species on every site of a lattice, without a hash: the input of an energy model.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "StoredConfiguration"))]
pub struct Configuration {
    lattice: Lattice,
    occupants: Vec<Species>,
}

/// A configuration as it is stored, which need not be one.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredConfiguration {
    lattice: Lattice,
    occupants: Vec<Species>,
}

#[cfg(feature = "serde")]
impl TryFrom<StoredConfiguration> for Configuration {
    type Error = String;

    fn try_from(stored: StoredConfiguration) -> Result<Configuration, String> {
        let StoredConfiguration { lattice, occupants } = stored;
        let (sites, got) = (lattice.len(), occupants.len());
        match got == sites {
            true => Ok(Configuration { lattice, occupants }),
            false => Err(format!("expected a species on each of {sites} sites, got {got} species")),
        }
    }
}

impl Configuration {
    /// Creates the configuration with the host on every site.
    #[must_use]
    pub fn new(lattice: Lattice) -> Configuration {
        Configuration { lattice, occupants: vec![Species::HOST; lattice.len()] }
    }

    /// Creates the configuration with the host on every site, unless there is no memory for it: a
    /// byte for each site.
    ///
    /// # Errors
    /// When the system refuses the memory.
    pub fn try_new(lattice: Lattice) -> Result<Configuration, OutOfMemory> {
        Ok(Configuration { lattice, occupants: filled(Species::HOST, lattice.len())? })
    }

    /// Copies the configuration, unless there is no memory for it.
    pub(crate) fn try_clone(&self) -> Result<Configuration, OutOfMemory> {
        let occupants = collected(self.occupants.iter().copied(), self.occupants.len())?;
        Ok(Configuration { lattice: self.lattice, occupants })
    }

    /// Returns the lattice.
    #[inline]
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Returns the species on a site.
    ///
    /// # Panics
    /// When the lattice has no such site.
    #[inline]
    #[must_use]
    pub fn occupant(&self, site: Site) -> Species {
        self.occupants[site.index()]
    }

    /// Returns the species on every site, in the order of the sites' numbers.
    #[inline]
    #[must_use]
    pub fn occupants(&self) -> &[Species] {
        &self.occupants
    }

    /// Counts the sites of a species. Costs a pass over the sites.
    #[must_use]
    pub fn count(&self, species: Species) -> usize {
        self.occupants.iter().filter(|occupant| **occupant == species).count()
    }

    /// Returns the sites of a species, in order. Costs a pass over the sites.
    pub fn sites_of(&self, species: Species) -> impl Iterator<Item = Site> {
        let sites = self.lattice.sites().zip(&self.occupants);
        sites.filter(move |(_, occupant)| **occupant == species).map(|(site, _)| site)
    }

    /// Puts a species on a site, and returns the one that was there.
    ///
    /// # Panics
    /// When the lattice has no such site.
    #[inline]
    pub fn set(&mut self, site: Site, species: Species) -> Species {
        core::mem::replace(&mut self.occupants[site.index()], species)
    }

    /// Exchanges the species on two sites.
    ///
    /// # Panics
    /// When the lattice has no such sites.
    #[inline]
    pub fn exchange(&mut self, a: Site, b: Site) {
        self.occupants.swap(a.index(), b.index());
    }

    /// Replaces `count` host atoms by atoms of `species`, every choice of sites being equally
    /// likely. Draws from `random` alone: the same generator makes the same configuration. Costs a
    /// pass over the sites.
    ///
    /// ```
    /// use zobrist::source::Xoshiro256PlusPlus;
    /// use zobrist_lattice::{Configuration, Lattice, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
    /// let mut alloy = Configuration::new(lattice);
    /// let mut random = Xoshiro256PlusPlus::new(1);
    /// alloy.scatter(Species::VACANCY, 1, &mut random)?;
    /// alloy.scatter(Species(2), 10, &mut random)?;
    /// assert_eq!(alloy.count(Species(2)), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there are fewer host atoms, or the system refuses four bytes for each of them; the
    /// configuration is then as it was.
    pub fn scatter(
        &mut self,
        species: Species,
        count: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<(), ScatterError> {
        for site in self.draw_host_sites(species, count, random)? {
            self.set(site, species);
        }
        Ok(())
    }

    /// Draws the sites of `count` host atoms that are to become `species`.
    pub(crate) fn draw_host_sites(
        &self,
        species: Species,
        count: usize,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<Site>, ScatterError> {
        let hosts = self.count(Species::HOST);
        if count > hosts {
            return Err(ScatterError::TooFew { species, count, free: hosts });
        }
        let mut free: Vec<Site> = room(hosts)?;
        free.extend(self.sites_of(Species::HOST));
        for i in 0..count {
            let chosen = i + below(random, (free.len() - i) as u64) as usize;
            free.swap(i, chosen);
        }
        free.truncate(count);
        Ok(free)
    }
}

/// The error of atoms that were not scattered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScatterError {
    /// There are more of them than host atoms.
    TooFew {
        /// The species.
        species: Species,
        /// The number of atoms asked for.
        count: usize,
        /// The number of host atoms.
        free: usize,
    },
    /// The system refused the memory for a list of the host's sites.
    OutOfMemory(OutOfMemory),
}

impl Display for ScatterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScatterError::TooFew { species: Species(species), count, free } => write!(
                f,
                "{count} atoms of species {species}: expected at most as many as the host has \
                 sites, {free}; take fewer, or a larger box"
            ),
            ScatterError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl Error for ScatterError {}

impl From<OutOfMemory> for ScatterError {
    fn from(error: OutOfMemory) -> ScatterError {
        ScatterError::OutOfMemory(error)
    }
}

/// The species on a site, a small integer: 0 is the host, whose key is zero, 1 the vacancy, and
/// solutes follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Species(pub u8);

impl Species {
    /// The host atom. It costs nothing: its key is zero.
    pub const HOST: Species = Species(0);
    /// The vacancy.
    pub const VACANCY: Species = Species(1);

    /// Returns the number, as an index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns true if this is the host.
    #[inline(always)]
    #[must_use]
    pub const fn is_host(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Structure;

    /// The sites that a seed draws never change: simulations begin with them.
    #[test]
    fn a_seed_scatters_to_the_same_sites_for_ever() {
        let mut alloy = Configuration::new(Lattice::new(Structure::Bcc, [3, 3, 3]).unwrap());
        let mut random = Xoshiro256PlusPlus::new(1);
        alloy.scatter(Species::VACANCY, 3, &mut random).unwrap();
        alloy.scatter(Species(2), 5, &mut random).unwrap();
        assert!(alloy.sites_of(Species::VACANCY).eq([7, 40, 43].map(Site)));
        assert!(alloy.sites_of(Species(2)).eq([11, 29, 31, 39, 53].map(Site)));
        assert_eq!(random.next_u64(), 1_781_989_159_761_824_720);
    }

    #[test]
    fn scattering_is_even_and_bounded() {
        let lattice = Lattice::new(Structure::Square, [3, 3, 1]).unwrap();
        let mut random = Xoshiro256PlusPlus::new(3);
        let mut times = [0_u32; 9];
        for _ in 0..9000 {
            let mut alloy = Configuration::new(lattice);
            alloy.set(Site(4), Species(2));
            alloy.scatter(Species::VACANCY, 2, &mut random).unwrap();
            for site in alloy.sites_of(Species::VACANCY) {
                times[site.index()] += 1;
            }
        }
        assert_eq!((times[4], times.iter().sum()), (0, 18_000));
        // 2,250 each, with a standard deviation of 41.
        assert!((0..9).filter(|i| *i != 4).all(|i| times[i].abs_diff(2250) < 205), "{times:?}");

        let mut iron = Configuration::new(lattice);
        let error = iron.scatter(Species::VACANCY, 10, &mut random).unwrap_err();
        let species = Species::VACANCY;
        assert_eq!(error, ScatterError::TooFew { species, count: 10, free: 9 });
        assert_eq!(iron, Configuration::new(lattice));
    }
}
