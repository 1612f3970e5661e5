//! Debian's `strace`, which counts the system calls of a command and makes one of them fail.
//!
//! Calls are caught in the kernel, not by a preloaded library, since `tempfile` renames through
//! rustix, which makes its own system calls.

use std::collections::HashMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

/// The calls that take a path or the number of an open file, those that wait for nothing but the
/// terminal and other processes left out. A name that a processor does not have is skipped.
const CALLS: &str = "?open,openat,?creat,read,pread64,readv,write,pwrite64,writev,fsync,fdatasync,\
    sync_file_range,msync,ftruncate,truncate,fallocate,?rename,renameat,renameat2,?unlink,unlinkat,\
    ?mkdir,mkdirat,?rmdir,?link,linkat,?symlink,symlinkat,?readlink,readlinkat,?stat,?lstat,fstat,\
    newfstatat,statx,?access,faccessat,faccessat2,?chmod,fchmod,fchmodat,utimensat,flock,close,\
    lseek,copy_file_range,sendfile,getdents64,statfs,fstatfs";

/// A fault at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// It fails: the disk cannot be read or written.
    Eio,
    /// It fails: the disk is full.
    Enospc,
    /// The process is killed.
    Kill,
}

pub const FAULTS: [Fault; 3] = [Fault::Eio, Fault::Enospc, Fault::Kill];

impl Fault {
    pub fn name(self) -> &'static str {
        match self {
            Fault::Eio => "EIO",
            Fault::Enospc => "ENOSPC",
            Fault::Kill => "SIGKILL",
        }
    }

    /// The action in the words of `strace --inject`.
    fn action(self) -> &'static str {
        match self {
            Fault::Eio => "error=EIO",
            Fault::Enospc => "error=ENOSPC",
            Fault::Kill => "signal=KILL",
        }
    }
}

/// A fault at the `number`th of the calls of this name that one thread makes, counted from 1. If
/// several threads make as many, each of them has it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub call: String,
    pub number: usize,
    pub fault: Fault,
}

impl Point {
    pub fn inject(&self) -> String {
        format!("{}:{}:when={}", self.call, self.fault.action(), self.number)
    }
}

/// True if `strace` is there and may trace.
pub fn works() -> bool {
    let probe = Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).output();
    probe.is_ok_and(|output| output.status.success())
}

/// Runs a command with a fault; returns how it ended and, if it came to that call, the line about a
/// call that failed, empty if the process was killed.
pub fn inject(command: &Command, point: &Point, log: &Path) -> (Output, Option<String>) {
    let [trace, inject] = [format!("trace={}", point.call), format!("inject={}", point.inject())];
    let log_name = log.to_str().unwrap();
    let options = ["-o", log_name, "-e", &trace, "-e", &inject];
    let output = traced(command, &options).output().unwrap();
    let text = fs::read(log).unwrap();
    let text = String::from_utf8_lossy(&text);
    let line = if point.fault == Fault::Kill {
        // Then strace ends itself likewise.
        (output.status.signal() == Some(9)).then(String::new)
    } else {
        text.lines().find(|line| line.contains("(INJECTED)")).map(str::to_owned)
    };
    (output, line)
}

/// True if this line is about a sync, or about opening a folder for one: to read a folder, programs
/// open it as a folder.
pub fn is_sync(line: &str, work: &Path) -> bool {
    let path = line.split('"').nth(1).map(|path| work.join(path));
    let opens = line.contains("openat(") && !line.contains("O_DIRECTORY");
    line.contains("sync(") || opens && path.is_some_and(|path| path.is_dir())
}

fn traced(command: &Command, options: &[&str]) -> Command {
    let mut strace = Command::new("strace");
    // Not with --seccomp-bpf: strace 6.1 then injects no signals.
    strace.args(["-f", "-qq"]).args(options).arg("--");
    strace.arg(command.get_program()).args(command.get_args());
    for (variable, value) in command.get_envs() {
        strace.env(variable, value.unwrap_or_default());
    }
    if let Some(folder) = command.get_current_dir() {
        strace.current_dir(folder);
    }
    strace
}

