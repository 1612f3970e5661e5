//! The process of a worker, and the search for its program before any work is done.

use std::fmt::{self, Display};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::settings::EvaluatorSettings;

/// A process that was started and not yet waited for.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
}

/// The path of the program. One of several parts is relative to the folder, on every system.
pub(super) fn program(settings: &EvaluatorSettings) -> PathBuf {
    let program = Path::new(&settings.command[0]);
    match program.components().count() {
        0 | 1 => program.to_owned(),
        _ => settings.folder.join(program),
    }
}

impl Process {
    /// Starts the command. Standard error is that of this program.
    pub(super) fn start(
        settings: &EvaluatorSettings,
    ) -> io::Result<(Process, ChildStdin, ChildStdout)> {
        let mut folder = settings.folder.as_path();
        if folder.as_os_str().is_empty() {
            folder = Path::new(".");
        }
        let mut program = program(settings);
        if program.components().count() > 1 {
            program = std::path::absolute(program)?;
        }
        let mut command = Command::new(program);
        command.args(&settings.command[1..]).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        // Ctrl-C is for this program, which may want answers until it has saved its state.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        Ok((Process { child }, stdin.expect("it is piped"), stdout.expect("it is piped")))
    }

    /// Kills the process and, where there are groups, the processes that it started.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // It has not been waited for, so that the number is not yet that of another process.
            kill_process_group(Pid::from_child(&self.child), Signal::KILL).ok();
        }
        self.child.kill().ok();
    }

    /// Waits for the process to end, and kills it after some time.
    pub(super) fn finish(mut self, patience: Duration) -> io::Result<ExitStatus> {
        let end = Instant::now() + patience;
        let mut pause = Duration::from_millis(1);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(50));
        }
        self.kill();
        self.child.wait()
    }
}

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

/// Looks for the program of a command where the workers will. It may fail to start all the same.
/// Where programs are found in another way than on Unix, nothing is looked for.
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
