//! Runs the command and checks its results.

#[cfg(target_os = "linux")]
use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::process::Output;
use std::process::{self, Stdio};

use assert_cmd::Command;
use tempfile::TempDir;

pub const ZOBRIST: &str = env!("CARGO_BIN_EXE_zobrist");

/// The two thousand games of the quick start.
pub const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");

/// The start position, and its row.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub const START_ROW: &str =
    "463b96181691fc9c\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";

/// Result of a run.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    /// Standard error without the closing line.
    pub stderr: String,
    /// The closing line with `…` for the seconds; empty if there is none.
    pub closing: String,
}

/// The command, which obeys all signals: tests that run in the background ignore SIGINT, and their
/// children would.
pub fn with_signals() -> process::Command {
    if cfg!(not(target_os = "linux")) {
        return process::Command::new(ZOBRIST);
    }
    let mut command = process::Command::new("env");
    command.args(["--default-signal", ZOBRIST]);
    command
}

/// Runs the command with nothing on standard input.
#[track_caller]
pub fn zobrist<'a>(args: impl IntoIterator<Item = &'a str>) -> Run {
    zobrist_on("", args)
}

/// Runs the command with something on standard input.
#[track_caller]
pub fn zobrist_on<'a>(input: impl AsRef<[u8]>, args: impl IntoIterator<Item = &'a str>) -> Run {
    run(Command::new(ZOBRIST).args(args).write_stdin(input.as_ref()))
}

#[track_caller]
pub fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().expect("no signal");
    Run::of(code, text(output.stdout), text(output.stderr))
}

impl Run {
    /// The result of a run with these outputs.
    #[track_caller]
    pub fn of(code: i32, stdout: String, stderr: String) -> Run {
        let (stderr, closing) = split_closing(&stderr);
        Run { code, stdout, stderr, closing }
    }

    /// The rows of a run without messages and with exit status 0.
    #[track_caller]
    pub fn done(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "rows: {}", self.stdout);
        self.stdout
    }

    /// The rows of a run with exit status 0 that went on with what an interrupted one had left.
    #[track_caller]
    pub fn continued(self) -> String {
        let left =
            self.stderr.strip_prefix("zobrist: continuing an interrupted run, which has left ");
        let games = left.and_then(|left| left.strip_suffix(" games\n"));
        let games: u64 = games.unwrap_or_default().parse().unwrap_or_default();
        assert!(self.code == 0 && games > 0, "{}", self.stderr);
        self.stdout
    }

    /// The rows and the messages of a run with exit status 1.
    #[track_caller]
    pub fn rejected(self) -> (String, String) {
        assert_eq!(self.code, 1, "{}", self.stderr);
        (self.stdout, self.stderr)
    }

    /// The message of a run with exit status 2.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{}", self.stderr);
        self.stderr
    }
}

/// The messages without the closing line, and that line with `…` for the seconds. Only `explore`
/// says more after it: its line is about an index, and more is said about the answer.
#[track_caller]
pub fn split_closing(messages: &str) -> (String, String) {
    let (mut others, mut closing) = (String::new(), String::new());
    for line in messages.split_inclusive('\n') {
        match masked(line) {
            Some(line) => closing += &line,
            None => others += line,
        }
    }
    assert!(closing.lines().count() <= 1, "several closing lines: {messages}");
    (others, closing)
}

/// A closing line without its seconds: `zobrist: 3 games, 1 rejected in … s: idx`. `None` for any
/// other line.
fn masked(line: &str) -> Option<String> {
    let text = line.strip_prefix("zobrist: ")?.strip_suffix('\n')?;
    let (counts, rest) = text.split_once(" in ")?;
    let is_count = |count: &str| {
        let (number, what) = count.split_once(' ').unwrap_or_default();
        number.parse::<u64>().is_ok() && what.chars().all(|c| c.is_ascii_lowercase() || c == ' ')
    };
    let (seconds, place) = rest.split_once(" s").filter(|_| counts.split(", ").all(is_count))?;
    let (whole, tenth) = seconds.split_once('.')?;
    let are_seconds =
        whole.parse::<u64>().is_ok() && tenth.len() == 1 && tenth.parse::<u8>().is_ok();
    let has_place = place.is_empty() || place.starts_with(": ");
    (are_seconds && has_place).then(|| format!("zobrist: {counts} in … s{place}\n"))
}

/// A folder of files, in which the command runs.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Folder {
        let folder = Folder::new();
        folder.write(name, content);
        folder
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a file as an argument of a command that runs elsewhere.
    pub fn arg(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    #[track_caller]
    pub fn zobrist<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Run {
        self.zobrist_on("", args)
    }

    /// Runs the command with something on standard input.
    #[track_caller]
    pub fn zobrist_on<'a>(
        &self,
        input: impl AsRef<[u8]>,
        args: impl IntoIterator<Item = &'a str>,
    ) -> Run {
        run(Command::new(ZOBRIST).args(args).current_dir(&self.0).write_stdin(input.as_ref()))
    }
}

/// Reports a test that is skipped. Not by a macro, since the harness captures its output.
pub fn say(message: &str) {
    writeln!(io::stderr(), "left out: {message}").ok();
}

/// True if `strace` runs and may trace. If not, reports it, or fails if `ZOBRIST_STRACE` requires
/// it.
#[cfg(target_os = "linux")]
pub fn strace_runs() -> bool {
    let strace = process::Command::new("strace").args(["-o", "/dev/null", "true"]).output();
    let runs = strace.is_ok_and(|output| output.status.success());
    let required = env::var("ZOBRIST_STRACE").is_ok_and(|value| value == "required");
    assert!(runs || !required, "strace does not run, and ZOBRIST_STRACE is `required`");
    if !runs {
        say("strace does not run here; with ZOBRIST_STRACE=required it must");
    }
    runs
}

