//! The interface between a simulation and its cache of barriers.

use std::fmt::Debug;
use std::io::{self, Read, Write};

use zobrist::Key;

use crate::kmc::counts::Counts;
use crate::kmc::error::StepError;
use crate::kmc::evaluate::Evaluator;
use crate::kmc::rates::Rates;
use crate::kmc::settings::{Bound, Settings};
use crate::lattice::Site;
use crate::model::Model;
use crate::recall::{AuditReport, LoadError, Recall, Statistics, Stored};
use crate::state::State;

/// A cache of barriers, by the hash of what they depend on.
pub(in crate::kmc) trait BarrierCache: Debug + Send + Sync {
    /// Follows an exchange of the species on two sites.
    fn exchange(&mut self, _a: Site, _b: Site) {}

    /// Obtains the barriers of all vacancies whose barriers are not known.
    ///
    /// # Errors
    /// When the model fails, or gives a prefactor that is none. Some vacancies are then still not known.
    fn refresh(&mut self, context: KmcContext<'_>) -> Result<(), StepError>;

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
pub(in crate::kmc) struct KmcContext<'a> {
    pub(in crate::kmc) model: &'a mut dyn Model,
    pub(in crate::kmc) state: &'a State,
    pub(in crate::kmc) rates: &'a mut Rates,
    pub(in crate::kmc) evaluator: &'a mut Evaluator,
    pub(in crate::kmc) counts: &'a mut Counts,
}

/// The counts of a recall.
#[derive(Clone, Copy, Debug)]
pub(in crate::kmc) struct Report {
    pub(in crate::kmc) statistics: Statistics,
    pub(in crate::kmc) entries: usize,
    pub(in crate::kmc) bytes: usize,
    pub(in crate::kmc) audit: Option<AuditReport>,
}

impl Report {
    pub(super) fn of<V, K: Key>(recall: &Recall<V, K>) -> Report {
        Report {
            statistics: recall.statistics(),
            entries: recall.len(),
            bytes: recall.bytes(),
            audit: recall.audit_report(),
        }
    }
}

/// Creates the empty recall that the settings ask for.
pub(super) fn empty_recall<V: Stored, K: Key>(settings: &Settings) -> Recall<V, K> {
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
