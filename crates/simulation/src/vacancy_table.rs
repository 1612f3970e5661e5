//! The table `[vacancy]`: the concentration of vacancies in equilibrium.

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::{Place, Result};
use zobrist_lattice::BOLTZMANN;

/// The table `[vacancy]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VacancyTable {
    formation_energy: Spanned<f64>,
    formation_entropy: Option<Spanned<f64>>,
}

/// Upper bounds on the sizes of an energy in eV and of an entropy in units of k.
const MAX_ENERGY: f64 = 100.0;
const MAX_ENTROPY: f64 = 1000.0;

/// The formation of a vacancy in the pure host.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Formation {
    /// In eV.
    pub energy: f64,
    /// In units of Boltzmann's constant.
    pub entropy: f64,
}

impl VacancyTable {
    /// # Errors
    /// When a number is out of range.
    pub(crate) fn checked(&self, place: Place<'_>) -> Result<Formation> {
        let within = |name: &str, value: &Spanned<f64>, most: f64, unit: &str| {
            let number = *value.get_ref();
            if (-most..=most).contains(&number) {
                return Ok(number);
            }
            let reason = format!("`{name}`: expected from -{most} to {most} {unit}, got {number}");
            Err(place.error(value.span().start, reason))
        };
        let entropy = self.formation_entropy.as_ref();
        Ok(Formation {
            energy: within("formation_energy", &self.formation_energy, MAX_ENERGY, "eV")?,
            entropy: entropy.map_or(Ok(0.0), |entropy| {
                within("formation_entropy", entropy, MAX_ENTROPY, "k")
            })?,
        })
    }
}

impl Formation {
    /// Returns the fraction of sites that are vacant in the pure host in equilibrium at a
    /// temperature in K: exp(*S*/*k* − *E*/*kT*), the textbook result for few vacancies.
    #[must_use]
    pub fn equilibrium(self, temperature: f64) -> f64 {
        (self.entropy - self.energy / (BOLTZMANN * temperature)).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vacancies_are_rarer_where_it_is_colder() {
        let formation = Formation { energy: 1.6, entropy: 1.0 };
        // exp(1 − 1.6 / (8.617333e-5 · 773)), by hand.
        let expected = (1.0_f64 - 1.6 / (8.617_333_262e-5 * 773.0)).exp();
        assert!((formation.equilibrium(773.0) / expected - 1.0).abs() < 1e-9);
        assert!(formation.equilibrium(600.0) < formation.equilibrium(773.0));
    }
}
