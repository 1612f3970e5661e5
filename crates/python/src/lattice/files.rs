//! The files of a run.

use std::ffi::OsString;
use std::fs;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use zobrist_input::whole;
use zobrist_lattice::{LoadError, MetropolisResumeError, ResumeError};
use zobrist_simulation::{Config, Engine, LockError, RecallLock, ResumeRunError, Run};
use zobrist_storage::open_regular;

use super::columns::{Moment, RunRows};
use crate::error::{Class, Failure, text_with_causes};
use crate::output::Output;

/// Where a run keeps its rows, its state and what it recalls.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The rows and the checkpoint, if they are wanted.
    own: Option<[PathBuf; 2]>,
    recall: Option<PathBuf>,
    /// No other run uses the recall meanwhile.
    _lock: Option<RecallLock>,
}

impl Files {
    /// Finds the places, before any work is done. Files that exist are refused unless
    /// `may_replace`.
    ///
    /// # Errors
    /// When a file exists, is another one that the run reads, or cannot be written.
    pub(super) fn new(
        out: Option<&Path>,
        may_replace: bool,
        config: &Config,
        config_file: Option<&Path>,
    ) -> Result<Files, Failure> {
        let own = out.map(|out| [".csv", ".checkpoint"].map(|ending| with(out, ending)));
        let mut files = Files { own, recall: config.recall_file.clone(), _lock: None };
        let potential = config.potential();
        let mut taken: Vec<(&str, PathBuf)> = Vec::new();
        for (what, path) in [
            ("configuration", config_file),
            ("potential", potential.as_deref()),
            ("start", config.start_file()),
        ] {
            taken.extend(path.and_then(|path| path.canonicalize().ok()).map(|path| (what, path)));
        }
        for path in files.own.iter().flatten().chain(&files.recall) {
            let place = place(path);
            if let Some((what, _)) = taken.iter().find(|(_, other)| *other == place) {
                let path = path.display();
                let reason = format!("cannot write {path}: it is the {what}; give another name");
                return Err(Failure::new(Class::Config, reason));
            }
            taken.push(("file of the run", place));
        }
        for path in files.own.iter().flatten() {
            if path.is_file() && !may_replace {
                let reason = format!(
                    "cannot write {}: the file exists; resume=True continues that run, force=True \
                     replaces its files",
                    path.display()
                );
                return Err(Failure::new(Class::FileExists, reason));
            }
        }
        // Only a test that all can be written: nothing is left of them.
        for path in files.own.iter().flatten().chain(&files.recall) {
            drop(Output::begin(path, true)?);
        }
        files._lock = files.recall.as_deref().map(lock).transpose()?;
        Ok(files)
    }

    /// The bytes of the checkpoint.
    pub(super) fn read_checkpoint(&self) -> Result<Vec<u8>, Failure> {
        let path = &self.own.as_ref().expect("a run that resumes has files")[1];
        whole::read(path, whole::OWN).map_err(|error| {
            let reason = format!(
                "cannot read {}, which a run leaves when it ends or is stopped: {error}",
                path.display()
            );
            Failure::new(Class::Read, reason).of_file(path)
        })
    }

    /// The failure of a checkpoint that cannot be used.
    pub(super) fn unusable(&self, error: &ResumeRunError) -> Failure {
        let path = &self.own.as_ref().expect("a run that resumes has files")[1];
        let class = match error {
            ResumeRunError::Kinetic(ResumeError::Mismatch { .. })
            | ResumeRunError::Metropolis(MetropolisResumeError::Mismatch { .. })
            | ResumeRunError::Observable(_) => Class::Config,
            _ => Class::Data,
        };
        let reason = format!("cannot resume from {}: {}", path.display(), text_with_causes(error));
        Failure::new(class, reason).of_file(path)
    }

    /// Reads the rows of a run that resumes, up to where it goes on. A checkpoint without rows will
    /// do.
    pub(super) fn read_rows(&self, rows: &mut RunRows, run: &Run) -> Result<(), Failure> {
        let path = &self.own.as_ref().expect("a run that resumes has files")[0];
        let failed = |class, reason: String| Err(Failure::new(class, reason).of_file(path));
        let text = match open_regular(path).and_then(|file| whole::text(file, whole::OWN)) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                return failed(Class::Read, format!("cannot read {}: {error}", path.display()));
            }
            Ok(text) => text,
        };
        let now = Moment { step: run.steps(), time: run.engine().time() };
        match rows.append_csv(&text, now) {
            Ok(()) => Ok(()),
            Err(reason) => failed(Class::Data, format!("{}: {reason}", path.display())),
        }
    }

    /// Fills the recall from its file, if there is one.
    pub(super) fn load_recall(&self, run: &mut Run) -> Result<(), Failure> {
        let Some(path) = &self.recall else { return Ok(()) };
        let failed = |class, error: &dyn std::error::Error| {
            let reason =
                format!("cannot use the recall {}: {}", path.display(), text_with_causes(error));
            Err(Failure::new(class, reason).of_file(path))
        };
        let file = match open_regular(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return failed(Class::Read, &error),
        };
        match run.engine_mut().load_recall(BufReader::new(file)) {
            Ok(()) => Ok(()),
            Err(LoadError::Io(error)) => failed(Class::Read, &error),
            Err(error @ (LoadError::NotARecall { .. } | LoadError::Checksum { .. })) => {
                failed(Class::Data, &error)
            }
            Err(error) => failed(Class::Config, &error),
        }
    }

    /// Writes all files, each even if another could not be written, and returns the errors. A
    /// checkpoint is never ahead of its rows, unless they could not be written.
    pub(super) fn keep(&self, rows: &RunRows, engine: &Engine) -> Vec<Failure> {
        let mut failures = Vec::new();
        if let Some([csv, checkpoint]) = &self.own {
            failures.extend(write(csv, rows.csv().as_bytes()).err());
            let bytes = engine.try_checkpoint().map_err(|error| {
                let path = checkpoint.display();
                Failure::new(Class::Zobrist, format!("cannot write {path}: {error}"))
            });
            failures.extend(bytes.and_then(|bytes| write(checkpoint, &bytes)).err());
        }
        if let Some(path) = &self.recall {
            failures.extend(save_recall(path, engine).err());
        }
        failures
    }

    /// Where the state is, for messages.
    pub(super) fn checkpoint(&self) -> Option<&Path> {
        self.own.as_ref().map(|[_, checkpoint]| checkpoint.as_path())
    }
}

fn lock(path: &Path) -> Result<RecallLock, Failure> {
    RecallLock::take(path).map_err(|error| {
        let class = match error {
            LockError::Busy { .. } => Class::Zobrist,
            _ => Class::Read,
        };
        Failure::with_causes(class, &error).of_file(path)
    })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::begin(path, true)?;
    output.write(bytes)?;
    output.finish()
}

fn save_recall(path: &Path, engine: &Engine) -> Result<(), Failure> {
    let mut output = Output::begin(path, true)?;
    engine.save_recall(&mut output).map_err(|error| {
        Failure::new(Class::Read, format!("cannot write {}: {error}", path.display()))
    })?;
    output.finish()
}

fn with(name: &Path, ending: &str) -> PathBuf {
    let mut whole = OsString::from(name);
    whole.push(ending);
    PathBuf::from(whole)
}

/// The place of a file with all links and dots resolved, even if it does not exist yet.
fn place(path: &Path) -> PathBuf {
    if let Ok(place) = fs::canonicalize(path) {
        return place;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
