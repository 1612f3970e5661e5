//! Ensembles of a simulation by exchanges or substitutions, and the annealing of its temperature.

use std::collections::BTreeMap;

use crate::configuration::Species;

/// The distribution of configurations that [`Metropolis`](crate::Metropolis) draws from. N is the
/// number of sites that take part, n_s the number of them with species s, and c_s = n_s / N.
///
/// In the semi-grand ensembles a step proposes another species for one site, each of both being
/// equally likely; the host and the species that are listed take part, and sites with any other
/// species, as vacancies, stay as they are.
///
/// ```
/// use std::collections::BTreeMap;
/// use zobrist_lattice::model::PairModel;
/// use zobrist_lattice::{
///     Configuration, Ensemble, Fluctuations, Lattice, Metropolis, Settings, Species, Structure,
/// };
///
/// let lattice = Lattice::new(Structure::Bcc, [6, 6, 6])?;
/// let mut settings = Settings::new(1500.0, 1); // K, seed
/// let potentials = BTreeMap::from([(Species(2), -0.6)]); // copper, eV above iron
/// settings.ensemble = Ensemble::SemiGrand { potentials };
/// let model = PairModel::iron_copper(lattice)?;
/// let mut alloy = Metropolis::new(model, Configuration::new(lattice), settings)?;
/// let mut copper = Fluctuations::default();
/// for _ in 0..500 {
///     alloy.run(100)?;
///     copper.push(alloy.configuration().count(Species(2)) as f64);
/// }
/// let (mean, susceptibility) = (copper.mean().unwrap(), copper.susceptibility(1500.0).unwrap());
/// println!("{} ± {} atoms, {} per eV", mean.value, mean.error.unwrap(), susceptibility.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Ensemble {
    /// Fixed composition: weights exp(−E / kT). Steps are exchanges of two sites.
    #[default]
    Canonical,
    /// Fixed chemical potentials: weights exp(−(E − Σ μ_s n_s) / kT), where μ_s is the difference
    /// of the chemical potential of species s and that of the host, in eV.
    SemiGrand {
        /// μ by species, in eV, finite; the host has 0.
        potentials: BTreeMap<Species, f64>,
    },
    /// A composition that is bound to a target by a parabola: weights exp(−E / kT − κ N Σ (c_s +
    /// φ_s / 2)²), which also samples compositions within a miscibility gap (B. Sadigh, P. Erhart,
    /// A. Stukowski, A. Caro, E. Martinez and L. Zepeda-Ruiz, Physical Review B 85, 2012, 184203;
    /// their κ, in eV, is κ kT / N here, their φ, in eV, κ φ kT here). Without energies the mean of
    /// c_s is near −φ_s / 2 for large κ.
    VarianceConstrained {
        /// φ by species, without unit, finite.
        phi: BTreeMap<Species, f64>,
        /// κ, without unit, above 0 and finite.
        kappa: f64,
    },
}

impl Ensemble {
    /// Returns the numbers by species of a semi-grand ensemble; `None` of the canonical one.
    #[must_use]
    pub fn by_species(&self) -> Option<&BTreeMap<Species, f64>> {
        match self {
            Ensemble::Canonical => None,
            Ensemble::SemiGrand { potentials } => Some(potentials),
            Ensemble::VarianceConstrained { phi, .. } => Some(phi),
        }
    }

    /// Returns the species that take part in substitutions: the host, then the others in their
    /// order; none in the canonical ensemble.
    #[must_use]
    pub fn active(&self) -> Vec<Species> {
        let Some(by_species) = self.by_species() else { return Vec::new() };
        [Species::HOST].into_iter().chain(by_species.keys().copied()).collect()
    }

