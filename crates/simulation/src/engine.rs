//! The simulation of a run, whatever its method.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read, Write};

use zobrist_lattice::model::{Model, SubstitutionEnergy};
use zobrist_lattice::{
    AuditReport, Configuration, Kmc, KmcError, LoadError, Metropolis, OutOfMemory, RecallTable,
    Settings, Site, Species, State, Statistics,
};

use crate::engine_error::{AdvanceError, BeginError, ResumeRunError};

/// A model of barriers, of any kind.
pub type AnyModel = Box<dyn Model + Send>;

/// A model of energies, of any kind.
pub type AnyEnergies = Box<dyn SubstitutionEnergy + Send>;

/// The model of a simulation: barriers or energies, as its method needs.
#[non_exhaustive]
pub enum EngineModel {
    /// Barriers of jumps.
    Kinetic(AnyModel),
    /// Energies of exchanges.
    Metropolis(AnyEnergies),
}

impl EngineModel {
    /// Returns the warnings of the model: [`Model::warnings`].
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        match self {
            EngineModel::Kinetic(model) => model.warnings(),
            EngineModel::Metropolis(model) => model.warnings(),
        }
    }
}

impl From<AnyModel> for EngineModel {
    fn from(model: AnyModel) -> EngineModel {
        EngineModel::Kinetic(model)
    }
}

/// Not all models can be shown: the method alone.
impl fmt::Debug for EngineModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineModel::Kinetic(_) => "Kinetic(..)",
            EngineModel::Metropolis(_) => "Metropolis(..)",
        })
    }
}

/// A simulation, whatever its method.
#[non_exhaustive]
pub enum Engine {
    /// By jumps of vacancies.
    Kinetic(Box<Kmc<AnyModel>>),
    /// By exchanges of atoms.
    Metropolis(Box<Metropolis<AnyEnergies>>),
}

/// Applies one expression to either method.
macro_rules! of {
    ($engine:expr, $simulation:ident => $value:expr) => {
        match $engine {
            Engine::Kinetic($simulation) => $value,
            Engine::Metropolis($simulation) => $value,
        }
    };
}

impl Engine {
    /// Creates a simulation. A run begins with one of its own.
    ///
    /// # Errors
    /// As [`Kmc::new`] or [`Metropolis::new`].
    pub fn begin(
        model: EngineModel,
        start: Configuration,
        settings: Settings,
    ) -> Result<Engine, BeginError> {
        Ok(match model {
            EngineModel::Kinetic(model) => {
                Engine::Kinetic(Box::new(Kmc::new(model, start, settings)?))
            }
            EngineModel::Metropolis(model) => {
                Engine::Metropolis(Box::new(Metropolis::new(model, start, settings)?))
            }
        })
    }

    pub(crate) fn resume(
        model: EngineModel,
        settings: Settings,
        bytes: &[u8],
    ) -> Result<Engine, ResumeRunError> {
        Ok(match model {
            EngineModel::Kinetic(model) => {
                Engine::Kinetic(Box::new(Kmc::resume(model, settings, bytes)?))
            }
            EngineModel::Metropolis(model) => {
                Engine::Metropolis(Box::new(Metropolis::resume(model, settings, bytes)?))
            }
        })
    }

    /// Performs a step that does not go beyond a time in s: [`Kmc::step_until`], or
    /// [`Metropolis::step`], which takes no time. Returns false if there was none before that time.
    ///
    /// # Errors
    /// When the step cannot be done. The state is as it was.
    #[inline]
    pub fn step_until(&mut self, time: f64) -> Result<bool, AdvanceError> {
        Ok(match self {
            Engine::Kinetic(kmc) => kmc.step_until(time)?.is_some(),
            Engine::Metropolis(metropolis) => metropolis.step().map(|_| true)?,
        })
    }

    /// Recalls from a table that others share, if the method has jumps: [`Kmc::with_recall`].
    pub(crate) fn with_recall(self, table: &RecallTable) -> Result<Engine, KmcError> {
        Ok(match self {
            Engine::Kinetic(kmc) => Engine::Kinetic(Box::new(kmc.with_recall(table)?)),
            Engine::Metropolis(_) => self,
        })
    }

    /// Returns the state.
    #[must_use]
    pub fn state(&self) -> &State {
        of!(self, simulation => simulation.state())
    }

