//! A store on loopback, and tests that run with its variables in their environment.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/remote/s3_server.py");

/// A store with the empty bucket `chess`, which runs until it is dropped.
struct Store {
    child: Child,
    url: String,
}

impl Store {
    /// `None`, reported on standard error, without moto; with `ZOBRIST_READERS=required` there must
    /// be one.
    fn start() -> Option<Store> {
        let python = env::var("ZOBRIST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let tried = Command::new(&python).args(["-c", "import moto.server, boto3"]).output();
        if !tried.is_ok_and(|output| output.status.success()) {
            let required = env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
            assert!(!required, "{python} has no moto; install tests/readers/requirements.txt");
            eprintln!("left out: {python} has no moto");
            return None;
        }
        let log = if cfg!(windows) { "NUL" } else { "/dev/null" };
        let mut child = Command::new(python)
            .args(["-B", SCRIPT, log, "chess"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Some(Store { child, url: url.trim_end().to_owned() })
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The variable that says that this process has a store.
const INSIDE: &str = "ZOBRIST_TEST_STORE";

/// Runs a test with a store: the environment of a process is that of its start, so it runs in a
/// process of its own. `name` is that of the calling test, which does the work if this returns
/// true.
#[track_caller]
pub fn has_store(name: &str) -> bool {
    if is_inside() {
        return true;
    }
    let Some(store) = Store::start() else { return false };
    run_inside(name, &store.url);
    false
}

/// Runs a test in a process of its own, with a store at a URL.
#[track_caller]
pub fn run_inside(name: &str, url: &str) {
    let run = Command::new(env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(INSIDE, "1")
        .env("AWS_ACCESS_KEY_ID", "test-key")
        .env("AWS_SECRET_ACCESS_KEY", "test-secret")
        .env("AWS_REGION", "us-east-1")
        .env("AWS_ENDPOINT_URL", url)
        .env("AWS_ALLOW_HTTP", "true")
        .env("ZOBRIST_REMOTE_TIMEOUT", "20")
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{shown}{}", String::from_utf8_lossy(&run.stderr));
    assert!(shown.contains("1 passed"), "{shown}");
}

/// True in the process of [`run_inside`].
pub fn is_inside() -> bool {
    env::var_os(INSIDE).is_some()
}
