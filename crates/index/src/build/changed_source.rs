//! Sources that change while an index is built from them.

use std::fmt;
use std::io;

use super::index_builder::IndexBuilder;
use crate::error::IndexError;
use crate::format::SourceFile;
use zobrist_storage::{SourceDigest, SourceHasher};

/// A source that is not as it was when a build began.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedSource {
    /// Its number, from 0.
    pub source: usize,
    /// Its path as the index stores it.
    pub name: String,
    /// The expected state and the one that was found.
    pub what: String,
}

impl fmt::Display for ChangedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has changed while it was read: {}", self.name, self.what)
    }
}

impl IndexBuilder {
    /// Looks at all sources again, after they were read, and returns those that are not as they
    /// were when the builder was made, or are gone: by size, times and inode, and those that are
    /// added to an index by the digest of what was read of them, too, which reads them again.
    /// [Pipes](SourceFile::new) and sources that are [accepted in part](IndexBuilder::accept_part)
    /// are left out.
    ///
    /// A source that has changed may not be in the index as it stands. If it is not accepted in
    /// part, [`finish`](IndexBuilder::finish) refuses it.
    ///
    /// # Errors
    /// When the system does not tell, or a file that is added cannot be read.
    pub fn changed_sources(&self) -> Result<Vec<ChangedSource>, IndexError> {
        let kept = &self.journal.manifest.sources[self.journal.first_source()..];
        let is_added = self.journal.task.base.is_some();
        let mut changed = Vec::new();
        for (number, (source, kept)) in self.journal.task.sources.iter().zip(kept).enumerate() {
            if kept.partial {
                continue;
            }
            let digest = kept.digest.filter(|_| is_added && source.state.is_some());
            let change = change_of(source, digest)
                .map_err(|error| IndexError::io("read", &source.path, error))?;
            if let Some(what) = change {
                let name = source.name.clone();
                changed.push(ChangedSource { source: number, name, what });
            }
        }
        Ok(changed)
    }

    /// # Errors
    /// When a source has changed and is not accepted in part.
    pub(crate) fn refuse_changed(&self) -> Result<(), IndexError> {
        match self.changed_sources()?.into_iter().next() {
            None => Ok(()),
            Some(ChangedSource { name, what, .. }) => {
                // Its games must not be resumed.
                self.folder.forget_journal();
                Err(IndexError::ChangedWhileRead { path: name.into(), what })
            }
        }
    }
}

/// Describes the difference of a source from what was read of it; `None` if there is none.
fn change_of(source: &SourceFile, digest: Option<SourceDigest>) -> io::Result<Option<String>> {
    let change = source.change()?;
    if let (None, Some(digest)) = (&change, digest) {
        // Sizes and times of a file across a network may be late.
        let now = SourceHasher::of_file(&source.path, u64::MAX)?.digest();
        if now != digest {
            let what = format!("expected the digest {digest}, got {now}");
            return Ok(Some(what));
        }
    }
    Ok(change)
}
