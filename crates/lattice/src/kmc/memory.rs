//! What a simulation remembers, and how it looks it up.

use std::io::{self, Read, Write};

use zobrist::{Canonical, Key};

use super::evaluate::Evaluator;
use super::rates::Rates;
use super::settings::{Bound, RecallMode, Settings};
use super::{Counts, KmcError};
use crate::configuration::Configuration;
use crate::environment::Environments;
use crate::lattice::Site;
use crate::model::Model;
use crate::recall::{
    AuditReport, LoadError, Name, Origin, Recall, Statistics, Stored, Verification,
};
use crate::species::Species;
use crate::state::State;
use crate::structure::PointGroup;

/// What is remembered under names with keys of type `K`.
#[derive(Debug)]
pub(super) struct Memory<K> {
    kind: Kind<K>,
    /// Kept to save allocations.
    around: Vec<Species>,
    names: Vec<Canonical<K>>,
    images: Vec<Vec<Species>>,
    after: Vec<Species>,
    image_back: Vec<Species>,
}

#[derive(Debug)]
enum Kind<K> {
    /// The barriers of all vacancies in the order of their sites, and by direction. The state is
    /// kept a second time if its own hash is too narrow.
    State { wide: Option<State<K>>, recall: Recall<Box<[f64]>, K> },
    /// The barriers of a vacancy, by direction.
    Defect { environments: Environments<K>, recall: Recall<Box<[f64]>, K> },
    /// The barrier of a jump.
    Jumps { environments: Environments<K>, recall: Recall<f64, K> },
}

/// What takes part in obtaining barriers.
pub(super) struct Parts<'a, M> {
    pub(super) model: &'a M,
    pub(super) state: &'a State,
    pub(super) rates: &'a mut Rates,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) counts: &'a mut Counts,
}

impl<K: Key> Memory<K> {
    /// An empty one; `None` if nothing is to be remembered.
    pub(super) fn new<M: Model>(
        model: &M,
        settings: &Settings,
        configuration: &Configuration,
    ) -> Result<Option<Memory<K>>, KmcError> {
        let (lattice, species, seed) = (model.lattice(), model.species_count(), settings.key_seed);
        let all = lattice.structure().point_group();
        let defect = |group: &PointGroup| {
            Environments::of_defect_with_keys(lattice, model.reach(), species, group, seed)
        };
        let kind = match settings.recall {
            RecallMode::None => return Ok(None),
            RecallMode::State => {
                let wide = match K::BITS > u64::BITS {
                    true => {
                        let copy = configuration.try_clone()?;
                        Some(State::try_from_configuration_with_keys(copy, species, seed)?)
                    }
                    false => None,
                };
                Kind::State { wide, recall: recall(settings) }
            }
            RecallMode::Environment => {
                let environments = defect(&PointGroup::trivial())?;
                Kind::Defect { environments, recall: recall(settings) }
            }
            RecallMode::EnvironmentSymmetry => {
                Kind::Defect { environments: defect(&all)?, recall: recall(settings) }
            }
            RecallMode::JumpSymmetry => {
                let reach = model.reach();
                let environments =
                    Environments::of_jumps_with_keys(lattice, reach, species, &all, seed)?;
                Kind::Jumps { environments, recall: recall(settings) }
            }
        };
        let (around, names, images) = (Vec::new(), Vec::new(), vec![Vec::new(); 12]);
        let (after, image_back) = (Vec::new(), Vec::new());
        Ok(Some(Memory { kind, around, names, images, after, image_back }))
    }

    /// Takes part in an exchange.
    #[inline]
    pub(super) fn exchange(&mut self, a: Site, b: Site) {
        if let Kind::State { wide: Some(state), .. } = &mut self.kind {
            state.exchange(a, b);
        }
    }

    /// Obtains all barriers that are not known.
    pub(super) fn refresh<M: Model>(&mut self, parts: Parts<'_, M>) {
        let before = self.statistics();
        let counts = match self.kind {
            Kind::State { .. } => self.of_state(parts),
            Kind::Defect { .. } => self.of_defects(parts),
            Kind::Jumps { .. } => self.of_jumps(parts),
        };
        let now = self.statistics();
        counts.hits += now.hits - before.hits;
        counts.misses += now.misses - before.misses;
    }

