//! Recall by whole states.

use std::fmt::Debug;

use zobrist::Key;

use super::handle::{AnyRecall, RecallHandle, ValueForm};
use super::interface::{BarrierCache, KmcContext};
use super::value::Packing;
use crate::configuration::Configuration;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::rates::Rates;
use crate::kmc::settings::Settings;
use crate::lattice::Site;
use crate::model::Model;
use crate::recall::{Name, Origin, RecallOutcome};
use crate::state::State;

/// [`RecallMode::State`](crate::RecallMode::State): the barriers of all vacancies, in the order of
/// their sites and by direction, under the hash of the state.
#[derive(Debug)]
pub(super) struct StateCache<K> {
    recall: RecallHandle<Box<[f64]>, K>,
    /// A second copy of the state if the keys are wider than those of the simulation's own.
    wide: Option<State<K>>,
    directions: usize,
    prefactors: bool,
    /// The vacancies in the order of their sites: a buffer.
    order: Vec<usize>,
}

impl<K: Key> StateCache<K> {
    pub(super) fn new(
        model: &dyn Model,
        settings: &Settings,
        configuration: &Configuration,
    ) -> Result<StateCache<K>, KmcError> {
        let wide = if K::BITS > u64::BITS {
            let (copy, species) = (configuration.try_clone()?, model.species_count());
            let seed = settings.key_seed;
            Some(State::try_from_configuration_with_keys(copy, species, seed)?)
        } else {
            None
        };
        let directions = model.lattice().structure().directions().len();
        let prefactors = model.gives_prefactors();
        let recall = RecallHandle::new(settings, ValueForm { numbers: None, prefactors });
        Ok(StateCache { recall, wide, directions, prefactors, order: Vec::new() })
    }
}

impl<K: Key + Debug + Send + Sync + 'static> BarrierCache for StateCache<K> {
    #[inline]
    fn exchange(&mut self, a: Site, b: Site) {
        if let Some(state) = &mut self.wide {
            state.exchange(a, b);
        }
    }

    fn refresh(&mut self, context: KmcContext<'_>) -> Result<(), StepError> {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        if rates.known.iter().all(|known| *known) {
            return Ok(());
        }
        let StateCache { recall, wide, directions, prefactors, order } = self;
        let configuration = state.configuration();
        let own_hash = || K::from_word(state.hash().into());
        let hash = wide.as_ref().map_or_else(own_hash, State::hash);
        let name = Name { hash, content: Some(configuration.occupants()) };
        order.clear();
        order.extend(0..rates.sites.len());
        order.sort_unstable_by_key(|vacancy| rates.sites[*vacancy]);
        // If only a hash identifies it, a value may belong to another state, with more vacancies or
        // fewer. It is replaced by the right one.
        let packing = Packing::new(order.len() * *directions, *prefactors);
        let set = |rates: &mut Rates, values: &[f64]| {
            for (place, vacancy) in order.iter().enumerate() {
                let first = place * *directions;
                rates.set_each(*vacancy, |direction| packing.get(values, first + direction));
            }
        };
        let sought = recall.with(|recall, _| match recall.peek(name) {
            Some(values) if values.len() != packing.len() => None,
            _ => Some(recall.seek_to_read(name, |values| set(rates, values))),
        });
        // In a new state, the barriers that did not change are known. An audit computes all of
        // them.
        let is_kept = matches!(sought, Some(RecallOutcome::Kept(_) | RecallOutcome::Audited(_)));
        let mut evaluations = 0;
        let mut compute = || -> Result<Box<[f64]>, StepError> {
            let is_wanted = |vacancy: &usize| is_kept || !rates.known[*vacancy];
            let sites = order.iter().filter(|at| is_wanted(at)).map(|at| rates.sites[*at]);
            evaluator.evaluate_vacancies(model, configuration, sites)?;
            evaluations += evaluator.barriers.len() as u64;
            let mut values = packing.empty();
            let mut number = 0;
            for (place, vacancy) in order.iter().enumerate() {
                let first = place * *directions;
                if is_wanted(vacancy) {
                    for (direction, barrier) in evaluator.of_vacancy(number) {
                        packing.put(&mut values, first + direction, barrier);
                    }
                    number += 1;
                } else {
                    for direction in 0..*directions {
                        let barrier = rates.barrier(*vacancy, direction);
                        packing.put(&mut values, first + direction, barrier);
                    }
                }
            }
            Ok(values)
        };
        match sought {
            Some(RecallOutcome::Kept(())) => {}
            Some(RecallOutcome::Audited(values)) => {
                let recomputed = compute()?;
                recall.with(|recall, _| recall.compare(&values, &recomputed));
                set(rates, &values);
            }
            Some(RecallOutcome::Missing) => {
                let values = compute()?;
                set(rates, &values);
                recall.with(|recall, others| recall.keep_unless_there(name, values, others));
            }
            None => {
                let values = compute()?;
                set(rates, &values);
                recall.with(|recall, _| recall.insert(name, values));
            }
        }
        if !is_kept {
            counts.evaluations += evaluations;
        }
        for vacancy in &*order {
            if order.len() > 1 {
                rates.block_vacancies(*vacancy, configuration, &evaluator.neighbors);
            }
            rates.settle(*vacancy, configuration, &evaluator.neighbors);
        }
        Ok(())
    }

    fn recall(&self) -> Option<&dyn AnyRecall> {
        Some(&self.recall)
    }

    fn recall_mut(&mut self) -> Option<&mut dyn AnyRecall> {
        Some(&mut self.recall)
    }

    fn origin(&self, model: u64, state: &State) -> Option<Origin> {
        Some(self.wide.as_ref().map_or_else(|| state.origin(model), |wide| wide.origin(model)))
    }
}
