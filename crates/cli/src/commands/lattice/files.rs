//! The files of a run.

use std::cell::Cell;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail};
use clap::Args;
use zobrist_files::simulation::{COLUMNS, Limits};
use zobrist_files::whole;
use zobrist_lattice::Kmc;
use zobrist_lattice::model::Model;

use crate::message::say;
use crate::output::Output;
use crate::rows::Format;
use crate::size::bytes;

/// The limit on the size of each file that is held in memory.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LatticeLimit {
    /// Largest file that is read whole, after decompression [default: 1MiB for the configuration,
    /// 64MiB for the potential, 1GiB for a checkpoint and its CSV]
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = bytes,
        help_heading = "Resources",
        hide_short_help = true
    )]
    max_size: Option<u64>,
}

impl LatticeLimit {
    /// The limits on what a run reads.
    pub(crate) fn of_input(self) -> Limits {
        let Limits { config, input } = Limits::default();
        let of = |default| self.max_size.unwrap_or(default);
        Limits { config: of(config), input: of(input) }
    }

    /// The limit on files written by a run.
    pub(crate) fn of_output(self) -> u64 {
        self.max_size.unwrap_or(whole::OWN)
    }
}

/// The files of a run, which share a name and differ in their endings, and the file of the recall,
/// which successive runs continue.
pub(crate) struct Files {
    pub csv: OwnFile,
    pub before: OwnFile,
    pub after: OwnFile,
    pub checkpoint: OwnFile,
    pub recall: Option<PathBuf>,
}

/// A file that the run replaces if it has written it, or was allowed to replace an earlier one.
pub(crate) struct OwnFile {
    path: PathBuf,
    is_ours: Cell<bool>,
}

impl OwnFile {
    /// Writes the file as a whole.
    ///
    /// # Errors
    /// When it cannot be written, or another's file is there.
    pub(crate) fn write(&self, content: &[u8]) -> Result<()> {
        let mut output = match self.is_ours.get() {
            true => Output::replace(&self.path)?,
            false => Output::create(&self.path, false)?,
        };
        output.write_all(content)?;
        output.finish()?;
        self.is_ours.set(true);
        Ok(())
    }

    /// The name for messages.
    pub(crate) fn display(&self) -> std::path::Display<'_> {
        self.path.display()
    }
}

impl Files {
    /// The files of a run that may replace earlier ones, or may not.
    pub(crate) fn new(name: &Path, recall: Option<PathBuf>, may_replace: bool) -> Files {
        let with = |ending: &str| {
            let mut whole = OsString::from(name);
            whole.push(ending);
            OwnFile { path: PathBuf::from(whole), is_ours: Cell::new(may_replace) }
        };
        Files {
            csv: with(".csv"),
            before: with(".before.svg"),
            after: with(".after.svg"),
            checkpoint: with(".checkpoint"),
            recall,
        }
    }

    /// Checks that none takes the place of another, of the configuration or of the potential,
    /// however their paths are written.
    ///
    /// # Errors
    /// When one does, or belongs in a folder that does not exist.
    pub(crate) fn check_places(&self, config: &Path, potential: Option<&Path>) -> Result<()> {
        let mut taken = Vec::new();
        for (what, path) in [("configuration", Some(config)), ("potential", potential)] {
            // A pipe, for example, has no place.
            let place = path.and_then(|path| place(path).ok());
            taken.extend(place.map(|place| (what, place)));
        }
        let Files { csv, before, after, checkpoint, recall } = self;
        for (what, path) in [
            ("observables", &csv.path),
            ("picture of the start", &before.path),
            ("picture of the end", &after.path),
            ("checkpoint", &checkpoint.path),
        ] {
            let place = place(path)?;
            if let Some((what, _)) = taken.iter().find(|(_, other)| *other == place) {
                bail!("cannot write {}: it is the {what}; give --out", path.display());
            }
            taken.push((what, place));
        }
        let Some(path) = recall else { return Ok(()) };
        let place = place(path)?;
        match taken.iter().find(|(_, other)| *other == place) {
            Some((what, _)) => bail!(
                "cannot write the recall to {}: expected a file of its own, got that of the \
                 {what}; name another `file` in [recall]",
                path.display()
            ),
            None => Ok(()),
        }
    }

    /// Checks, before any work is done, that all can be written.
    ///
    /// # Errors
    /// When one cannot, or exists and must not be replaced.
    pub(crate) fn try_places(&self) -> Result<()> {
        let Files { csv, before, after, checkpoint, recall } = self;
        let all = [csv, before, after, checkpoint];
        if let Some(there) = all.iter().find(|file| !file.is_ours.get() && file.path.is_file()) {
            bail!(
                "cannot write {}: the file exists; give --resume to continue that run, --force to \
                 replace its files, or another name with --out",
                there.display()
            );
        }
        let mut paths = all.map(|file| &file.path).into_iter().chain(recall);
        paths.try_for_each(|path| Output::replace(path).map(drop))
    }

