//! The plan of an index that many tasks build, as it is stored, and the names of files that belong
//! to it.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zobrist_chess::AnyScheme;
use zobrist_text_encoding::TextEncoding;

use crate::error::IndexError;
use crate::format::MAX_FILES;
use crate::format::folder::{self, MAX_GAMES, MAX_SEGMENTS};
use crate::format::manifest::Manifest;
use crate::options::{BuildOptions, Select};
use zobrist_tables::sum;

/// The plan of an index that many tasks build: its sources, cut into runs, and the numbers of their
/// games.
///
/// It stands in the folder of the index, as `.building/plan.json`, until the build is committed or
/// abandoned. The names of the fields are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub(super) format: String,
    pub(super) version: u32,
    /// Tells the plan from all others: 16 hex digits.
    pub(super) id: String,
    pub(super) select: Select,
    pub(super) keep_valid: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) encoding: Option<TextEncoding>,
    pub(super) partial: bool,
    /// The number of files of each keyed table, if it is given.
    pub(super) files: Option<NonZeroUsize>,
    /// The CRC-32 of the manifest that stood in the folder when the plan was made, eight hex
    /// digits.
    pub(super) present: Option<String>,
    /// The sum of the manifest that a commit was about to write, by which another one sees that it
    /// has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
    /// True if the games are added to that index; false if they take its place.
    pub(super) adds: bool,
    /// The manifest to which the games come: that one, or one without games.
    pub(super) manifest: Manifest,
    pub(super) sources: Vec<PlannedSource>,
    pub(super) runs: Vec<PlannedRun>,
}

/// A file of games that a plan was made for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlannedSource {
    /// The name that the index stores.
    pub file: String,
    /// The absolute path or the URL by which tasks open it.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// The time of its last change, in nanoseconds since 1970.
    pub modified: u64,
}

/// A run of a plan: some of the sources, and the numbers of their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlannedRun {
    /// The number of its first game.
    pub first: u64,
    /// The number after the last one that is kept free for its games.
    pub bound: u64,
    /// The sources and pieces that are read.
    #[serde(flatten)]
    pub pieces: RunPieces,
}

/// The sources of a run.
///
/// Closed: a task has to know how to read its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunPieces {
    /// Whole sources: their numbers, from 0.
    Files(Range<usize>),
    /// A piece of one source.
    Piece {
        /// The number of the source, from 0.
        source: usize,
        /// Where the piece begins, in bytes on the disk.
        begin: u64,
        /// Where it ends: where the next one begins, or at the end of the file.
        end: u64,
    },
}

impl RunPieces {
    /// Returns the numbers of the sources.
    #[must_use]
    pub fn sources(&self) -> Range<usize> {
        match self {
            RunPieces::Files(files) => files.clone(),
            RunPieces::Piece { source, .. } => *source..source + 1,
        }
    }
}

/// The name of the format, and its version.
pub(super) const FORMAT: &str = "zobrist-build-plan";
pub(super) const VERSION: u32 = 1;

/// The most runs of a plan: a task that merges has a file of each open.
pub const MAX_RUNS: usize = 1 << 12;

/// The most games of a run beyond those that numbers are kept free for.
pub(super) const MAX_SPILLED: u64 = 1 << 32;

impl Plan {
    /// The identity of the plan.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// The name of a file or folder of its tasks, within the folder of the index.
    pub(super) fn within(&self, name: &str) -> String {
        of_plan(&self.id, name)
    }

    /// Returns the runs. The number of the first one is 1.
    #[must_use]
    pub fn runs(&self) -> &[PlannedRun] {
        &self.runs
    }

    /// Returns the sources.
    #[must_use]
    pub fn sources(&self) -> &[PlannedSource] {
        &self.sources
    }

    /// Returns the number of bytes on the disk that a run reads.
    #[must_use]
    pub fn bytes_of(&self, run: &PlannedRun) -> u64 {
        match &run.pieces {
            RunPieces::Files(files) => {
                self.sources[files.clone()].iter().map(|source| source.bytes).sum()
            }
            RunPieces::Piece { begin, end, .. } => end - begin,
        }
    }

    /// Returns true if the games are added to the index that the folder holds.
    #[must_use]
    pub fn adds(&self) -> bool {
        self.adds
    }

    /// Returns the name of the scheme.
    #[must_use]
    pub fn scheme(&self) -> &str {
        &self.manifest.scheme
    }

    /// Returns true if a file that cannot be read to its end is accepted in part.
    #[must_use]
    pub fn accepts_parts(&self) -> bool {
        self.partial
    }

    /// The plan of a text. `path` is for messages.
    pub(super) fn of_text(text: &[u8], path: &Path) -> Result<Plan, IndexError> {
        let damaged = |what: String| IndexError::Plan { path: path.to_owned(), what };
        #[derive(Deserialize)]
        struct Head {
            #[serde(default)]
            format: String,
            #[serde(default)]
            version: u64,
        }
        let head: Head =
            serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        if head.format != FORMAT {
            return Err(damaged(format!("expected the format {FORMAT}, got {:?}", head.format)));
        }
        if head.version != u64::from(VERSION) {
            return Err(damaged(format!("expected version {VERSION}, got {}", head.version)));
        }
        sum::check(text).map_err(damaged)?;
        let plan: Plan =
            serde_json::from_slice(text).map_err(|error| damaged(error.to_string()))?;
        plan.check().map_err(damaged)?;
        Ok(plan)
    }

