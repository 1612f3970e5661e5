//! Scalar code has no gathers in builds for processors that have them.

#![cfg(target_arch = "x86_64")]

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// The target triple that tests are built for.
fn this_target() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "host-tuple"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Compiles `tests/loops` and the core for a processor, and returns the number of gathers of each
/// function.
fn gathers(processor: &str) -> Vec<(String, usize)> {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("machine-code").join(processor);
    let triple = this_target();
    let status = Command::new(env::var_os("CARGO").expect("cargo runs tests"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RUSTFLAGS", format!("-C target-cpu={processor} --emit=asm"))
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        // With LTO the assembly would not have the functions.
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .args(["build", "--offline", "--quiet", "--release", "--test", "loops"])
        // With a named target, build scripts, which run here, are not built for `processor`.
        .args(["--target", &triple, "--target-dir"])
        .arg(&target)
        .status()
        .unwrap();
    assert!(status.success());

    let files = fs::read_dir(target.join(&triple).join("release/deps"))
        .unwrap()
        .map(|file| file.unwrap().path());
    let is_ours = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".s") && (name.starts_with("zobrist-") || name.starts_with("loops-"))
    };
    let text: String =
        files.filter(is_ours).map(|file| fs::read_to_string(file).unwrap()).collect();
    fs::remove_dir_all(&target).unwrap();

    let mut functions: Vec<(String, usize)> = Vec::new();
    for line in text.lines() {
        if line.ends_with(':') && !line.starts_with('.') {
            functions.push((line.to_owned(), 0));
        } else if let Some((_, gathers)) = functions.last_mut()
            && line.trim_start().starts_with("vpgather")
        {
            *gathers += 1;
        }
    }
    functions
}

fn check(processor: &str) -> usize {
    let functions = gathers(processor);
    let is_fast = |name: &str| name.contains("fast_") || name.contains("Rolling");
    let fast: Vec<_> = functions.iter().filter(|(name, _)| is_fast(name)).collect();
    assert!(fast.len() >= 23, "{functions:?}");
    for (name, gathers) in fast {
        assert_eq!(*gathers, 0, "{name} for {processor}");
    }
    let defined = functions.iter().filter(|(name, _)| name.contains("defined_"));
    defined.map(|(_, gathers)| gathers).sum()
}

#[test]
#[ignore = "builds the crate anew, twice"]
fn no_gathers_in_scalar_code() {
    check("native");
    // The control: the definitions do have gathers, for some processor at least.
    assert!(check("znver5") > 0, "the control failed: the definitions have no gathers");
}
