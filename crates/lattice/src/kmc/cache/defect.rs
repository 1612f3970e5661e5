//! Recall by the environments of vacancies.

use std::fmt::Debug;

use zobrist::{Canonical, Key};

use super::handle::{Held, RecallHandle, ValueForm};
use super::interface::{BarrierCache, KmcContext};
use super::value::Packing;
use crate::environment::Environments;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::settings::Settings;
use crate::model::{Jump, Model};
use crate::recall::{Name, Origin, Verification};
use crate::species::Species;
use crate::state::State;
use crate::structure::PointGroup;

/// [`RecallMode::Environment`](crate::RecallMode::Environment) and
/// [`EnvironmentSymmetry`](crate::RecallMode::EnvironmentSymmetry): the barriers of a vacancy, by
/// direction, under the name of its environment.
#[derive(Debug)]
pub(super) struct DefectCache<K> {
    recall: RecallHandle<Box<[f64]>, K>,
    environments: Environments<K>,
    packing: Packing,
    // Buffers that are allocated once.
    around: Vec<Species>,
    /// The vacancies that are not known, and the name of the environment of each.
    unknown: Vec<(usize, Canonical<K>)>,
    /// By place in `unknown`; empty unless contents are compared.
    images: Vec<Vec<Species>>,
}

impl<K: Key> DefectCache<K> {
    pub(super) fn new(
        model: &dyn Model,
        settings: &Settings,
        group: &PointGroup,
    ) -> Result<DefectCache<K>, KmcError> {
        let (lattice, species) = (model.lattice(), model.species_count());
        let (reach, seed) = (model.reach(), settings.key_seed);
        let environments = Environments::of_defect_with_keys(lattice, reach, species, group, seed)?;
        let directions = lattice.structure().directions().len();
        let packing = Packing::new(directions, model.gives_prefactors());
        let form =
            ValueForm { numbers: Some(packing.len()), prefactors: packing.gives_prefactors() };
        Ok(DefectCache {
            recall: RecallHandle::new(settings, form),
            environments,
            packing,
            around: Vec::new(),
            unknown: Vec::new(),
            images: Vec::new(),
        })
    }
}

impl<K: Key + Debug + Send + Sync + 'static> BarrierCache for DefectCache<K> {
    fn refresh(&mut self, context: KmcContext<'_>) -> Result<(), StepError> {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        let DefectCache { recall, environments, packing, around, unknown, images } = self;
        let configuration = state.configuration();
        unknown.clear();
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            environments.read(configuration, rates.sites[vacancy], around);
            let name = environments.name(around, 0);
            if images.len() == unknown.len() {
                images.push(Vec::new());
            }
            if recall.verification() == Verification::Content {
                environments.image(around, 0, name.element, &mut images[unknown.len()]);
            }
            unknown.push((vacancy, name));
        }
        let names = unknown.iter().zip(&*images);
        let names: Vec<Name<'_, K>> = names
            .map(|((_, name), image)| Name { hash: name.hash, content: Some(image) })
            .collect();
        let place = |element, direction| environments.direction_image(element, direction);
        let batch = recall.look_up(&names);
        let site = |at: &usize| rates.sites[unknown[*at].0];
        let jumps: Vec<Jump> = batch
            .places()
            .iter()
            .flat_map(|at| evaluator.possible_jumps(configuration, site(at)))
            .collect();
        evaluator.evaluate(model, configuration, &jumps)?;
        let mut barriers = jumps.iter().zip(&evaluator.barriers).peekable();
        let mut computed = Vec::with_capacity(batch.places().len());
        for (number, at) in batch.places().iter().enumerate() {
            let mut values = packing.empty();
            while let Some((jump, barrier)) = barriers.next_if(|(jump, _)| jump.vacancy == site(at))
            {
                let to = place(unknown[*at].1.element, jump.direction);
                packing.put(&mut values, to, *barrier);
                // The misses come first. Barriers that only an audit computes change nothing.
                counts.evaluations += u64::from(number < batch.misses().len());
            }
            computed.push(values);
        }
        recall.enter(&names, &batch, &computed, std::iter::empty());
        let values = batch.into_values(&computed);
        for ((vacancy, name), values) in unknown.iter().zip(values) {
            for direction in 0..rates.directions() {
                let from = place(name.element, direction);
                rates.set(*vacancy, direction, packing.get(&values, from));
            }
            if rates.sites.len() > 1 {
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

    fn origin(&self, model: u64, _state: &State) -> Option<Origin> {
        Some(self.environments.origin(model))
    }
}
