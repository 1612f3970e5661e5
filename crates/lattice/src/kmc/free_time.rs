//! The time in which vacancies are free: surrounded by the host alone.

use super::clock::Clock;
use super::error::KmcError;
use super::settings::Settings;
use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::observables::{ObservableError, PureSites};

/// Adds up the time in which each vacancy has the host alone in its first two shells.
#[derive(Clone, Debug)]
pub(super) struct FreeTime {
    pure_sites: PureSites,
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
        let pure_sites = PureSites::new(configuration.lattice()).map_err(|error| match error {
            ObservableError::Offset(error) => KmcError::Offset(error),
            ObservableError::OutOfMemory(error) => KmcError::OutOfMemory(error),
            ObservableError::Shells { .. } => unreachable!("there are two shells"),
        })?;
        Ok(Some(FreeTime { pure_sites, sums: vec![Clock::default(); settings.ramp.len() + 1] }))
    }

    /// The number of vacancies that are free.
    pub(super) fn count(&self, configuration: &Configuration, vacancies: &[Site]) -> f64 {
        let is_free = |site: &&Site| self.pure_sites.is_pure(configuration, **site);
        vacancies.iter().filter(is_free).count() as f64
    }

    /// Adds a time in s that is not negative, for a mean number of free vacancies.
    pub(super) fn add(&mut self, stage: usize, count: f64, time: f64) {
        self.sums[stage].advance(count * time);
    }
}
