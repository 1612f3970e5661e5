//! Programs in C and C++ that call the interface: alone, with threads, and under valgrind.
//!
//! Valgrind runs the library as it is, with accesses of 16 bytes: it emulates `cmpxchg16b` and
//! AVX, and its processor has no AVX-512, so that the table takes the code for one without. It does
//! not see the ends of a table, which is memory of the system.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compile::{compile_static, has, has_compiler, root, run};

/// A program, what it prints, and its arguments alone and under valgrind, which takes fifty times
/// as long.
struct Program {
    source: &'static str,
    prints: &'static str,
    rounds: Option<[&'static str; 2]>,
}

const INTERFACE: Program =
    Program { source: "tests/programs/interface.c", prints: "every function\n", rounds: None };
const THREADS: Program = Program {
    source: "tests/programs/threads.c",
    prints: "no payload was torn\n",
    rounds: Some(["200000", "5000"]),
};
const CLASSES: Program = Program {
    source: "tests/programs/classes.cpp",
    prints: "all payloads are those of their keys\n",
    rounds: Some(["100000", "5000"]),
};

/// Valgrind with the options that make a fault an exit status. Leaks that are only possible are
/// left out: the standard library of Rust keeps a pointer into the middle of what it knows of the
/// first thread, to the end of the program.
fn valgrind(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
    command.arg("--errors-for-leak-kinds=definite,indirect");
    command.arg("--show-leak-kinds=definite,indirect").arg(program);
    command
}

fn has_valgrind() -> bool {
    has("valgrind", "ZOBRIST_VALGRIND")
}

impl Program {
    /// Compiles the program in a folder, runs it, and runs it again under valgrind.
    fn check(&self) {
        let compiler = if self.source.ends_with(".cpp") { "c++" } else { "cc" };
        if !has_compiler(compiler) {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        compile_static(self.source, &program);
        let arguments = |is_slow: bool| self.arguments(folder.path(), is_slow);
        let alone = run(Command::new(&program).args(arguments(false)));
        assert_eq!(alone, self.prints, "{}", self.source);
        if has_valgrind() {
            let checked = run(valgrind(&program).args(arguments(true)));
            assert_eq!(checked, self.prints, "{} under valgrind", self.source);
        }
    }

    fn arguments(&self, scratch: &Path, is_slow: bool) -> Vec<OsString> {
        let data: PathBuf = root().join("tests/data");
        let rounds = self.rounds.map(|rounds| OsString::from(rounds[usize::from(is_slow)]));
        match (self.source, rounds) {
            (_, None) => vec![data.into(), scratch.into()],
            (source, Some(rounds)) if source.ends_with(".cpp") => vec![data.into(), rounds],
            (_, Some(rounds)) => vec![rounds],
        }
    }
}

#[test]
fn every_function_from_c() {
    INTERFACE.check();
}

#[test]
fn threads_from_c() {
    THREADS.check();
}

#[test]
fn objects_exceptions_and_threads_from_cpp() {
    CLASSES.check();
}

/// The program of the README, which says what it prints.
#[test]
fn the_readme_is_right() {
    if !has_compiler("cc") {
        return;
    }
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let block = |language: &str| {
        let (_, rest) = readme.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let folder = tempfile::tempdir().unwrap();
    let [source, program] = ["main.c", "main"].map(|name| folder.path().join(name));
    std::fs::write(&source, block("c")).unwrap();
    compile_static(source.to_str().unwrap(), &program);
    assert_eq!(run(&mut Command::new(&program)), block("text"));
}

/// The control: valgrind finds what is wrong in a program that is.
#[test]
fn valgrind_finds_faults() {
    if !has_compiler("cc") || !has_valgrind() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("faulty");
    compile_static("tests/programs/faulty.c", &program);
    for (fault, found) in [("leak", "definitely lost"), ("freed", "Invalid read")] {
        let output = valgrind(&program).arg(fault).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(9), "{fault}: {err}");
        assert!(err.contains(found), "{fault}: {err}");
    }
}