    /// Returns the logarithm of the factor by which the weight changes, energy aside, if one site
    /// changes from one species to another. `counts` has the number of sites by species, before the
    /// change, and `thermal` is kT in eV.
    pub(crate) fn bias(
        &self,
        [from, to]: [Species; 2],
        counts: impl Fn(Species) -> usize,
        thermal: f64,
    ) -> f64 {
        match self {
            Ensemble::Canonical => 0.0,
            Ensemble::SemiGrand { potentials } => {
                let potential = |species| potentials.get(&species).copied().unwrap_or(0.0);
                (potential(to) - potential(from)) / thermal
            }
            Ensemble::VarianceConstrained { phi, kappa } => {
                let sites: usize = counts(Species::HOST)
                    + phi.keys().map(|species| counts(*species)).sum::<usize>();
                let sites = sites as f64;
                let change = |species: Species, by: f64| match phi.get(&species) {
                    None => 0.0,
                    Some(phi) => {
                        let count = counts(species) as f64;
                        let square = |count: f64| (count / sites + phi / 2.0).powi(2);
                        square(count + by) - square(count)
                    }
                };
                -kappa * sites * (change(from, -1.0) + change(to, 1.0))
            }
        }
    }

    /// The numbers that define the ensemble, for a fingerprint; none of the canonical one.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        let Some(by_species) = self.by_species() else { return Vec::new() };
        let head = match self {
            Ensemble::VarianceConstrained { kappa, .. } => [2, kappa.to_bits()],
            _ => [1, 0],
        };
        let each = by_species.iter();
        let each = each.flat_map(|(species, number)| [species.0.into(), number.to_bits()]);
        head.into_iter().chain(each).collect()
    }
}

/// One stage of an annealing: the temperature goes in a straight line from that of the stage
/// before, or from the one at the start, to this one at a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct AnnealingStage {
    /// The number of steps at its end, above that of the stage before.
    pub until: u64,
    /// The temperature at its end, in K, above 0.
    pub temperature: f64,
}

impl AnnealingStage {
    /// Creates a stage.
    #[must_use]
    pub const fn new(until: u64, temperature: f64) -> AnnealingStage {
        AnnealingStage { until, temperature }
    }
}

/// The temperature after a number of steps, from the one at the start.
pub(crate) fn temperature_after(stages: &[AnnealingStage], start: f64, steps: u64) -> f64 {
    let (mut since, mut from) = (0, start);
    for stage in stages {
        if steps < stage.until {
            let part = (steps - since) as f64 / (stage.until - since) as f64;
            return from + part * (stage.temperature - from);
        }
        (since, from) = (stage.until, stage.temperature);
    }
    from
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The change of the whole exponent, by its definition.
    #[test]
    fn the_bias_is_the_change_of_the_exponent() {
        let (thermal, kappa) = (0.05, 30.0);
        let by_species: BTreeMap<Species, f64> =
            [(Species(2), -0.4), (Species(3), 0.1)].into_iter().collect();
        let semi_grand = Ensemble::SemiGrand { potentials: by_species.clone() };
        let constrained = Ensemble::VarianceConstrained { phi: by_species.clone(), kappa };
        let exponents = |counts: [usize; 4]| {
            let sites = (counts[0] + counts[2] + counts[3]) as f64;
            let each = by_species.iter().map(|(species, number)| (counts[species.index()], number));
            let potential: f64 = each.clone().map(|(n, mu)| n as f64 * mu).sum();
            let squares: f64 = each.map(|(n, phi)| (n as f64 / sites + phi / 2.0).powi(2)).sum();
            [potential / thermal, -kappa * sites * squares]
        };
        // One vacancy stays where it is.
        let counts = [10, 1, 4, 5];
        for (from, to) in [(0, 2), (2, 0), (0, 3), (2, 3), (3, 2)] {
            let mut after = counts;
            (after[from], after[to]) = (after[from] - 1, after[to] + 1);
            let pair = [Species(from as u8), Species(to as u8)];
            let got = [&semi_grand, &constrained]
                .map(|it| it.bias(pair, |species| counts[species.index()], thermal));
            for ((got, after), before) in got.iter().zip(exponents(after)).zip(exponents(counts)) {
                assert!((got - (after - before)).abs() < 1e-9, "{got} {after} {before}");
            }
        }
    }

    #[test]
    fn temperatures_go_in_straight_lines() {
        let stages = [AnnealingStage::new(100, 500.0), AnnealingStage::new(300, 300.0)];
        for (steps, expected) in
            [(0, 1000.0), (50, 750.0), (100, 500.0), (200, 400.0), (300, 300.0), (9000, 300.0)]
        {
            assert_eq!(temperature_after(&stages, 1000.0, steps), expected);
        }
        assert_eq!(temperature_after(&[], 1000.0, 5), 1000.0);
    }
}
