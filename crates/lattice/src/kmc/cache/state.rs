//! Recall by whole states.

use std::fmt::Debug;
use std::io::{self, Read, Write};

use zobrist::Key;

use super::interface::{BarrierCache, KmcContext, Report, empty_recall};
use super::value::Packing;
use crate::configuration::Configuration;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::settings::Settings;
use crate::lattice::Site;
use crate::model::Model;
use crate::recall::{LoadError, Name, Origin, Recall};
use crate::state::State;

/// [`RecallMode::State`](crate::RecallMode::State): the barriers of all vacancies, in the order of their sites and by
/// direction, under the hash of the state.
#[derive(Debug)]
pub(super) struct StateCache<K> {
    recall: Recall<Box<[f64]>, K>,
    /// A second copy of the state if the keys are wider than those of the simulation's own.
    wide: Option<State<K>>,
    packing: Packing,
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
        let packing = Packing::new(directions, model.gives_prefactors());
        Ok(StateCache { recall: empty_recall(settings), wide, packing })
    }

    fn origin(&self, model: u64, state: &State) -> Origin {
        self.wide.as_ref().map_or_else(|| state.origin(model), |wide| wide.origin(model))
    }
}

impl<K: Key + Debug + Send + Sync> BarrierCache for StateCache<K> {
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
        let StateCache { recall, wide, packing } = self;
        let configuration = state.configuration();
        let own_hash = || K::from_word(state.hash().into());
        let hash = wide.as_ref().map_or_else(own_hash, State::hash);
        let name = Name { hash, content: Some(configuration.occupants()) };
        let mut order: Vec<usize> = (0..rates.sites.len()).collect();
        order.sort_unstable_by_key(|vacancy| rates.sites[*vacancy]);
        // If only a hash identifies it, a value may belong to another state, with more vacancies or
        // fewer. It is replaced by the right one.
        let found = recall.peek(name);
        let is_other = found.is_some_and(|values| values.len() != order.len() * packing.len());
        // In a new state, the barriers that did not change are known. An audit computes all of
        // them.
        let is_kept = found.is_some() && !is_other;
        let mut evaluations = 0;
        let mut compute = || -> Result<Box<[f64]>, StepError> {
            let is_wanted = |vacancy: &usize| is_kept || !rates.known[*vacancy];
            let sites = order.iter().filter(|vacancy| is_wanted(vacancy));
            let jumps = sites
                .flat_map(|at| evaluator.possible_jumps(configuration, rates.sites[*at]))
                .collect::<Vec<_>>();
            evaluator.evaluate(model, configuration, &jumps)?;
            evaluations += jumps.len() as u64;
            let mut computed = jumps.iter().zip(&evaluator.barriers).peekable();
            let mut values = Vec::with_capacity(order.len() * packing.len());
            for vacancy in &order {
                let mut of_vacancy = packing.empty();
                if is_wanted(vacancy) {
                    let site = rates.sites[*vacancy];
                    while let Some((jump, barrier)) =
                        computed.next_if(|(jump, _)| jump.vacancy == site)
                    {
                        packing.put(&mut of_vacancy, jump.direction, *barrier);
                    }
                } else {
                    for direction in 0..rates.directions() {
                        let barrier = rates.barrier(*vacancy, direction);
                        packing.put(&mut of_vacancy, direction, barrier);
                    }
                }
                values.extend(of_vacancy);
            }
            Ok(values.into_boxed_slice())
        };
        let values = if is_other {
            let values = compute()?;
            recall.insert(name, values.clone());
            values
        } else {
            recall.get_or_try_compute(name, compute)?
        };
        if !is_kept {
            counts.evaluations += evaluations;
        }
        for (vacancy, values) in order.iter().zip(values.chunks_exact(packing.len())) {
            for direction in 0..rates.directions() {
                rates.set(*vacancy, direction, packing.get(values, direction));
            }
            if order.len() > 1 {
                rates.block_vacancies(*vacancy, configuration, &evaluator.neighbors);
            }
            rates.settle(*vacancy, configuration, &evaluator.neighbors);
        }
        Ok(())
    }

    fn report(&self) -> Option<Report> {
        Some(Report::of(&self.recall))
    }

    fn save(&self, writer: &mut dyn Write, model: u64, state: &State) -> io::Result<()> {
        self.recall.save(writer, self.origin(model, state))
    }

    fn load(
        &mut self,
        reader: &mut dyn Read,
        model: u64,
        state: &State,
        settings: &Settings,
    ) -> Result<(), LoadError> {
        self.recall = empty_recall(settings).load(reader, self.origin(model, state))?;
        Ok(())
    }
}
