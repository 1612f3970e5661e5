//! Recall by the environments of vacancies.

use std::fmt::Debug;
use std::io::{self, Read, Write};

use zobrist::{Canonical, Key};

use super::interface::{BarrierCache, KmcContext, Report, empty_recall};
use super::value::Packing;
use crate::environment::Environments;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::settings::Settings;
use crate::model::{Jump, Model};
use crate::recall::{LoadError, Name, Recall, Verification};
use crate::species::Species;
use crate::state::State;
use crate::structure::PointGroup;

/// [`RecallMode::Environment`](crate::RecallMode::Environment) and
/// [`EnvironmentSymmetry`](crate::RecallMode::EnvironmentSymmetry): the barriers of a vacancy, by
/// direction, under the name of its environment.
#[derive(Debug)]
pub(super) struct DefectCache<K> {
    recall: Recall<Box<[f64]>, K>,
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
        Ok(DefectCache {
            recall: empty_recall(settings),
            environments,
            packing: Packing::new(directions, model.gives_prefactors()),
            around: Vec::new(),
            unknown: Vec::new(),
            images: Vec::new(),
        })
    }
}

impl<K: Key + Debug + Send + Sync> BarrierCache for DefectCache<K> {
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
        let misses = recall.statistics().misses;
        let mut evaluations = Vec::new();
        let values = recall.get_or_try_compute_batch(&names, |missing| {
            let site = |at: &usize| rates.sites[unknown[*at].0];
            let jumps: Vec<Jump> = missing
                .iter()
                .flat_map(|at| evaluator.possible_jumps(configuration, site(at)))
                .collect();
            evaluator.evaluate(model, configuration, &jumps)?;
            let mut computed = jumps.iter().zip(&evaluator.barriers).peekable();
            let values = missing.iter().map(|at| {
                let (mut values, mut count) = (packing.empty(), 0);
                while let Some((jump, barrier)) =
                    computed.next_if(|(jump, _)| jump.vacancy == site(at))
                {
                    let to = place(unknown[*at].1.element, jump.direction);
                    packing.put(&mut values, to, *barrier);
                    count += 1;
                }
                evaluations.push(count);
                values.into_boxed_slice()
            });
            Ok::<_, StepError>(values.collect())
        })?;
        // The misses come first. Barriers that only an audit computes change nothing.
        evaluations.truncate((recall.statistics().misses - misses) as usize);
        counts.evaluations += evaluations.iter().sum::<u64>();
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

    fn report(&self) -> Option<Report> {
        Some(Report::of(&self.recall))
    }

    fn save(&self, writer: &mut dyn Write, model: u64, _state: &State) -> io::Result<()> {
        self.recall.save(writer, self.environments.origin(model))
    }

    fn load(
        &mut self,
        reader: &mut dyn Read,
        model: u64,
        _state: &State,
        settings: &Settings,
    ) -> Result<(), LoadError> {
        let origin = self.environments.origin(model);
        let loaded: Recall<Box<[f64]>, K> = empty_recall(settings).load(reader, origin)?;
        let expected = self.packing.len();
        if let Some(got) = loaded.values().map(|of| of.len()).find(|got| *got != expected) {
            let (expected, got) = (expected.to_string(), got.to_string());
            return Err(LoadError::Form { what: "numbers of a value", expected, got });
        }
        self.recall = loaded;
        Ok(())
    }
}
