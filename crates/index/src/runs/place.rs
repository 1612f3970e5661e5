//! The folder of an index as tasks on many machines use it: whole files come into it under names of
//! their own, and nobody holds a lock.

use std::path::Path;

use super::plan::Plan;
use crate::dir::Dir;
use crate::error::IndexError;
use crate::folder::{BUILDING, Folder, MANIFEST, read_json, write_json};
use crate::read_file::ReadFile;

/// The names, within the folder of an index, of what a build by many tasks keeps there.
pub(super) const PLAN: &str = ".building/plan.json";
/// Records of runs that are done.
pub(super) const RUNS: &str = ".building/runs";
/// Records of ranges that are done.
pub(super) const RANGES: &str = ".building/ranges";
/// Folders in which tasks are at work.
pub(super) const TASKS: &str = ".building/tasks";

/// The folder of an index.
pub(super) struct Place {
    dir: Dir,
}

impl Place {
    /// Opens a folder with a plan.
    ///
    /// # Errors
    /// When it is missing or cannot be opened.
    pub(super) fn open(path: &Path) -> Result<Place, IndexError> {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        match Dir::open(path) {
            Ok(dir) => Ok(Place { dir }),
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
                Err(IndexError::NoPlan(path.to_owned()))
            }
            Err(error) => Err(IndexError::io("open", path, error)),
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The plan of the folder.
    ///
    /// # Errors
    /// When there is none, or it cannot be used.
    pub(super) fn plan(&self) -> Result<Plan, IndexError> {
        let missing = || IndexError::NoPlan(self.path().to_owned());
        Plan::of_text(&self.read(PLAN)?.ok_or_else(missing)?, &self.path().join(PLAN))
    }

    /// Writes the plan.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write_plan(&self, plan: &Plan) -> Result<(), IndexError> {
        self.write(PLAN, &plan.text())
    }

    /// # Errors
    /// When the plan is not that of the folder any more: its build was committed or abandoned.
    pub(super) fn expect_plan(&self, plan: &Plan) -> Result<(), IndexError> {
        match self.plan() {
            Ok(present) if present.id == plan.id => Ok(()),
            Ok(_) | Err(IndexError::NoPlan(_)) => {
                Err(IndexError::Superseded(self.path().to_owned()))
            }
            Err(error) => Err(error),
        }
    }

    /// The error of a task: that its build is over, if it is, since the files of the task are then removed.
    pub(super) fn error_of_task(&self, plan: &Plan, error: IndexError) -> IndexError {
        match self.expect_plan(plan) {
            Err(over @ IndexError::Superseded(_)) => over,
            _ => error,
        }
    }

    /// The CRC-32 of the manifest, eight hex digits; `None` without an index.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn sum_of_manifest(&self) -> Result<Option<String>, IndexError> {
        let text = read_json(&self.dir, MANIFEST)?;
        Ok(text.map(|text| format!("{:08x}", crc32fast::hash(&text))))
    }

    /// Reads a file of JSON; `None` if there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError> {
        let (folder, file) = split(name);
        self.folder(folder)?.map_or(Ok(None), |folder| read_json(&folder, file))
    }

    /// Writes a file of JSON, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, name: &str, text: &[u8]) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        let folder = self.make_folder(folder)?;
        write_json(&folder, file, text)?;
        folder.sync()
    }

    /// The names of the files and folders in a folder; none if it is missing.
    ///
    /// # Errors
    /// When they cannot be listed.
    pub(super) fn names(&self, folder: &str) -> Result<Vec<String>, IndexError> {
        let Some(folder) = self.folder(folder)? else { return Ok(Vec::new()) };
        Ok(folder.names()?.into_iter().filter_map(|name| name.into_string().ok()).collect())
    }

    /// Takes over a file that a task has written, under another name.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub(super) fn take(&self, task: &Folder, made: &str, name: &str) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        let folder = self.make_folder(folder)?;
        task.move_unfinished(made, &folder, file)?;
        folder.sync()
    }

    /// Opens a file of a table.
    ///
    /// # Errors
    /// When it is missing or cannot be opened.
    pub(super) fn open_file(&self, name: &str) -> Result<ReadFile, IndexError> {
        let (folder, file) = split(name);
        let missing = || IndexError::MissingFile(self.path().join(name));
        self.folder(folder)?.ok_or_else(missing)?.file(file)?.ok_or_else(missing)?.try_into()
    }

    /// Removes a file. It may be missing.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub(super) fn remove(&self, name: &str) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        self.folder(folder)?.map_or(Ok(()), |folder| folder.remove_file(file))
    }

    /// Makes a folder if it is missing.
    ///
    /// # Errors
    /// When something else is there, or it cannot be made.
    pub(super) fn make(&self, folder: &str) -> Result<(), IndexError> {
        self.make_folder(folder).map(|_| ())
    }

    fn folder(&self, name: &str) -> Result<Option<Dir>, IndexError> {
        let mut folder: Option<Dir> = None;
        for part in name.split('/') {
            match folder.as_ref().unwrap_or(&self.dir).folder(part)? {
                None => return Ok(None),
                within => folder = within,
            }
        }
        Ok(folder)
    }

    fn make_folder(&self, name: &str) -> Result<Dir, IndexError> {
        let mut folder: Option<Dir> = None;
        for part in name.split('/') {
            folder = Some(folder.as_ref().unwrap_or(&self.dir).make_folder(part)?);
        }
        Ok(folder.expect("a name has a part"))
    }
}

/// The folder and the name in it.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('/').expect("the names of a build are in folders")
}

/// A number that no other attempt has, by the randomness that the standard library gives hash maps.
pub(super) fn new_attempt() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

/// The name of a file of a run in `.building`.
pub(super) fn in_building(name: &str) -> String {
    format!("{BUILDING}/{name}")
}
