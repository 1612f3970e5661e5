//! The settings of an evaluator.

use std::error::Error;
use std::fmt::{self, Display};
use std::path::PathBuf;
use std::time::Duration;

/// The settings of an [`Evaluator`](super::Evaluator).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvaluatorSettings {
    /// The program and its arguments. A program with a slash in its name is in `folder`, unless the
    /// path is absolute; one without is found as a shell finds it.
    pub command: Vec<String>,
    /// The folder that the workers run in: that of the configuration file. An empty path is the
    /// current folder.
    pub folder: PathBuf,
    /// The number of copies of the program, 1 or more.
    pub workers: usize,
    /// The largest number of requests that a worker holds, 1 or more.
    pub batch: usize,
    /// The longest time that a worker may take for an answer: from when its oldest request was sent
    /// or its last answer came, whichever is later. The first answer includes the time that the
    /// worker takes to start. Whatever else it answers, it must answer a request within `batch`
    /// times this time.
    pub timeout: Duration,
}

impl EvaluatorSettings {
    /// Creates settings for a command that runs in a folder: one worker, batches of 64 requests,
    /// and a minute for each answer.
    pub fn new(command: Vec<String>, folder: impl Into<PathBuf>) -> EvaluatorSettings {
        let timeout = Duration::from_secs(60);
        EvaluatorSettings { command, folder: folder.into(), workers: 1, batch: 64, timeout }
    }

    /// The largest number of workers, and of requests in a batch.
    pub const MOST: usize = 65_536;

    /// Checks that an evaluator can work with them; [`Evaluator::new`](super::Evaluator::new) does
    /// so, too.
    ///
    /// # Errors
    /// When the command is empty or has a NUL, a number is 0 or above
    /// [`MOST`](EvaluatorSettings::MOST), or the time for an answer is zero.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.command.first().is_none_or(|program| program.is_empty()) {
            return Err(SettingsError::NoProgram);
        }
        if let Some(got) = self.command.iter().find(|word| word.contains('\0')) {
            return Err(SettingsError::Nul { got: got.clone() });
        }
        for (what, number) in [("workers", self.workers), ("a batch", self.batch)] {
            if !(1..=MOST).contains(&number) {
                return Err(SettingsError::Number { what, got: number });
            }
        }
        match self.timeout.is_zero() {
            true => Err(SettingsError::NoTime),
            false => Ok(()),
        }
    }
}

const MOST: usize = EvaluatorSettings::MOST;

/// The error of settings with which an evaluator cannot work.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingsError {
    /// The command has no program.
    NoProgram,
    /// A word of the command has a NUL, which no program can be given.
    Nul {
        /// The word.
        got: String,
    },
    /// The number of workers or of requests in a batch is 0, or above 65,536.
    Number {
        /// The name of the number.
        what: &'static str,
        /// The number.
        got: usize,
    },
    /// The time for an answer is zero.
    NoTime,
}

impl Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingsError::NoProgram => f.write_str(
                "the command: expected a program and its arguments, such as [\"python3\", \
                 \"barriers.py\"], got no program",
            ),
            SettingsError::Nul { got } => {
                write!(f, "the command: expected words without NUL characters, got {got:?}")
            }
            SettingsError::Number { what: "workers", got } => {
                write!(
                    f,
                    "workers: expected from 1 to {MOST}, one for each core perhaps, got {got}"
                )
            }
            SettingsError::Number { what, got } => {
                write!(f, "{what}: expected from 1 to {MOST} requests, got {got}")
            }
            SettingsError::NoTime => f.write_str(
                "the time for an answer: expected more than 0 s, got 0 s; allow a minute or more",
            ),
        }
    }
}

impl Error for SettingsError {}
