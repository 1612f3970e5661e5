//! A recall that a simulation has to itself, or shares with others.

use std::any::Any;
use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zobrist::Key;

use crate::kmc::settings::Settings;
use crate::recall::{
    Batch, LoadError, Name, Origin, OtherWriters, Recall, RecallOutcome, Report, Statistics,
    Stored, Verification,
};

/// The form of the values of a recall.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueForm {
    /// The numbers that every value has, if the type does not say; `None` if they vary.
    pub(super) numbers: Option<usize>,
    /// True if the second half of them are prefactors.
    pub(super) prefactors: bool,
}

impl ValueForm {
    /// Creates the empty recall that the settings ask for.
    fn empty<V: Stored, K: Key>(self, settings: &Settings) -> Recall<V, K> {
        let recall = settings.empty_recall();
        if self.prefactors { recall.with_prefactors() } else { recall }
    }

    /// Reads a recall.
    fn load<V: Stored, K: Key>(
        self,
        reader: &mut dyn Read,
        origin: Origin,
        settings: &Settings,
    ) -> Result<Recall<V, K>, LoadError> {
        let loaded = self.empty(settings).load(reader, origin)?;
        match self.numbers {
            Some(numbers) => loaded.of_length(numbers),
            None => Ok(loaded),
        }
    }
}

/// The recall of a simulation, whatever its keys and values.
pub(in crate::kmc) trait AnyRecall {
    /// The counts of this simulation's part, and the size and audit of the whole.
    fn report(&self) -> Report;

    fn save(&self, writer: &mut dyn Write, origin: Origin) -> io::Result<()>;

    /// Replaces all entries by saved ones; on an error they stay.
    fn load(
        &mut self,
        reader: &mut dyn Read,
        origin: Origin,
        settings: &Settings,
    ) -> Result<(), LoadError>;

    /// Creates an empty recall of this form that simulations can share.
    fn to_share(&self, origin: Origin, settings: &Settings) -> Arc<dyn AnySharedRecall>;

    /// Takes a shared recall in place of the present one; false if it is of another form.
    fn join(&mut self, shared: Arc<dyn AnySharedRecall>) -> bool;
}

/// A recall that simulations share, whatever its keys and values.
pub(in crate::kmc) trait AnySharedRecall: Debug + Send + Sync {
    fn report(&self) -> Report;
    fn save(&self, writer: &mut dyn Write) -> io::Result<()>;
    fn load(&self, reader: &mut dyn Read) -> Result<(), LoadError>;
    fn any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

/// The recall of a simulation. A lone simulation takes no lock.
#[derive(Debug)]
pub(super) struct RecallHandle<V, K> {
    own: Recall<V, K>,
    form: ValueForm,
    /// Takes the place of the own one, which is then empty.
    shared: Option<Arc<SharedRecall<V, K>>>,
    /// The counts of the shared one that are due to this simulation.
    part: Statistics,
}

#[derive(Debug)]
struct SharedRecall<V, K> {
    recall: Mutex<Recall<V, K>>,
    form: ValueForm,
    origin: Origin,
    settings: Settings,
}

impl<V, K> SharedRecall<V, K> {
    fn lock(&self) -> MutexGuard<'_, Recall<V, K>> {
        self.recall.lock().expect("no thread panics while it looks up or enters values")
    }

