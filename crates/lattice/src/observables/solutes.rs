//! Pairs of solute atoms, and lone ones.

use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::observables::shells::{Shells, check};
use crate::species::Species;

/// Counts of solute atoms by their nearest neighbors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoluteCounts {
    /// Pairs of solute atoms that are nearest neighbors. In a box so small that two atoms are
    /// neighbors more than once, each time is a pair.
    pub pairs: u64,
    /// Solute atoms that have no other as a nearest neighbor.
    pub lone: u64,
}

impl SoluteCounts {
    /// Counts the solute atoms on `solutes`, the list of all sites that hold neither the host nor a
    /// vacancy. Only the first of the shells is looked at. Costs a look-up for each nearest neighbor
    /// of each solute.
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
    /// assert_eq!(counts, SoluteCounts { pairs: 1, lone: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the configuration is not of the lattice of the shells, or the lattice has no such site.
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
