//! Barrier caches: where a simulation gets the barriers of its vacancies from.
//!
//! Each [`RecallMode`] is an implementation of [`BarrierCache`]. [`new`] chooses it, and the width
//! of its keys, once.

use std::fmt::Debug;
use std::io::{self, Read, Write};

use zobrist::{Canonical, Key};

use super::counts::Counts;
use super::error::KmcError;
use super::evaluate::{Evaluator, evaluate, possible_jumps};
use super::rates::Rates;
use super::settings::{Bound, RecallMode, Settings};
use crate::configuration::Configuration;
use crate::environment::Environments;
use crate::lattice::Site;
use crate::model::{Jump, Model};
use crate::recall::{
    AuditReport, LoadError, Name, Origin, Recall, Statistics, Stored, Verification,
};
use crate::species::Species;
use crate::state::State;
use crate::structure::PointGroup;

/// A cache of barriers, by the hash of what they depend on.
pub(super) trait BarrierCache: Debug + Send + Sync {
    /// Follows an exchange of the species on two sites.
    fn exchange(&mut self, _a: Site, _b: Site) {}

    /// Obtains the barriers of all vacancies whose barriers are not known.
    fn refresh(&mut self, context: KmcContext<'_>);

    /// Returns the counts of the recall; `None` if there is none.
    fn report(&self) -> Option<Report> {
        None
    }

    /// Saves the recall, if there is one, as computed by the model with this fingerprint.
    fn save(&self, _writer: &mut dyn Write, _model: u64, _state: &State) -> io::Result<()> {
        Ok(())
    }

    /// Replaces the recall, if there is one, by a saved one; on an error it stays as it was.
    fn load(
        &mut self,
        _reader: &mut dyn Read,
        _model: u64,
        _state: &State,
        _settings: &Settings,
    ) -> Result<(), LoadError> {
        Ok(())
    }
}

/// The parts of a simulation that a refresh reads and changes.
pub(super) struct KmcContext<'a> {
    pub(super) model: &'a dyn Model,
    pub(super) state: &'a State,
    pub(super) rates: &'a mut Rates,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) counts: &'a mut Counts,
}

/// The counts of a recall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report {
    pub(super) statistics: Statistics,
    pub(super) entries: usize,
    pub(super) bytes: usize,
    pub(super) audit: Option<AuditReport>,
}

impl Report {
    fn of<V, K: Key>(recall: &Recall<V, K>) -> Report {
        Report {
            statistics: recall.statistics(),
            entries: recall.len(),
            bytes: recall.bytes(),
            audit: recall.audit_report(),
        }
    }
}

/// Creates the empty cache that the settings ask for.
pub(super) fn new(
    model: &dyn Model,
    settings: &Settings,
    configuration: &Configuration,
) -> Result<Box<dyn BarrierCache>, KmcError> {
    if settings.wide_keys {
        with_keys::<u128>(model, settings, configuration)
    } else {
        with_keys::<u64>(model, settings, configuration)
    }
}

fn with_keys<K: Key + Debug + Send + Sync + 'static>(
    model: &dyn Model,
    settings: &Settings,
    configuration: &Configuration,
) -> Result<Box<dyn BarrierCache>, KmcError> {
    let all = model.lattice().structure().point_group();
    Ok(match settings.recall {
        RecallMode::None => Box::new(NoCache),
        RecallMode::State => Box::new(StateCache::<K>::new(model, settings, configuration)?),
        RecallMode::Environment => {
            Box::new(DefectCache::<K>::new(model, settings, &PointGroup::trivial())?)
        }
        RecallMode::EnvironmentSymmetry => Box::new(DefectCache::<K>::new(model, settings, &all)?),
        RecallMode::JumpSymmetry => Box::new(JumpCache::<K>::new(model, settings, &all)?),
    })
}

fn empty_recall<V: Stored, K: Key>(settings: &Settings) -> Recall<V, K> {
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

/// [`RecallMode::None`]: every barrier is computed.
#[derive(Debug)]
struct NoCache;

impl BarrierCache for NoCache {
    fn refresh(&mut self, context: KmcContext<'_>) {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        for vacancy in 0..rates.sites.len() {
            if !rates.known[vacancy] {
                let barriers = evaluator.all(model, state.configuration(), rates.sites[vacancy]);
                rates.barriers_of_mut(vacancy).copy_from_slice(barriers);
                counts.evaluations += evaluator.computed();
                rates.compute(vacancy);
            }
        }
    }
}

/// [`RecallMode::State`]: the barriers of all vacancies, in the order of their sites and by
/// direction, under the hash of the state.
#[derive(Debug)]
struct StateCache<K> {
    recall: Recall<Box<[f64]>, K>,
    /// A second copy of the state if the keys are wider than those of the simulation's own.
    wide: Option<State<K>>,
}

