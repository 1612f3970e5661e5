//! An installation in a folder, found by pkg-config.

use std::path::Path;
use std::process::Command;

use crate::compile::{compile, has, has_compiler, libraries, root, run};

/// What pkg-config says about a package in the folder, in words.
fn pkg_config(prefix: &Path, arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.args(arguments).env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    run(&mut command).split_whitespace().map(str::to_owned).collect()
}

#[test]
fn both_libraries_are_installed() {
    if !has_compiler("cc") || !has("pkg-config", "ZOBRIST_COMPILERS") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("usr");
    run(Command::new(root().join("install.sh")).arg(libraries()).arg(&prefix));
    assert_eq!(pkg_config(&prefix, &["--modversion", "zobrist"]), [env!("CARGO_PKG_VERSION")]);

    let shared = folder.path().join("shared");
    let flags = pkg_config(&prefix, &["--cflags", "--libs", "zobrist"]);
    compile("tests/programs/threads.c", &shared, &[&flags[..], &["-pthread".into()]].concat());
    let mut command = Command::new(&shared);
    command.arg("1000");
    let library_path =
        if cfg!(target_vendor = "apple") { "DYLD_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };
    // Cargo names the folder of the libraries of this test.
    command.env_remove(library_path);
    assert!(!command.output().unwrap().status.success(), "it needs no dynamic library");
    assert_eq!(run(command.env(library_path, prefix.join("lib"))), "no payload was torn\n");

    let alone = folder.path().join("alone");
    let flags = pkg_config(&prefix, &["--cflags", "--libs", "zobrist-static"]);
    compile("tests/programs/threads.c", &alone, &flags);
    assert_eq!(run(Command::new(&alone).arg("1000")), "no payload was torn\n");
}

#[test]
fn a_wrong_installation_says_what_is_missing() {
    let install = |arguments: &[&str]| {
        let output = Command::new(root().join("install.sh")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    assert!(install(&[]).contains("got 0 arguments"));
    assert!(install(&[empty, "/usr"]).contains("expected libzobrist_c.a in"));
    let libraries = libraries();
    assert!(install(&[libraries.to_str().unwrap(), "usr"]).contains("an absolute prefix, got usr"));
}
