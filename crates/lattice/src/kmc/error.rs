//! Errors of a simulation.

use std::error::Error;
use std::fmt::{self, Display};

use crate::configuration::Species;
use crate::lattice::{Lattice, Site};
use crate::model::EvaluationError;
use crate::neighbors::OffsetError;
use crate::out_of_memory::OutOfMemory;

/// The error of a simulation that cannot be created.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum KmcError {
    /// The configuration is of a different lattice from the model.
    Lattice {
        /// The lattice of the model.
        expected: Lattice,
        /// The lattice of the configuration.
        got: Lattice,
    },
    /// A site has a species that the model does not know.
    Species {
        /// The site.
        site: Site,
        /// The number of species that the model knows.
        expected: usize,
        /// The species there.
        got: Species,
    },
    /// There is no vacancy, so nothing jumps.
    NoVacancy,
    /// A number of the settings is not above zero and finite.
    Setting {
        /// The name of the setting.
        what: &'static str,
        /// The number.
        got: f64,
    },
    /// The prefactor of a species is not above zero and finite.
    Prefactor {
        /// The species.
        species: Species,
        /// The prefactor, in 1/s.
        got: f64,
    },
    /// A stage of the ramp does not end after the one before it, or after 0, at a finite time.
    Stage {
        /// The stage, from 0.
        stage: usize,
        /// The end of the one before it, in s, or 0.
        after: f64,
        /// Its end, in s.
        got: f64,
    },
    /// The end of the simulation is not a time after 0.
    End {
        /// The end, in s.
        got: f64,
    },
    /// A flicker basin has fewer than two states or more than 256, or its window has no steps.
    Basin {
        /// The number of states requested.
        got: usize,
    },
    /// There is an ensemble other than that of fixed composition, or an annealing by steps: both are
    /// those of exchanges.
    Ensemble,
    /// The lattice is too small for what a jump depends on.
    Offset(OffsetError),
    /// The recall table is for other simulations.
    Table {
        /// The property that differs.
        what: &'static str,
        /// Its value for the table.
        expected: String,
        /// Its value for the simulation.
        got: String,
    },
    /// The system refused memory for the state or the jumps.
    OutOfMemory(OutOfMemory),
}

impl Display for KmcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KmcError::Lattice { expected, got } => write!(
                f,
                "a configuration of another lattice: expected {expected}, for which the model was \
                 made, got {got}; make both for the same lattice"
            ),
            KmcError::Species { site: Site(site), expected, got: Species(got) } => write!(
                f,
                "species {got} on site {site}: expected a number below {expected}, the number of \
                 species of the model; give the model energies for it"
            ),
            KmcError::NoVacancy => {
                write!(f, "expected one vacancy or more (species 1), got none; nothing can jump")
            }
            KmcError::Setting { what, got } => {
                write!(f, "{what}: expected a finite number above 0, got {got}")
            }
            KmcError::Prefactor { species: Species(species), got } => write!(
                f,
                "the prefactor of species {species}: expected a finite number above 0 in 1/s, got \
                 {got}"
            ),
            KmcError::Stage { stage, after, got } => write!(
                f,
                "stage {} of the ramp: expected a finite time after {after} s as its end, got {got} \
                 s; sort the stages by time",
                stage + 1
            ),
            KmcError::End { got } => {
                write!(f, "the end: expected a time after 0 s, or infinity, got {got} s")
            }
            KmcError::Basin { got } => write!(
                f,
                "flicker between {got} states: expected a basin of 2 to 256 states, and a window \
                 of 1 step or more"
            ),
            KmcError::Ensemble => f.write_str(
                "expected fixed composition and no annealing by steps, got another ensemble or an \
                 annealing; jumps keep the composition, and their temperature changes with a ramp",
            ),
            KmcError::Offset(error) => error.fmt(f),
            KmcError::Table { what, expected, got } => write!(
                f,
                "a recall table of other simulations: {what}: expected {expected}, for which the \
                 table was made, got {got}; make a table for this model and these settings"
            ),
            KmcError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl Error for KmcError {}

impl From<OffsetError> for KmcError {
    fn from(error: OffsetError) -> KmcError {
        KmcError::Offset(error)
    }
}

impl From<OutOfMemory> for KmcError {
    fn from(error: OutOfMemory) -> KmcError {
        KmcError::OutOfMemory(error)
    }
}

/// The error of a step that was not performed. The state is as it was, except at the
/// [end](StepError::End).
#[derive(Debug)]
#[non_exhaustive]
pub enum StepError {
    /// No jump has a rate above zero, and no stage of the ramp or of the simulation ends. Rates
    /// below 10⁻²⁹⁰ per second count as zero.
    Stuck,
    /// The simulation is at its [end](crate::Settings::end): the clock shows this time, and the
    /// state is the one that holds then.
    End {
        /// The time, in s.
        time: f64,
    },
    /// The model returned a barrier that is not a number, or minus infinity.
    Barrier {
        /// The site of the vacancy.
        vacancy: Site,
        /// The site it was to jump to.
        to: Site,
        /// The barrier.
        got: f64,
    },
    /// A barrier is below zero, so that an atom would jump more often than it attempts to.
    Negative {
        /// The site of the vacancy.
        vacancy: Site,
        /// The site it was to jump to.
        to: Site,
        /// The barrier, in eV.
        got: f64,
    },
    /// The model returned a prefactor that is not above zero and finite.
    Prefactor {
        /// The site of the vacancy.
        vacancy: Site,
        /// The site it was to jump to.
        to: Site,
        /// The prefactor, in 1/s.
        got: f64,
    },
    /// The model failed, with this error.
    Model(EvaluationError),
    /// A rate is not finite: the barrier is too low for the temperature.
    Rate {
        /// The sum of all rates.
        got: f64,
    },
}

impl StepError {
    /// Returns the sites of the vacancy and of the atom of the jump that the error is about, if it
    /// is about the barrier or the prefactor of one.
    #[must_use]
    pub fn jump(&self) -> Option<(Site, Site)> {
        match self {
            StepError::Barrier { vacancy, to, .. }
            | StepError::Negative { vacancy, to, .. }
            | StepError::Prefactor { vacancy, to, .. } => Some((*vacancy, *to)),
            _ => None,
        }
    }
}

impl Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Stuck => write!(
                f,
                "no step: expected a jump with a rate above 0, got none; the vacancies have only \
                 vacancies around them, or the barriers are too high for the temperature"
            ),
            StepError::End { time } => write!(
                f,
                "no step: expected one before the end at {time} s, got none; set a later end to go \
                 on"
            ),
            StepError::Barrier { vacancy, to, got } => write!(
                f,
                "the jump from site {} to {}: expected a barrier in eV, got {got}; check the model",
                vacancy.0, to.0
            ),
            StepError::Negative { vacancy, to, got } => write!(
                f,
                "the jump from site {} to {}: expected a barrier of 0 eV or more, got {got}; check \
                 the energies of the model, or allow barriers below 0",
                vacancy.0, to.0
            ),
            StepError::Prefactor { vacancy, to, got } => write!(
                f,
                "the jump from site {} to {}: expected a finite prefactor above 0 in 1/s, got \
                 {got}; check the model",
                vacancy.0, to.0
            ),
            StepError::Model(_) => f.write_str("the model gives no barrier"),
            StepError::Rate { got } => write!(
                f,
                "expected rates with a finite sum, got {got}; the barriers are too low for the \
                 temperature"
            ),
        }
    }
}

impl Error for StepError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StepError::Model(source) => Some(&**source),
            _ => None,
        }
    }
}