impl<K: Key> StateCache<K> {
    fn new(
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
        Ok(StateCache { recall: empty_recall(settings), wide })
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

    fn refresh(&mut self, context: KmcContext<'_>) {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        if rates.known.iter().all(|known| *known) {
            return;
        }
        let configuration = state.configuration();
        let own_hash = || K::from_word(state.hash().into());
        let hash = self.wide.as_ref().map_or_else(own_hash, State::hash);
        let name = Name { hash, content: Some(configuration.occupants()) };
        let mut order: Vec<usize> = (0..rates.sites.len()).collect();
        order.sort_unstable_by_key(|vacancy| rates.sites[*vacancy]);
        // If only a hash identifies it, a value may belong to another state, with more vacancies or
        // fewer. It is replaced by the right one.
        let directions = evaluator.neighbors.offsets().len();
        let found = self.recall.peek(name);
        let is_other = found.is_some_and(|values| values.len() != order.len() * directions);
        // In a new state, the barriers that did not change are known. An audit computes all of
        // them.
        let is_kept = found.is_some() && !is_other;
        let mut evaluations = 0;
        let mut compute = || {
            let mut values = Vec::new();
            for vacancy in &order {
                if rates.known[*vacancy] && !is_kept {
                    values.extend_from_slice(rates.barriers_of(*vacancy));
                } else {
                    let barriers = evaluator.all(model, configuration, rates.sites[*vacancy]);
                    values.extend_from_slice(barriers);
                    evaluations += evaluator.computed();
                }
            }
            values.into_boxed_slice()
        };
        let values = if is_other {
            let values = compute();
            self.recall.insert(name, values.clone());
            values
        } else {
            self.recall.get_or_compute(name, compute)
        };
        if !is_kept {
            counts.evaluations += evaluations;
        }
        for (vacancy, barriers) in order.iter().zip(values.chunks_exact(directions)) {
            let site = rates.sites[*vacancy];
            rates.barriers_of_mut(*vacancy).copy_from_slice(barriers);
            if order.len() > 1 {
                evaluator.block_vacancies(configuration, site, rates.barriers_of_mut(*vacancy));
            }
            rates.compute(*vacancy);
        }
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

/// [`RecallMode::Environment`] and [`RecallMode::EnvironmentSymmetry`]: the barriers of a vacancy,
/// by direction, under the name of its environment.
#[derive(Debug)]
struct DefectCache<K> {
    recall: Recall<Box<[f64]>, K>,
    environments: Environments<K>,
    // Buffers that are allocated once.
    around: Vec<Species>,
    image: Vec<Species>,
}

impl<K: Key> DefectCache<K> {
    fn new(
        model: &dyn Model,
        settings: &Settings,
        group: &PointGroup,
    ) -> Result<DefectCache<K>, KmcError> {
        let (lattice, species) = (model.lattice(), model.species_count());
        let (reach, seed) = (model.reach(), settings.key_seed);
        let environments = Environments::of_defect_with_keys(lattice, reach, species, group, seed)?;
        let (around, image) = (Vec::new(), Vec::new());
        Ok(DefectCache { recall: empty_recall(settings), environments, around, image })
    }
}

impl<K: Key + Debug + Send + Sync> BarrierCache for DefectCache<K> {
    fn refresh(&mut self, context: KmcContext<'_>) {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        let DefectCache { recall, environments, around, image } = self;
        let configuration = state.configuration();
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            let site = rates.sites[vacancy];
            environments.read(configuration, site, around);
            let Canonical { hash, element } = environments.name(around, 0);
            if recall.verification() == Verification::Content {
                environments.image(around, 0, element, image);
            }
            let misses = recall.statistics().misses;
            let place = |direction| environments.direction_image(element, direction);
            let values = recall.get_or_compute((hash, &image[..]), || {
                let barriers = evaluator.all(model, configuration, site);
                let mut values = vec![f64::INFINITY; barriers.len()];
                for (direction, barrier) in barriers.iter().enumerate() {
                    values[place(direction)] = *barrier;
                }
                values.into_boxed_slice()
            });
            if recall.statistics().misses > misses {
                counts.evaluations += evaluator.computed();
            }
            for (direction, barrier) in rates.barriers_of_mut(vacancy).iter_mut().enumerate() {
                *barrier = values[place(direction)];
            }
            if rates.sites.len() > 1 {
                evaluator.block_vacancies(configuration, site, rates.barriers_of_mut(vacancy));
            }
            rates.compute(vacancy);
        }
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
        let expected = self.environments.lattice().structure().directions().len();
        if let Some(got) = loaded.values().map(|of| of.len()).find(|got| *got != expected) {
            let (expected, got) = (expected.to_string(), got.to_string());
            return Err(LoadError::Form { what: "numbers of a value", expected, got });
        }
        self.recall = loaded;
        Ok(())
    }
}

/// [`RecallMode::JumpSymmetry`]: the barrier of a jump, under the name of its environment.
#[derive(Debug)]
struct JumpCache<K> {
    recall: Recall<f64, K>,
    environments: Environments<K>,
    // Buffers that are allocated once.
    around: Vec<Species>,
    jumps: Vec<Jump>,
    names: Vec<Canonical<K>>,
    /// By direction; empty unless contents are compared.
    images: Vec<Vec<Species>>,
    around_after: Vec<Species>,
    image_after: Vec<Species>,
}

impl<K: Key> JumpCache<K> {
    fn new(
        model: &dyn Model,
        settings: &Settings,
        group: &PointGroup,
    ) -> Result<JumpCache<K>, KmcError> {
        let (lattice, species) = (model.lattice(), model.species_count());
        let (reach, seed) = (model.reach(), settings.key_seed);
        let environments = Environments::of_jumps_with_keys(lattice, reach, species, group, seed)?;
        Ok(JumpCache {
            recall: empty_recall(settings),
            images: vec![Vec::new(); environments.view_count()],
            environments,
            around: Vec::new(),
            jumps: Vec::new(),
            names: Vec::new(),
            around_after: Vec::new(),
            image_after: Vec::new(),
        })
    }

