//! Without a recall.

use super::interface::{BarrierCache, KmcContext};
use crate::kmc::error::StepError;

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
