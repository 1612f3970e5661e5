//! Without a recall.

use super::interface::{BarrierCache, KmcContext};
use crate::kmc::error::StepError;
use crate::model::Jump;

/// [`RecallMode::None`](crate::RecallMode::None): every barrier is computed, those of all vacancies
/// that are not known in one go.
#[derive(Debug, Default)]
pub(super) struct NoCache {
    jumps: Vec<Jump>,
}

impl BarrierCache for NoCache {
    fn refresh(&mut self, context: KmcContext<'_>) -> Result<(), StepError> {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        let configuration = state.configuration();
        self.jumps.clear();
        for vacancy in 0..rates.sites.len() {
            if !rates.known[vacancy] {
                self.jumps.extend(evaluator.possible_jumps(configuration, rates.sites[vacancy]));
            }
        }
        evaluator.evaluate(model, configuration, &self.jumps)?;
        counts.evaluations += self.jumps.len() as u64;
        let mut computed = self.jumps.iter().zip(&evaluator.barriers).peekable();
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            let site = rates.sites[vacancy];
            rates.block_all(vacancy);
            while let Some((jump, barrier)) = computed.next_if(|(jump, _)| jump.vacancy == site) {
                rates.set(vacancy, jump.direction, *barrier);
            }
            rates.settle(vacancy, configuration, &evaluator.neighbors);
        }
        Ok(())
    }
}
