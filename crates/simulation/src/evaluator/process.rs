//! The process of a worker.

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
