//! The folder of an index as a task uses it, and while one program plans, commits or abandons a
//! build there.
//!
//! On a disk that program holds a lock. A store has none: there the plan and the manifest are
//! written only if the versions that were read are still there.

use std::path::{Path, PathBuf};

use crate::error::IndexError;
use crate::format::folder::Folder;
use crate::format::manifest::Manifest;
use crate::runs::plan::{PLAN, Plan};
use zobrist_tables::ReadFile;

/// The remains of tasks, selected by the id of their plan.
#[derive(Clone, Copy, Debug)]
pub(in crate::runs) enum Work<'a> {
    Of(&'a str),
    OfAllBut(&'a str),
}

impl Work<'_> {
    /// True if a plan is meant.
    pub(super) fn is_of(self, id: &str) -> bool {
        match self {
            Work::Of(this) => id == this,
            Work::OfAllBut(other) => id != other,
        }
    }
}

/// The folder of an index. Names are relative to it.
pub(in crate::runs) trait BuildFolder: Send + Sync {
    /// Its path or URL, for messages.
    fn path(&self) -> &Path;

    /// Reads a file of JSON; `None` if there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError>;

    /// Writes a file of JSON, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&self, name: &str, text: &[u8]) -> Result<(), IndexError>;

    /// Writes a file of JSON, whole, if there is none of this name.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write_new(&self, name: &str, text: &[u8]) -> Result<(), IndexError>;

    /// The names of the files in a folder; none if it is missing.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn names(&self, folder: &str) -> Result<Vec<String>, IndexError>;

    /// The path on this machine of the folder of a task of a plan, which is not made yet.
    ///
    /// # Errors
    /// When there is no room for it.
    fn folder_of_task(&self, id: &str, name: &str) -> Result<PathBuf, IndexError>;

    /// Where a file of a table is that the manifest will name: on a disk it is moved into its place
    /// when the index is complete, so that programs that read whole folders do not see it before.
    fn before_commit(&self, name: &str) -> String;

    /// Takes over a file that a task has written, under another name.
    ///
    /// # Errors
    /// When it cannot be moved.
    fn take(&self, task: &Folder, made: &str, name: &str) -> Result<(), IndexError>;

    /// Opens a file of a table, given its size in bytes.
    ///
    /// # Errors
    /// When it is missing or cannot be opened.
    fn open_file(&self, name: &str, bytes: u64) -> Result<ReadFile, IndexError>;

    /// Removes the plan: once this returns, it is gone for good.
    ///
    /// # Errors
    /// When it cannot be removed.
    fn remove_plan(&self) -> Result<(), IndexError>;

    /// Removes what the tasks of a plan have left, or those of all plans but one. A task that is
    /// still at work finds that its plan is gone.
    ///
    /// # Errors
    /// When it cannot be removed.
    fn remove_work(&self, of: Work) -> Result<(), IndexError>;
}

impl dyn BuildFolder + '_ {
    /// The plan of the folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be used.
    pub(in crate::runs) fn plan(&self) -> Result<Plan, IndexError> {
        let missing = || IndexError::NoPlan(self.path().to_owned());
        Plan::of_text(&self.read(PLAN)?.ok_or_else(missing)?, &self.path().join(PLAN))
    }

    /// # Errors
    /// When the plan is not that of the folder any more: its build was committed or abandoned.
    pub(in crate::runs) fn expect_plan(&self, plan: &Plan) -> Result<(), IndexError> {
        match self.plan() {
            Ok(present) if present.id() == plan.id() => Ok(()),
            Ok(_) | Err(IndexError::NoPlan(_)) => {
                Err(IndexError::Superseded(self.path().to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// The error of a task: that its build is over, if it is, since the files of the task are then
    /// removed.
    pub(in crate::runs) fn error_of_task(&self, plan: &Plan, error: IndexError) -> IndexError {
        match self.expect_plan(plan) {
            Err(over @ IndexError::Superseded(_)) => over,
            _ => error,
        }
    }
}

/// The folder of an index that one program changes.
pub(in crate::runs) trait Exclusive {
    fn place(&self) -> &dyn BuildFolder;

    /// The manifest of the index that is in place, if there is one.
    fn manifest(&self) -> Option<&Manifest>;

    /// The sum of its text.
    fn sum(&self) -> Option<&str>;

    /// Writes a plan where there is none.
    ///
    /// # Errors
    /// When there is one, or it cannot be written.
    fn write_plan(&self, text: &[u8]) -> Result<(), IndexError>;

    /// Makes a manifest whose files are all in place the index, and removes the others.
    ///
    /// # Errors
    /// When a file is missing or was truncated, the index has changed, or the manifest cannot be
    /// written.
    fn commit(&self, manifest: &Manifest) -> Result<(), IndexError>;

    /// Removes the files that are not part of the index.
    ///
    /// # Errors
    /// When one cannot be removed.
    fn clean(&self) -> Result<(), IndexError>;
}