/// Runs a command once; returns every fault at every call that it makes after its libraries are
/// loaded, and the status with which it ends. As `strace` counts by thread, the first calls of
/// another thread are out of reach, as many as the loader makes of that name: these commands make
/// only some `close` there.
pub fn points(command: &Command, log: &Path) -> (Vec<Point>, Option<i32>) {
    let trace = format!("trace={CALLS}");
    let mut strace = traced(command, &["-o", log.to_str().unwrap(), "-e", &trace]);
    let output = strace.output().unwrap();
    let text = fs::read(log).unwrap();
    let text = String::from_utf8_lossy(&text);
    let mut points = Vec::new();
    for (call, (skipped, max)) in count(&text) {
        for number in skipped + 1..=max {
            let at = |fault| Point { call: call.to_owned(), number, fault };
            points.extend(FAULTS.map(at));
        }
    }
    points.sort();
    (points, output.status.code())
}

/// By the name of a call, from the lines of `strace -f`: the number of calls of the loader, and the
/// maximum number of calls of one thread.
fn count(text: &str) -> HashMap<&str, (usize, usize)> {
    let calls = text.lines().filter_map(|line| {
        let (thread, rest) = line.split_once(' ')?;
        let (call, arguments) = rest.trim_start().split_once('(')?;
        let is_name = call.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_name.then_some((thread, call, arguments))
    });
    let calls: Vec<_> = calls.collect();
    let is_library =
        |arguments: &str| arguments.split('"').nth(1).is_some_and(|path| path.contains(".so"));
    let loaded = calls.iter().rposition(|(_, _, arguments)| is_library(arguments));
    let mut by_thread = HashMap::<(&str, &str), usize>::new();
    let mut counts = HashMap::<&str, (usize, usize)>::new();
    for (at, (thread, call, _)) in calls.iter().enumerate() {
        let number = by_thread.entry((*thread, *call)).or_default();
        *number += 1;
        let (skipped, max) = counts.entry(call).or_default();
        *max = (*max).max(*number);
        if loaded.is_some_and(|loaded| at <= loaded) {
            *skipped = *number;
        }
    }
    counts
}

#[test]
fn syncs_are_known_by_their_lines() {
    let work = Path::new("/");
    let open = |options| format!("7 openat(AT_FDCWD, \"tmp\", {options}) = -1 EIO (INJECTED)");
    assert!(is_sync("7 fsync(5) = -1 EIO (Input/output error) (INJECTED)", work));
    assert!(is_sync(&open("O_RDONLY|O_CLOEXEC"), work));
    assert!(!is_sync(&open("O_RDONLY|O_CLOEXEC|O_DIRECTORY"), work));
    assert!(!is_sync("7 openat(AT_FDCWD, \"a.pgn\", O_RDONLY) = -1 EIO (INJECTED)", work));
    assert!(!is_sync("7 read(5, 0x7, 9) = -1 EIO (Input/output error) (INJECTED)", work));
}

#[test]
fn calls_are_counted_by_thread_after_the_libraries() {
    let text = "7 openat(AT_FDCWD, \"/lib/libc.so.6\", O_RDONLY) = 3\n\
                7 openat(AT_FDCWD, \"a\", O_RDONLY) = 3\n\
                7 read(3,  <unfinished ...>\n\
                8 openat(AT_FDCWD, \"b.so.pgn\", O_RDONLY <unfinished ...>\n\
                7 <... read resumed> \"\", 4) = 0\n\
                7 openat(AT_FDCWD, \"c\", O_RDONLY) = 3\n\
                8 +++ exited with 0 +++\n";
    assert_eq!(count(&text.replace("b.so.pgn", "b"))["openat"], (1, 3));
    assert_eq!(count(&text.replace("b.so.pgn", "b"))["read"], (0, 1));
}
