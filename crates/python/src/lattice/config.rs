//! The configuration of a run: a file, or a dictionary.

use std::path::PathBuf;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use zobrist_input::FileError;
use zobrist_simulation::{Config, Limits};

use super::dict::Text;
use super::failure::of_config;
use crate::error::Failure;

/// Where a configuration comes from, for messages.
#[derive(Debug)]
pub(super) struct ConfigInput {
    /// The path that was given, or `config` for a dictionary.
    pub(super) name: String,
    dict: Option<Text>,
}

impl ConfigInput {
    pub(super) fn failure(&self, error: &FileError) -> Failure {
        of_config(error, &self.name, self.dict.as_ref())
    }
}

/// Reads a configuration.
///
/// # Errors
/// TypeError when it is neither a path nor a dictionary; and when it describes no simulation.
pub(super) fn config_of(
    config: &Bound<PyAny>,
    seed: Option<&Bound<PyAny>>,
    temperature: Option<f64>,
) -> PyResult<(Config, ConfigInput)> {
    let (read, source) = if let Ok(path) = config.extract::<PathBuf>() {
        let source = ConfigInput { name: path.display().to_string(), dict: None };
        (config.py().detach(|| Config::read(&path, Limits::default())), source)
    } else if config.cast::<PyMapping>().is_ok() {
        let text = Text::of(config)?;
        let name = "config".to_owned();
        let read = Config::of_text(&text.toml, &name, PathBuf::new(), Limits::default());
        (read, ConfigInput { name, dict: Some(text) })
    } else {
        let got = config.get_type().name()?;
        let expected = "config: expected the path of a TOML file, or a dict of the same structure";
        return Err(PyTypeError::new_err(format!("{expected}, got {got}")));
    };
    let mut config = read.map_err(|error| source.failure(&error))?;
    if let Some(seed) = seed {
        let Ok(number) = seed.extract::<u64>() else {
            let expected = "seed: expected a whole number from 0 to 18446744073709551615";
            return Err(PyValueError::new_err(format!("{expected}, got {}", seed.repr()?)));
        };
        config.set_seed(number);
    }
    if let Some(kelvin) = temperature {
        if !(kelvin > 0.0 && kelvin.is_finite()) {
            let expected = "temperature: expected a number of K above 0";
            return Err(PyValueError::new_err(format!("{expected}, got {kelvin}")));
        }
        config.settings.temperature = kelvin;
    }
    Ok((config, source))
}
