//! Recall by jumps.

use std::fmt::Debug;
use std::io::{self, Read, Write};

use zobrist::{Canonical, Key};

use super::interface::{BarrierCache, KmcContext, Report, empty_recall};
use super::value::JumpValue;
use crate::configuration::Configuration;
use crate::environment::Environments;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::settings::Settings;
use crate::model::{Barrier, Jump, Model};
use crate::recall::{LoadError, Name, Recall, Verification};
use crate::species::Species;
use crate::state::State;
use crate::structure::PointGroup;

/// [`RecallMode::JumpSymmetry`](crate::RecallMode::JumpSymmetry): the barrier of a jump, under the name of its environment.
#[derive(Debug)]
pub(super) struct JumpCache<K, V> {
    recall: Recall<V, K>,
    environments: Environments<K>,
    // Buffers that are allocated once.
    /// The surroundings of each vacancy that is not known, one after the other.
    around: Vec<Vec<Species>>,
    /// The number of jumps up to the end of each of these vacancies.
    ends: Vec<usize>,
    /// The jumps of these vacancies, and their names.
    jumps: Vec<Jump>,
    names: Vec<Canonical<K>>,
    of_vacancy: Vec<Canonical<K>>,
    /// By jump; empty unless contents are compared.
    images: Vec<Vec<Species>>,
    around_after: Vec<Species>,
    image_after: Vec<Species>,
}

impl<K: Key, V: JumpValue> JumpCache<K, V> {
    pub(super) fn new(
        model: &dyn Model,
        settings: &Settings,
        group: &PointGroup,
    ) -> Result<JumpCache<K, V>, KmcError> {
        let (lattice, species) = (model.lattice(), model.species_count());
        let (reach, seed) = (model.reach(), settings.key_seed);
        let environments = Environments::of_jumps_with_keys(lattice, reach, species, group, seed)?;
        Ok(JumpCache {
            recall: empty_recall(settings),
            environments,
            around: Vec::new(),
            ends: Vec::new(),
            jumps: Vec::new(),
            names: Vec::new(),
            of_vacancy: Vec::new(),
            images: Vec::new(),
            around_after: Vec::new(),
            image_after: Vec::new(),
        })
    }

    /// Reads the jumps of the vacancies that are not known, and names them.
    fn read(&mut self, context: &KmcContext<'_>) {
        let KmcContext { state, rates, evaluator, .. } = context;
        let configuration = state.configuration();
        let compares = self.recall.verification() == Verification::Content;
        self.ends.clear();
        self.jumps.clear();
        self.names.clear();
        for vacancy in (0..rates.sites.len()).filter(|vacancy| !rates.known[*vacancy]) {
            let site = rates.sites[vacancy];
            if self.around.len() == self.ends.len() {
                self.around.push(Vec::new());
            }
            let around = &mut self.around[self.ends.len()];
            self.environments.read(configuration, site, around);
            self.environments.names(around, &mut self.of_vacancy);
            for jump in evaluator.possible_jumps(configuration, site) {
                let name = self.of_vacancy[jump.direction];
                if compares {
                    if self.images.len() == self.jumps.len() {
                        self.images.push(Vec::new());
                    }
                    let image = &mut self.images[self.jumps.len()];
                    self.environments.image(around, jump.direction, name.element, image);
                }
                self.jumps.push(jump);
                self.names.push(name);
            }
            self.ends.push(self.jumps.len());
        }
    }

    /// Keeps the barrier of the reverse of a jump from the surroundings with number `around`, if the
    /// model knows it without computing.
    fn keep_reverse(
        &mut self,
        model: &dyn Model,
        configuration: &Configuration,
        around: usize,
        jump: Jump,
        barrier: f64,
    ) {
        let JumpCache { recall, environments, around_after, image_after, .. } = self;
        let reverse = model.reverse_barrier(configuration.occupant(jump.to), barrier);
        let Some(barrier) = reverse else { return };
        let view = environments.after_jump(&self.around[around], jump.direction, around_after);
        let Canonical { hash, element } = environments.name(around_after, view);
        if recall.verification() == Verification::Content {
            environments.image(around_after, view, element, image_after);
        }
        let name = Name { hash, content: Some(image_after) };
        if !recall.contains(name) {
            recall.insert(name, V::of(Barrier::new(barrier)));
        }
    }
}

impl<K, V> BarrierCache for JumpCache<K, V>
where
    K: Key + Debug + Send + Sync,
    V: JumpValue + Debug + Send + Sync,
{
    fn refresh(&mut self, context: KmcContext<'_>) -> Result<(), StepError> {
        self.read(&context);
        let KmcContext { model, state, rates, evaluator, counts } = context;
        let configuration = state.configuration();
        let JumpCache { recall, ends, jumps, names, images, .. } = self;
        let content = |at: usize| images.get(at).map_or(&[][..], Vec::as_slice);
        let mut wanted = Vec::with_capacity(jumps.len());
        wanted.extend(
            (0..jumps.len()).map(|at| Name { hash: names[at].hash, content: Some(content(at)) }),
        );
        let misses = recall.statistics().misses;
        let mut places = Vec::new();
        let values = recall.get_or_try_compute_batch(&wanted, |missing| {
            places.extend_from_slice(missing);
            let jumps: Vec<Jump> = missing.iter().map(|place| jumps[*place]).collect();
            evaluator.evaluate(model, configuration, &jumps)?;
            Ok::<_, StepError>(evaluator.barriers.iter().map(|barrier| V::of(*barrier)).collect())
        })?;
        // The misses come first. Barriers that only an audit computes change nothing.
        places.truncate((recall.statistics().misses - misses) as usize);
        counts.evaluations += places.len() as u64;
        let (mut unknown, mut at) = (0, 0);
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            rates.block_all(vacancy);
            for (jump, value) in jumps[at..ends[unknown]].iter().zip(&values[at..]) {
                rates.set(vacancy, jump.direction, value.barrier());
            }
            rates.settle(vacancy, configuration, &evaluator.neighbors);
            (at, unknown) = (ends[unknown], unknown + 1);
        }
        for place in places {
            let around = self.ends.partition_point(|end| *end <= place);
            let (jump, energy) = (self.jumps[place], values[place].barrier().energy());
            self.keep_reverse(model, configuration, around, jump, energy);
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
        self.recall = empty_recall(settings).load(reader, origin)?;
        Ok(())
    }
}
