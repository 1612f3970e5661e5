//! The files of a run.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Error, Result, bail};
use clap::Args;
use zobrist_console::output::Output;
use zobrist_console::resources::bytes;
use zobrist_input::whole;
use zobrist_simulation::{Config, Engine, Limits};

use super::recall_file::RecallFile;
use super::rows::Rows;

/// The limit on the size of each file that is held in memory.
#[derive(Args, Clone, Copy, Debug, PartialEq)]
pub(crate) struct LatticeLimit {
    /// Largest file that is read whole, after decompression [default: 1MiB for the configuration,
    /// 64MiB for the potential and for a frame of the start, 1GiB for a checkpoint and its CSV]
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
        let mut limits = Limits::default();
        for limit in [&mut limits.config, &mut limits.input] {
            *limit = self.max_size.unwrap_or(*limit);
        }
        limits
    }

    /// The limit on files written by a run.
    pub(crate) fn of_output(self) -> u64 {
        self.max_size.unwrap_or(whole::OWN)
    }
}

/// The files of a run, which share a name and differ in their endings, and the file of the recall,
/// which successive runs continue.
pub(crate) struct Files {
    pub(crate) csv: OwnFile,
    /// The numbers of clusters by size, if they are asked for.
    pub(crate) clusters: Option<OwnFile>,
    pub(crate) before: OwnFile,
    pub(crate) after: OwnFile,
    /// The pictures at single times, with these.
    pub(crate) at: Vec<(f64, OwnFile)>,
    /// The curves of the observables, if there is a table `[output]`.
    pub(crate) curves: Option<OwnFile>,
    /// The atoms at each row, if they are asked for.
    pub(crate) dump: Option<OwnFile>,
    pub(crate) checkpoint: OwnFile,
    /// The request that a program does not answer, if barriers come from one.
    pub(crate) request: Option<OwnFile>,
    pub(crate) recall: Option<RecallFile>,
}

/// A file that the run replaces if it has written it, or was allowed to replace an earlier one.
pub(crate) struct OwnFile {
    path: PathBuf,
    is_ours: AtomicBool,
}

impl OwnFile {
    /// A file with an ending, which may replace an earlier one, or may not.
    pub(super) fn of(name: &Path, ending: &str, may_replace: bool) -> OwnFile {
        let mut whole = OsString::from(name);
        whole.push(ending);
        OwnFile { path: PathBuf::from(whole), is_ours: AtomicBool::new(may_replace) }
    }

    /// Writes the file as a whole.
    ///
    /// # Errors
    /// When it cannot be written, or another's file is there.
    pub(crate) fn write(&self, content: &[u8]) -> Result<()> {
        self.write_by(|output| output.write_all(content))
    }

    /// Writes the file as a whole.
    ///
    /// # Errors
    /// When it cannot be written, or another's file is there.
    pub(super) fn write_by(
        &self,
        content: impl FnOnce(&mut Output) -> io::Result<()>,
    ) -> Result<()> {
        let mut output = self.begin()?;
        content(&mut output)?;
        self.complete(output)
    }

    /// Begins to write the file, beside its place.
    ///
    /// # Errors
    /// When it cannot be written, or another's file is there.
    pub(super) fn begin(&self) -> Result<Output> {
        match self.is_ours.load(Ordering::Relaxed) {
            true => Output::replace(&self.path),
            false => Output::create(&self.path, false),
        }
    }

    /// Puts what was begun in its place.
    ///
    /// # Errors
    /// When it cannot be written, or another's file is there.
    pub(super) fn complete(&self, output: Output) -> Result<()> {
        output.finish()?;
        self.is_ours.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The place.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The name for messages.
    pub(crate) fn display(&self) -> std::path::Display<'_> {
        self.path.display()
    }
}

impl Files {
    /// The files of a run that may replace earlier ones, or may not.
    pub(crate) fn new(name: &Path, config: &Config, may_replace: bool) -> Files {
        let with = |ending: &str| OwnFile::of(name, ending, may_replace);
        let output = config.output.as_ref();
        let clusters = output.and_then(|output| output.clusters.as_ref());
        let times = output.map_or(&[][..], |output| &output.pictures);
        Files {
            csv: with(".csv"),
            clusters: clusters.filter(|clusters| clusters.histogram).map(|_| with(".clusters.csv")),
            before: with(".before.svg"),
            after: with(".after.svg"),
            at: times.iter().map(|time| (*time, with(&format!(".at-{time:e}.svg")))).collect(),
            curves: output.map(|_| with(".curves.svg")),
            dump: output.and_then(|output| output.dump.as_ref()).map(|dump| with(dump.ending())),
            checkpoint: with(".checkpoint"),
            request: config.has_program().then(|| with(".request.xyz")),
            recall: config.recall_file.clone().map(RecallFile::of_one_run),
        }
    }

