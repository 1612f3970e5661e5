//! The counts that a run keeps of its sources.

use std::io;

use serde::{Deserialize, Serialize};

use super::plan::{Plan, PlannedSource, RunPieces};
use crate::build::BuildCounts;
use crate::format::SourceFile;
use crate::format::manifest::IndexedSource;
use crate::games::Replayed;

/// The counts that a run keeps of one source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SourceCounts {
    /// The number of games, rejected ones included.
    pub(super) read: u64,
    /// The entry that the manifest gets, for what was read.
    pub(super) source: IndexedSource,
}

impl SourceCounts {
    /// Nothing of the sources of a run.
    pub(super) fn of_run(plan: &Plan, pieces: &RunPieces) -> Vec<SourceCounts> {
        let sources = plan.sources[pieces.sources()].iter();
        sources.map(|source| SourceCounts { read: 0, source: source.unread(plan) }).collect()
    }

    /// Counts games of which `rejected` are left out, those that could not be read among them.
    pub(super) fn add(&mut self, replayed: &Replayed, unread: u64) {
        let SourceCounts { read, source } = self;
        *read += replayed.read + unread;
        let keep = vec![true; replayed.stats.len()];
        BuildCounts::of_replayed(replayed, &keep, replayed.rejected.len() as u64 + unread)
            .add_to(source);
        source.encoding = source.encoding.or(replayed.encoding);
        replayed.dates.iter().for_each(|date| source.note_date(*date));
    }

    /// Adds what was read of the next piece of the same source. No run has read all of its bytes.
    pub(super) fn join(&mut self, next: &SourceCounts) {
        let SourceCounts { read, source } = self;
        let other = &next.source;
        *read = read.saturating_add(next.read);
        BuildCounts::of_source(other).add_to(source);
        source.encoding = match (source.encoding, other.encoding) {
            (Some(encoding), Some(other)) => Some(encoding).filter(|encoding| *encoding == other),
            (encoding, other) => encoding.or(other),
        };
        source.digest = None;
        source.partial |= other.partial;
        source.first_date = match (source.first_date, other.first_date) {
            (Some(date), Some(other)) => Some(date.earlier(other)),
            (date, other) => date.or(other),
        };
        source.last_date = match (source.last_date, other.last_date) {
            (Some(date), Some(other)) => Some(date.later(other)),
            (date, other) => date.or(other),
        };
    }
}

impl PlannedSource {
    /// The entry of the manifest of a source of which nothing was read.
    pub(super) fn unread(&self, plan: &Plan) -> IndexedSource {
        let version = Some((self.bytes, self.modified));
        let (name, path) = (self.file.clone(), self.path.clone());
        let file = SourceFile { name, version, state: None, path };
        file.unread(plan.select, plan.keep_valid)
    }

    /// Describes what stands in the place of the source, if that has changed since the plan was
    /// made: a sentence.
    ///
    /// # Errors
    /// When that cannot be known.
    pub(super) fn change(&self) -> io::Result<Option<String>> {
        let (bytes, modified) = (self.bytes, self.modified);
        let version = match SourceFile::version_of(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            version => version?,
        };
        Ok(match version {
            Some(version) if version == (bytes, modified) => None,
            Some((got, _)) if got != bytes => Some(format!(
                "expected the {bytes} bytes for which the build was planned, got {got}"
            )),
            Some((_, got)) => Some(format!(
                "expected the file for which the build was planned, changed last {modified} ns after \
                 1970, got one that was changed {got} ns after 1970"
            )),
            None => Some("expected the file for which the build was planned, got none".to_owned()),
        })
    }
}