/// Runs a shell command line on a terminal, with the command in `$ZOBRIST`. `None` without the
/// `script` of util-linux; other programs of this name have other options.
#[cfg(target_os = "linux")]
pub fn on_terminal(folder: &Folder, line: &str) -> Option<Output> {
    let version = process::Command::new("script").arg("--version").output();
    if !version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("util-linux")) {
        say("there is no `script` of util-linux");
        return None;
    }
    let mut terminal = process::Command::new("script");
    terminal.args(["--quiet", "--return", "--echo", "never", "--command", line, "/dev/null"]);
    terminal.env("TERM", "xterm").env("SHELL", "/bin/sh").env("ZOBRIST", ZOBRIST);
    terminal.env("XDG_CACHE_HOME", folder.path("cache")).current_dir(folder.path("."));
    Some(terminal.output().unwrap())
}

/// Runs a command whose reader closes the pipe after the first line, and returns that line. The
/// command must end in silence.
#[track_caller]
pub fn first_line<'a>(folder: &Folder, args: impl IntoIterator<Item = &'a str>) -> String {
    let mut child = process::Command::new(ZOBRIST)
        .args(args)
        .current_dir(folder.path("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), messages.as_str()), (Some(0), ""));
    line
}

/// A screen without the escape sequences by which text stands out or back.
pub fn without_emphasis(screen: &str) -> String {
    let codes = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[0m"];
    codes.iter().fold(screen.to_owned(), |text, code| text.replace(code, ""))
}

/// A manifest whose text was changed, with its right checksum.
pub fn with_sum(manifest: &str) -> String {
    const SUM: &str = "\"crc32\": \"";
    let at = manifest.rfind(SUM).unwrap() + SUM.len();
    let (before, after) = (&manifest[..at], manifest[at + 8..].trim_end());
    let mut sum = flate2::Crc::new();
    sum.update(format!("{before}00000000{after}").as_bytes());
    format!("{before}{:08x}{after}\n", sum.sum())
}

/// A column of text rows.
pub fn column(rows: &str, index: usize) -> Vec<&str> {
    rows.lines().map(|row| row.split('\t').nth(index).unwrap()).collect()
}

/// The rows of lines without faults.
pub fn rows_of(lines: &str) -> String {
    zobrist_on(lines, ["hash"]).done()
}

pub fn zst(content: impl AsRef<[u8]>) -> Vec<u8> {
    zstd::encode_all(content.as_ref(), 1).unwrap()
}

pub fn gz(content: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content.as_ref()).unwrap();
    encoder.finish().unwrap()
}

pub fn bz2(content: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(content.as_ref()).unwrap();
    encoder.finish().unwrap()
}

pub fn xz(content: impl AsRef<[u8]>) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(0);
    let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    encoder.write_all(content.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// A zip archive of files.
pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let start = archive.len() as u32;
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(content).unwrap();
        let packed = encoder.finish().unwrap();
        let mut sum = flate2::Crc::new();
        sum.update(content);
        let mut facts = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0];
        for number in [sum.sum(), packed.len() as u32, content.len() as u32] {
            facts.extend(number.to_le_bytes());
        }
        facts.extend((name.len() as u16).to_le_bytes());
        facts.extend([0; 2]);
        archive.extend([b"PK\x03\x04", &facts[..], name.as_bytes(), &packed].concat());
        directory.extend([&b"PK\x01\x02\x14\0"[..], &facts, &[0; 10]].concat());
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = archive.len() as u32;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([files.len() as u16; 2].map(u16::to_le_bytes).concat());
    archive.extend([directory.len() as u32, start].map(u32::to_le_bytes).concat());
    archive.extend([0; 2]);
    archive
}

pub type Compress = fn(&[u8]) -> Vec<u8>;

/// The compressions, with their extensions.
pub const COMPRESSIONS: [(&str, Compress); 5] = [
    ("zst", |content| zst(content)),
    ("gz", |content| gz(content)),
    ("bz2", |content| bz2(content)),
    ("xz", |content| xz(content)),
    ("zip", |content| zip(&[("games.pgn", content)])),
];

/// Many different lines of FEN, made of two kings and a pawn: enough for several chunks.
pub fn many_lines(count: usize) -> String {
    let mut lines = String::new();
    for number in 0..count {
        let (white, black) = (number % 8, number / 8 % 8);
        let pawn = number / 64 % 8;
        let row = |file: usize, piece: char| {
            let gap = |n: usize| if n == 0 { String::new() } else { n.to_string() };
            format!("{}{piece}{}", gap(file), gap(7 - file))
        };
        lines += &format!(
            "{}/8/8/{}/8/8/8/{} w - - 0 {}\n",
            row(black, 'k'),
            row(pawn, 'P'),
            row(white, 'K'),
            number + 1
        );
    }
    lines
}

/// Lines of moves that lead to positions of the sample, of few games and of many, and one to a
/// position that nobody reached.
pub const LINES: [&str; 22] = [
    "",
    "e4",
    "d4",
    "c4",
    "Nf3",
    "e4 c5",
    "e4 e5",
    "e4 e6",
    "e4 c6",
    "e4 d5",
    "d4 d5",
    "d4 Nf6",
    "d4 Nf6 c4 e6",
    "d4 Nf6 c4 g6",
    "d4 d5 c4",
    "e4 c5 Nf3",
    "e4 c5 Nf3 d6 d4 cxd4",
    "e4 e5 Nf3 Nc6 Bb5",
    "e4 e5 Nf3 Nc6 Bc4",
    "c4 e5 Nc3",
    "Nf3 d5 g3",
    "a4 a5 h4 h5",
];