    /// To read what is there, whatever has happened.
    fn lock_to_read(&self) -> MutexGuard<'_, Recall<V, K>> {
        self.recall.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V: Stored, K: Key> RecallHandle<V, K> {
    pub(super) fn new(settings: &Settings, form: ValueForm) -> RecallHandle<V, K> {
        let own = form.empty(settings);
        RecallHandle { own, form, shared: None, part: Statistics::default() }
    }

    pub(super) fn verification(&self) -> Verification {
        self.own.verification()
    }

    /// Does something with the recall, which is locked meanwhile if it is shared. Nothing costly
    /// may be done: others wait.
    #[inline]
    pub(super) fn with<R>(&mut self, work: impl FnOnce(&mut Recall<V, K>, OtherWriters) -> R) -> R {
        let Some(shared) = &self.shared else { return work(&mut self.own, OtherWriters::None) };
        let mut recall = shared.lock();
        let before = recall.statistics();
        let result = work(&mut recall, OtherWriters::Some);
        self.part = self.part.plus(recall.statistics().since(before));
        result
    }

    /// Reads the value of one name, and returns whether it was computed now:
    /// [`Recall::get_or_try_compute`]. A value that is kept is not copied.
    #[inline]
    pub(super) fn read_or_try_compute<E>(
        &mut self,
        name: Name<'_, K>,
        mut read: impl FnMut(&V),
        compute: impl FnOnce() -> Result<V, E>,
    ) -> Result<bool, E>
    where
        V: Clone,
    {
        match self.with(|recall, _| recall.seek_to_read(name, &mut read)) {
            RecallOutcome::Kept(()) => Ok(false),
            RecallOutcome::Audited(value) => {
                let recomputed = compute()?;
                self.with(|recall, _| recall.compare(&value, &recomputed));
                read(&value);
                Ok(false)
            }
            RecallOutcome::Missing => {
                let value = compute()?;
                read(&value);
                self.with(|recall, others| recall.keep_unless_there(name, value, others));
                Ok(true)
            }
        }
    }

    /// Looks names up: [`Recall::look_up`].
    #[inline]
    pub(super) fn look_up(&mut self, names: &[Name<'_, K>]) -> Batch<V>
    where
        V: Clone,
    {
        self.with(|recall, _| recall.look_up(names))
    }

    /// Keeps what was computed for a batch, and then `more` values, where nothing is kept yet.
    ///
    /// # Panics
    /// When a different number of values was computed.
    #[inline]
    pub(super) fn enter<'a>(
        &mut self,
        names: &[Name<'_, K>],
        batch: &Batch<V>,
        computed: &[V],
        more: impl Iterator<Item = (Name<'a, K>, V)>,
    ) where
        V: Clone,
    {
        batch.check(computed);
        if batch.places().is_empty() {
            return;
        }
        self.with(|recall, others| {
            recall.enter(names, batch, computed, others);
            for (name, value) in more {
                recall.keep_unless_there(name, value, OtherWriters::Some);
            }
        });
    }
}

impl<V, K> AnyRecall for RecallHandle<V, K>
where
    V: Stored + Debug + Send + Sync + 'static,
    K: Key + Debug + Send + Sync + 'static,
{
    fn report(&self) -> Report {
        match &self.shared {
            None => Report::of(&self.own),
            Some(shared) => Report { statistics: self.part, ..shared.report() },
        }
    }

    fn save(&self, writer: &mut dyn Write, origin: Origin) -> io::Result<()> {
        match &self.shared {
            None => self.own.save(writer, origin),
            Some(shared) => shared.save(writer),
        }
    }

    fn load(
        &mut self,
        reader: &mut dyn Read,
        origin: Origin,
        settings: &Settings,
    ) -> Result<(), LoadError> {
        match &self.shared {
            None => self.own = self.form.load(reader, origin, settings)?,
            Some(shared) => {
                shared.load(reader)?;
                self.part = Statistics::default();
            }
        }
        Ok(())
    }

    fn to_share(&self, origin: Origin, settings: &Settings) -> Arc<dyn AnySharedRecall> {
        let (form, settings) = (self.form, settings.clone());
        let recall = Mutex::new(form.empty::<V, K>(&settings));
        Arc::new(SharedRecall { recall, form, origin, settings })
    }

    fn join(&mut self, shared: Arc<dyn AnySharedRecall>) -> bool {
        let Ok(shared) = shared.any().downcast::<SharedRecall<V, K>>() else { return false };
        self.own = self.form.empty(&shared.settings);
        self.part = Statistics::default();
        self.shared = Some(shared);
        true
    }
}

impl<V, K> AnySharedRecall for SharedRecall<V, K>
where
    V: Stored + Debug + Send + Sync + 'static,
    K: Key + Debug + Send + Sync + 'static,
{
    fn report(&self) -> Report {
        Report::of(&*self.lock_to_read())
    }

    fn save(&self, writer: &mut dyn Write) -> io::Result<()> {
        // The writer is the caller's: it may take long, and it may panic.
        let mut bytes = Vec::new();
        self.lock_to_read().save(&mut bytes, self.origin)?;
        writer.write_all(&bytes)
    }

    fn load(&self, reader: &mut dyn Read) -> Result<(), LoadError> {
        // Others go on meanwhile.
        let loaded = self.form.load(reader, self.origin, &self.settings)?;
        *self.lock() = loaded;
        Ok(())
    }

    fn any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}
