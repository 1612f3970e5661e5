//! Barriers of one's own: the keys of `[model]` of the kinds `command` and `function`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use toml::Spanned;
use zobrist_input::{FileError, Place, Result};
use zobrist_lattice::Lattice;

use crate::alloy::Alloy;
use crate::evaluator::{
    CommandModel, Evaluator, EvaluatorSettings, Geometry, GeometryError, SettingsError,
    find_program,
};
use crate::values::{count, positive};

/// Barriers that a program or a function gives.
#[derive(Clone, Debug)]
pub(crate) struct OwnBarriers {
    /// None for a function.
    program: Option<Program>,
    lattice_constant: f64,
    geometry: Arc<Geometry>,
    fingerprint: String,
}

/// A program that can be started.
#[derive(Clone, Debug)]
struct Program {
    settings: EvaluatorSettings,
    /// The place of the command in the configuration, for messages.
    place: String,
}

/// The keys of the program of the kind `command`.
pub(crate) struct ProgramKeys {
    pub command: Spanned<Vec<String>>,
    pub workers: Option<Spanned<u64>>,
    pub batch: Option<Spanned<u64>>,
    pub timeout: Option<Spanned<f64>>,
}

/// The keys of both kinds.
pub(crate) struct OwnKeys {
    /// None for a function.
    pub program: Option<ProgramKeys>,
    pub lattice_constant: Spanned<f64>,
    pub reach: Spanned<f64>,
    pub fingerprint: Spanned<String>,
}

/// Bounds on the time for an answer, in seconds: the shortest that a clock tells, and thirty years.
const TIMEOUT: std::ops::RangeInclusive<f64> = 1e-9..=1e9;

impl OwnBarriers {
    /// Checks the keys; the program will run in `folder`.
    ///
    /// # Errors
    /// When a value is out of its range, the fingerprint is empty, or the jumps do not fit into the
    /// box.
    pub(crate) fn new(
        keys: OwnKeys,
        lattice: Lattice,
        alloy: &Alloy,
        folder: &Path,
        place: Place<'_>,
    ) -> Result<OwnBarriers> {
        let OwnKeys { program, lattice_constant, reach, fingerprint } = keys;
        if fingerprint.get_ref().is_empty() {
            let reason = "`fingerprint`: expected a text that changes whenever the barriers do, \
                          got \"\"";
            return Err(place.error(fingerprint.span().start, reason));
        }
        let constant = positive("lattice_constant", &lattice_constant, place)?;
        let geometry = Geometry::new(lattice, constant, *reach.get_ref(), alloy.names());
        let geometry = geometry.map_err(|error| {
            let at = match error {
                GeometryError::LatticeConstant { .. } => lattice_constant.span(),
                _ => reach.span(),
            };
            place.error(at.start, error)
        })?;
        Ok(OwnBarriers {
            program: program.map(|keys| Program::new(keys, folder, place)).transpose()?,
            lattice_constant: constant,
            geometry: Arc::new(geometry),
            fingerprint: fingerprint.into_inner(),
        })
    }

    /// True if a program gives them.
    pub(crate) fn is_program(&self) -> bool {
        self.program.is_some()
    }

    /// The text that changes whenever the barriers do.
    pub(crate) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// True for a function, false for a program.
    pub(crate) fn is_of_function(&self) -> bool {
        self.program.is_none()
    }

    /// In Å.
    pub(crate) fn lattice_constant(&self) -> f64 {
        self.lattice_constant
    }

    /// The sites of each jump.
    pub(crate) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Looks for the program, if there is one.
    ///
    /// # Errors
    /// When it is not there, or may not be run.
    pub(crate) fn find_program(&self) -> Result<()> {
        let Some(Program { settings, place }) = &self.program else { return Ok(()) };
        find_program(settings)
            .map_err(|error| FileError::new(format_args!("{place}: `command`: {error}")))
    }

    /// The model of the program. Its clones share the workers.
    ///
    /// # Errors
    /// When the barriers are those of a function.
    pub(crate) fn model(&self) -> Result<CommandModel> {
        let Some(Program { settings, .. }) = &self.program else {
            return Err(FileError::new(
                "[model] of kind \"function\": expected the function that `zobrist.lattice.run` is \
                 given in Python, got none; the kind \"command\" runs a program",
            ));
        };
        let evaluator = Evaluator::new(settings.clone(), self.geometry.clone());
        Ok(CommandModel::new(evaluator.map_err(FileError::new)?, &self.fingerprint))
    }
}

impl Program {
    /// # Errors
    /// When the command has no program, or a number is out of its range.
    fn new(keys: ProgramKeys, folder: &Path, place: Place<'_>) -> Result<Program> {
        let number = |name, value: Option<Spanned<u64>>, default| match value {
            Some(value) => Ok(count(name, &value, EvaluatorSettings::MOST as u64, place)? as usize),
            None => Ok::<_, FileError>(default),
        };
        let timeout = match &keys.timeout {
            Some(timeout) if !TIMEOUT.contains(timeout.get_ref()) => {
                let reason = format!(
                    "`timeout`: expected from {:e} to {:e} seconds, got {:?}",
                    TIMEOUT.start(),
                    TIMEOUT.end(),
                    timeout.get_ref()
                );
                return Err(place.error(timeout.span().start, reason));
            }
            timeout => timeout.as_ref().map_or(60.0, |timeout| *timeout.get_ref()),
        };
        let at = keys.command.span().start;
        let settings = EvaluatorSettings {
            command: keys.command.into_inner(),
            folder: folder.to_owned(),
            workers: number("workers", keys.workers, 1)?,
            batch: number("batch", keys.batch, 64)?,
            timeout: Duration::from_secs_f64(timeout),
        };
        settings.check().map_err(|error: SettingsError| place.error(at, error))?;
        Ok(Program { settings, place: place.of(at) })
    }
}
