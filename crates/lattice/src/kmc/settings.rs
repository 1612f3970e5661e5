//! Settings of a simulation, their checks, and the ramp of its temperature.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use zobrist::Key;

use super::error::KmcError;
use super::flicker::Flicker;
use crate::configuration::Species;
use crate::ensemble::{AnnealingStage, Ensemble};
use crate::recall::{Audit, Recall, Stored, Verification};

/// The unit in which a simulation recalls barriers, so that they need not be computed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecallMode {
    /// Nothing.
    #[default]
    None,
    /// All barriers of a state, by the hash of the whole state, following D. R. Mason, T. S. Hudson
    /// and A. P. Sutton (Computer Physics Communications 165, 2005, pp. 37–48).
    State,
    /// The barriers of a vacancy, by its environment.
    Environment,
    /// The barriers of a vacancy, by its environment up to the symmetries of the site.
    EnvironmentSymmetry,
    /// The barrier of one jump, by the environment of its two sites up to the symmetries of the
    /// site.
    JumpSymmetry,
}

impl RecallMode {
    /// All modes, from the one that recalls least to the one that recalls most.
    pub const ALL: [RecallMode; 5] = [
        RecallMode::None,
        RecallMode::State,
        RecallMode::Environment,
        RecallMode::EnvironmentSymmetry,
        RecallMode::JumpSymmetry,
    ];

    /// Returns the name: `none`, `state`, `environment`, `environment-symmetry` or `jump-symmetry`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RecallMode::None => "none",
            RecallMode::State => "state",
            RecallMode::Environment => "environment",
            RecallMode::EnvironmentSymmetry => "environment-symmetry",
            RecallMode::JumpSymmetry => "jump-symmetry",
        }
    }
}

impl Display for RecallMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for RecallMode {
    type Err = ParseRecallModeError;

    fn from_str(name: &str) -> Result<RecallMode, ParseRecallModeError> {
        let found = RecallMode::ALL.into_iter().find(|mode| mode.name() == name);
        found.ok_or_else(|| ParseRecallModeError { got: name.to_owned() })
    }
}

/// The error of a text that is not the name of a recall mode.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseRecallModeError {
    /// The text.
    pub got: String,
}

impl Display for ParseRecallModeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = RecallMode::ALL.map(RecallMode::name).join(", ");
        write!(f, "no recall mode {:?}: expected one of {names}", self.got)
    }
}

impl Error for ParseRecallModeError {}

/// The bound of a recall. The least recently used entry is evicted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Bound {
    /// A number of entries.
    Entries(usize),
    /// A number of bytes, of the whole recall.
    Bytes(usize),
}

/// The vacancies and atoms that a simulation follows on their way through the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tracking {
    /// The vacancies.
    #[default]
    Vacancies,
    /// The vacancies and the solutes. Takes 4 bytes for each site, and 28 for each solute.
    Solutes,
    /// The vacancies and all atoms. Takes 32 bytes for each site.
    All,
}

/// Settings of a simulation. Begin with [`Settings::new`] and change single fields.
///
/// ```
/// use zobrist_lattice::{Flicker, RecallMode, Settings};
///
/// let mut settings = Settings::new(773.0, 42);
/// settings.recall = RecallMode::JumpSymmetry;
/// settings.flicker = Some(Flicker::default());
/// assert_eq!(settings.attempt_frequency, 6e12);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// The temperature in K, above 0; with a ramp, after its last stage.
    pub temperature: f64,
    /// The temperatures before, each until a time: finite and above that of the stage before it.
    /// Empty unless set. A step that would pass the end of a stage is not performed: it is drawn
    /// anew from there on, with the rates at the next temperature.
    pub ramp: Vec<Stage>,
    /// The time in s at which the simulation ends, above 0; infinite unless set. No step passes it.
    pub end: f64,
    /// The prefactor ν in 1/s of all species that have none of their own: a jump with the barrier E
    /// has the rate ν · exp(−E / kT). Above 0; 6 · 10¹² unless set.
    pub attempt_frequency: f64,
    /// The prefactors in 1/s of the jumps of atoms of single species, above 0; none unless set. A
    /// model can give one for each jump ([`Barrier::with_prefactor`](crate::model::Barrier)).
    pub prefactors: BTreeMap<Species, f64>,
    /// True if barriers below 0 are accepted, with rates above the prefactor; false unless set, so
    /// that a step that meets one fails.
    pub allow_negative_barriers: bool,
    /// The seed of the trajectory.
    pub seed: u64,
    /// The seed of the keys of states and environments; 2005 unless set. The hashes depend on it,
    /// the trajectory does not.
    pub key_seed: u64,
    /// The unit of recall; none unless set.
    pub recall: RecallMode,
    /// The check that a recalled value is the right one; the hash unless set.
    /// [`Content`](Verification::Content) compares all sites of a state, or the surroundings.
    pub verification: Verification,
    /// True if the recall's hashes have 128 bits rather than 64; false unless set.
    pub wide_keys: bool,
    /// The bound of the recall; 256 MiB unless set.
    pub bound: Bound,
    /// The sample of recalled barriers that is computed again: one hit for each 100 values computed
    /// unless set.
    pub audit: Option<Audit>,
    /// The flicker between a few states that is left in one step; none unless set.
    pub flicker: Option<Flicker>,
    /// The vacancies and atoms that are followed through the box; the vacancies unless set.
    pub tracking: Tracking,
    /// True if the time is added up in which vacancies have the host alone in their first two
    /// shells ([`Kmc::free_time_per_site_over`](crate::Kmc::free_time_per_site_over)); false unless
    /// set. Each step then looks at these shells around every vacancy. Takes a byte for each site.
    pub track_free_time: bool,
    /// The ensemble of a simulation by exchanges: that of fixed composition unless set. A
    /// simulation by jumps, whose composition is fixed in any case, refuses others.
    pub ensemble: Ensemble,
    /// The temperatures of a simulation by exchanges, if they change with its steps; empty unless
    /// set. [`temperature`](Settings::temperature) is then that at the start.
    pub annealing: Vec<AnnealingStage>,
}

