//! Recall by jumps.

use std::fmt::Debug;

use zobrist::{Canonical, Key};

use super::handle::{AnyRecall, RecallHandle, ValueForm};
use super::interface::{BarrierCache, KmcContext};
use super::value::JumpValue;
use crate::configuration::Species;
use crate::environment::Environments;
use crate::kmc::error::{KmcError, StepError};
use crate::kmc::settings::Settings;
use crate::model::{Barrier, Jump, Model};
use crate::recall::{Audit, Name, Origin, Verification};
use crate::state::State;
use crate::structure::PointGroup;

/// [`RecallMode::JumpSymmetry`](crate::RecallMode::JumpSymmetry): the barrier of a jump, under the
/// name of its environment.
#[derive(Debug)]
pub(super) struct JumpCache<K: Key, V> {
    recall: RecallHandle<V, K>,
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
    /// True if the barriers of a vacancy can be read in one go: contents are not compared, and an
    /// audit does not look at each hit.
    reads_all: bool,
    /// The places of values in the recall.
    kept: Vec<u32>,
    /// By jump; empty unless contents are compared.
    images: Vec<Vec<Species>>,
    reverse: ReverseJumps<K, V>,
}

/// The reverse jumps whose barriers come with those computed.
#[derive(Debug)]
struct ReverseJumps<K, V> {
    named: Vec<(K, V)>,
    /// By number of a jump; empty unless contents are compared.
    images: Vec<Vec<Species>>,
    /// The surroundings after a jump: a buffer.
    around: Vec<Species>,
}

impl<K: Key, V: JumpValue> ReverseJumps<K, V> {
    /// Names the reverse of a jump from the surroundings `before`, and enters its barrier.
    fn add(
        &mut self,
        environments: &Environments<K>,
        compares: bool,
        before: &[Species],
        jump: Jump,
        barrier: f64,
    ) {
        let ReverseJumps { named, images, around } = self;
        let view = environments.after_jump(before, jump.direction, around);
        let Canonical { hash, element } = environments.name(around, view);
        if compares {
            if images.len() == named.len() {
                images.push(Vec::new());
            }
            environments.image(around, view, element, &mut images[named.len()]);
        }
        named.push((hash, V::of(Barrier::new(barrier))));
    }

    fn named(&self) -> impl Iterator<Item = (Name<'_, K>, V)> {
        self.named.iter().enumerate().map(|(at, (hash, value))| {
            (Name { hash: *hash, content: Some(content(&self.images, at)) }, value.clone())
        })
    }
}

/// The content of a name; empty unless contents are compared.
fn content(images: &[Vec<Species>], at: usize) -> &[Species] {
    images.get(at).map_or(&[], Vec::as_slice)
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
            recall: RecallHandle::new(
                settings,
                ValueForm { numbers: None, prefactors: V::PREFACTORS },
            ),
            environments,
            around: Vec::new(),
            ends: Vec::new(),
            jumps: Vec::new(),
            names: Vec::new(),
            of_vacancy: Vec::new(),
            reads_all: settings.verification == Verification::Hash
                && !settings.audit.is_some_and(Audit::draws_for_hits),
            kept: Vec::new(),
            images: Vec::new(),
            reverse: ReverseJumps { named: Vec::new(), images: Vec::new(), around: Vec::new() },
        })
    }

    /// Recalls the jumps of a vacancy that is alone, if all are kept: the usual case, and the
    /// fastest.
    #[inline]
    fn recall_alone(&mut self, context: &mut KmcContext<'_>) -> bool {
        let KmcContext { state, rates, evaluator, .. } = context;
        let is_alone = rates.sites.len() == 1 && !rates.known[0];
        if !is_alone || !self.reads_all {
            return false;
        }
        let JumpCache { recall, environments, of_vacancy, kept, .. } = self;
        if self.around.is_empty() {
            self.around.push(Vec::new());
        }
        environments.read(state.configuration(), rates.sites[0], &mut self.around[0]);
        environments.names(&self.around[0], of_vacancy);
        let hashes = of_vacancy.iter().map(|name| name.hash);
        let are_kept = recall.with(|recall, _| {
            recall.read_all(hashes, kept, |direction, value| {
                rates.set(0, direction, value.barrier());
            })
        });
        if are_kept {
            rates.settle(0, state.configuration(), &evaluator.neighbors);
        }
        are_kept
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
            let first = self.jumps.len();
            evaluator.possible_jumps(configuration, site, &mut self.jumps);
            let directions = self.jumps[first..].iter().map(|jump| jump.direction);
            self.names.extend(directions.map(|direction| self.of_vacancy[direction]));
            if compares {
                self.images.resize(self.images.len().max(self.jumps.len()), Vec::new());
                for at in first..self.jumps.len() {
                    let (direction, element) = (self.jumps[at].direction, self.names[at].element);
                    self.environments.image(around, direction, element, &mut self.images[at]);
                }
            }
            self.ends.push(self.jumps.len());
        }
    }
}

impl<K, V> BarrierCache for JumpCache<K, V>
where
    K: Key + Debug + Send + Sync + 'static,
    V: JumpValue + Debug + Send + Sync + 'static,
{
    fn refresh(&mut self, mut context: KmcContext<'_>) -> Result<(), StepError> {
        if self.recall_alone(&mut context) {
            return Ok(());
        }
        self.read(&context);
        let KmcContext { model, state, rates, evaluator, counts } = context;
        let configuration = state.configuration();
        let JumpCache { recall, environments, around, ends, jumps, names, images, reverse, .. } =
            self;
        let mut wanted = Vec::with_capacity(jumps.len());
        wanted.extend(
            (0..jumps.len())
                .map(|at| Name { hash: names[at].hash, content: Some(content(images, at)) }),
        );
        let batch = recall.look_up(&wanted);
        let places = batch.places();
        let missing: Vec<Jump> = places.iter().map(|place| jumps[*place]).collect();
        evaluator.evaluate(model, configuration, &missing)?;
        let computed: Vec<V> = evaluator.barriers.iter().map(|barrier| V::of(*barrier)).collect();
        // The misses come first. Barriers that only an audit computes change nothing.
        counts.evaluations += batch.misses().len() as u64;
        reverse.named.clear();
        let compares = recall.verification() == Verification::Content;
        for (place, value) in batch.misses().iter().zip(&computed) {
            let atom = configuration.occupant(jumps[*place].to);
            // The reverse jump's own prefactor is not known.
            let energy = value.barrier().energy();
            let known = (!V::PREFACTORS).then(|| model.reverse_barrier(atom, energy)).flatten();
            let Some(barrier) = known.filter(|known| *known > f64::NEG_INFINITY) else { continue };
            let before = &around[ends.partition_point(|end| end <= place)];
            reverse.add(environments, compares, before, jumps[*place], barrier);
        }
        recall.enter(&wanted, &batch, &computed, reverse.named());
        let mut values = batch.into_values(&computed);
        let (mut unknown, mut at) = (0, 0);
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            let of_vacancy = jumps[at..ends[unknown]].iter().zip(&mut values);
            rates.set_all(
                vacancy,
                of_vacancy.map(|(jump, value)| (jump.direction, value.barrier())),
            );
            rates.settle(vacancy, configuration, &evaluator.neighbors);
            (at, unknown) = (ends[unknown], unknown + 1);
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
