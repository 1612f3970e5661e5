//! The folder of an index on a disk, which machines may share.

use std::fs;
use std::io::ErrorKind::{NotADirectory, NotFound};
use std::path::{Path, PathBuf};

use super::exclusive::Exclusive;
use super::folder::Place;
use super::names::{PLAN, TASKS, sum_of_manifest};
use crate::dir::Dir;
use crate::error::IndexError;
use crate::folder::{BUILDING, Folder, MANIFEST, read_json, write_json};
use crate::manifest::Manifest;
use crate::read_file::ReadFile;

/// A folder on a disk.
pub(super) struct LocalPlace {
    dir: Dir,
}

impl LocalPlace {
    pub(super) fn open(path: &Path) -> Result<LocalPlace, IndexError> {
        match Dir::open(path) {
            Ok(dir) => Ok(LocalPlace { dir }),
            Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
                Err(IndexError::NoPlan(path.to_owned()))
            }
            Err(error) => Err(IndexError::io("open", path, error)),
        }
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

impl Place for LocalPlace {
    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError> {
        let (folder, file) = split(name);
        self.folder(folder)?.map_or(Ok(None), |folder| read_json(&folder, file))
    }

    fn write(&self, name: &str, text: &[u8]) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        let folder = self.make_folder(folder)?;
        write_json(&folder, file, text)?;
        folder.sync()
    }

    fn names(&self, folder: &str) -> Result<Vec<String>, IndexError> {
        let Some(folder) = self.folder(folder)? else { return Ok(Vec::new()) };
        Ok(folder.names()?.into_iter().filter_map(|name| name.into_string().ok()).collect())
    }

    /// On the disk of the index, so that files are moved and not copied.
    fn folder_of_task(&self, name: &str) -> Result<PathBuf, IndexError> {
        Ok(self.make_folder(TASKS)?.path().join(name))
    }

    fn take(&self, task: &Folder, made: &str, name: &str) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        let folder = self.make_folder(folder)?;
        task.move_unfinished(made, &folder, file)?;
        folder.sync()
    }

    fn open_file(&self, name: &str, _: u64) -> Result<ReadFile, IndexError> {
        let (folder, file) = split(name);
        let missing = || IndexError::MissingFile(self.path().join(name));
        self.folder(folder)?.ok_or_else(missing)?.file(file)?.ok_or_else(missing)?.try_into()
    }

    fn remove(&self, name: &str) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        self.folder(folder)?.map_or(Ok(()), |folder| folder.remove_file(file))
    }

    fn remove_plan(&self) -> Result<(), IndexError> {
        self.remove(PLAN)?;
        // After a power cut it would refuse the folder to other commands again.
        self.folder(BUILDING)?.map_or(Ok(()), |building| building.sync())
    }

    fn remove_tasks(&self) {
        // A link in its place is removed, and not what it leads to.
        fs::remove_dir_all(self.path().join(TASKS)).ok();
    }
}

/// A folder on a disk that is locked.
pub(super) struct LocalExclusive {
    place: LocalPlace,
    folder: Folder,
    sum: Option<String>,
}

impl LocalExclusive {
    pub(super) fn open(path: &Path) -> Result<LocalExclusive, IndexError> {
        let folder = Folder::lock_with_plan(path)?;
        let place = LocalPlace::open(path)?;
        let sum = read_json(&place.dir, MANIFEST)?.as_deref().map(sum_of_manifest);
        Ok(LocalExclusive { place, folder, sum })
    }
}

impl Exclusive for LocalExclusive {
    fn place(&self) -> &dyn Place {
        &self.place
    }

    fn manifest(&self) -> Option<&Manifest> {
        self.folder.manifest_if_any()
    }

    fn sum(&self) -> Option<&str> {
        self.sum.as_deref()
    }

    fn write_plan(&self, text: &[u8]) -> Result<(), IndexError> {
        match self.place.read(PLAN)? {
            None => self.place.write(PLAN, text),
            Some(_) => Err(IndexError::Planned(self.place.path().to_owned())),
        }
    }

    fn commit(&self, manifest: &Manifest) -> Result<(), IndexError> {
        self.folder.commit(manifest)
    }

    fn clean(&self) -> Result<(), IndexError> {
        // Without an index, the names of files that it might have say whether they are those of tasks.
        self.folder.remove_attempts()?;
        self.folder.clean()
    }
}
