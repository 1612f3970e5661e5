//! A recall that many simulations share.

use std::io::{self, Read, Write};
use std::sync::Arc;

use super::cache::{self, AnyRecall, AnySharedRecall};
use super::error::KmcError;
use super::settings::{RecallMode, Settings};
use crate::configuration::Configuration;
use crate::model::Model;
use crate::recall::{AuditReport, LoadError, Origin, Report, Statistics, Verification};
use crate::state::State;

/// A recall for many simulations at once, in as many threads: what one has computed, all recall.
/// They may have different temperatures, seeds and starts.
///
/// It is locked for a look-up of all that a step needs, and once more to enter what was computed;
/// not while a model computes. Two simulations that miss the same value at the same time both
/// compute it, and the first to enter it is heard. A copy is the same table.
///
/// ```
/// use zobrist::source::Xoshiro256PlusPlus;
/// use zobrist_lattice::model::PairModel;
/// use zobrist_lattice::{
///     Configuration, Kmc, Lattice, RecallMode, RecallTable, Settings, Species, Structure,
/// };
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let model = PairModel::iron_copper(lattice)?;
/// let mut settings = Settings::new(773.0, 0);
/// settings.recall = RecallMode::JumpSymmetry;
/// let table = RecallTable::new(&model, &settings)?;
/// std::thread::scope(|scope| {
///     for seed in 1..=4 {
///         let (model, mut settings, table) = (&model, settings.clone(), &table);
///         settings.seed = seed;
///         scope.spawn(move || {
///             let mut random = Xoshiro256PlusPlus::new(seed);
///             let mut alloy = Configuration::new(lattice);
///             alloy.scatter(Species::VACANCY, 1, &mut random).unwrap();
///             alloy.scatter(Species(2), 10, &mut random).unwrap();
///             let kmc = Kmc::new(model, alloy, settings).unwrap();
///             kmc.with_recall(table).unwrap().run(1000).unwrap();
///         });
///     }
/// });
/// let statistics = table.statistics().unwrap();
/// assert_eq!(statistics.hits + statistics.misses, 32_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecallTable {
    mode: RecallMode,
    verification: Verification,
    wide_keys: bool,
    gives_prefactors: bool,
    /// `None` if nothing is recalled.
    shared: Option<(Arc<dyn AnySharedRecall>, Origin)>,
}

impl RecallTable {
    /// Creates an empty table for simulations by this model with these settings, but for
    /// temperatures, frequencies and seeds of trajectories, which may differ. Its bound and audit
    /// are those of the settings. If nothing is recalled ([`RecallMode::None`]), it does nothing.
    ///
    /// This takes as much time and memory as the keys of a simulation's box.
    ///
    /// # Errors
    /// When the box is too small for what the recall mode reads around a vacancy, or when the
    /// system refuses memory.
    ///
    /// # Panics
    /// As [`Kmc::new`](crate::Kmc::new).
    pub fn new(model: &dyn Model, settings: &Settings) -> Result<RecallTable, KmcError> {
        let host = Configuration::try_new(model.lattice())?;
        let cache = cache::new(model, settings, &host)?;
        let shared = match cache.recall() {
            None => None,
            Some(recall) => {
                let (species, seed) = (model.species_count(), settings.key_seed);
                let state = State::try_from_configuration_with_keys(host, species, seed)?;
                let origin = cache.origin(model.fingerprint(), &state);
                origin.map(|origin| (recall.to_share(origin, settings), origin))
            }
        };
        Ok(RecallTable {
            mode: settings.recall,
            verification: settings.verification,
            wide_keys: settings.wide_keys,
            gives_prefactors: model.gives_prefactors(),
            shared,
        })
    }

    /// Returns the statistics of all simulations together since the table was created or loaded;
    /// `None` if nothing is recalled.
    #[must_use]
    pub fn statistics(&self) -> Option<Statistics> {
        self.report().map(|report| report.statistics)
    }

    /// Returns the number of entries and the bytes that they take; `None` if nothing is recalled.
    #[must_use]
    pub fn recall_size(&self) -> Option<(usize, usize)> {
        self.report().map(|report| (report.entries, report.bytes))
    }

    /// Returns the findings of the audit since the table was created or loaded; `None` if there is
    /// none.
    #[must_use]
    pub fn audit_report(&self) -> Option<AuditReport> {
        self.report()?.audit
    }

    /// Saves the table as [`Kmc::save_recall`](crate::Kmc::save_recall) does. The bytes are put
    /// together in memory first; simulations that look something up wait for that, but not until
    /// they are written. Writes nothing if nothing is recalled.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, mut writer: impl Write) -> io::Result<()> {
        self.shared.as_ref().map_or(Ok(()), |(shared, _)| shared.save(&mut writer))
    }

    /// Replaces the entries by saved ones. The table's statistics and audit start over. If nothing
    /// is recalled, nothing is read.
    ///
    /// # Errors
    /// As [`Kmc::load_recall`](crate::Kmc::load_recall). The table is then as it was.
    pub fn load(&self, mut reader: impl Read) -> Result<(), LoadError> {
        self.shared.as_ref().map_or(Ok(()), |(shared, _)| shared.load(&mut reader))
    }

    fn report(&self) -> Option<Report> {
        self.shared.as_ref().map(|(shared, _)| shared.report())
    }

    /// Checks that a simulation asks for the recall that this is, but for its origin.
    pub(super) fn check(&self, model: &dyn Model, settings: &Settings) -> Result<(), KmcError> {
        let bits = |wide: bool| if wide { "128" } else { "64" }.to_owned();
        let verification = |of: Verification| match of {
            Verification::Hash => "the hash".to_owned(),
            Verification::Content => "the content".to_owned(),
        };
        let prefactors = |given: bool| if given { "given" } else { "not given" }.to_owned();
        let differs = [
            ("recall mode", self.mode.to_string(), settings.recall.to_string()),
            ("verification", verification(self.verification), verification(settings.verification)),
            ("bits of a hash", bits(self.wide_keys), bits(settings.wide_keys)),
            ("prefactors", prefactors(self.gives_prefactors), prefactors(model.gives_prefactors())),
        ];
        let differs = differs.into_iter().find(|(_, expected, got)| expected != got);
        differs.map_or(Ok(()), |(what, expected, got)| Err(KmcError::Table { what, expected, got }))
    }

    /// Gives the recall to a simulation that was [checked](RecallTable::check), and whose values
    /// have this origin.
    pub(super) fn join(
        &self,
        recall: Option<(&mut dyn AnyRecall, Origin)>,
    ) -> Result<(), KmcError> {
        let Some(((shared, own), (recall, of_simulation))) = self.shared.as_ref().zip(recall)
        else {
            return Ok(());
        };
        let hex = |fingerprint: u64| format!("{fingerprint:016x}");
        let differs = [
            ("seed of the keys", own.seed.to_string(), of_simulation.seed.to_string()),
            ("fingerprint of the model", hex(own.potential), hex(of_simulation.potential)),
            ("fingerprint of the lattice", hex(own.lattice), hex(of_simulation.lattice)),
        ];
        if let Some((what, expected, got)) =
            differs.into_iter().find(|(_, expected, got)| expected != got)
        {
            return Err(KmcError::Table { what, expected, got });
        }
        let is_joined = recall.join(Arc::clone(shared));
        assert!(is_joined, "the mode, the keys and the prefactors decide the form");
        Ok(())
    }
}
