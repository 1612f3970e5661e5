//! Power cuts. A library that is preloaded into a command records its calls; here they are done
//! once more in a model of the disk, and after each of them a power cut leaves only what was
//! synced.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::calls::Call;
use crate::check::Checker;
use crate::model::{Disk, LOSSES, Loss, Tree};

/// The library, built.
pub struct Library(PathBuf);

/// A step of a commit that is left out, as a control.
#[derive(Clone, Copy, Debug)]
pub enum Skip {
    Nothing,
    Sync,
    Rename,
}

/// Files that may be there after a power cut.
pub struct Cut {
    pub tree: Tree,
    /// The call after which it was, and the losses.
    pub place: String,
    /// The status with which the command had ended by then.
    pub status: Option<i32>,
}

impl Library {
    /// Builds the library with the system's C compiler.
    ///
    /// # Errors
    /// When there is none.
    pub fn build() -> Result<Library, String> {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/lost_writes.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("lost_writes-{}.so", std::process::id()));
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o"]);
        let output = compiler.arg(&library).arg(source).output();
        let output = output.map_err(|error| format!("cc: {error}"))?;
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cc cannot build {source}: {message}");
        Ok(Library(library))
    }

    /// Runs the command of a scenario once; returns the possible states after power cuts, each
    /// once.
    ///
    /// # Panics
    /// When the command did something that the model does not know.
    pub fn cuts(&self, checker: &Checker, skip: Skip) -> Vec<Cut> {
        let world = checker.before.copy();
        let mut disk = Disk::read(world.root());
        let log = world.root().with_extension("calls");
        let mut command = checker.scenario.command(&world);
        command.env("LD_PRELOAD", &self.0).env("ZOBRIST_CALLS", &log);
        match skip {
            Skip::Nothing => {}
            Skip::Sync => drop(command.env("ZOBRIST_SKIP", "sync")),
            Skip::Rename => drop(command.env("ZOBRIST_SKIP", "rename")),
        }
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        let records = fs::read(&log).unwrap_or_else(|_| panic!("nothing was recorded: {message}"));
        fs::remove_file(&log).unwrap();
        let status = output.status.code();
        if matches!(skip, Skip::Nothing) {
            assert_eq!(status, Some(0), "{}: {message}", checker.scenario.name);
        }
        let calls = Call::parse(&records);
        if checker.scenario.between && matches!(skip, Skip::Nothing) {
            let to_checkpoint = |call: &&Call| call.name().ends_with("to small.checkpoint");
            let written = calls.iter().filter(to_checkpoint).count();
            assert!(written > 1, "the run was over before its first checkpoint");
        }
        let (mut cuts, mut seen) = (Vec::new(), HashSet::new());
        for (number, call) in calls.iter().enumerate() {
            let applied = disk.apply(call);
            applied.unwrap_or_else(|error| panic!("{}: {error}", checker.scenario.name));
            for loss in LOSSES {
                let tree = disk.after_power_cut(loss);
                if seen.insert(hash(&tree)) {
                    let place = format!(
                        "a power cut after call {} of {}, {}; {}",
                        number + 1,
                        calls.len(),
                        call.name(),
                        in_words(loss)
                    );
                    cuts.push(Cut { tree, place, status: None });
                }
            }
        }
        for loss in LOSSES {
            let place = format!("a power cut after the end; {}", in_words(loss));
            cuts.push(Cut { tree: disk.after_power_cut(loss), place, status });
        }
        cuts
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

fn in_words((names, content): Loss) -> String {
    format!("names {names:?}, unsynced content {content:?}").to_lowercase()
}

fn hash(tree: &Tree) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    tree.hash(&mut hasher);
    hasher.finish()
}
