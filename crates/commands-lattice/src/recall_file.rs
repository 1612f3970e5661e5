//! The file of a recall, which successive runs continue.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Error, Result, bail};
use zobrist_console::output::Output;
use zobrist_lattice::{LoadError, MergeError, merge_recalls};
use zobrist_simulation::TOLERANCE;
use zobrist_storage::open_regular;

/// The file of a recall, which this process has locked.
#[derive(Clone, Debug)]
pub(crate) struct RecallFile {
    path: PathBuf,
    /// Held while one of several runs, each with a recall of its own, adds it to the file.
    adding: Option<Arc<Mutex<()>>>,
}

impl RecallFile {
    /// A file that one recall replaces, which has begun with what is there.
    pub(crate) fn of_one_run(path: PathBuf) -> RecallFile {
        RecallFile { path, adding: None }
    }

    /// A file to which several recalls add what they have. Copies are the same file.
    pub(crate) fn of_several_runs(path: PathBuf) -> RecallFile {
        RecallFile { path, adding: Some(Arc::default()) }
    }

    /// The place.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Fills a recall from the file, if it is there.
    ///
    /// # Errors
    /// When it cannot be read, or is of another recall.
    pub(crate) fn load(
        &self,
        load: impl FnOnce(BufReader<File>) -> Result<(), LoadError>,
    ) -> Result<()> {
        let file = match open_regular(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => bail!("cannot read the recall {}: {error}", self.path.display()),
        };
        load(BufReader::new(file))
            .with_context(|| format!("cannot use the recall {}", self.path.display()))
    }

    /// Keeps a recall for the next run.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn save(&self, save: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
        let Some(adding) = &self.adding else {
            let mut output = Output::replace(&self.path)?;
            // The output names the file in its errors.
            save(&mut output)?;
            return output.finish();
        };
        let _added = adding.lock().unwrap_or_else(PoisonError::into_inner);
        let mut own = Vec::new();
        save(&mut own)?;
        let mut output = Output::replace(&self.path)?;
        match open_regular(&self.path) {
            Ok(there) => {
                let recalls: [Box<dyn io::Read>; 2] = [Box::new(there), Box::new(&own[..])];
                merge_recalls(recalls, TOLERANCE, &mut output).map_err(|error| match error {
                    // The output names the file in its errors.
                    MergeError::Write(error) => Error::new(error),
                    error => Error::new(error)
                        .context(format!("cannot add to the recall {}", self.path.display())),
                })?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => output.write_all(&own)?,
            Err(error) => bail!("cannot add to the recall {}: {error}", self.path.display()),
        }
        output.finish()
    }
}
