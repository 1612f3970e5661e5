//! Calls of the model.

use super::error::StepError;
use crate::configuration::{Configuration, Species};
use crate::lattice::Site;
use crate::model::{Barrier, Jump, Model};
use crate::neighbors::Neighbors;

/// Computes barriers by a model, with buffers that are allocated once.
#[derive(Clone, Debug)]
pub(super) struct Evaluator {
    /// The nearest neighbors of a site, by direction.
    pub(super) neighbors: Neighbors,
    /// The barriers that were computed last.
    pub(super) barriers: Vec<Barrier>,
    jumps: Vec<Jump>,
    /// The number of jumps up to the end of each vacancy.
    ends: Vec<usize>,
    /// The lowest barrier that is accepted.
    least: f64,
}

impl Evaluator {
    /// Barriers below 0 are errors unless they are allowed.
    pub(super) fn new(neighbors: Neighbors, allow_negative: bool) -> Evaluator {
        let least = if allow_negative { f64::MIN } else { 0.0 };
        Evaluator { neighbors, barriers: Vec::new(), jumps: Vec::new(), ends: Vec::new(), least }
    }

    /// Appends the jumps that a vacancy can make: those to anything but another vacancy.
    #[inline]
    pub(super) fn possible_jumps(
        &self,
        configuration: &Configuration,
        vacancy: Site,
        jumps: &mut Vec<Jump>,
    ) {
        // Half the instructions of an extension by an iterator.
        jumps.reserve(self.neighbors.offsets().len());
        self.neighbors.sites(vacancy).enumerate().for_each(|(direction, to)| {
            if configuration.occupant(to) != Species::VACANCY {
                jumps.push(Jump { vacancy, to, direction });
            }
        });
    }

    /// Computes the barriers of all jumps that vacancies on these sites can make, in one go.
    ///
    /// # Errors
    /// As [`evaluate`](Evaluator::evaluate).
    pub(super) fn evaluate_vacancies(
        &mut self,
        model: &mut dyn Model,
        configuration: &Configuration,
        sites: impl Iterator<Item = Site>,
    ) -> Result<(), StepError> {
        let mut jumps = std::mem::take(&mut self.jumps);
        jumps.clear();
        self.ends.clear();
        for site in sites {
            self.possible_jumps(configuration, site, &mut jumps);
            self.ends.push(jumps.len());
        }
        let result = self.evaluate(model, configuration, &jumps);
        self.jumps = jumps;
        result
    }

    /// The barriers of one of these vacancies, counted from 0, each with its direction.
    #[inline]
    pub(super) fn of_vacancy(
        &self,
        number: usize,
    ) -> impl ExactSizeIterator<Item = (usize, Barrier)> {
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let all = first..self.ends[number];
        let directions = self.jumps[all.clone()].iter().map(|jump| jump.direction);
        directions.zip(self.barriers[all].iter().copied())
    }

    /// Computes the barriers of some jumps, in their order, into `barriers`. Nothing is asked if
    /// there are none.
    ///
    /// # Errors
    /// When the model fails, or gives a barrier that is none or below 0, or a prefactor that is not
    /// above 0 and finite. Whoever asks keeps nothing then, so that the model can be asked again.
    pub(super) fn evaluate(
        &mut self,
        model: &mut dyn Model,
        configuration: &Configuration,
        jumps: &[Jump],
    ) -> Result<(), StepError> {
        self.barriers.clear();
        if jumps.is_empty() {
            return Ok(());
        }
        model.barriers(configuration, jumps, &mut self.barriers).map_err(StepError::Model)?;
        assert_eq!(self.barriers.len(), jumps.len(), "the model gives a barrier for each jump");
        let is_good = |barrier: &Barrier| barrier.energy() >= self.least;
        if let Some(at) = self.barriers.iter().position(|barrier| !is_good(barrier)) {
            let (Jump { vacancy, to, .. }, got) = (jumps[at], self.barriers[at].energy());
            return Err(match got.is_finite() {
                true => StepError::Negative { vacancy, to, got },
                false => StepError::Barrier { vacancy, to, got },
            });
        }
        if model.gives_prefactors() {
            for (jump, barrier) in jumps.iter().zip(&self.barriers) {
                if let Some(got) =
                    barrier.prefactor().filter(|got| !(*got > 0.0 && got.is_finite()))
                {
                    let Jump { vacancy, to, .. } = *jump;
                    return Err(StepError::Prefactor { vacancy, to, got });
                }
            }
        }
        Ok(())
    }
}
