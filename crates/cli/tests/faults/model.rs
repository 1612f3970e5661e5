//! A model of a disk: the files that are there after a power cut while a program changes them.
//!
//! A file has two contents: the present one, and the one of its last sync. A folder has two lists
//! of names likewise. A power cut keeps the synced state, and as much of the rest as [`Loss`] says:
//! systems differ in the names and bytes that reach the disk without a sync, and a program must
//! survive all of them.
//!
//! The model leaves out permissions and times, stores in a mapped file that no `msync` follows,
//! and power cuts that reorder the names of one folder. A call that it does not know is an error.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use crate::calls::Call;

/// Files with their contents, and folders as `None`, by their paths below the root.
pub type Tree = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// Fate of the names of a folder that were not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Names {
    /// Each reaches the disk at once, before any content.
    Early,
    /// None reaches the disk before the folder is synced.
    Late,
}

/// Fate of content that was not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// All of it is lost.
    Lost,
    /// The first half of the file has it.
    Torn,
    /// All of it is there.
    Kept,
}

pub type Loss = (Names, Content);

pub const LOSSES: [Loss; 6] = [
    (Names::Early, Content::Lost),
    (Names::Late, Content::Lost),
    (Names::Early, Content::Torn),
    (Names::Late, Content::Torn),
    (Names::Early, Content::Kept),
    (Names::Late, Content::Kept),
];

/// A value as the program sees it, and as it was at the last sync.
struct Both<T> {
    now: T,
    synced: T,
}

enum Node {
    File(Both<Vec<u8>>),
    Folder(Both<BTreeMap<PathBuf, usize>>),
}

/// The files below a root.
pub struct Disk {
    root: PathBuf,
    nodes: Vec<Node>,
    /// The nodes by the numbers that the system gives them, which it may give again.
    inodes: HashMap<u64, usize>,
}

impl Disk {
    /// The files that are there now, all of them synced.
    pub fn read(root: &Path) -> Disk {
        let mut disk =
            Disk { root: root.to_owned(), nodes: Vec::new(), inodes: HashMap::default() };
        disk.read_node(root);
        disk
    }

    fn read_node(&mut self, path: &Path) -> usize {
        let id = self.nodes.len();
        let meta = fs::symlink_metadata(path).unwrap();
        self.inodes.insert(meta.ino(), id);
        if meta.is_file() {
            let content = fs::read(path).unwrap();
            self.nodes.push(Node::File(Both { now: content.clone(), synced: content }));
            return id;
        }
        assert!(meta.is_dir(), "{}: the model knows files and folders only", path.display());
        self.nodes.push(Node::Folder(Both { now: BTreeMap::new(), synced: BTreeMap::new() }));
        let mut names = BTreeMap::new();
        for entry in fs::read_dir(path).unwrap() {
            let entry = entry.unwrap();
            names.insert(entry.file_name().into(), self.read_node(&entry.path()));
        }
        self.nodes[id] = Node::Folder(Both { now: names.clone(), synced: names });
        id
    }

    /// Does what a call did.
    ///
    /// # Errors
    /// When it is unknown, or changed something outside the root.
    pub fn apply(&mut self, call: &Call) -> Result<(), String> {
        match call {
            Call::Create { path, inode, truncates } => {
                let (folder, name) = self.place(path)?;
                let id = match self.names(folder).get(&name) {
                    Some(id) => *id,
                    None => {
                        let empty = Both { now: Vec::new(), synced: Vec::new() };
                        self.add(folder, name, Node::File(empty))
                    }
                };
                self.inodes.insert(*inode, id);
                if *truncates {
                    self.content(*inode)?.now.clear();
                }
            }
            Call::Write { inode, offset, bytes } => {
                let content = &mut self.content(*inode)?.now;
                let end = offset + bytes.len();
                content.resize(content.len().max(end), 0);
                content[*offset..end].copy_from_slice(bytes);
            }
            Call::Length { inode, length } => self.content(*inode)?.now.resize(*length, 0),
            Call::Sync { inode } => match self.inodes.get(inode).map(|id| &mut self.nodes[*id]) {
                Some(Node::File(content)) => content.synced.clone_from(&content.now),
                Some(Node::Folder(names)) => names.synced.clone_from(&names.now),
                // A sync changes nothing outside.
                None => {}
            },
            Call::Rename { from, to } => {
                let id = self.take(from)?;
                let (folder, name) = self.place(to)?;
                self.names(folder).insert(name, id);
            }
            Call::Link { from, to } => {
                let (folder, name) = self.place(from)?;
                let id = self.names(folder)[&name];
                let (folder, name) = self.place(to)?;
                self.names(folder).insert(name, id);
            }
            Call::Remove { path } => drop(self.take(path)?),
            Call::MakeFolder { path, inode } => {
                let (folder, name) = self.place(path)?;
                let empty = Both { now: BTreeMap::new(), synced: BTreeMap::new() };
                let id = self.add(folder, name, Node::Folder(empty));
                self.inodes.insert(*inode, id);
            }
            Call::Unknown { number } => {
                return Err(format!("the model does not know system call {number}"));
            }
        }
        Ok(())
    }

    /// The files after a power cut now.
    pub fn after_power_cut(&self, loss: Loss) -> Tree {
        let mut tree = Tree::new();
        self.survivors(0, Path::new(""), loss, &mut tree);
        tree
    }