    /// Writes the files that a run needs to resume, each even if another could not be written, and
    /// returns the errors. Wherever the process ends, a checkpoint is not ahead of its rows, unless
    /// they could not be written.
    pub(crate) fn keep<M: Model>(&self, rows: &[u8], kmc: &Kmc<M>) -> Vec<Error> {
        let rows = self.csv.write(rows);
        let checkpoint = kmc
            .try_checkpoint()
            .with_context(|| format!("cannot write {}", self.checkpoint.display()))
            .and_then(|bytes| self.checkpoint.write(&bytes));
        let recall = self.recall.as_ref().map_or(Ok(()), |path| save_recall(path, kmc));
        [rows, checkpoint, recall].into_iter().filter_map(Result::err).collect()
    }

    /// The bytes of the checkpoint.
    pub(crate) fn read_checkpoint(&self, limit: LatticeLimit) -> Result<Vec<u8>> {
        let path = self.checkpoint.display();
        whole::read(&self.checkpoint.path, limit.of_output()).with_context(|| {
            format!("cannot read {path}; a run leaves it when it ends or is stopped")
        })
    }

    /// The observables of a run that resumes: those up to a step, the last of which is due at `due`
    /// if the run began with the same configuration. A checkpoint that was written when they could
    /// not be written serves without them.
    pub(crate) fn read_rows(&self, step: u64, due: u64, limit: LatticeLimit) -> Result<Vec<u8>> {
        let path = self.csv.display();
        let header = Format::Csv.header(COLUMNS);
        let text = match File::open(&self.csv.path)
            .and_then(|file| whole::text(file, limit.of_output()))
        {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                say(&format!(
                    "zobrist: expected the rows up to step {step} in {path}, got no such file; the \
                     new rows begin after them\n"
                ));
                return Ok(header);
            }
            text => text.with_context(|| format!("cannot read {path}"))?,
        };
        let Some(rows) = text.as_bytes().strip_prefix(header.as_slice()) else {
            bail!("{path}: expected the header {}", String::from_utf8_lossy(&header).trim_end());
        };
        let mut kept = header.clone();
        let (mut last, mut between) = (None, 0);
        for row in rows.split_inclusive(|byte| *byte == b'\n') {
            let number = row.split(|byte| *byte == b',').next().unwrap_or_default();
            let number = str::from_utf8(number).ok().and_then(|number| number.parse::<u64>().ok());
            let number = number.with_context(|| {
                let row = String::from_utf8_lossy(row);
                format!("{path}: expected rows that begin with a step, got {:?}", row.trim_end())
            })?;
            if number > step {
                continue;
            }
            if !row.ends_with(b"\n") {
                say(&format!(
                    "zobrist: expected rows that end with a line feed in {path}, got {:?}; it is \
                     left out\n",
                    String::from_utf8_lossy(row)
                ));
                break;
            }
            kept.extend_from_slice(row);
            between = number - last.unwrap_or(0).min(number);
            last = Some(number);
        }
        let Some(last) = last else {
            say(&format!(
                "zobrist: expected rows up to step {step} in {path}, got none; the new rows begin \
                 after them\n"
            ));
            return Ok(kept);
        };
        // Rows are evenly spread, give or take a step. Their distance comes from the file, since
        // the configuration may have changed.
        let is_missing = match between {
            0 => last < due && due == step,
            _ => step - last > between + 1 || last < due && due - last + 1 >= between,
        };
        if is_missing {
            say(&format!(
                "zobrist: expected rows up to step {step} in {path}, got them up to {last}; those \
                 between are missing\n"
            ));
        }
        Ok(kept)
    }
}

/// Fills the recall from a file, if there is one.
pub(crate) fn load_recall<M: Model>(path: &Path, kmc: &mut Kmc<M>) -> Result<()> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => bail!("cannot read the recall {}: {error}", path.display()),
    };
    kmc.load_recall(BufReader::new(file))
        .with_context(|| format!("cannot use the recall {}", path.display()))
}

/// Keeps the recall for the next run.
fn save_recall<M: Model>(path: &Path, kmc: &Kmc<M>) -> Result<()> {
    let mut output = Output::replace(path)?;
    // The output names the file in its errors.
    kmc.save_recall(&mut output)?;
    output.finish()
}

/// The place of a file, with all links and dots resolved; for one that does not exist yet, the place
/// in its folder.
fn place(path: &Path) -> Result<PathBuf> {
    if let Ok(place) = path.canonicalize() {
        return Ok(place);
    }
    let what = || format!("cannot write {}", path.display());
    let Some(name) = path.file_name() else { bail!("{}: it names no file", what()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok(folder.unwrap_or(Path::new(".")).canonicalize().with_context(what)?.join(name))
}
