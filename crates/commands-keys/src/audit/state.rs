//! The progress of a search in a file, from which it can be resumed.

use std::io::{self, BufReader, ErrorKind};
use std::path::Path;

use anyhow::{Context, Error, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use zobrist_audit::{Dependency, Findings, SearchPlan};
use zobrist_console::output::Output;
use zobrist_input::whole::Limited;
use zobrist_storage::open_regular;

/// The parts of a search that are done, and their findings.
pub(crate) struct SearchState {
    fingerprint: String,
    done: Vec<bool>,
    pub(crate) findings: Findings,
}

/// Contents of the file. Parts are ranges that include both ends.
#[derive(Serialize, Deserialize)]
struct StateFile {
    fingerprint: String,
    parts: usize,
    done: Vec<(usize, usize)>,
    sums: u128,
    counts: Vec<u128>,
    limit: usize,
    dependencies: Vec<Vec<usize>>,
}

impl SearchState {
    /// The state of a search that has not begun.
    pub(crate) fn new(plan: &SearchPlan) -> SearchState {
        let fingerprint = format!("{:016x}", plan.fingerprint());
        let limit = plan.limit();
        let findings = Findings::with_limit(limit);
        SearchState { fingerprint, done: vec![false; plan.parts()], findings }
    }

    /// Reads the state of a search among these keys from a file of at most `limit` bytes; without a
    /// file, the search has not begun.
    ///
    /// # Errors
    /// When the file cannot be read, is larger, belongs to another search, or lists indices that
    /// are not a dependency.
    pub(crate) fn open(
        path: &Path,
        plan: &SearchPlan,
        keys: &[u128],
        limit: u64,
    ) -> Result<SearchState> {
        let mut state = SearchState::new(plan);
        let what = || format!("cannot resume from {}", path.display());
        let file = match open_regular(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(state),
            file => file.with_context(what)?,
        };
        let reader = BufReader::new(Limited::new(file, limit));
        let written: StateFile = serde_json::from_reader(reader).map_err(|error| {
            let what = what();
            match error.is_io() {
                true => Error::new(io::Error::from(error)).context(what),
                false => anyhow!(
                    "{what}: expected what --resume has written, got something else, or a part of \
                     it ({error}); delete it, or name another file"
                ),
            }
        })?;
        let same = (&written.fingerprint, written.parts, written.limit)
            == (&state.fingerprint, state.done.len(), state.findings.limit);
        let sound = written.done.iter().all(|(first, last)| first <= last && *last < written.parts);
        if !same || !sound {
            bail!(
                "{}: it belongs to another search; the keys, --weight and --list must be the same, \
                 or --resume another file",
                what()
            );
        }
        // A certificate must not list false dependencies.
        if let Some(wrong) = written.dependencies.iter().find(|found| !is_dependency(found, keys)) {
            bail!(
                "{}: expected dependencies as --resume has written them, got {wrong:?}; delete it, \
                 or name another file",
                what()
            );
        }
        for (first, last) in written.done {
            state.done[first..=last].fill(true);
        }
        state.findings.sums = written.sums;
        state.findings.counts = written.counts;
        state.findings.dependencies =
            written.dependencies.into_iter().map(Dependency::new).collect();
        Ok(state)
    }

    /// The parts that are not done yet.
    pub(crate) fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.done.len()).filter(|part| !self.done[*part])
    }

    /// Marks a part as done.
    pub(crate) fn done(&mut self, part: usize, found: Findings) {
        self.done[part] = true;
        self.findings.merge(found);
    }

    /// Writes the file atomically.
    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        let mut done: Vec<(usize, usize)> = Vec::new();
        for part in (0..self.done.len()).filter(|part| self.done[*part]) {
            match done.last_mut() {
                Some((_, last)) if *last + 1 == part => *last = part,
                _ => done.push((part, part)),
            }
        }
        let dependencies = self.findings.dependencies.iter();
        let written = StateFile {
            fingerprint: self.fingerprint.clone(),
            parts: self.done.len(),
            done,
            sums: self.findings.sums,
            counts: self.findings.counts.clone(),
            limit: self.findings.limit,
            dependencies: dependencies.map(|found| found.indices().to_vec()).collect(),
        };
        let mut output = Output::replace(path)?;
        serde_json::to_writer(&mut output, &written)?;
        output.finish()
    }
}

/// True if the indices ascend and their keys XOR to zero.
fn is_dependency(indices: &[usize], keys: &[u128]) -> bool {
    let sum = indices.iter().try_fold(0, |sum, index| Some(sum ^ keys.get(*index)?));
    !indices.is_empty() && indices.is_sorted_by(|a, b| a < b) && sum == Some(0)
}