    /// Keeps the barriers of the reverse jumps, where the model knows them without computing.
    fn keep_reverse(
        &mut self,
        model: &dyn Model,
        configuration: &Configuration,
        computed: &[(Jump, f64)],
    ) {
        let JumpCache { recall, environments, around, around_after, image_after, .. } = self;
        for (Jump { to, direction, .. }, barrier) in computed {
            let reverse = model.reverse_barrier(configuration.occupant(*to), *barrier);
            let Some(barrier) = reverse else { continue };
            let view = environments.after_jump(around, *direction, around_after);
            let Canonical { hash, element } = environments.name(around_after, view);
            if recall.verification() == Verification::Content {
                environments.image(around_after, view, element, image_after);
            }
            let name = Name { hash, content: Some(image_after) };
            if !recall.contains(name) {
                recall.insert(name, barrier);
            }
        }
    }
}

impl<K: Key + Debug + Send + Sync> BarrierCache for JumpCache<K> {
    fn refresh(&mut self, context: KmcContext<'_>) {
        let KmcContext { model, state, rates, evaluator, counts } = context;
        let configuration = state.configuration();
        for vacancy in 0..rates.sites.len() {
            if rates.known[vacancy] {
                continue;
            }
            let JumpCache { recall, environments, around, jumps, names, images, .. } = self;
            let site = rates.sites[vacancy];
            environments.read(configuration, site, around);
            environments.names(around, names);
            jumps.clear();
            jumps.extend(possible_jumps(&evaluator.neighbors, configuration, site));
            if recall.verification() == Verification::Content {
                for Jump { direction, .. } in &*jumps {
                    let element = names[*direction].element;
                    environments.image(around, *direction, element, &mut images[*direction]);
                }
            }
            let mut wanted = Vec::with_capacity(jumps.len());
            wanted.extend(jumps.iter().map(|Jump { direction, .. }| Name {
                hash: names[*direction].hash,
                content: Some(&images[*direction][..]),
            }));
            let misses = recall.statistics().misses;
            let mut places = Vec::new();
            let values = recall.get_or_compute_batch(&wanted, |missing| {
                places.extend_from_slice(missing);
                let jumps: Vec<Jump> = missing.iter().map(|place| jumps[*place]).collect();
                let mut barriers = Vec::with_capacity(jumps.len());
                evaluate(model, configuration, &jumps, &mut barriers);
                barriers
            });
            // The misses come first. Barriers that only an audit computes change nothing.
            places.truncate((recall.statistics().misses - misses) as usize);
            counts.evaluations += places.len() as u64;
            let barriers = rates.barriers_of_mut(vacancy);
            barriers.fill(f64::INFINITY);
            for (jump, barrier) in jumps.iter().zip(&values) {
                barriers[jump.direction] = *barrier;
            }
            rates.compute(vacancy);
            let computed: Vec<(Jump, f64)> =
                places.into_iter().map(|place| (jumps[place], values[place])).collect();
            self.keep_reverse(model, configuration, &computed);
        }
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
