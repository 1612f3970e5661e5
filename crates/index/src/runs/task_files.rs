//! The files that a task writes: in a folder of its own, until they come into that of the index.

use std::fs;
use std::path::PathBuf;

use super::place::BuildFolder;
use super::plan::Plan;
use crate::error::IndexError;
use crate::format::folder::Folder;
use crate::format::manifest::KeyedFile;
use crate::format::{Parts, file_name};

/// A folder that one task writes in. It is removed when the task has ended.
pub(super) struct TaskFolder {
    pub(super) folder: Folder,
    path: PathBuf,
}

impl TaskFolder {
    /// Begins the folder of a task, which only that task uses.
    ///
    /// # Errors
    /// When it cannot be created.
    pub(super) fn begin(
        place: &dyn BuildFolder,
        plan: &Plan,
        name: &str,
    ) -> Result<TaskFolder, IndexError> {
        let path = place.folder_of_task(plan.id(), name)?;
        Ok(TaskFolder { folder: Folder::lock(&path)?, path })
    }
}

impl Drop for TaskFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed now is removed when the build is committed.
        fs::remove_dir_all(&self.path).ok();
    }
}

/// The files of one attempt at a task.
pub(super) struct TaskFiles<'a> {
    pub(super) place: &'a dyn BuildFolder,
    pub(super) task: &'a TaskFolder,
    pub(super) attempt: u64,
}

impl TaskFiles<'_> {
    /// Puts the files of a keyed table into the folder of the index: as those of a segment, under
    /// the names that `place_of` gives to those of tables.
    ///
    /// # Errors
    /// When one cannot be moved.
    pub(super) fn take_keyed(
        &self,
        table: &str,
        made: Vec<KeyedFile>,
        segment: u32,
        parts: Parts,
        place_of: impl Fn(&str) -> String,
    ) -> Result<Vec<KeyedFile>, IndexError> {
        let take = |made: KeyedFile| {
            let first = parts.prefix(made.parts.0);
            let file = file_name(table, segment, first, Some(self.attempt));
            self.place.take(&self.task.folder, &made.file, &place_of(&file))?;
            Ok(KeyedFile { file, ..made })
        };
        made.into_iter().map(take).collect()
    }
}
