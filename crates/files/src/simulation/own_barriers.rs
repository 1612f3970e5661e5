//! Barriers of one's own: the keys of `[model]` of the kinds `command` and `function`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use zobrist_lattice::Lattice;

use super::alloy::Alloy;
use super::evaluator::{CommandModel, Evaluator, EvaluatorSettings, Geometry};
use crate::error::{FileError, Result};

/// Barriers that a program or a function gives.
#[derive(Clone, Debug)]
pub(crate) struct OwnBarriers {
    /// None for a function.
    program: Option<Program>,
    lattice_constant: f64,
    reach: f64,
    fingerprint: String,
}

/// The program of the kind `command`.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub command: Vec<String>,
    pub workers: Option<usize>,
    pub batch: Option<usize>,
    pub timeout: Option<f64>,
}

/// Upper bound on the time for an answer, in seconds: thirty years.
const MAX_TIMEOUT: f64 = 1e9;

impl OwnBarriers {
    /// # Errors
    /// When a number is out of its range, or the fingerprint is empty: the reason.
    pub(crate) fn new(
        program: Option<Program>,
        lattice_constant: f64,
        reach: f64,
        fingerprint: String,
    ) -> Result<OwnBarriers, String> {
        if fingerprint.is_empty() {
            return Err("`fingerprint`: expected a text that changes whenever the barriers do, \
                        got \"\""
                .to_owned());
        }
        if let Some(got) = program.as_ref().and_then(|program| program.timeout)
            && !(got > 0.0 && got <= MAX_TIMEOUT)
        {
            return Err(format!(
                "`timeout`: expected more than 0 and at most {MAX_TIMEOUT:e} seconds, got {got:?}"
            ));
        }
        Ok(OwnBarriers { program, lattice_constant, reach, fingerprint })
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

    /// The sites of each jump, in Å.
    pub(crate) fn geometry(&self, lattice: Lattice, alloy: &Alloy) -> Result<Geometry> {
        let geometry = Geometry::new(lattice, self.lattice_constant, self.reach, alloy.names());
        geometry.map_err(FileError::new)
    }

    /// The model of the program, which runs in `folder`. Its clones share the workers.
    pub(crate) fn model(
        &self,
        lattice: Lattice,
        alloy: &Alloy,
        folder: &Path,
    ) -> Result<CommandModel> {
        let Some(Program { command, workers, batch, timeout }) = &self.program else {
            return Err(FileError::new(
                "[model] of kind \"function\": expected the function that `zobrist.lattice.run` is \
                 given in Python, got none; the kind \"command\" runs a program",
            ));
        };
        let settings = EvaluatorSettings {
            command: command.clone(),
            folder: folder.to_owned(),
            workers: workers.unwrap_or(1),
            batch: batch.unwrap_or(64),
            timeout: Duration::from_secs_f64(timeout.unwrap_or(60.0)),
        };
        let geometry = Arc::new(self.geometry(lattice, alloy)?);
        let evaluator = Evaluator::new(settings, geometry).map_err(FileError::new)?;
        Ok(CommandModel::new(evaluator, &self.fingerprint))
    }
}
