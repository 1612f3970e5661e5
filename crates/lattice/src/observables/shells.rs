//! Tables of a lattice: neighbors by shell, and the numbers of the sites of a list.

use core::error::Error;
use core::fmt::{self, Display};

use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::neighbors::{Neighbors, OffsetError};
use crate::out_of_memory::{OutOfMemory, filled};

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
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Returns the neighbors in all shells, nearest first.
    #[must_use]
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

/// The error of an observable that cannot be prepared for a lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObservableError {
    /// The number of shells is zero or above [`Shells::MAX`](super::Shells::MAX).
    Shells {
        /// The number asked for.
        got: usize,
        /// The largest number allowed.
        max: usize,
    },
    /// The shells cannot be used on the lattice: the box is so small that a site is its own
    /// neighbor.
    Offset(OffsetError),
    /// The system refused the memory for a number on every site.
    OutOfMemory(OutOfMemory),
}

impl Display for ObservableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObservableError::Shells { got, max } => {
                write!(f, "shells of neighbors: expected 1 to {max}, got {got}")
            }
            ObservableError::Offset(error) => error.fmt(f),
            ObservableError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl Error for ObservableError {}

impl From<OffsetError> for ObservableError {
    fn from(error: OffsetError) -> ObservableError {
        ObservableError::Offset(error)
    }
}

impl From<OutOfMemory> for ObservableError {
    fn from(error: OutOfMemory) -> ObservableError {
        ObservableError::OutOfMemory(error)
    }
}

/// Sites numbered from 0 in the order in which they were added. Clearing costs as much as the sites
/// that were added, not as much as the box.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// By site: its number plus 1, or 0.
    numbers: Vec<u32>,
    sites: Vec<Site>,
}

impl Numbering {
    /// No sites. Takes four bytes for each site of the lattice.
    pub(super) fn new(lattice: Lattice) -> Result<Numbering, OutOfMemory> {
        Ok(Numbering { numbers: filled(0, lattice.len())?, sites: Vec::new() })
    }

    pub(super) fn clear(&mut self) {
        for site in self.sites.drain(..) {
            self.numbers[site.index()] = 0;
        }
    }

    /// Adds a site unless it has a number.
    ///
    /// # Panics
    /// When the lattice has no such site.
    #[inline]
    pub(super) fn add(&mut self, site: Site) {
        let number = &mut self.numbers[site.index()];
        if *number == 0 {
            self.sites.push(site);
            // There are fewer than 2³² sites.
            *number = self.sites.len() as u32;
        }
    }

    #[inline]
    pub(super) fn number(&self, site: Site) -> Option<usize> {
        (self.numbers[site.index()] as usize).checked_sub(1)
    }

    pub(super) fn sites(&self) -> &[Site] {
        &self.sites
    }
}
