//! Compilers of C and C++, and the programs that they make.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Warnings are errors: the header has to compile in any project.
const WARNINGS: [&str; 6] =
    ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"];

/// The libraries of the system that the static library needs here, the most that any Unix does.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// The folder of the crate.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the libraries, which cargo built for this test.
pub(crate) fn libraries() -> PathBuf {
    let test = env::current_exe().expect("the path of this test");
    let folder = test.parent().expect("the folder of this test").to_owned();
    assert!(folder.join("libzobrist_c.a").exists(), "no libzobrist_c.a in {}", folder.display());
    folder
}

/// True if the machine has a program. If not, reports it, or fails if the variable requires it.
pub(crate) fn has(program: &str, variable: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    if version.is_ok_and(|output| output.status.success()) {
        return true;
    }
    let required = env::var(variable).is_ok_and(|value| value == "required");
    assert!(!required, "there is no {program}, and {variable} is `required`");
    // Not by a macro, since the harness captures its output.
    writeln!(io::stderr(), "left out: there is no {program}; {variable}=required makes it fail")
        .ok();
    false
}

/// Compilers of C and C++ that the tests ask for.
pub(crate) fn has_compiler(program: &str) -> bool {
    has(program, "ZOBRIST_COMPILERS")
}

/// Compiles a program of a folder of the crate with these arguments after it.
pub(crate) fn compile<A: AsRef<OsStr>>(source: &str, to: &Path, arguments: &[A]) {
    let (compiler, standard) = match source.ends_with(".cpp") {
        true => ("c++", "-std=c++17"),
        false => ("cc", "-std=c99"),
    };
    let mut command = Command::new(compiler);
    command.arg(standard).args(WARNINGS).args(["-g", "-O1", "-o"]).arg(to);
    command.arg(root().join(source)).args(arguments);
    run(&mut command);
}

/// Compiles a program with the static library of this test.
pub(crate) fn compile_static(source: &str, to: &Path) {
    let mut include = std::ffi::OsString::from("-I");
    include.push(root().join("include"));
    let library = libraries().join("libzobrist_c.a");
    let system = SYSTEM.map(std::ffi::OsString::from);
    let arguments = [include, library.into_os_string()].into_iter().chain(system);
    compile(source, to, &arguments.collect::<Vec<_>>());
}

/// Runs a command, which has to succeed and to be silent on standard error; returns its output.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().expect("a program that can be started");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}: {err}", output.status);
    assert_eq!(err, "", "{command:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Runs a command with a text as its standard input.
pub(crate) fn run_with(command: &mut Command, input: &str) -> Output {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("a program that can be started");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("a program that reads");
    drop(stdin);
    child.wait_with_output().expect("a program that ends")
}
