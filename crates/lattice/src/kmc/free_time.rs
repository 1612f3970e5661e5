//! The time in which vacancies are free: surrounded by the host alone.

use super::error::KmcError;
use super::progress::Clock;
use super::settings::Settings;
use crate::configuration::{Configuration, Species};
use crate::lattice::Site;
use crate::neighbors::Neighbors;
use crate::observables::{ObservableError, Shells};
use crate::out_of_memory::filled;

/// Adds up the time in which each vacancy has the host alone in its first two shells, divided by
/// the number of sites where a vacancy would: the pure sites, vacancies taken for the host, as
/// [`PureSites::count`](crate::observables::PureSites::count) counts them with the solutes.
#[derive(Clone, Debug)]
pub(super) struct FreeTime {
    /// The first two shells.
    neighbors: Neighbors,
    /// By site: the solutes there and in the first two shells, which have fewer than 255 sites.
    solutes: Vec<u8>,
    /// The number of sites with no solute there.
    pure_sites: usize,
    /// By stage of the ramp, in s, summed over the vacancies.
    pub(super) sums: Vec<Clock>,
}

impl FreeTime {
    /// Begins at zero, if free time is to be added up.
    pub(super) fn new(
        configuration: &Configuration,
        settings: &Settings,
    ) -> Result<Option<FreeTime>, KmcError> {
        if !settings.track_free_time {
            return Ok(None);
        }
        let lattice = configuration.lattice();
        let shells = Shells::new(lattice, 2).map_err(|error| match error {
            ObservableError::Offset(error) => KmcError::Offset(error),
            ObservableError::OutOfMemory(error) => KmcError::OutOfMemory(error),
            ObservableError::Shells { .. } => unreachable!("there are two shells"),
        })?;
        let mut free_time = FreeTime {
            neighbors: shells.neighbors().clone(),
            solutes: filled(0, lattice.len())?,
            pure_sites: lattice.len(),
            sums: vec![Clock::default(); settings.ramp.len() + 1],
        };
        for (site, species) in lattice.sites().zip(configuration.occupants()) {
            if *species > Species::VACANCY {
                free_time.enter(site);
            }
        }
        Ok(Some(free_time))
    }

    /// Follows a solute from one site to another.
    #[inline]
    pub(super) fn moved(&mut self, from: Site, to: Site) {
        let FreeTime { neighbors, solutes, pure_sites, .. } = self;
        for site in std::iter::once(from).chain(neighbors.sites(from)) {
            let solutes = &mut solutes[site.index()];
            *solutes -= 1;
            *pure_sites += usize::from(*solutes == 0);
        }
        self.enter(to);
    }

    fn enter(&mut self, site: Site) {
        let FreeTime { neighbors, solutes, pure_sites, .. } = self;
        for site in std::iter::once(site).chain(neighbors.sites(site)) {
            let solutes = &mut solutes[site.index()];
            *pure_sites -= usize::from(*solutes == 0);
            *solutes += 1;
        }
    }

    /// The number of vacancies that are free, divided by the number of pure sites; 0 if there are
    /// none.
    pub(super) fn share(&self, configuration: &Configuration, vacancies: &[Site]) -> f64 {
        let is_host = |site: Site| configuration.occupant(site).is_host();
        let is_free = |site: &&Site| self.neighbors.sites(**site).all(is_host);
        let free = vacancies.iter().filter(is_free).count();
        // The site of a free vacancy is pure.
        if free == 0 { 0.0 } else { free as f64 / self.pure_sites as f64 }
    }

    /// Adds a time in s that is not negative, for a mean share.
    pub(super) fn add(&mut self, stage: usize, share: f64, time: f64) {
        self.sums[stage].advance(share * time);
    }
}
