//! The folders in which a command runs: `work`, where it is started, and next to it `outside`,
//! which it must not touch, and `tmp` for its temporary files.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use tempfile::TempDir;

use crate::model::Tree;

/// Environment variables that would take a command elsewhere, and the folders that they get.
const PLACES: [(&str, &str); 3] =
    [("TMPDIR", "tmp"), ("XDG_CACHE_HOME", "tmp/cache"), ("HOME", "tmp/home")];

pub struct World(TempDir);

/// A file with its content or a folder as `None`, and when it was last changed.
type Facts = (Option<Vec<u8>>, SystemTime);

impl World {
    pub fn new() -> World {
        let world = World::empty();
        for folder in ["work", "outside", "outside/games", "tmp"] {
            fs::create_dir(world.root().join(folder)).unwrap();
        }
        let canary = |name: &str, content: &[u8]| {
            fs::write(world.root().join("outside").join(name), content).unwrap();
        };
        canary("letter.txt", b"Dear diary");
        canary("manifest.json", b"{}");
        canary("games/000001-0000.parquet", b"not ours");
        world
    }

    fn empty() -> World {
        // As the system names it: paths are compared with its own.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).canonicalize().unwrap();
        World(TempDir::with_prefix_in("faults-", folder).unwrap())
    }

    /// A copy, with the times of all files and folders.
    pub fn copy(&self) -> World {
        World::with(&read(self.root()))
    }

    /// A world after a power cut, from a copy of `self`. Files that did not change have
    /// the times of `self`.
    pub fn after(&self, tree: Tree) -> World {
        let mut facts = read(self.root());
        let now = SystemTime::now();
        let facts = tree.into_iter().map(|(path, content)| {
            let old = facts.remove(&path).filter(|(old, _)| *old == content);
            (path, (content, old.map_or(now, |(_, time)| time)))
        });
        World::with(&facts.collect())
    }

    fn with(facts: &BTreeMap<PathBuf, Facts>) -> World {
        let world = World::empty();
        for (path, (content, _)) in facts {
            let path = world.root().join(path);
            match content {
                Some(content) => fs::write(path, content).unwrap(),
                None => fs::create_dir(path).unwrap(),
            }
        }
        // A folder after what is in it.
        for (path, (_, time)) in facts.iter().rev() {
            File::open(world.root().join(path)).unwrap().set_modified(*time).unwrap();
        }
        world
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn work(&self) -> PathBuf {
        self.root().join("work")
    }

    /// Lets a command run in `work`.
    pub fn enter<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        for (variable, place) in PLACES {
            command.env(variable, self.root().join(place));
        }
        command.env("RUST_BACKTRACE", "0").current_dir(self.work())
    }

    /// A hash of all names and contents in `work`, but for temporary files: their names are random.
    pub fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (path, (content, _)) in read(&self.work()) {
            if !path.as_os_str().as_encoded_bytes().starts_with(b".") {
                (path, content).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Checks that nothing differs from `before` but what is written: the entries of `work` that
    /// `written` names, hidden files beside them, and what is in `tmp`.
    ///
    /// # Errors
    /// When something else was changed, made or removed.
    pub fn check_untouched(&self, before: &World, written: &[&str]) -> Result<(), String> {
        let untouched = |world: &World| {
            let mut facts = read(world.root());
            facts.retain(|path, _| {
                let mut parts = path.iter().map(|part| part.to_str().unwrap());
                match (parts.next(), parts.next()) {
                    (Some("work"), Some(name)) => {
                        !name.starts_with('.') && !written.contains(&name)
                    }
                    (Some(top), _) => top == "outside",
                    (None, _) => false,
                }
            });
            facts
        };
        let (old, new) = (untouched(before), untouched(self));
        let paths = old.keys().chain(new.keys());
        let differs = |path: &&PathBuf| old.get(*path) != new.get(*path);
        match { paths }.find(differs) {
            Some(path) => Err(format!("{} was touched", path.display())),
            None => Ok(()),
        }
    }
}

/// All that is below a folder, by its path in there.
fn read(root: &Path) -> BTreeMap<PathBuf, Facts> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let meta = fs::symlink_metadata(&path).unwrap();
            let content = meta.is_file().then(|| fs::read(&path).unwrap());
            let name = path.strip_prefix(root).unwrap().to_owned();
            found.insert(name, (content, meta.modified().unwrap()));
            if meta.is_dir() {
                folders.push(path);
            }
        }
    }
    found
}
