//! Runs the test program again in another process.

use std::env;
use std::process::Command;

/// The emulator that cargo runs tests with, from `CARGO_TARGET_…_RUNNER`.
fn runner() -> Option<String> {
    let prefix = format!("CARGO_TARGET_{}", env::consts::ARCH.to_uppercase());
    let is_runner = |name: &str| name.starts_with(&prefix) && name.ends_with("_RUNNER");
    env::vars().find(|(name, _)| is_runner(name)).map(|(_, runner)| runner)
}

/// The command that runs this test program, under the emulator if it runs under one.
pub(crate) fn itself() -> Command {
    let program = env::current_exe().expect("the system says which program this is");
    let runner = runner().unwrap_or_default();
    let mut words = runner.split_whitespace();
    let Some(first) = words.next() else { return Command::new(program) };
    let mut command = Command::new(first);
    command.args(words).arg(program);
    command
}
