//! Steps: a change is proposed, and made or not.

use super::energies::Substitution;
use super::error::ExchangeError;
use super::simulation::Metropolis;
use crate::configuration::Species;
use crate::kmc::BOLTZMANN;
use crate::lattice::Site;
use crate::model::{SubstitutionEnergy, UNITS_PER_EV};
use crate::variates::uniform;

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Exchange {
    /// One site.
    pub a: Site,
    /// The other site, which had another species; the same site for a substitution.
    pub b: Site,
    /// The change in energy by it, in eV.
    pub change: f64,
    /// True if it was made; otherwise the state is as before.
    pub accepted: bool,
}

/// A change that was proposed, before it is decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proposed {
    /// The change in energy, in units.
    pub(super) units: i64,
    /// The logarithm of the factor of the weight, energy aside; 0 for an exchange.
    pub(super) bias: f64,
    /// Uniform in [0, 1).
    pub(super) draw: f64,
}

impl<M: SubstitutionEnergy> Metropolis<M> {
    /// Performs one step: an exchange or a substitution is proposed, and made or not.
    ///
    /// # Errors
    /// When an energy is above 1,000 eV with either sign, or a recalled one is not a number. The
    /// simulation is then as it was, the counts of evaluations aside.
    ///
    /// # Panics
    /// When the model does not give an energy for each species.
    pub fn step(&mut self) -> Result<Exchange, ExchangeError> {
        let thermal = BOLTZMANN * self.temperature();
        self.attempt(thermal, |Proposed { units, bias, draw }| {
            let exponent = bias - units as f64 / UNITS_PER_EV / thermal;
            exponent >= 0.0 || draw < exponent.exp()
        })
    }

    /// Performs `steps` steps.
    ///
    /// # Errors
    /// As [`step`](Metropolis::step). The steps before the error have been performed.
    pub fn run(&mut self, steps: u64) -> Result<(), ExchangeError> {
        (0..steps).try_for_each(|_| self.step().map(drop))
    }

    /// Proposes a change, and makes it if it is decided so. `thermal` is kT in eV, for the bias.
    #[inline]
    pub(super) fn attempt(
        &mut self,
        thermal: f64,
        decide: impl FnOnce(Proposed) -> bool,
    ) -> Result<Exchange, ExchangeError> {
        match self.active.is_empty() {
            true => self.attempt_exchange(decide),
            false => self.attempt_substitution(thermal, decide),
        }
    }

    #[inline]
    fn attempt_exchange(
        &mut self,
        decide: impl FnOnce(Proposed) -> bool,
    ) -> Result<Exchange, ExchangeError> {
        let before = self.random;
        let proposal = self.sites.draw(&mut self.random);
        let draw = uniform(&mut self.random);
        let ([a, b], [one, other]) = (proposal.sites, proposal.species);
        let units = match self.change_to(a, b, one, other) {
            Ok(units) => units,
            Err(error) => {
                self.set(a, one);
                self.random = before;
                return Err(error);
            }
        };
        let accepted = decide(Proposed { units, bias: 0.0, draw });
        if accepted {
            self.set(b, one);
            self.sites.exchange(&proposal);
        } else {
            self.set(a, one);
        }
        Ok(self.decided(a, b, units, accepted))
    }

    fn attempt_substitution(
        &mut self,
        thermal: f64,
        decide: impl FnOnce(Proposed) -> bool,
    ) -> Result<Exchange, ExchangeError> {
        let before = self.random;
        let change = self.sites.draw_change(&self.active, &mut self.random);
        let draw = uniform(&mut self.random);
        let (site, from, to) = (change.site, change.from, change.to);
        let units = match self.substitute(site, from, to) {
            Ok(units) => units,
            Err(error) => {
                self.random = before;
                return Err(error);
            }
        };
        let count = |species: Species| self.sites.lists()[species.index()].len();
        let bias = self.settings.ensemble.bias([from, to], count, thermal);
        let accepted = decide(Proposed { units, bias, draw });
        if accepted {
            self.set(site, to);
            self.sites.change(&change);
        }
        Ok(self.decided(site, site, units, accepted))
    }

    #[inline]
    fn decided(&mut self, a: Site, b: Site, units: i64, accepted: bool) -> Exchange {
        if accepted {
            self.energy += i128::from(units);
        }
        self.counts.steps += 1;
        self.counts.accepted += u64::from(accepted);
        Exchange { a, b, change: units as f64 / UNITS_PER_EV, accepted }
    }

    /// The change in energy, in units, by an exchange of species `one` on `a` and `other` on `b`:
    /// that of two substitutions, the second in the configuration after the first. Leaves that
    /// configuration, with `other` on both sites; on an error maybe the first.
    #[inline]
    fn change_to(
        &mut self,
        a: Site,
        b: Site,
        one: Species,
        other: Species,
    ) -> Result<i64, ExchangeError> {
        let first = self.substitute(a, one, other)?;
        self.set(a, other);
        Ok(first + self.substitute(b, other, one)?)
    }

    /// The change in energy, in units, by a substitution.
    #[inline]
    fn substitute(&mut self, site: Site, from: Species, to: Species) -> Result<i64, ExchangeError> {
        let (model, configuration) = (&self.model, self.state.configuration());
        let substitution = Substitution { model, configuration, site, from, to };
        let (change, computed) = self.cache.change(substitution)?;
        self.counts.evaluations += computed;
        Ok(change)
    }

    #[inline]
    fn set(&mut self, site: Site, species: Species) {
        self.state.set(site, species);
    }
}
