//! What a run is to do and how far it has got, so that another can resume it.

use serde::{Deserialize, Serialize};

use crate::manifest::{Manifest, Source};
use crate::options::Select;
use crate::source_file::{ResumePoint, SourceFile};

/// What is to be done, and how far it has got.
#[derive(Debug, Serialize, Deserialize)]
pub struct Journal {
    pub task: Task,
    pub place: ResumePoint,
    pub manifest: Manifest,
    /// Whether the manifest is what the index is to be: all that is left is to put it in place.
    pub done: bool,
    pub left_out: LeftOut,
}

/// How many games of this task are not in the index.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct LeftOut {
    pub rejected: u64,
    pub below_elo: u64,
    pub duplicates: u64,
}

/// What is to be done. Two runs with the same task do the same thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The manifest that games are added to.
    pub base: Option<Manifest>,
    pub scheme: String,
    pub select: Select,
    pub sources: Vec<SourceFile>,
}

impl Journal {
    /// Nothing of the task is done; the manifest is that of the index that games are added to.
    pub fn start(task: Task, mut manifest: Manifest) -> Journal {
        manifest.sources.extend(task.sources.iter().map(|source| Source {
            file: source.name.clone(),
            bytes: source.version.map(|version| version.0),
            modified: source.version.map(|version| version.1),
            select: task.select,
            games: 0,
            rejected: 0,
            below_elo: 0,
            duplicates: 0,
        }));
        let (place, left_out) = (ResumePoint::default(), LeftOut::default());
        Journal { task, place, manifest, done: false, left_out }
    }
}

impl Task {
    /// Whether another run can recognise that it is to do the same.
    pub fn can_be_taken_up(&self) -> bool {
        !self.sources.is_empty() && self.sources.iter().all(|source| source.version.is_some())
    }
}