    /// Returns the species on every site.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        self.state().configuration()
    }

    /// Returns the sites of all vacancies.
    #[must_use]
    pub fn vacancies(&self) -> &[Site] {
        match self {
            Engine::Kinetic(kmc) => kmc.vacancies(),
            Engine::Metropolis(metropolis) => metropolis.sites_of(Species::VACANCY),
        }
    }

    /// Returns the sites of all solutes.
    #[must_use]
    pub fn solutes(&self) -> Cow<'_, [Site]> {
        match self {
            Engine::Kinetic(kmc) => kmc.solutes().into(),
            Engine::Metropolis(metropolis) => sites_from(metropolis, 2).into(),
        }
    }

    /// Returns the sites of all vacancies, then those of all solutes.
    #[must_use]
    pub fn others(&self) -> Cow<'_, [Site]> {
        match self {
            Engine::Kinetic(kmc) => kmc.others().into(),
            Engine::Metropolis(metropolis) => sites_from(metropolis, 1).into(),
        }
    }

    /// Returns the energy in eV, if the model knows it.
    #[must_use]
    pub fn energy(&self) -> Option<f64> {
        match self {
            Engine::Kinetic(kmc) => kmc.model().energy_of(kmc.configuration(), kmc.others()),
            Engine::Metropolis(metropolis) => Some(metropolis.energy()),
        }
    }

    /// Returns the number of steps done.
    #[inline]
    #[must_use]
    pub fn steps(&self) -> u64 {
        of!(self, simulation => simulation.steps())
    }

    /// Returns the time in s; `None` if there is none.
    #[inline]
    #[must_use]
    pub fn time(&self) -> Option<f64> {
        match self {
            Engine::Kinetic(kmc) => Some(kmc.time()),
            Engine::Metropolis(_) => None,
        }
    }

    /// Returns the mean time in s until the next step, and shows the state that stands for it:
    /// [`Kmc::residence`]. `None` if there is none, as without a time.
    ///
    /// # Errors
    /// When the barriers of the next step cannot be computed. The state is as it was.
    pub(crate) fn residence(&mut self) -> Result<Option<f64>, AdvanceError> {
        match self {
            Engine::Kinetic(kmc) => Ok(kmc.residence()?),
            Engine::Metropolis(_) => Ok(None),
        }
    }

    /// Shows the present state again, after [`residence`](Engine::residence).
    pub(crate) fn show_present(&mut self) {
        if let Engine::Kinetic(kmc) = self {
            kmc.show_present();
        }
    }

    /// Returns the number of exchanges that were made; `None` if steps are no exchanges.
    #[must_use]
    pub fn accepted(&self) -> Option<u64> {
        match self {
            Engine::Kinetic(_) => None,
            Engine::Metropolis(metropolis) => Some(metropolis.accepted()),
        }
    }

    /// Returns the number of barriers that were computed, or of sites whose energies were.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        of!(self, simulation => simulation.evaluations())
    }

    /// Returns the number of look-ups that were answered from memory.
    #[must_use]
    pub fn hits(&self) -> u64 {
        of!(self, simulation => simulation.hits())
    }

    /// Returns the lowest barrier so far, in eV, if the method has barriers: below 0 only if the
    /// model allows that.
    #[must_use]
    pub fn lowest_barrier(&self) -> Option<f64> {
        match self {
            Engine::Kinetic(kmc) => Some(kmc.lowest_barrier()),
            Engine::Metropolis(_) => None,
        }
    }

    /// Returns the number of basins that were left in one step, and of jumps skipped by that.
    #[must_use]
    pub fn exits(&self) -> (u64, u64) {
        match self {
            Engine::Kinetic(kmc) => (kmc.exits(), kmc.skipped()),
            Engine::Metropolis(_) => (0, 0),
        }
    }

    /// Returns the number of entries of the recall and their bytes; `None` if nothing is recalled.
    #[must_use]
    pub fn recall_size(&self) -> Option<(usize, usize)> {
        of!(self, simulation => simulation.recall_size())
    }

    /// Returns the counts of the look-ups so far; `None` if nothing is recalled.
    #[must_use]
    pub fn statistics(&self) -> Option<Statistics> {
        of!(self, simulation => simulation.statistics())
    }

    /// Returns true if barriers come with prefactors of their own.
    #[must_use]
    pub fn gives_prefactors(&self) -> bool {
        matches!(self, Engine::Kinetic(kmc) if kmc.model().gives_prefactors())
    }

    /// Returns the findings of the audit; `None` if there is none.
    #[must_use]
    pub fn audit_report(&self) -> Option<AuditReport> {
        of!(self, simulation => simulation.audit_report())
    }

    /// Returns the warnings of the model, with what was computed so far: [`Model::warnings`].
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        of!(self, simulation => simulation.model().warnings())
    }

    /// Returns the bytes from which the run can be resumed.
    ///
    /// # Errors
    /// When the system refuses the memory.
    pub fn try_checkpoint(&self) -> Result<Vec<u8>, OutOfMemory> {
        of!(self, simulation => simulation.try_checkpoint())
    }

    /// Saves the recall: [`Kmc::save_recall`].
    ///
    /// # Errors
    /// When writing fails.
    pub fn save_recall(&self, writer: impl Write) -> io::Result<()> {
        of!(self, simulation => simulation.save_recall(writer))
    }

    /// Replaces the recall by a saved one: [`Kmc::load_recall`].
    ///
    /// # Errors
    /// When it is damaged, or of another simulation.
    pub fn load_recall(&mut self, reader: impl Read) -> Result<(), LoadError> {
        of!(self, simulation => simulation.load_recall(reader))
    }
}

/// The sites of all species from one on.
fn sites_from(metropolis: &Metropolis<AnyEnergies>, first: usize) -> Vec<Site> {
    let species = first..metropolis.model().species_count();
    species.flat_map(|number| metropolis.sites_of(Species(number as u8))).copied().collect()
}

/// Not all models can be shown: the steps, and the species on the sites.
impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Engine");
        shown.field("steps", &self.steps()).field("configuration", self.configuration()).finish()
    }
}
