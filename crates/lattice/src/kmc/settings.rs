//! Settings of a simulation.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use zobrist::Key;

use super::flicker::Flicker;
use super::ramp::Stage;
use crate::recall::{Audit, Recall, Stored, Verification};
use crate::species::Species;

/// The unit in which a simulation recalls barriers, so that they need not be computed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    /// The barrier of one jump, by the environment of its two sites up to the symmetries of the site.
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
    /// True if the time is added up in which vacancies have the host alone in their first two shells
    /// ([`Kmc::free_time_per_site_over`](crate::Kmc::free_time_per_site_over)); false unless set. Each
    /// step then looks at these shells around every vacancy. Takes a byte for each site.
    pub track_free_time: bool,
}

impl Settings {
    /// Creates settings with a temperature in K and the seed of the trajectory; the rest is as
    /// described at each field.
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
