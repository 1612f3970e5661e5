//! Indexes behind URLs: servers on loopback, made by scripts, which the tests start and stop.

// No item of a test can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

mod answers;
mod faults;
mod requests;
mod runs;
mod runs_faults;
mod secrets;
#[allow(dead_code, reason = "the tests of the command use all of it")]
#[path = "../command/tool.rs"]
mod tool;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tool::{Folder, Run, SAMPLE, ZOBRIST, run, say};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/remote");

/// The Python that has a module. `None`, reported on standard error, if there is none; with
/// `ZOBRIST_READERS=required` there must be one.
fn python(module: &str) -> Option<String> {
    let python = env::var("ZOBRIST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let tried = Command::new(&python).args(["-c", &format!("import {module}")]).output();
    if tried.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    let message = format!(
        "{python} cannot `import {module}`; install tests/readers/requirements.txt and name the Python \
         that has it in ZOBRIST_PYTHON"
    );
    let required = env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
    assert!(!required, "{message}");
    say(&message);
    None
}

/// A server that runs until it is dropped.
struct Server {
    child: Child,
    /// Its URL, without a slash at the end.
    url: String,
    log: PathBuf,
}

impl Server {
    fn start(python: &str, script: &str, log: &Path, args: &[&str]) -> Server {
        let mut child = Command::new(python)
            .args(["-B", &format!("{SCRIPTS}/{script}")])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "{script}: {url}");
        Server { child, url: url.trim_end().to_owned(), log: log.to_owned() }
    }

    /// A web server of a folder, which does something wrong with files of positions.
    fn of_ranges(folder: &Folder, fault: &str) -> Option<Server> {
        let python = python("http.server")?;
        let log = folder.path(&format!("log-{fault}"));
        let (root, path) = (folder.path("."), log.clone());
        let args = [root.to_str().unwrap(), path.to_str().unwrap(), fault];
        Some(Server::start(&python, "range_server.py", &log, &args))
    }

    /// A store with the bucket `chess`, which has a folder's `index` as `my/index`.
    fn of_s3(folder: &Folder) -> Option<Server> {
        let python = python("moto.server, boto3")?;
        let (log, index) = (folder.path("log-s3"), folder.path("index"));
        let args = [log.to_str().unwrap(), "chess", index.to_str().unwrap(), "my/index"];
        Some(Server::start(&python, "s3_server.py", &log, &args))
    }

    /// The requests so far, of which the log begins anew.
    fn take_requests(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        fs::File::options().write(true).truncate(true).open(&self.log).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The variables by which the command finds a store of [`Server::of_s3`].
fn variables(server: &Server) -> [(&'static str, String); 5] {
    [
        ("AWS_ACCESS_KEY_ID", "test-key".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "test-secret".to_owned()),
        ("AWS_REGION", "us-east-1".to_owned()),
        ("AWS_ENDPOINT_URL", server.url.clone()),
        ("AWS_ALLOW_HTTP", "true".to_owned()),
    ]
}

/// The command, with the store of a server, if one is given.
fn command(server: Option<&Server>) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(ZOBRIST);
    for (name, _) in env::vars().filter(|(name, _)| name.starts_with("AWS_")) {
        command.env_remove(name);
    }
    command.env("ZOBRIST_REMOTE_TIMEOUT", "20");
    if let Some(server) = server {
        command.envs(variables(server));
    }
    command
}

#[track_caller]
fn zobrist(server: Option<&Server>, args: &[&str]) -> Run {
    run(command(server).args(args))
}

/// A folder whose `index` has the sample in one segment and a few games more in another.
fn two_segments() -> Folder {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", SAMPLE]).done();
    folder.write("more.pgn", "1. e4 c5 2. Nf3 d6 1-0\n\n1. Nf3 d5 2. g3 Nf6 0-1\n");
    folder.zobrist(["index", "add", "index", "more.pgn"]).done();
    folder
}
