//! The interface between a simulation and its cache of barriers, and the cache that keeps none.

use std::fmt::Debug;

use super::handle::AnyRecall;
use crate::kmc::error::StepError;
use crate::kmc::evaluate::Evaluator;
use crate::kmc::progress::Counts;
use crate::kmc::rates::Rates;
use crate::lattice::Site;
use crate::model::Model;
use crate::recall::Origin;
use crate::state::State;

/// A cache of barriers, by the hash of what they depend on.
pub(in crate::kmc) trait BarrierCache: Debug + Send + Sync {
    /// Follows an exchange of the species on two sites.
    fn exchange(&mut self, _a: Site, _b: Site) {}

    /// Obtains the barriers of all vacancies whose barriers are not known.
    ///
    /// # Errors
    /// When the model fails, or gives a barrier or a prefactor that is none. Some vacancies are
    /// then still not known.
    fn refresh(&mut self, context: KmcContext<'_>) -> Result<(), StepError>;

    /// Returns the recall, if there is one.
    fn recall(&self) -> Option<&dyn AnyRecall> {
        None
    }

    /// Returns the recall, if there is one.
    fn recall_mut(&mut self) -> Option<&mut dyn AnyRecall> {
        None
    }

    /// Returns the origin of values that the model with this fingerprint computes in this box, if
    /// they are recalled.
    fn origin(&self, _model: u64, _state: &State) -> Option<Origin> {
        None
    }
}

/// The parts of a simulation that a refresh reads and changes.
pub(in crate::kmc) struct KmcContext<'a> {
    pub(in crate::kmc) model: &'a mut dyn Model,
    pub(in crate::kmc) state: &'a State,
    pub(in crate::kmc) rates: &'a mut Rates,
    pub(in crate::kmc) evaluator: &'a mut Evaluator,
    pub(in crate::kmc) counts: &'a mut Counts,
}

/// [`RecallMode::None`](crate::RecallMode::None): every barrier is computed, those of all vacancies
/// that are not known in one go.
#[derive(Debug)]
pub(super) struct NoCache;

impl BarrierCache for NoCache {
    fn refresh(&mut self, context: KmcContext<'_>) -> Result<(), StepError> {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        let configuration = state.configuration();
        let unknown = rates.sites.iter().zip(&rates.known).filter(|(_, known)| !**known);
        evaluator.evaluate_vacancies(model, configuration, unknown.map(|(site, _)| *site))?;
        counts.evaluations += evaluator.barriers.len() as u64;
        let mut number = 0;
        for vacancy in 0..rates.sites.len() {
            if !rates.known[vacancy] {
                rates.set_all(vacancy, evaluator.of_vacancy(number));
                rates.settle(vacancy, configuration, &evaluator.neighbors);
                number += 1;
            }
        }
        Ok(())
    }
}
