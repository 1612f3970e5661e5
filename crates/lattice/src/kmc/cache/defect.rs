//! Recall by the environments of vacancies.

use std::fmt::Debug;

use zobrist::{Canonical, Key};

use super::handle::{AnyRecall, RecallHandle, ValueForm};
use super::interface::{BarrierCache, KmcContext};
use super::value::Packing;
use crate::configuration::Species;
use crate::environment::Environments;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::evaluate::Evaluator;
use crate::kmc::rates::Rates;
use crate::kmc::settings::Settings;
use crate::model::Model;
use crate::recall::{Name, Origin, Verification};
use crate::state::State;
use crate::structure::PointGroup;

/// [`RecallMode::Environment`](crate::RecallMode::Environment) and
/// [`EnvironmentSymmetry`](crate::RecallMode::EnvironmentSymmetry): the barriers of a vacancy, by
/// direction, under the name of its environment.
#[derive(Debug)]
pub(super) struct DefectCache<K: Key> {
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
        let image = |element, direction| environments.direction_image(element, direction);
        // The values of the vacancy with this number among those that were evaluated last.
        let pack = |evaluator: &Evaluator, number, element| {
            let mut values = packing.empty();
            for (direction, barrier) in evaluator.of_vacancy(number) {
                packing.put(&mut values, image(element, direction), barrier);
            }
            values
        };
        let set = |rates: &mut Rates, vacancy, element, values: &[f64]| {
            rates.set_each(vacancy, |direction| packing.get(values, image(element, direction)));
        };
        let settle = |evaluator: &Evaluator, rates: &mut Rates, vacancy| {
            if rates.sites.len() > 1 {
                rates.block_vacancies(vacancy, configuration, &evaluator.neighbors);
            }
            rates.settle(vacancy, configuration, &evaluator.neighbors);
        };
        // A batch of one takes longer.
        if let [(vacancy, Canonical { hash, element })] = unknown[..] {
            let name = Name { hash, content: Some(&images[0][..]) };
            let site = rates.sites[vacancy];
            let compute = || {
                evaluator.evaluate_vacancies(model, configuration, std::iter::once(site))?;
                Ok::<_, StepError>(pack(evaluator, 0, element))
            };
            let is_new = recall.read_or_try_compute(
                name,
                |values| set(rates, vacancy, element, values),
                compute,
            )?;
            // Barriers that only an audit computes change nothing.
            if is_new {
                counts.evaluations += evaluator.barriers.len() as u64;
            }
            settle(evaluator, rates, vacancy);
            return Ok(());
        }
        let names = unknown.iter().zip(&*images);
        let names: Vec<Name<'_, K>> = names
            .map(|((_, name), image)| Name { hash: name.hash, content: Some(image) })
            .collect();
        let batch = recall.look_up(&names);
        let mut computed = Vec::new();
        if !batch.places().is_empty() {
            let sites = batch.places().iter().map(|at| rates.sites[unknown[*at].0]);
            evaluator.evaluate_vacancies(model, configuration, sites)?;
            let elements = batch.places().iter().map(|at| unknown[*at].1.element).enumerate();
            computed = elements.map(|(number, element)| pack(evaluator, number, element)).collect();
            // The misses come first.
            let counted = (0..batch.misses().len()).map(|at| evaluator.of_vacancy(at).len() as u64);
            counts.evaluations += counted.sum::<u64>();
        }
        recall.enter(&names, &batch, &computed, std::iter::empty());
        for ((vacancy, name), values) in unknown.iter().zip(batch.into_values(&computed)) {
            set(rates, *vacancy, name.element, &values);
            settle(evaluator, rates, *vacancy);
        }
        Ok(())
    }

    fn recall(&self) -> Option<&dyn AnyRecall> {
        Some(&self.recall)
    }

    fn recall_mut(&mut self) -> Option<&mut dyn AnyRecall> {
        Some(&mut self.recall)
    }

    fn origin(&self, model: u64, _state: &State) -> Option<Origin> {
        Some(self.environments.origin(model))
    }
}
