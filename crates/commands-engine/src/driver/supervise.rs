//! A process between this program and an engine, which kills the engine when this program is gone.
//!
//! A killed program cannot end its children. The supervisor shares the engine's pipes and group,
//! and sees that its parent is another process.

use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use zobrist_console::ending::Ending;

/// Runs a program for a process that may be killed (not for users)
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of the process that started this one
    #[arg(long)]
    parent: u32,
    /// Program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// Milliseconds between two looks.
const PAUSE: u64 = 20;

pub(crate) fn run(args: &Args) -> Result<Ending> {
    let (name, arguments) = args.command.split_first().context("expected a program, got none")?;
    let mut child = Command::new(name)
        .args(arguments)
        .spawn()
        .with_context(|| format!("cannot start {name:?}; check its name and its permissions"))?;
    loop {
        if let Some(status) = child.try_wait()? {
            // What the engine has started has the same pipes.
            if let Some(code) = status.code().and_then(|code| u8::try_from(code).ok()) {
                std::process::exit(i32::from(code));
            }
            std::process::exit(i32::from(SIGNALED));
        }
        if !has_parent(args.parent) {
            child.kill().ok();
            kill_group();
            return Ok(Ending::Failed);
        }
        thread::sleep(Duration::from_millis(PAUSE));
    }
}

/// Exit status of a supervisor whose engine was ended by a signal.
const SIGNALED: u8 = 128;

#[cfg(unix)]
fn has_parent(parent: u32) -> bool {
    let now = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get());
    now == i32::try_from(parent).ok()
}

#[cfg(unix)]
fn kill_group() {
    rustix::process::kill_current_process_group(rustix::process::Signal::KILL).ok();
}

#[cfg(not(unix))]
fn has_parent(_: u32) -> bool {
    true
}

#[cfg(not(unix))]
fn kill_group() {}
