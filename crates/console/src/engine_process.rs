//! The process of an engine: a group of its own, a temporary folder, and bounded output.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::stop::{self, Temporary};

/// A running engine. When this is dropped, its process group is killed and its folder removed.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: ChildStdin,
    output: Receiver<Vec<u8>>,
    /// Output that was received, and how much of it has been returned as lines.
    buffer: Vec<u8>,
    used: usize,
    errors: Arc<Mutex<Vec<u8>>>,
    _temporary: Temporary,
    _folder: TempDir,
}

/// The reason for which no line comes.
#[derive(Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The engine has closed its output.
    Ended,
    /// The time is over.
    TimedOut,
    /// A line, or all lines of an answer, are longer than [`MAX_ANSWER`].
    TooLong,
}

/// Bytes of an answer, after which the engine is given up.
pub const MAX_ANSWER: usize = 1 << 20;
/// Chunks of output that wait: an engine that prints more waits, too.
const CHUNKS: usize = 16;
/// Bytes at the end of standard error that are kept for messages.
const MAX_ERRORS: usize = 2048;

/// The command by which this program supervises an engine: `zobrist engine supervise`, which ends
/// the engine when this program is gone, however that came about. Empty where that is not done.
pub fn supervisor() -> Vec<String> {
    let Ok(program) = std::env::current_exe() else { return Vec::new() };
    let Some(program) = program.to_str().filter(|_| cfg!(unix)) else { return Vec::new() };
    let parent = std::process::id().to_string();
    [program, "engine", "supervise", "--parent", &parent, "--"].map(str::to_owned).to_vec()
}

impl Process {
    /// Starts a program with its arguments. `supervisor` is a command that runs the program and kills its process
    /// group as soon as this program is gone.
    ///
    /// # Errors
    /// When it cannot be started, or no temporary folder can be made.
    pub fn start(program: &[String], supervisor: &[String]) -> Result<Process> {
        let folder = tempfile::Builder::new().prefix("zobrist-engine-").tempdir();
        let folder = folder.context("cannot make a temporary folder for the engine")?;
        // A signal that ends this program removes the folder.
        stop::clear_bars();
        let temporary = Temporary::new(folder.path());
        let (name, arguments) = program.split_first().context("expected a program, got none")?;
        let name = absolute(name)?;
        let mut command;
        if let Some((first, rest)) = supervisor.split_first() {
            command = Command::new(first);
            command.args(rest).arg(name);
        } else {
            command = Command::new(name);
        }
        command.args(arguments).current_dir(folder.path()).env("HOME", folder.path());
        for name in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().with_context(|| {
            format!("cannot start {:?}; check its name and its permissions", program[0])
        })?;
        let stdin = child.stdin.take().expect("it is piped");
        let mut stdout = child.stdout.take().expect("it is piped");
        let mut stderr = child.stderr.take().expect("it is piped");
        let (sender, output) = sync_channel(CHUNKS);
        thread::spawn(move || send_output(&mut stdout, &sender));
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = errors.clone();
        thread::spawn(move || keep_errors(&mut stderr, &kept));
        Ok(Process {
            child,
            stdin,
            output,
            buffer: Vec::new(),
            used: 0,
            errors,
            _temporary: temporary,
            _folder: folder,
        })
    }

    /// Sends text. The caller sends no more than a pipe holds before it reads.
    ///
    /// # Errors
    /// When the engine has ended.
    pub fn send(&mut self, text: &str) -> io::Result<()> {
        self.stdin.write_all(text.as_bytes())
    }

    /// Calls a function with the next line, without its end.
    ///
    /// # Errors
    /// When none comes until the deadline, or no more, or one that is too long.
    pub fn line<R>(
        &mut self,
        deadline: Instant,
        read: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, NoLine> {
        let mut searched = self.used;
        loop {
            let found = self.buffer[searched..].iter().position(|byte| *byte == b'\n');
            if let Some(found) = found {
                let end = searched + found;
                let line = self.buffer[self.used..end].trim_ascii_end();
                let result = read(line);
                self.used = end + 1;
                return Ok(result);
            }
            if self.buffer.len() - self.used > MAX_ANSWER {
                return Err(NoLine::TooLong);
            }
            self.buffer.drain(..self.used);
            (searched, self.used) = (self.buffer.len(), 0);
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(chunk) => self.buffer.extend(chunk),
                Err(RecvTimeoutError::Timeout) => return Err(NoLine::TimedOut),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
            }
        }
    }

    /// Ends the engine; returns its status and the end of its standard error.
    pub fn last_words(mut self) -> (Option<ExitStatus>, String) {
        // One that has closed its output ends by itself. Not waited for before the group is
        // killed, since its number could then be that of another.
        thread::sleep(Duration::from_millis(50));
        self.kill();
        let status = self.child.wait().ok();
        let errors = self.errors.lock().map(|errors| errors.clone()).unwrap_or_default();
        (status, String::from_utf8_lossy(&errors).trim().to_owned())
    }

    /// Asks the engine to end, and waits for a moment.
    pub fn quit(mut self) {
        self.send("quit\n").ok();
        let end = Instant::now() + Duration::from_millis(500);
        while self.line(end, |_| ()).is_ok() {}
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // Processes that the engine started are in its group, and may outlive it.
            kill_process_group(Pid::from_child(&self.child), Signal::KILL).ok();
        }
        self.child.kill().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        self.child.wait().ok();
    }
}

/// A program of several parts is relative to the folder of this program, and the engine has
/// another.
fn absolute(program: &str) -> Result<std::path::PathBuf> {
    let path = Path::new(program);
    match path.components().count() {
        0 | 1 => Ok(path.to_owned()),
        _ => Ok(std::path::absolute(path)?),
    }
}

fn send_output(from: &mut impl Read, to: &SyncSender<Vec<u8>>) {
    let mut chunk = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut chunk) {
        if to.send(chunk[..length].to_vec()).is_err() {
            return;
        }
    }
}

fn keep_errors(from: &mut impl Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = vec![0; 4096];
    while let Ok(length @ 1..) = from.read(&mut chunk) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend(&chunk[..length]);
        let surplus = kept.len().saturating_sub(MAX_ERRORS);
        kept.drain(..surplus);
    }
}
