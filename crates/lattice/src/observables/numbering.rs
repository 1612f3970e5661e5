//! Numbers of the sites of a list.

use crate::lattice::{Lattice, Site};
use crate::out_of_memory::{OutOfMemory, filled};

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
