//! Files that this program writes and reads again, with something else in their place: each is
//! refused at once, by name. A pipe is not waited for, and a device not read.

use std::process::Command;

use crate::lattice::{SMALL, with};
use crate::tool::{Folder, ZOBRIST};

/// Runs a command with a pipe, a device or a folder at `name`, and checks that it is refused.
fn is_refused(folder: &Folder, line: &str, name: &str) {
    for (make, got) in [
        ("mkfifo", "a named pipe"),
        ("ln -s /dev/zero", "a device"),
        ("ln -s nowhere", "a symbolic link"),
        ("mkdir", "a folder"),
    ] {
        // A link to a file that is missing is a missing file; only a lock would be made there.
        if make.ends_with("nowhere") && !name.ends_with(".lock") {
            continue;
        }
        let shell = |line: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).current_dir(folder.path(".")).env("ZOBRIST", ZOBRIST);
            shell.output().unwrap()
        };
        assert!(shell(&format!("{make} {name}")).status.success());
        let run = shell(&format!("exec timeout --signal=KILL 60 \"$ZOBRIST\" {line} < /dev/null"));
        let message = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(2), "{line} with {got}: {message}");
        // The lock has a name of its own, which is no link of the user's.
        let got =
            if name.ends_with(".lock") && make.starts_with("ln") { "a symbolic link" } else { got };
        let expected = format!("expected a regular file, got {got}");
        let is_output = message.contains("what is there is not a file");
        assert!(message.contains(&expected) || is_output, "{line} with {got}: {message}");
        assert!(message.contains(name), "{line} with {got}: {message}");
        assert!(shell(&format!("rmdir {name} || rm {name}")).status.success());
    }
}

#[test]
fn what_stands_in_the_place_of_a_recall_or_a_checkpoint_is_refused() {
    let folder = with("mode = ", "file = \"iron.recall\"\nmode = ");
    is_refused(&folder, "lattice run small.toml", "iron.recall");
    is_refused(&folder, "lattice run small.toml", "iron.recall.lock");
    let folder = Folder::with("small.toml", SMALL);
    is_refused(&folder, "lattice run small.toml --resume", "small.checkpoint");
    // A link to a checkpoint is one: the folder is the user's.
    folder.zobrist(["lattice", "run", "small.toml"]).done();
    std::fs::rename(folder.path("small.checkpoint"), folder.path("moved")).unwrap();
    std::os::unix::fs::symlink("moved", folder.path("small.checkpoint")).unwrap();
    let more = SMALL.replace("steps = 2000", "steps = 2100");
    folder.write("small.toml", more);
    folder.zobrist(["lattice", "run", "small.toml", "--resume"]).done();
    is_refused(&folder, "lattice recall merge none -o all.recall", "none");
}

#[test]
fn what_stands_in_the_place_of_a_potential_is_refused() {
    let model = "kind = \"eam\"\nfile = \"made.alloy\"\nlattice_constant = 2.9\n\
                 migration = { Fe = 0.7, Cu = 0.6 }\nallow_negative_barriers = true";
    let folder = with("kind = \"iron-copper\"", model);
    is_refused(&folder, "lattice run small.toml", "made.alloy");
}

#[test]
fn what_stands_in_the_place_of_the_progress_of_an_audit_is_refused() {
    let folder = Folder::new();
    let line = "keys audit polyglot --weight 3 --resume state";
    is_refused(&folder, line, "state");
}
