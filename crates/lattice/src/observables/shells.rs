//! Neighbors by shell, prepared for a lattice.

use crate::configuration::Configuration;
use crate::lattice::{Lattice, Site};
use crate::neighbors::Neighbors;
use crate::observables::error::ObservableError;
use crate::species::Species;

/// The first shells of neighbors, prepared for a lattice.
///
/// Shell *m* (from 1) holds the sites at the *m*-th shortest distance of the perfect crystal, as
/// [`Structure::shells`](crate::Structure::shells) has them. In a box so small that several
/// neighbors of a site are one and the same site, each of them counts.
///
/// ```
/// use zobrist_lattice::observables::Shells;
/// use zobrist_lattice::{Lattice, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// assert_eq!(Shells::new(lattice, 5)?.sizes(), [8, 6, 12, 24, 8]);
/// assert!(Shells::new(lattice, 0).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shells {
    neighbors: Neighbors,
    sizes: Vec<usize>,
}

impl Shells {
    /// The largest number of shells.
    pub const MAX: usize = 32;

    /// Prepares the first `count` shells.
    ///
    /// # Errors
    /// When `count` is zero or above [`Shells::MAX`], or the box is so small that a site is its own
    /// neighbor.
    pub fn new(lattice: Lattice, count: usize) -> Result<Shells, ObservableError> {
        if !(1..=Shells::MAX).contains(&count) {
            return Err(ObservableError::Shells { got: count, max: Shells::MAX });
        }
        let shells = lattice.structure().shells(count);
        let neighbors = Neighbors::new(lattice, &shells.concat())?;
        Ok(Shells { neighbors, sizes: shells.iter().map(Vec::len).collect() })
    }

    /// Returns the number of neighbors in each shell, nearest first.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Returns the neighbors in all shells, nearest first.
    pub fn neighbors(&self) -> &Neighbors {
        &self.neighbors
    }

    /// The number of occupants in each shell for which `is_counted` is true, summed over `centers`.
    pub(super) fn sums(
        &self,
        configuration: &Configuration,
        centers: &[Site],
        is_counted: impl Fn(Species) -> bool,
    ) -> Vec<u64> {
        check(configuration, &self.neighbors);
        let occupants = configuration.occupants();
        let mut sums = vec![0; self.sizes.len()];
        for center in centers {
            let mut around = self.neighbors.sites(*center);
            for (sum, size) in sums.iter_mut().zip(&self.sizes) {
                let shell = around.by_ref().take(*size);
                *sum += shell.filter(|site| is_counted(occupants[site.index()])).count() as u64;
            }
        }
        sums
    }
}

/// Panics if the configuration is not of the lattice for which the neighbors were prepared.
#[inline]
pub(super) fn check(configuration: &Configuration, neighbors: &Neighbors) {
    assert!(
        configuration.lattice() == neighbors.lattice(),
        "the configuration belongs to the lattice"
    );
}