    fn of_state<'a, M: Model>(&mut self, parts: Parts<'a, M>) -> &'a mut Counts {
        let Kind::State { wide, recall } = &mut self.kind else {
            unreachable!("the method is chosen by kind")
        };
        let Parts { model, state, rates, evaluator, counts } = parts;
        if rates.known.iter().all(|known| *known) {
            return counts;
        }
        let configuration = state.configuration();
        let hash = wide.as_ref().map_or_else(|| K::from_word(state.hash().into()), State::hash);
        let name = Name { hash, content: Some(configuration.occupants()) };
        let mut order: Vec<usize> = (0..rates.sites.len()).collect();
        order.sort_unstable_by_key(|vacancy| rates.sites[*vacancy]);
        // If only a hash identifies it, a value may belong to another state, with more vacancies or
        // fewer. It is replaced by the right one.
        let directions = evaluator.ways.offsets().len();
        let is_other = |values: &[f64]| values.len() != order.len() * directions;
        let other = recall.peek(name).is_some_and(|values| is_other(values));
        // In a new state, the barriers that did not change are known. An audit computes all of
        // them.
        let kept = recall.contains(name) && !other;
        let mut evaluations = 0;
        let mut compute = || {
            let mut values = Vec::new();
            for vacancy in &order {
                if rates.known[*vacancy] && !kept {
                    values.extend_from_slice(rates.barriers_of(*vacancy));
                } else {
                    let barriers = evaluator.all(model, configuration, rates.sites[*vacancy]);
                    values.extend_from_slice(barriers);
                    evaluations += evaluator.computed();
                }
            }
            values.into_boxed_slice()
        };
        let values = if other {
            let values = compute();
            recall.insert(name, values.clone());
            values
        } else {
            recall.get_or_compute(name, compute)
        };
        if !kept {
            counts.evaluations += evaluations;
        }
        for (vacancy, barriers) in order.iter().zip(values.chunks_exact(directions)) {
            rates.barriers_of_mut(*vacancy).copy_from_slice(barriers);
            if order.len() > 1 {
                let site = rates.sites[*vacancy];
                evaluator.keep_apart(configuration, site, rates.barriers_of_mut(*vacancy));
            }
            rates.settle(*vacancy);
        }
        counts
    }

    fn of_defects<'a, M: Model>(&mut self, parts: Parts<'a, M>) -> &'a mut Counts {
        let Kind::Defect { environments, recall } = &mut self.kind else {
            unreachable!("the method is chosen by kind")
        };
        let Parts { model, state, rates, evaluator, counts } = parts;
        let (configuration, image) = (state.configuration(), &mut self.images[0]);
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            let site = rates.sites[vacancy];
            environments.read(configuration, site, &mut self.around);
            let Canonical { hash, element } = environments.name(&self.around, 0);
            if recall.verification() == Verification::Content {
                environments.image(&self.around, 0, element, image);
            }
            let misses = recall.statistics().misses;
            let turn = |direction| environments.direction_image(element, direction);
            let values = recall.get_or_compute((hash, &image[..]), || {
                let barriers = evaluator.all(model, configuration, site);
                let mut values = vec![f64::INFINITY; barriers.len()];
                for (direction, barrier) in barriers.iter().enumerate() {
                    values[turn(direction)] = *barrier;
                }
                values.into_boxed_slice()
            });
            if recall.statistics().misses > misses {
                counts.evaluations += evaluator.computed();
            }
            for (direction, barrier) in rates.barriers_of_mut(vacancy).iter_mut().enumerate() {
                *barrier = values[turn(direction)];
            }
            if rates.sites.len() > 1 {
                evaluator.keep_apart(configuration, site, rates.barriers_of_mut(vacancy));
            }
            rates.settle(vacancy);
        }
        counts
    }

    fn of_jumps<'a, M: Model>(&mut self, parts: Parts<'a, M>) -> &'a mut Counts {
        let Kind::Jumps { environments, recall } = &mut self.kind else {
            unreachable!("the method is chosen by kind")
        };
        let Parts { model, state, rates, evaluator, counts } = parts;
        let (configuration, images) = (state.configuration(), &mut self.images);
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            environments.read(configuration, rates.sites[vacancy], &mut self.around);
            environments.names(&self.around, &mut self.names);
            let jumps = evaluator.jumps(configuration, rates.sites[vacancy]);
            if recall.verification() == Verification::Content {
                for jump in &jumps {
                    let view = jump.direction;
                    let element = self.names[view].element;
                    environments.image(&self.around, view, element, &mut images[view]);
                }
            }
            let mut names = Vec::with_capacity(jumps.len());
            names.extend(jumps.iter().map(|jump| {
                let view = jump.direction;
                Name { hash: self.names[view].hash, content: Some(&images[view][..]) }
            }));
            let misses = recall.statistics().misses;
            let mut computed = Vec::new();
            let values = recall.get_or_compute_batch(&names, |places| {
                computed.extend_from_slice(places);
                evaluator.some(model, configuration, places.iter().map(|place| jumps[*place]))
            });
            let missed = recall.statistics().misses - misses;
            counts.evaluations += missed;
            // The misses come first. What an audit computes again changes nothing that is kept.
            for place in computed.into_iter().take(missed as usize) {
                let direction = jumps[place].direction;
                let atom = configuration.occupant(jumps[place].to);
                let Some(barrier) = model.barrier_back(atom, values[place]) else { continue };
                let back = environments.back(&self.around, direction, &mut self.after);
                let Canonical { hash, element } = environments.name(&self.after, back);
                if recall.verification() == Verification::Content {
                    environments.image(&self.after, back, element, &mut self.image_back);
                }
                let name = Name { hash, content: Some(&self.image_back) };
                if !recall.contains(name) {
                    recall.insert(name, barrier);
                }
            }
            let barriers = rates.barriers_of_mut(vacancy);
            barriers.fill(f64::INFINITY);
            for (jump, barrier) in jumps.iter().zip(values) {
                barriers[jump.direction] = barrier;
            }
            evaluator.give_back(jumps);
            rates.settle(vacancy);
        }
        counts
    }

    /// The counts of the look-ups.
    pub(super) fn statistics(&self) -> Statistics {
        match &self.kind {
            Kind::State { recall, .. } | Kind::Defect { recall, .. } => recall.statistics(),
            Kind::Jumps { recall, .. } => recall.statistics(),
        }
    }

    /// The entries that are kept, and their bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        match &self.kind {
            Kind::State { recall, .. } | Kind::Defect { recall, .. } => {
                (recall.len(), recall.bytes())
            }
            Kind::Jumps { recall, .. } => (recall.len(), recall.bytes()),
        }
    }

    /// What the audit has found.
    pub(super) fn audit_report(&self) -> Option<AuditReport> {
        match &self.kind {
            Kind::State { recall, .. } | Kind::Defect { recall, .. } => recall.audit_report(),
            Kind::Jumps { recall, .. } => recall.audit_report(),
        }
    }

    pub(super) fn save(&self, writer: impl Write, origin: Origin) -> io::Result<()> {
        match &self.kind {
            Kind::State { recall, .. } | Kind::Defect { recall, .. } => recall.save(writer, origin),
            Kind::Jumps { recall, .. } => recall.save(writer, origin),
        }
    }

    /// Replaces what is remembered by what was saved.
    pub(super) fn load(
        &mut self,
        reader: impl Read,
        origin: Origin,
        settings: &Settings,
    ) -> Result<(), LoadError> {
        match &mut self.kind {
            Kind::State { recall: to, .. } => *to = recall(settings).load(reader, origin)?,
            Kind::Defect { environments, recall: to } => {
                let loaded: Recall<Box<[f64]>, K> = recall(settings).load(reader, origin)?;
                let directions = environments.lattice().structure().directions().len();
                if let Some(got) = loaded.values().map(|of| of.len()).find(|got| *got != directions)
                {
                    let (expected, got) = (directions.to_string(), got.to_string());
                    return Err(LoadError::Form { what: "numbers of a value", expected, got });
                }
                *to = loaded;
            }
            Kind::Jumps { recall: to, .. } => *to = recall(settings).load(reader, origin)?,
        }
        Ok(())
    }

    /// What the values belong to.
    pub(super) fn origin(&self, potential: u64, state: &State) -> Origin {
        match &self.kind {
            Kind::State { wide: Some(state), .. } => state.origin(potential),
            Kind::State { wide: None, .. } => state.origin(potential),
            Kind::Defect { environments, .. } | Kind::Jumps { environments, .. } => {
                environments.origin(potential)
            }
        }
    }
}

/// An empty recall.
fn recall<V: Stored, K: Key>(settings: &Settings) -> Recall<V, K> {
    let recall = match settings.bound {
        Bound::Entries(entries) => Recall::with_entries_and_keys(entries),
        Bound::Bytes(bytes) => Recall::with_bytes_and_keys(bytes),
    };
    let recall = recall.verify_by(settings.verification);
    match settings.audit {
        Some(audit) => recall.audit(audit),
        None => recall,
    }
}