    /// The options of building, but for memory and threads.
    pub(super) fn options(&self, path: &Path) -> Result<BuildOptions, IndexError> {
        Ok(BuildOptions {
            scheme: self.read_scheme(path)?,
            select: self.select,
            keep_valid: self.keep_valid,
            encoding: self.encoding,
            partial: self.partial,
            files: self.files,
            ..BuildOptions::default()
        })
    }

    /// The scheme of the index. `path` is for messages.
    pub(super) fn read_scheme(&self, path: &Path) -> Result<AnyScheme, IndexError> {
        folder::scheme_of(&self.manifest, path)
    }

    /// The number of the segment of the games.
    pub(super) fn segment(&self) -> u32 {
        self.manifest.next_segment
    }

    /// The run of a number, from 1.
    pub(super) fn run(&self, number: u32, path: &Path) -> Result<&PlannedRun, IndexError> {
        let index = (number as usize).checked_sub(1);
        index.and_then(|index| self.runs.get(index)).ok_or_else(|| IndexError::NoRun {
            path: path.to_owned(),
            runs: self.runs.len(),
            got: number,
        })
    }

    /// The number that the first game of a run gets for which no numbers were kept free.
    pub(super) fn spilled(&self, number: u32) -> u64 {
        let all = self.runs.last().map_or(0, |run| run.bound);
        all + u64::from(number - 1) * MAX_SPILLED
    }

    /// Checks what is used, before anything that it says is believed.
    pub(super) fn check(&self) -> Result<(), String> {
        let is_id = self.id.len() == 16 && self.id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_id {
            return Err(format!("expected an id of 16 hex digits, got {:?}", self.id));
        }
        if self.select.dedup.is_some() {
            return Err("expected no dedup, got one".to_owned());
        }
        folder::check_names(&self.manifest)?;
        if self.segment() == 0 || self.segment() >= MAX_SEGMENTS {
            return Err(format!("expected a segment below {MAX_SEGMENTS}, got {}", self.segment()));
        }
        if self.files.is_some_and(|files| files.get() > MAX_FILES) {
            return Err(format!("expected at most {MAX_FILES} files, got more"));
        }
        if self.adds && self.present.is_none() {
            return Err("expected the manifest that games are added to, got none".to_owned());
        }
        let count = self.runs.len();
        if !(1..=MAX_RUNS).contains(&count) {
            return Err(format!("expected 1 to {MAX_RUNS} runs, got {count}"));
        }
        self.check_runs()
    }

    /// All sources are read, each byte once and in their order, and the numbers of games only grow.
    fn check_runs(&self) -> Result<(), String> {
        let mut next_game = self.manifest.next_game();
        let (mut next_source, mut next_byte) = (0, 0);
        for (number, run) in (1..).zip(&self.runs) {
            let wrong = || format!("expected run {number} to follow the one before, got another");
            if run.first < next_game || run.bound < run.first || run.bound > MAX_GAMES / 2 {
                return Err(wrong());
            }
            next_game = run.bound;
            match &run.pieces {
                RunPieces::Files(files) => {
                    let is_next = files.start == next_source && next_byte == 0;
                    if !is_next || files.is_empty() || files.end > self.sources.len() {
                        return Err(wrong());
                    }
                    next_source = files.end;
                }
                RunPieces::Piece { source, begin, end } => {
                    let bytes = self.sources.get(*source).ok_or_else(wrong)?.bytes;
                    if self.partial {
                        let what = "expected no piece of a file that may be accepted in part";
                        return Err(format!("{what}, got run {number}"));
                    }
                    let is_next = *source == next_source && *begin == next_byte;
                    if !is_next || begin >= end || *end > bytes {
                        return Err(wrong());
                    }
                    next_byte = *end;
                    if *end == bytes {
                        (next_source, next_byte) = (source + 1, 0);
                    }
                }
            }
        }
        if next_source != self.sources.len() {
            return Err("expected runs of all sources, got fewer".to_owned());
        }
        Ok(())
    }

    /// The text that is stored.
    pub(super) fn text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).expect("a plan can be written as JSON");
        sum::add(&mut text);
        text
    }
}

/// The plan.
pub(in crate::runs) const PLAN: &str = ".building/plan.json";

/// The folder, within `.building`, of what the tasks of a plan make: those of no other plan.
pub(super) fn folder_of_plan(id: &str) -> String {
    format!("plan-{id}")
}

/// The id of the plan whose folder this is.
pub(super) fn id_of(folder: &str) -> Option<&str> {
    folder.strip_prefix("plan-")
}

/// The name of a file or folder of the tasks of a plan.
pub(in crate::runs) fn of_plan(id: &str, name: &str) -> String {
    format!(".building/{}/{name}", folder_of_plan(id))
}

/// A number that no other attempt has, by the randomness that the standard library gives hash maps.
pub(in crate::runs) fn new_attempt() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

/// The sum by which a plan knows the manifest that it was made for.
pub(in crate::runs) fn sum_of_manifest(text: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(text.trim_ascii_end()))
}
