//! Energies of substitutions: computed, or recalled by the environment of the site.
//!
//! They are kept in eV, as everything in a file of a recall is, and turned back into whole units:
//! exact up to [`MAX_ENERGY`], since the units of 1,000 eV are below 2⁵¹, and the two roundings
//! change a number by at most one part in 2⁵². Computed energies take the same way.

use std::fmt::Debug;
use std::io::{self, Read, Write};

use zobrist::{Canonical, Key};

use super::error::{ExchangeError, MetropolisError};
use crate::configuration::{Configuration, Species};
use crate::environment::Environments;
use crate::kmc::{RecallMode, Settings};
use crate::lattice::Site;
use crate::model::{SubstitutionEnergy, UNITS_PER_EV};
use crate::recall::{LoadError, Recall, Report, Verification};
use crate::structure::PointGroup;

/// The largest energy of a substitution, in eV.
const MAX_ENERGY: f64 = 1000.0;

/// A cache of energies of substitutions.
pub(super) trait EnergyCache: Debug + Send + Sync {
    /// The change in energy by a substitution, in units, and the number of sites that were computed
    /// for it.
    fn change(&mut self, substitution: Substitution<'_>) -> Result<(i64, u64), ExchangeError>;

    /// Returns the counts of the recall; `None` if there is none.
    fn report(&self) -> Option<Report> {
        None
    }

    /// Saves the recall, if there is one, as computed by the model with this fingerprint.
    fn save(&self, _writer: &mut dyn Write, _model: u64) -> io::Result<()> {
        Ok(())
    }

    /// Replaces the recall, if there is one, by a saved one; on an error it stays as it was.
    fn load(
        &mut self,
        _reader: &mut dyn Read,
        _model: u64,
        _settings: &Settings,
    ) -> Result<(), LoadError> {
        Ok(())
    }
}

/// The replacement of one species on a site by another.
#[derive(Clone, Copy)]
pub(super) struct Substitution<'a> {
    pub(super) model: &'a dyn SubstitutionEnergy,
    pub(super) configuration: &'a Configuration,
    pub(super) site: Site,
    pub(super) from: Species,
    pub(super) to: Species,
}

impl Substitution<'_> {
    /// Computes the energy of every species on the site, relative to the host, in eV.
    fn compute(&self, units: &mut Vec<i64>) -> impl Iterator<Item = f64> {
        units.clear();
        self.model.substitution(self.configuration, self.site, units);
        let expected = self.model.species_count();
        assert_eq!(units.len(), expected, "the model gives an energy for each species");
        units.iter().map(|energy| *energy as f64 / UNITS_PER_EV)
    }

    /// The change in units, from the energies in eV by species.
    fn change(&self, energies: &[f64]) -> Result<i64, ExchangeError> {
        let units = |species: Species| match energies[species.index()] {
            energy if energy.abs() <= MAX_ENERGY => Ok((energy * UNITS_PER_EV).round() as i64),
            got => Err(ExchangeError::Energy { site: self.site, species, got }),
        };
        Ok(units(self.to)? - units(self.from)?)
    }
}

/// Creates the empty cache that the settings ask for.
pub(super) fn new(
    model: &dyn SubstitutionEnergy,
    settings: &Settings,
) -> Result<Box<dyn EnergyCache>, MetropolisError> {
    let group = match settings.recall {
        RecallMode::None => return Ok(Box::new(NoCache::default())),
        RecallMode::Environment => PointGroup::trivial(),
        RecallMode::EnvironmentSymmetry => model.lattice().structure().point_group(),
        got => return Err(MetropolisError::Recall { got }),
    };
    Ok(if settings.wide_keys {
        Box::new(EnvironmentCache::<u128>::new(model, settings, &group)?)
    } else {
        Box::new(EnvironmentCache::<u64>::new(model, settings, &group)?)
    })
}

/// [`RecallMode::None`]: every energy is computed.
#[derive(Debug, Default)]
struct NoCache {
    // Buffers that are allocated once.
    units: Vec<i64>,
    energies: Vec<f64>,
}

impl EnergyCache for NoCache {
    fn change(&mut self, substitution: Substitution<'_>) -> Result<(i64, u64), ExchangeError> {
        self.energies.clear();
        self.energies.extend(substitution.compute(&mut self.units));
        Ok((substitution.change(&self.energies)?, 1))
    }
}

/// [`RecallMode::Environment`] and [`RecallMode::EnvironmentSymmetry`]: the energies of all species
/// on a site, under the name of its environment.
#[derive(Debug)]
struct EnvironmentCache<K> {
    recall: Recall<Box<[f64]>, K>,
    environments: Environments<K>,
    // Buffers that are allocated once.
    around: Vec<Species>,
    image: Vec<Species>,
    units: Vec<i64>,
}

impl<K: Key> EnvironmentCache<K> {
    fn new(
        model: &dyn SubstitutionEnergy,
        settings: &Settings,
        group: &PointGroup,
    ) -> Result<EnvironmentCache<K>, MetropolisError> {
        let (lattice, species) = (model.lattice(), model.species_count());
        let (surroundings, seed) = (model.surroundings(), settings.key_seed);
        let environments =
            Environments::of_site_with_keys(lattice, surroundings, species, group, seed)?;
        Ok(EnvironmentCache {
            recall: settings.empty_recall(),
            environments,
            around: Vec::new(),
            image: Vec::new(),
            units: Vec::new(),
        })
    }
}

impl<K: Key + Debug + Send + Sync> EnergyCache for EnvironmentCache<K> {
    fn change(&mut self, substitution: Substitution<'_>) -> Result<(i64, u64), ExchangeError> {
        let EnvironmentCache { recall, environments, around, image, units } = self;
        environments.read(substitution.configuration, substitution.site, around);
        let Canonical { hash, element } = environments.name(around, 0);
        if recall.verification() == Verification::Content {
            environments.image(around, 0, element, image);
        }
        let misses = recall.statistics().misses;
        let energies = recall
            .get_or_compute((hash, &image[..]), || substitution.compute(units).collect::<Box<_>>());
        // An audit computes too, but is not counted.
        let computed = recall.statistics().misses - misses;
        Ok((substitution.change(&energies)?, computed))
    }

    fn report(&self) -> Option<Report> {
        Some(Report::of(&self.recall))
    }

    fn save(&self, writer: &mut dyn Write, model: u64) -> io::Result<()> {
        self.recall.save(writer, self.environments.origin(model))
    }

    fn load(
        &mut self,
        reader: &mut dyn Read,
        model: u64,
        settings: &Settings,
    ) -> Result<(), LoadError> {
        let origin = self.environments.origin(model);
        let loaded = settings.empty_recall().load(reader, origin)?;
        self.recall = loaded.of_length(self.environments.species_count())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Units are recovered from eV up to the largest energy; well above it they are not.
    #[test]
    fn units_survive_a_double() {
        let back = |units: i64| (units as f64 / UNITS_PER_EV * UNITS_PER_EV).round() as i64;
        let max = (MAX_ENERGY * UNITS_PER_EV) as i64;
        let mut lost = 0;
        for i in 0..200_000_i64 {
            for units in [i, max - i, i * (max / 200_000) + i % 7] {
                assert_eq!((back(units), back(-units)), (units, -units));
            }
            lost += i64::from(back(9 * max - i) != 9 * max - i);
        }
        assert!(lost > 0);
    }
}
