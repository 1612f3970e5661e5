//! Opens the page in the user's browser.

use std::process::{Command, Stdio};

use crate::message::say;

/// Opens an address. If that fails, a message tells the user, who can open it by hand.
pub fn open(url: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It may end long before the server; nobody else takes note of that.
        Ok(mut browser) => drop(std::thread::spawn(move || browser.wait())),
        Err(error) => {
            say(&format!("zobrist: cannot start {program}: {error}; open {url} yourself\n"))
        }
    }
}
