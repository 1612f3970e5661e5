//! What a simulation remembers, whatever the width of the keys.

use std::io::{self, Read, Write};

use super::memory::{Memory, Parts};
use super::{Kmc, KmcError, Settings, StepError};
use crate::configuration::Configuration;
use crate::lattice::Site;
use crate::model::Model;
use crate::recall::{AuditReport, LoadError, Statistics};

/// What is remembered, by the width of the keys.
#[derive(Debug)]
pub(super) enum Remembered {
    Nothing,
    Narrow(Memory<u64>),
    Wide(Memory<u128>),
}

impl Remembered {
    /// As the settings say, and empty.
    pub(super) fn new<M: Model>(
        model: &M,
        settings: &Settings,
        configuration: &Configuration,
    ) -> Result<Remembered, KmcError> {
        let memory = if settings.wide_keys {
            Memory::new(model, settings, configuration)?.map(Remembered::Wide)
        } else {
            Memory::new(model, settings, configuration)?.map(Remembered::Narrow)
        };
        Ok(memory.unwrap_or(Remembered::Nothing))
    }

    /// Takes part in an exchange.
    #[inline]
    pub(super) fn exchange(&mut self, a: Site, b: Site) {
        match self {
            Remembered::Nothing => {}
            Remembered::Narrow(memory) => memory.exchange(a, b),
            Remembered::Wide(memory) => memory.exchange(a, b),
        }
    }
}

/// The answer of the memory, if there is one.
macro_rules! ask {
    ($kmc:expr, $memory:ident => $answer:expr) => {
        match &$kmc.memory {
            Remembered::Nothing => None,
            Remembered::Narrow($memory) => Some($answer),
            Remembered::Wide($memory) => Some($answer),
        }
    };
}

impl<M: Model> Kmc<M> {
    /// Returns the statistics of the recall since it was created or loaded; `None` if nothing is
    /// recalled.
    pub fn statistics(&self) -> Option<Statistics> {
        ask!(self, memory => memory.statistics())
    }

    /// Returns the number of entries of the recall and the bytes that they take; `None` if nothing
    /// is recalled.
    pub fn recall_size(&self) -> Option<(usize, usize)> {
        ask!(self, memory => memory.size())
    }

    /// Returns what the audit has found since the recall was created or loaded; `None` if there is
    /// none.
    pub fn audit_report(&self) -> Option<AuditReport> {
        ask!(self, memory => memory.audit_report()).flatten()
    }

    /// Writes what is recalled, for simulations with any temperature and seed:
    /// [`Recall::save`](crate::Recall::save). Writes nothing if nothing is recalled.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save_recall(&self, writer: impl Write) -> io::Result<()> {
        let potential = self.model.fingerprint();
        ask!(self, memory => memory.save(writer, memory.origin(potential, &self.state)))
            .unwrap_or(Ok(()))
    }

    /// Replaces what is recalled by what was saved. Statistics and audit start over. If nothing is
    /// recalled, nothing is read.
    ///
    /// # Errors
    /// When what was saved is damaged, or is of another model, lattice, seed of keys, recall mode
    /// or verification. What is recalled is then as it was.
    pub fn load_recall(&mut self, reader: impl Read) -> Result<(), LoadError> {
        let potential = self.model.fingerprint();
        let Kmc { memory, state, settings, .. } = self;
        match memory {
            Remembered::Nothing => Ok(()),
            Remembered::Narrow(memory) => {
                memory.load(reader, memory.origin(potential, state), settings)
            }
            Remembered::Wide(memory) => {
                memory.load(reader, memory.origin(potential, state), settings)
            }
        }
    }

    /// Ensures that the barriers and rates of all vacancies are known.
    #[inline]
    pub(super) fn refresh(&mut self) -> Result<(), StepError> {
        let Kmc { model, state, rates, evaluator, counts, .. } = self;
        let lowest = rates.lowest;
        match &mut self.memory {
            Remembered::Nothing => {
                for vacancy in 0..rates.sites.len() {
                    if !rates.known[vacancy] {
                        let site = rates.sites[vacancy];
                        let barriers = evaluator.all(model, state.configuration(), site);
                        rates.barriers_of_mut(vacancy).copy_from_slice(barriers);
                        counts.evaluations += evaluator.computed();
                        rates.settle(vacancy);
                    }
                }
            }
            Remembered::Narrow(memory) => {
                memory.refresh(Parts { model, state, rates, evaluator, counts });
            }
            Remembered::Wide(memory) => {
                memory.refresh(Parts { model, state, rates, evaluator, counts });
            }
        }
        if self.rates.total().is_nan() || self.rates.total() == f64::INFINITY {
            return Err(self.bad(lowest));
        }
        Ok(())
    }

    /// What is wrong with barriers whose rates have no sum. Minus infinity is not a barrier: the
    /// lowest before them stays, or the lowest of the others.
    #[cold]
    fn bad(&mut self, lowest: f64) -> StepError {
        self.rates.known.fill(false);
        if self.rates.lowest == f64::NEG_INFINITY {
            let others = self.rates.barriers.iter().filter(|barrier| barrier.is_finite());
            self.rates.lowest = others.copied().fold(lowest, f64::min);
        }
        for (vacancy, from) in self.rates.sites.iter().enumerate() {
            for (direction, barrier) in self.rates.barriers_of(vacancy).iter().enumerate() {
                if barrier.is_nan() || *barrier == f64::NEG_INFINITY {
                    let to = self.evaluator.ways.site(*from, direction);
                    return StepError::Barrier { vacancy: *from, to, got: *barrier };
                }
            }
        }
        StepError::Rate { got: self.rates.total() }
    }
}
