//! The Python of the programs that results are compared with.

use std::env;
use std::process::Command;

/// A Python that can run this line of imports. `None`, reported on standard error, if there is
/// none; with `ZOBRIST_READERS=required` there must be one.
pub(crate) fn python_with(imports: &str) -> Option<String> {
    let python = env::var("ZOBRIST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let why = match Command::new(&python).args(["-c", imports]).output() {
        Ok(output) if output.status.success() => return Some(python),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let message = format!(
        "{python} cannot `{imports}`; install tests/readers/requirements.txt and name the Python \
         that has it in ZOBRIST_PYTHON: {why}"
    );
    let required = env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
    assert!(!required, "{message}");
    eprintln!("{message}");
    None
}
