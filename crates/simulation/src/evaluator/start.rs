//! Checks that the program of a command is there, before any work is done.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use super::process::program;
use super::settings::EvaluatorSettings;

/// A program that is not there, or cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoProgram {
    /// The program, as it is looked for.
    program: PathBuf,
}

impl Display for NoProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoProgram { program } = self;
        match program.components().count() {
            0 | 1 => write!(
                f,
                "expected a program on the PATH, got {program:?}, which is not there; check its \
                 name, or write ./ before it if it is in the folder of the configuration"
            ),
            _ => write!(
                f,
                "expected a program, got {program:?}, which is no file that may be run; check its \
                 name, its path and its permissions"
            ),
        }
    }
}

/// Looks for the program of a command where the workers will. It may fail to start all the same. Where programs are
/// found in another way than on Unix, nothing is looked for.
///
/// # Errors
/// When it is not there, or may not be run.
pub(crate) fn find_program(settings: &EvaluatorSettings) -> Result<(), NoProgram> {
    let program = program(settings);
    // Without a PATH, the system has folders of its own.
    let path = std::env::var_os("PATH");
    let is_there = match (program.components().count() > 1, path) {
        (true, _) => may_run(&program),
        (false, None) => true,
        (false, Some(path)) => {
            // Relative folders are seen from the folder in which the program runs.
            let mut folders = std::env::split_paths(&path);
            folders.any(|folder| may_run(&settings.folder.join(folder).join(&program)))
        }
    };
    if is_there { Ok(()) } else { Err(NoProgram { program }) }
}

#[cfg(unix)]
fn may_run(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|there| there.is_file() && there.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_run(_: &Path) -> bool {
    true
}
