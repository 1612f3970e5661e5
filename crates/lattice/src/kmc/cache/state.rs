//! Recall by whole states.

use std::fmt::Debug;

use zobrist::Key;

use super::handle::{Held, RecallHandle, ValueForm};
use super::interface::{BarrierCache, KmcContext};
use super::value::Packing;
use crate::configuration::Configuration;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::settings::Settings;
use crate::lattice::Site;
use crate::model::Model;
use crate::recall::{Name, Origin, Sought};
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
        Ok(StateCache { recall, wide, directions, prefactors })
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
        let StateCache { recall, wide, directions, prefactors } = self;
        let configuration = state.configuration();
        let own_hash = || K::from_word(state.hash().into());
        let hash = wide.as_ref().map_or_else(own_hash, State::hash);
        let name = Name { hash, content: Some(configuration.occupants()) };
        let mut order: Vec<usize> = (0..rates.sites.len()).collect();
        order.sort_unstable_by_key(|vacancy| rates.sites[*vacancy]);
        // If only a hash identifies it, a value may belong to another state, with more vacancies or
        // fewer. It is replaced by the right one.
        let packing = Packing::new(order.len() * *directions, *prefactors);
        let sought = recall.with(|recall, _| match recall.peek(name) {
            Some(values) if values.len() != packing.len() => None,
            _ => Some(recall.seek(name)),
        });
        // In a new state, the barriers that did not change are known. An audit computes all of
        // them.
        let is_kept = matches!(sought, Some(Sought::Kept(_) | Sought::Audited(_)));
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
        let values = match sought {
            Some(Sought::Kept(values)) => values,
            Some(Sought::Audited(values)) => {
                let recomputed = compute()?;
                recall.with(|recall, _| recall.compare(&values, &recomputed));
                values
            }
            Some(Sought::Missing) => {
                let values = compute()?;
                let kept = values.clone();
                recall.with(|recall, others| recall.keep_unless_there(name, kept, others));
                values
            }
            None => {
                let values = compute()?;
                let kept = values.clone();
                recall.with(|recall, _| recall.insert(name, kept));
                values
            }
        };
        if !is_kept {
            counts.evaluations += evaluations;
        }
        for (place, vacancy) in order.iter().enumerate() {
            let first = place * *directions;
            let barriers = (0..*directions)
                .map(|direction| (direction, packing.get(&values, first + direction)));
            rates.set_all(*vacancy, barriers);
            if order.len() > 1 {
                rates.block_vacancies(*vacancy, configuration, &evaluator.neighbors);
            }
            rates.settle(*vacancy, configuration, &evaluator.neighbors);
        }
        Ok(())
    }

    fn recall(&self) -> Option<&dyn Held> {
        Some(&self.recall)
    }

    fn recall_mut(&mut self) -> Option<&mut dyn Held> {
        Some(&mut self.recall)
    }

    fn origin(&self, model: u64, state: &State) -> Option<Origin> {
        Some(self.wide.as_ref().map_or_else(|| state.origin(model), |wide| wide.origin(model)))
    }
}
