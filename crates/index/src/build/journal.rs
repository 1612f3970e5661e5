//! The journal of a run: its task and its progress, from which another run resumes.

use serde::{Deserialize, Serialize};
use zobrist_storage::{SourceDigest, SourceHasher};
use zobrist_text_encoding::TextEncoding;

use super::build_counts::BuildCounts;
use crate::format::manifest::Manifest;
use crate::format::{ResumePoint, SourceFile};
use crate::options::Select;

/// The task of a run and its progress. The names of the fields are stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Journal {
    pub(crate) task: Task,
    pub(crate) place: ResumePoint,
    pub(crate) manifest: Manifest,
    /// True if the manifest is that of the finished index, which only has to be put in place.
    pub(crate) done: bool,
    pub(crate) left_out: SkippedGames,
    /// The source that could not be read further, if that is why the run ended.
    pub(crate) failure: Option<Failure>,
}

/// The point at which reading a source failed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) source: usize,
    /// The number of its bytes on the disk that had been read.
    pub(crate) bytes: u64,
    pub(crate) digest: SourceDigest,
}

/// Numbers of games of this task that the index lacks, or has in part.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SkippedGames {
    pub(crate) rejected: u64,
    pub(crate) below_elo: u64,
    pub(crate) duplicates: u64,
    /// Games that were shortened, duplicates included.
    pub(crate) shortened: u64,
}

impl SkippedGames {
    /// Adds the counts of games.
    pub(crate) fn add(&mut self, counts: &BuildCounts) {
        self.rejected += counts.rejected;
        self.below_elo += counts.below_elo;
        self.duplicates += counts.duplicates;
        self.shortened += counts.shortened;
    }

    /// The counts of these games.
    pub(crate) fn counts(self) -> BuildCounts {
        let SkippedGames { rejected, below_elo, duplicates, shortened } = self;
        BuildCounts { rejected, below_elo, duplicates, shortened, ..BuildCounts::default() }
    }
}

/// The task of a run. Two runs with equal tasks do the same work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The manifest that games are added to.
    pub(crate) base: Option<Manifest>,
    pub(crate) scheme: String,
    pub(crate) fingerprint: String,
    pub(crate) select: Select,
    pub(crate) keep_valid: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) encoding: Option<TextEncoding>,
    pub(crate) sources: Vec<SourceFile>,
}

impl Journal {
    /// Starts a task on the manifest of the index that games are added to.
    pub(crate) fn start(task: Task, mut manifest: Manifest) -> Journal {
        let sources = task.sources.iter();
        let sources = sources.map(|file| file.unread(task.select, task.keep_valid));
        manifest.sources.extend(sources);
        let (place, left_out) = (ResumePoint::default(), SkippedGames::default());
        Journal { task, place, manifest, done: false, left_out, failure: None }
    }

    /// True if another run with this task can resume from here. `present` is the manifest of the
    /// index that is in place.
    pub(crate) fn can_be_resumed_by(&self, task: &Task, present: Option<&Manifest>) -> bool {
        task.can_be_resumed()
            && (self.task == *task || self.has_done(task, present) || self.is_mended_for(task))
    }

    /// True if the index is the outcome of the task: the run was killed when all was in place,
    /// before it removed the journal.
    pub(crate) fn has_done(&self, task: &Task, present: Option<&Manifest>) -> bool {
        // An addition is never resumed as a build, nor a build as an addition.
        self.task.base.is_some() == task.base.is_some()
            && self.task == Task { base: self.task.base.clone(), ..task.clone() }
            && self.is_in_place(present)
    }

    /// True if the index that is in place is the outcome of this journal.
    pub(crate) fn is_in_place(&self, present: Option<&Manifest>) -> bool {
        self.done && present == Some(&self.manifest)
    }

    /// True if the task differs only in the source that could not be read further, which was
    /// replaced, and in later ones. The bytes that had been read must be the same, since the games
    /// up to `place` were cut out of them.
    fn is_mended_for(&self, task: &Task) -> bool {
        let Some(Failure { source, bytes, digest }) = self.failure else { return false };
        let (old, new) = (&self.task.sources, &task.sources);
        let Some(mended) = new.get(source) else { return false };
        let same_names = old.iter().map(|s| &s.name).eq(new.iter().map(|s| &s.name));
        let same_task = self.task == Task { sources: old.clone(), ..task.clone() };
        if !same_names || !same_task || old.get(..source) != new.get(..source) {
            return false;
        }
        let has_nothing_of_it = self.place.source < source || self.place.offset == 0;
        has_nothing_of_it
            || SourceHasher::of_file(&mended.path, bytes)
                .is_ok_and(|read| read.bytes() == bytes && read.digest() == digest)
    }

    /// The number in the manifest of the first source of the task.
    pub(crate) fn first_source(&self) -> usize {
        self.manifest.sources.len().saturating_sub(self.task.sources.len())
    }

    /// The number of sources of the task that are in the manifest in part.
    pub(crate) fn parts(&self) -> u64 {
        self.manifest.sources[self.first_source()..].iter().filter(|s| s.partial).count() as u64
    }

    /// Goes on with a task by which it [can be resumed](Journal::can_be_resumed_by).
    pub(crate) fn resume(&mut self, task: Task) {
        let first = self.first_source();
        for (source, new) in self.manifest.sources[first..].iter_mut().zip(&task.sources) {
            source.bytes = new.version.map(|version| version.0);
            source.modified = new.version.map(|version| version.1);
        }
        // A task that is done keeps the base from which it began.
        self.task = Task { base: self.task.base.take(), ..task };
        self.failure = None;
    }
}

impl Task {
    /// True if another run can recognize the task as its own: all sources are files.
    pub(crate) fn can_be_resumed(&self) -> bool {
        !self.sources.is_empty() && self.sources.iter().all(|source| source.version.is_some())
    }
}
