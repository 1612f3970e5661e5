//! The contents of the cache folder.

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::entry::{Entry, Kind, parse};

/// The entries of one index in the cache folder.
#[derive(Debug)]
pub struct CachedIndex {
    /// Its place in the folder.
    pub entry: Entry,
    /// True if its folder is there: an index, or what is left of a build.
    pub has_folder: bool,
    /// True if it has a manifest.
    pub is_index: bool,
    /// The size of its folder.
    pub folder_bytes: u64,
    /// Folders of indexes that are not kept, of a process that runs or that was killed, and their
    /// sizes.
    pub parts: Vec<(PathBuf, u64)>,
    /// When it was used last.
    pub used: SystemTime,
}

impl CachedIndex {
    /// The size of all of its folders.
    pub fn bytes(&self) -> u64 {
        self.folder_bytes + self.parts.iter().map(|(_, bytes)| bytes).sum::<u64>()
    }
}

/// Returns the contents of the cache folder, by name. Entries that are not ours are passed over.
///
/// # Errors
/// When the folder is there and cannot be listed.
pub fn contents(cache: &Path) -> io::Result<Vec<CachedIndex>> {
    let listed = match fs::read_dir(cache) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        listed => listed?,
    };
    let mut kept = BTreeMap::<String, CachedIndex>::new();
    for item in listed {
        let item = item?;
        let name = item.file_name();
        let Some((base, kind)) = name.to_str().and_then(parse) else { continue };
        let is_ours = match kind {
            Kind::Folder | Kind::Part(_) => is_ours(&item.path()),
            Kind::Used | Kind::Lock => is_lock(&item.path()),
        };
        if !is_ours {
            continue;
        }
        let kept = kept.entry(base.to_owned()).or_insert_with(|| CachedIndex {
            entry: Entry::named(cache, base),
            has_folder: false,
            is_index: false,
            folder_bytes: 0,
            parts: Vec::new(),
            used: SystemTime::UNIX_EPOCH,
        });
        match kind {
            Kind::Folder => {
                kept.has_folder = true;
                kept.is_index = is_index(&item.path());
                kept.folder_bytes = size(&item);
            }
            Kind::Part(_) => kept.parts.push((item.path(), size(&item))),
            Kind::Used | Kind::Lock => {}
        }
    }
    for kept in kept.values_mut() {
        kept.used = last_use(&kept.entry);
        kept.parts.sort();
    }
    Ok(kept.into_values().collect())
}

/// When an index was used last; the time of its folder if nobody has noted any. The earliest time
/// for what is not there.
pub(crate) fn last_use(entry: &Entry) -> SystemTime {
    let time = |path: PathBuf| fs::symlink_metadata(path).and_then(|meta| meta.modified()).ok();
    time(entry.used()).or_else(|| time(entry.folder())).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// True for a folder, not a link to one, that is empty or holds an index or what is left of a
/// build.
pub(crate) fn is_ours(path: &Path) -> bool {
    let is_folder = |path: &Path| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir());
    is_folder(path)
        && (is_index(path)
            || is_folder(&path.join(".building"))
            || fs::read_dir(path).is_ok_and(|mut listed| listed.next().is_none()))
}

/// True for a folder with a manifest.
fn is_index(path: &Path) -> bool {
    fs::symlink_metadata(path.join("manifest.json")).is_ok_and(|meta| meta.is_file())
}

/// True for an empty file.
pub(crate) fn is_lock(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() == 0)
}

/// The size of all files in a folder and the folders in it. Entries that vanish meanwhile count
/// nothing, as links do.
fn size(item: &DirEntry) -> u64 {
    let Ok(meta) = item.metadata() else { return 0 };
    if !meta.is_dir() {
        return if meta.is_file() { meta.len() } else { 0 };
    }
    let Ok(listed) = fs::read_dir(item.path()) else { return 0 };
    listed.flatten().map(|item| size(&item)).sum()
}
