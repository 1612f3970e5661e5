//! Other programs that may be installed.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of a program. Debian's chess programs are often not on `PATH`.
pub(crate) fn installed(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}

/// Returns the output of a Python program on a file. If it fails, as without python-chess, prints
/// that and returns `None`.
pub(crate) fn python(program: &str, input: &Path) -> Option<String> {
    let output = Command::new("python3")
        .args(["-c", program])
        .arg(input)
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success());
    if output.is_none() {
        println!("  python-chess: left out, not installed (pip install chess)");
    }
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
}