    /// All files but that of the recall, with what they hold.
    fn own(&self) -> Vec<(&'static str, &OwnFile)> {
        let mut all = vec![("observables", &self.csv)];
        all.extend(self.clusters.as_ref().map(|file| ("sizes of the clusters", file)));
        all.push(("picture of the start", &self.before));
        all.push(("picture of the end", &self.after));
        all.extend(self.at.iter().map(|(_, file)| ("picture at a time", file)));
        all.extend(self.curves.as_ref().map(|file| ("curves", file)));
        all.extend(self.dump.as_ref().map(|file| ("dump", file)));
        all.push(("checkpoint", &self.checkpoint));
        all.extend(self.request.as_ref().map(|file| ("request that failed", file)));
        all
    }

    /// True if all files that each run leaves are there.
    pub(super) fn are_there(&self) -> bool {
        let mut all = vec![&self.csv, &self.before, &self.after, &self.checkpoint];
        all.extend(self.clusters.iter().chain(&self.curves).chain(&self.dump));
        all.iter().all(|file| file.path.is_file())
    }

    /// Checks that none takes the place of another, or of one that the run reads, however their
    /// paths are written. `read` has the path of each, if there is one, and what it is; `more` are
    /// files that are written besides.
    ///
    /// # Errors
    /// When one does, or belongs in a folder that does not exist.
    pub(crate) fn check_places(
        &self,
        read: &[(&'static str, Option<&Path>)],
        more: &[(&'static str, &OwnFile)],
    ) -> Result<()> {
        let mut taken = Vec::new();
        for &(what, path) in read {
            // A pipe, for example, has no place.
            let place = path.and_then(|path| place(path).ok());
            taken.extend(place.map(|place| (what, place)));
        }
        for (what, OwnFile { path, .. }) in self.own().into_iter().chain(more.iter().copied()) {
            let place = place(path)?;
            if let Some((what, _)) = taken.iter().find(|(_, other)| *other == place) {
                bail!("cannot write {}: it is the {what}; give --out", path.display());
            }
            taken.push((what, place));
        }
        let Some(path) = self.recall.as_ref().map(RecallFile::path) else { return Ok(()) };
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

    /// Checks, before any work is done, that all can be written, and `more` besides.
    ///
    /// # Errors
    /// When one cannot, or exists and must not be replaced.
    pub(crate) fn try_places(&self, more: &[(&'static str, &OwnFile)]) -> Result<()> {
        let all: Vec<_> = self.own().into_iter().chain(more.iter().copied()).collect();
        let mut others = all.iter().filter(|(_, file)| !file.is_ours.load(Ordering::Relaxed));
        if let Some((_, there)) = others.find(|(_, file)| file.path.is_file()) {
            bail!(
                "cannot write {}: the file exists; give --resume to continue that run, --force to \
                 replace its files, or another name with --out",
                there.display()
            );
        }
        let recall = self.recall.as_ref().map(RecallFile::path);
        let mut paths = all.iter().map(|(_, file)| file.path()).chain(recall);
        paths.try_for_each(|path| Output::replace(path).map(drop))
    }

    /// Writes the files that a run needs to resume and the recall, each even if another could not
    /// be written, and returns the errors.
    pub(crate) fn keep(&self, rows: &Rows, engine: &Engine) -> Vec<Error> {
        let mut errors = self.keep_state(rows, engine);
        let recall = self.recall.as_ref();
        let recall = recall.map_or(Ok(()), |file| file.save(|out| engine.save_recall(out)));
        errors.extend(recall.err());
        errors
    }

    /// Writes the files that a run needs to resume, each even if another could not be written, and
    /// returns the errors. Wherever the process ends, a checkpoint is not ahead of its rows, unless
    /// they could not be written.
    pub(super) fn keep_state(&self, rows: &Rows, engine: &Engine) -> Vec<Error> {
        let clusters = self.clusters.as_ref().zip(rows.clusters.as_ref());
        let clusters = clusters.map_or(Ok(()), |(file, clusters)| file.write(clusters));
        let rows = self.csv.write(&rows.csv);
        let checkpoint = engine
            .try_checkpoint()
            .with_context(|| format!("cannot write {}", self.checkpoint.display()))
            .and_then(|bytes| self.checkpoint.write(&bytes));
        [rows, clusters, checkpoint].into_iter().filter_map(Result::err).collect()
    }

    /// The bytes of the checkpoint; `None` if there is none.
    pub(super) fn read_checkpoint(&self, limit: LatticeLimit) -> Result<Option<Vec<u8>>> {
        match whole::read(&self.checkpoint.path, limit.of_output()) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => {
                Err(error).with_context(|| format!("cannot read {}", self.checkpoint.display()))
            }
        }
    }
}

/// The place of a file, with all links and dots resolved; for one that does not exist yet, the
/// place in its folder.
fn place(path: &Path) -> Result<PathBuf> {
    if let Ok(place) = path.canonicalize() {
        return Ok(place);
    }
    let what = || format!("cannot write {}", path.display());
    let Some(name) = path.file_name() else { bail!("{}: it names no file", what()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok(folder.unwrap_or(Path::new(".")).canonicalize().with_context(what)?.join(name))
}
