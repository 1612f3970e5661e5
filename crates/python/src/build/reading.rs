//! Reads files of games into an index, watched from Python.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use zobrist_game_text::Rejection;
use zobrist_index::{BuildOptions, IndexBuilder, IndexError};
use zobrist_ingest::{BrokenFile, BrokenFileWords, IngestError, Sources, Watch, ingest};
use zobrist_input::Listener;

use crate::error::{Class, Failure};
use crate::rejected::Rejections;
use crate::work::Counters;

/// The files that are read, and where they go.
#[derive(Debug)]
pub(super) struct GameReader {
    pub(super) folder: PathBuf,
    pub(super) paths: Vec<PathBuf>,
    pub(super) relative: bool,
    pub(super) options: BuildOptions,
}

/// The outcome of the reading.
#[derive(Debug, Default)]
pub(super) struct ReadResult {
    /// `None` if all files were left out.
    pub(super) built: Option<zobrist_index::BuildCounts>,
    pub(super) left_out: Vec<String>,
    pub(super) rejections: Rejections,
}

impl GameReader {
    /// Builds a new index.
    pub(super) fn build(self, counters: &Arc<Counters>) -> Result<ReadResult, Failure> {
        let (sources, left_out) = self.sources()?;
        let GameReader { folder, options, .. } = self;
        let threads = options.threads;
        let builder = IndexBuilder::create_from_sources(&folder, options, sources.versions())?;
        read(builder, &sources, threads, left_out, counters)
    }

    /// Adds to an index. `attempt` tries again while another process uses it.
    pub(super) fn add(
        self,
        counters: &Arc<Counters>,
        mut attempt: impl FnMut(
            &mut dyn FnMut() -> Result<IndexBuilder, IndexError>,
        ) -> Result<IndexBuilder, IndexError>,
    ) -> Result<ReadResult, Failure> {
        let (mut sources, mut left_out) = self.sources()?;
        let GameReader { folder, options, .. } = self;
        loop {
            let mut append =
                || IndexBuilder::append_from_sources(&folder, options.clone(), sources.versions());
            match attempt(&mut append) {
                Err(IndexError::AlreadyIn(known)) => {
                    left_out.extend(sources.leave_out(&known).into_iter().map(|k| k.name));
                }
                builder => return read(builder?, &sources, options.threads, left_out, counters),
            }
            if sources.files().is_empty() {
                return Ok(ReadResult { left_out, ..ReadResult::default() });
            }
        }
    }

    /// The files, each once, and the names of those that were named again.
    fn sources(&self) -> Result<(Sources, Vec<String>), Failure> {
        let sources = Sources::find(&self.paths)?.with_paths_as_given(self.relative);
        let again = sources.named_again().iter();
        let left_out = again.map(|again| again.path.to_string_lossy().into_owned()).collect();
        Ok((sources, left_out))
    }
}

fn read(
    builder: IndexBuilder,
    sources: &Sources,
    threads: std::num::NonZeroUsize,
    left_out: Vec<String>,
    counters: &Arc<Counters>,
) -> Result<ReadResult, Failure> {
    let mut watching = Watching { counters, rejections: Rejections::default() };
    let listener = Arc::clone(counters) as Arc<dyn Listener>;
    let built = ingest(builder, sources.files(), threads, &listener, &mut watching);
    let built = built.map_err(failure)?;
    Ok(ReadResult { built: Some(built), left_out, rejections: watching.rejections })
}

/// The argument that accepts a part of a file.
pub(crate) const PARTIAL: &str = "partial=True";

/// Counts for the progress, and keeps rejections.
pub(crate) struct Watching<'a> {
    pub(crate) counters: &'a Counters,
    pub(crate) rejections: Rejections,
}

impl Watch for Watching<'_> {
    fn games(&mut self, read: u64, plies: u64, rejections: &[Rejection]) {
        self.rejections.add(rejections);
        self.counters.games.fetch_add(read, Ordering::Relaxed);
        self.counters.plies.fetch_add(plies, Ordering::Relaxed);
        self.counters.rejected.store(self.rejections.rejected, Ordering::Relaxed);
    }

    fn wants_stop(&mut self) -> bool {
        self.counters.is_stopped()
    }
}

fn failure(error: IngestError) -> Failure {
    match error {
        IngestError::Files(error) => error.into(),
        IngestError::Index(error) => error.into(),
        IngestError::Source { failure, kept } => {
            let mut words = BrokenFileWords::new("do the same again", "what was read");
            words.partial = Some(PARTIAL);
            let kept = kept.map_err(|error| error.to_string());
            Failure::from(&BrokenFile::of_index(&failure, kept, &words))
        }
        error => Failure::with_causes(Class::Zobrist, &error),
    }
}