    fn survivors(&self, id: usize, path: &Path, (names, content): Loss, tree: &mut Tree) {
        match &self.nodes[id] {
            Node::File(file) => {
                let bytes = match content {
                    Content::Lost => file.synced.clone(),
                    Content::Torn => {
                        let half = file.now.len() / 2;
                        let rest = file.synced.get(half..).unwrap_or_default();
                        let torn = [&file.now[..half], rest].concat();
                        if file.now == file.synced { file.now.clone() } else { torn }
                    }
                    Content::Kept => file.now.clone(),
                };
                tree.insert(path.to_owned(), Some(bytes));
            }
            Node::Folder(folder) => {
                if path != Path::new("") {
                    tree.insert(path.to_owned(), None);
                }
                let list = if names == Names::Early { &folder.now } else { &folder.synced };
                for (name, id) in list {
                    self.survivors(*id, &path.join(name), (names, content), tree);
                }
            }
        }
    }

    fn add(&mut self, folder: usize, name: PathBuf, node: Node) -> usize {
        self.nodes.push(node);
        let id = self.nodes.len() - 1;
        self.names(folder).insert(name, id);
        id
    }

    fn take(&mut self, path: &Path) -> Result<usize, String> {
        let (folder, name) = self.place(path)?;
        self.names(folder).remove(&name).ok_or_else(|| format!("{} is unknown", path.display()))
    }

    /// The folder of a path, and its name in there.
    fn place(&self, path: &Path) -> Result<(usize, PathBuf), String> {
        let plain = without_dots(&self.root.join(path));
        let outside = || format!("{} was changed", path.display());
        let below = plain.strip_prefix(&self.root).map_err(|_| outside())?;
        let mut folder = 0;
        for name in below.parent().ok_or_else(outside)? {
            let Node::Folder(names) = &self.nodes[folder] else { return Err(outside()) };
            folder = *names.now.get(Path::new(name)).ok_or_else(outside)?;
        }
        Ok((folder, below.file_name().ok_or_else(outside)?.into()))
    }

    fn names(&mut self, folder: usize) -> &mut BTreeMap<PathBuf, usize> {
        match &mut self.nodes[folder] {
            Node::Folder(names) => &mut names.now,
            Node::File(_) => panic!("a file has no names"),
        }
    }

    fn content(&mut self, inode: u64) -> Result<&mut Both<Vec<u8>>, String> {
        match self.inodes.get(&inode).map(|id| &mut self.nodes[*id]) {
            Some(Node::File(content)) => Ok(content),
            _ => Err(format!("a file outside was written to (inode {inode})")),
        }
    }
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Ways to replace a file that are known to be right or wrong.
#[cfg(test)]
mod tests {
    use super::*;

    /// The contents of `a` that are possible after a power cut at any point of these calls, with
    /// `None` for no file, and those that are possible after the last.
    fn outcomes(calls: &[Call]) -> [Vec<Option<String>>; 2] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "old").unwrap();
        let mut disk = Disk::read(folder.path());
        let mut found = [Vec::new(), Vec::new()];
        for (at, call) in calls.iter().enumerate() {
            disk.apply(call).unwrap();
            for loss in LOSSES {
                let content = disk.after_power_cut(loss).remove(Path::new("a")).flatten();
                let content = content.map(|bytes| String::from_utf8(bytes).unwrap());
                found[0].push(content.clone());
                if at == calls.len() - 1 {
                    found[1].push(content);
                }
            }
        }
        for found in &mut found {
            found.sort();
            found.dedup();
        }
        found
    }

    fn create() -> Call {
        Call::Create { path: "new".into(), inode: 9, truncates: true }
    }

    fn write() -> Call {
        Call::Write { inode: 9, offset: 0, bytes: b"newest".to_vec() }
    }

    fn rename() -> Call {
        Call::Rename { from: "new".into(), to: "a".into() }
    }

    fn sync_folder(root: &Path) -> Call {
        Call::Sync { inode: fs::metadata(root).unwrap().ino() }
    }

    fn some(texts: &[&str]) -> Vec<Option<String>> {
        texts.iter().map(|text| Some((*text).to_owned())).collect()
    }

    #[test]
    fn a_file_that_is_synced_before_its_rename_is_old_or_new() {
        let [any, last] = outcomes(&[create(), write(), Call::Sync { inode: 9 }, rename()]);
        assert_eq!(any, some(&["newest", "old"]));
        // Its folder was not synced.
        assert_eq!(last, some(&["newest", "old"]));
    }

    #[test]
    fn a_file_that_is_not_synced_may_be_empty_or_torn() {
        let [any, _] = outcomes(&[create(), write(), rename()]);
        assert_eq!(any, some(&["", "new", "newest", "old"]));
    }

    #[test]
    fn a_file_that_is_overwritten_may_be_anything() {
        let path = PathBuf::from("a");
        let truncated = Call::Create { path, inode: 9, truncates: true };
        let [any, _] = outcomes(&[truncated, write(), Call::Sync { inode: 9 }]);
        assert_eq!(any, some(&["", "new", "newest", "old"]));
    }

    #[test]
    fn a_file_that_is_removed_may_still_be_there() {
        let [any, _] = outcomes(&[Call::Remove { path: "a".into() }]);
        assert_eq!(any, [None, Some("old".to_owned())]);
    }

    #[test]
    fn a_synced_folder_has_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let mut disk = Disk::read(folder.path());
        disk.apply(&create()).unwrap();
        assert!(disk.after_power_cut((Names::Late, Content::Kept)).is_empty());
        disk.apply(&sync_folder(folder.path())).unwrap();
        assert_eq!(disk.after_power_cut((Names::Late, Content::Kept)).len(), 1);
    }

    #[test]
    fn unknown_calls_and_files_outside_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let mut disk = Disk::read(folder.path());
        for call in [
            Call::Remove { path: "/elsewhere/a".into() },
            Call::Write { inode: u64::MAX, offset: 0, bytes: Vec::new() },
            Call::Unknown { number: 5 },
        ] {
            disk.apply(&call).unwrap_err();
        }
    }
}
