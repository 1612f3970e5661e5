//! What a run leaves.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use zobrist_lattice::Kmc;
use zobrist_lattice::model::Model;

use super::observe;
use crate::output::Output;
use crate::rows::Format;

/// The files of a run, which have one name and different endings.
pub struct Files {
    pub csv: PathBuf,
    pub before: PathBuf,
    pub after: PathBuf,
    pub checkpoint: PathBuf,
}

impl Files {
    pub fn new(name: &Path) -> Files {
        let with = |ending: &str| {
            let mut whole = OsString::from(name);
            whole.push(ending);
            PathBuf::from(whole)
        };
        Files {
            csv: with(".csv"),
            before: with(".before.svg"),
            after: with(".after.svg"),
            checkpoint: with(".checkpoint"),
        }
    }

    /// Whether all can be written, and none in the place of the configuration, so that it is known
    /// before any work is done.
    pub fn try_places(&self, config: &Path) -> Result<()> {
        let Files { csv, before, after, checkpoint } = self;
        [csv, before, after, checkpoint].into_iter().try_for_each(|path| {
            if path == config {
                bail!("cannot write {}: it is the configuration; give --out", path.display());
            }
            Output::create(path)?;
            Ok(())
        })
    }

    /// Writes a file as a whole.
    pub fn write(&self, path: &Path, content: &[u8]) -> Result<()> {
        let mut output = Output::create(path)?;
        output.write_all(content).with_context(|| format!("cannot write {}", path.display()))?;
        output.finish()
    }

    /// The bytes of the checkpoint.
    pub fn read_checkpoint(&self) -> Result<Vec<u8>> {
        let path = self.checkpoint.display();
        fs::read(&self.checkpoint).with_context(|| {
            format!("cannot read {path}; a run leaves it when it ends or is stopped")
        })
    }

    /// The observables of a run that goes on: those up to a step.
    pub fn read_rows(&self, step: u64) -> Result<Vec<u8>> {
        let path = self.csv.display();
        let text = fs::read_to_string(&self.csv).with_context(|| format!("cannot read {path}"))?;
        let header = Format::Csv.header(observe::COLUMNS);
        let Some(rows) = text.as_bytes().strip_prefix(header.as_slice()) else {
            bail!("{path}: expected the header {}", String::from_utf8_lossy(&header).trim_end());
        };
        let mut kept = header.clone();
        for row in rows.split_inclusive(|byte| *byte == b'\n') {
            let number = row.split(|byte| *byte == b',').next().unwrap_or_default();
            let number = str::from_utf8(number).ok().and_then(|number| number.parse::<u64>().ok());
            let number = number.with_context(|| {
                let row = String::from_utf8_lossy(row);
                format!("{path}: expected rows that begin with a step, got {:?}", row.trim_end())
            })?;
            if number <= step {
                kept.extend_from_slice(row);
            }
        }
        Ok(kept)
    }
}

/// Fills the recall from a file, where there is one.
pub fn load_recall<M: Model>(path: &Path, kmc: &mut Kmc<M>) -> Result<()> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => bail!("cannot read the recall {}: {error}", path.display()),
    };
    kmc.load_recall(BufReader::new(file))
        .with_context(|| format!("cannot use the recall {}", path.display()))
}

/// Keeps the recall for the next run.
pub fn save_recall<M: Model>(path: &Path, kmc: &Kmc<M>) -> Result<()> {
    let mut output = Output::create(path)?;
    kmc.save_recall(&mut output).with_context(|| format!("cannot write {}", path.display()))?;
    output.finish()
}
