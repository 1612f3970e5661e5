//! The folder of an index on a disk, which machines may share.

use std::fs;
use std::io::ErrorKind::{NotADirectory, NotFound};
use std::path::{Path, PathBuf};

use super::folder::{BuildFolder, Exclusive, Work};
use crate::error::IndexError;
use crate::format::folder::{BUILDING, Folder, MANIFEST, read_json, write_json};
use crate::format::manifest::Manifest;
use crate::runs::plan::{PLAN, id_of, new_attempt, of_plan, sum_of_manifest};
use zobrist_tables::{Dir, ReadFile};

/// A folder on a disk.
pub(super) struct LocalBuildFolder {
    dir: Dir,
}

impl LocalBuildFolder {
    pub(super) fn open(path: &Path) -> Result<LocalBuildFolder, IndexError> {
        match Dir::open(path) {
            Ok(dir) => Ok(LocalBuildFolder { dir }),
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

/// The folder and the name in it. A name without a folder is in the folder itself.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('/').unwrap_or((".", name))
}

impl BuildFolder for LocalBuildFolder {
    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, IndexError> {
        let (folder, file) = split(name);
        self.folder(folder)?.map_or(Ok(None), |folder| Ok(read_json(&folder, file)?))
    }

    fn write(&self, name: &str, text: &[u8]) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        let folder = self.make_folder(folder)?;
        write_json(&folder, file, text)?;
        Ok(folder.sync()?)
    }

    fn write_new(&self, name: &str, text: &[u8]) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        let folder = self.make_folder(folder)?;
        // Others may write the same at once: each under a name of its own, and the first one
        // counts.
        let own = format!("{file}-{}", new_attempt());
        write_json(&folder, &own, text)?;
        let linked = folder.link(&own, file);
        folder.remove_file(&own)?;
        linked?;
        Ok(folder.sync()?)
    }

    fn names(&self, folder: &str) -> Result<Vec<String>, IndexError> {
        let Some(folder) = self.folder(folder)? else { return Ok(Vec::new()) };
        Ok(folder.names()?.into_iter().filter_map(|name| name.into_string().ok()).collect())
    }

    /// On the disk of the index, so that files are moved and not copied.
    fn folder_of_task(&self, id: &str, name: &str) -> Result<PathBuf, IndexError> {
        Ok(self.make_folder(&of_plan(id, "tasks"))?.path().join(name))
    }

    fn before_commit(&self, name: &str) -> String {
        format!("{BUILDING}/{name}")
    }

    fn take(&self, task: &Folder, made: &str, name: &str) -> Result<(), IndexError> {
        let (folder, file) = split(name);
        let folder = self.make_folder(folder)?;
        task.move_unfinished(made, &folder, file)?;
        Ok(folder.sync()?)
    }

    fn open_file(&self, name: &str, _: u64) -> Result<ReadFile, IndexError> {
        let (folder, file) = split(name);
        let missing = || IndexError::MissingFile(self.path().join(name));
        self.folder(folder)?
            .ok_or_else(missing)?
            .file(file)?
            .ok_or_else(missing)?
            .try_into()
            .map_err(IndexError::from)
    }

    fn remove_plan(&self) -> Result<(), IndexError> {
        let (folder, file) = split(PLAN);
        let Some(building) = self.folder(folder)? else { return Ok(()) };
        building.remove_file(file)?;
        // After a power cut it would refuse the folder to other commands again.
        Ok(building.sync()?)
    }

    fn remove_work(&self, of: Work) -> Result<(), IndexError> {
        for name in self.names(BUILDING)? {
            if id_of(&name).is_some_and(|id| of.is_of(id)) {
                let path = self.path().join(BUILDING).join(name);
                // The target of a link is not removed.
                fs::remove_dir_all(&path)
                    .map_err(|error| IndexError::io("remove", &path, error))?;
            }
        }
        Ok(())
    }
}

/// A folder on a disk that is locked.
pub(super) struct LocalExclusive {
    place: LocalBuildFolder,
    folder: Folder,
    sum: Option<String>,
}

impl LocalExclusive {
    pub(super) fn open(path: &Path) -> Result<LocalExclusive, IndexError> {
        let folder = Folder::lock_with_plan(path)?;
        let place = LocalBuildFolder::open(path)?;
        let sum = read_json(&place.dir, MANIFEST)?.as_deref().map(sum_of_manifest);
        Ok(LocalExclusive { place, folder, sum })
    }
}

impl Exclusive for LocalExclusive {
    fn place(&self) -> &dyn BuildFolder {
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
        self.folder.clean()
    }
}