impl Settings {
    /// Creates settings with a temperature in K and the seed of the trajectory; the rest is as
    /// described at each field.
    #[must_use]
    pub fn new(temperature: f64, seed: u64) -> Settings {
        Settings {
            temperature,
            ramp: Vec::new(),
            end: f64::INFINITY,
            attempt_frequency: 6e12,
            prefactors: BTreeMap::new(),
            allow_negative_barriers: false,
            seed,
            key_seed: 2005,
            recall: RecallMode::None,
            verification: Verification::Hash,
            wide_keys: false,
            bound: Bound::Bytes(256 << 20),
            // Its numbers are not those of the trajectory.
            audit: Some(Audit::per_computed(100, !seed)),
            flicker: None,
            tracking: Tracking::Vacancies,
            track_free_time: false,
            ensemble: Ensemble::Canonical,
            annealing: Vec::new(),
        }
    }

    /// Creates the empty recall that they ask for.
    pub(crate) fn empty_recall<V: Stored, K: Key>(&self) -> Recall<V, K> {
        let recall = match self.bound {
            Bound::Entries(entries) => Recall::with_entries_and_keys(entries),
            Bound::Bytes(bytes) => Recall::with_bytes_and_keys(bytes),
        };
        let recall = recall.verify_by(self.verification);
        match self.audit {
            Some(audit) => recall.audit(audit),
            None => recall,
        }
    }
}

/// A stage of a ramp: a temperature that holds until a time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stage {
    /// The time in s at which the stage ends, counted from the start of the simulation.
    pub until: f64,
    /// The temperature in K, above 0.
    pub temperature: f64,
}

impl Stage {
    /// Creates a stage: a temperature in K until a time in s.
    #[must_use]
    pub const fn new(until: f64, temperature: f64) -> Stage {
        Stage { until, temperature }
    }
}

/// Checks everything in the settings that does not depend on the model.
pub(super) fn check(settings: &Settings) -> Result<(), KmcError> {
    let is_good = |number: f64| number > 0.0 && number.is_finite();
    let numbers = [
        ("the temperature", settings.temperature),
        ("the attempt frequency", settings.attempt_frequency),
    ];
    let stages = settings.ramp.iter();
    let stages = stages.map(|stage| ("the temperature of a stage of the ramp", stage.temperature));
    for (what, got) in numbers.into_iter().chain(stages) {
        if !is_good(got) {
            return Err(KmcError::Setting { what, got });
        }
    }
    for (species, got) in &settings.prefactors {
        if !is_good(*got) {
            return Err(KmcError::Prefactor { species: *species, got: *got });
        }
    }
    let mut after = 0.0;
    for (stage, of) in settings.ramp.iter().enumerate() {
        if !(of.until > after && of.until.is_finite()) {
            return Err(KmcError::Stage { stage, after, got: of.until });
        }
        after = of.until;
    }
    if settings.end.is_nan() || settings.end <= 0.0 {
        return Err(KmcError::End { got: settings.end });
    }
    match settings.flicker {
        Some(Flicker { window, states: got }) if window == 0 || !(2..=256).contains(&got) => {
            Err(KmcError::Basin { got })
        }
        _ => Ok(()),
    }
}

/// The place of a simulation in its ramp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RampPosition {
    /// The number of stages that have ended.
    pub(super) stage: usize,
    /// The time in s that no step passes: the end of the stage or of the simulation; infinite if
    /// there is none.
    pub(super) boundary: f64,
}

impl RampPosition {
    /// The place at a time. A stage has ended at its `until`.
    pub(super) fn at(settings: &Settings, time: f64) -> RampPosition {
        let stage = settings.ramp.iter().take_while(|stage| stage.until <= time).count();
        let until = settings.ramp.get(stage).map_or(f64::INFINITY, |stage| stage.until);
        RampPosition { stage, boundary: until.min(settings.end) }
    }

    /// The temperature in K.
    pub(super) fn temperature(self, settings: &Settings) -> f64 {
        settings.ramp.get(self.stage).map_or(settings.temperature, |stage| stage.temperature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kmc::settings::Stage;

    #[test]
    fn a_stage_ends_at_its_time() {
        let mut settings = Settings::new(300.0, 1);
        settings.ramp = vec![
            Stage { until: 1.0, temperature: 500.0 },
            Stage { until: 3.0, temperature: 400.0 },
        ];
        settings.end = 2.0;
        for (time, stage, boundary, temperature) in [
            (0.0, 0, 1.0, 500.0),
            (0.9, 0, 1.0, 500.0),
            (1.0, 1, 2.0, 400.0),
            (2.0, 1, 2.0, 400.0),
            (3.0, 2, 2.0, 300.0),
        ] {
            let place = RampPosition::at(&settings, time);
            assert_eq!(place, RampPosition { stage, boundary });
            assert_eq!(place.temperature(&settings), temperature);
        }
        settings.end = f64::INFINITY;
        assert_eq!(RampPosition::at(&settings, 3.0).boundary, f64::INFINITY);
    }
}
