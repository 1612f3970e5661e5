//! ci-action/: the file for GitHub Actions is YAML of the form that they take, and its steps run.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::engine::engine;
use crate::languages::program;
use crate::tool::{Folder, ZOBRIST, say};

fn action() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ci-action")
}

/// Runs a step with variables; returns the status, the output and the errors.
fn step(name: &str, folder: &Folder, variables: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(action().join(name));
    command.current_dir(folder.path(".")).env_remove("GITHUB_STEP_SUMMARY");
    command.envs(variables.iter().copied());
    let output = command.output().unwrap();
    let [out, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), out, errors)
}

/// The keys of a mapping at an indentation, from a line on.
fn keys<'a>(lines: &[&'a str], indent: usize) -> Vec<&'a str> {
    let inside = lines.iter().take_while(|line| line.len() - line.trim_start().len() >= indent);
    let own = inside.filter(|line| line.len() - line.trim_start().len() == indent);
    own.filter_map(|line| line.trim_start().split_once(':').map(|(key, _)| key)).collect()
}

#[test]
fn the_file_is_a_composite_action() {
    let text = fs::read_to_string(action().join("action.yml")).unwrap();
    assert!(!text.contains('\t') && text.lines().all(|line| line == line.trim_end()));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(keys(&lines, 0), ["name", "description", "inputs", "runs"]);
    let after = |line: &str| 1 + lines.iter().position(|found| *found == line).expect(line);
    let inputs = keys(&lines[after("inputs:")..], 2);
    assert_eq!(inputs, ["engine", "seconds", "arguments", "report", "zobrist"]);
    assert_eq!(keys(&lines[after("runs:")..], 2), ["using", "steps"]);
    assert!(text.contains("\n  using: composite\n"));
    // Each input is used, and no other.
    let used = text.split("${{ inputs.").skip(1).filter_map(|rest| rest.split_once(" }}"));
    let used: BTreeSet<&str> = used.map(|(name, _)| name).collect();
    assert_eq!(used, inputs.iter().copied().collect());
    // Each step says its shell, and runs a script that is there and can be run.
    let steps: Vec<&str> = text.split("\n    - name: ").skip(1).collect();
    assert_eq!(steps.len(), 2);
    for text in steps {
        assert!(text.contains("\n      shell: bash\n"), "{text}");
        let (_, run) = text.split_once("\n      run: '\"$GITHUB_ACTION_PATH/").expect("a script");
        let (script, _) = run.split_once("\"'").expect("a name");
        let mode = fs::metadata(action().join(script)).unwrap().permissions().mode();
        assert_eq!(mode & 0o111, 0o111, "{script}");
    }
    // As another reader of YAML takes it, where there is one.
    let read = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))";
    let mut python = Command::new(program("python3"));
    python.args(["-c", read]).stdin(fs::File::open(action().join("action.yml")).unwrap());
    let output = python.output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        say("Python has no `yaml`; ci-action/action.yml was not read by it");
        return;
    };
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["runs"]["steps"][1]["env"]["ENGINE"], "${{ inputs.engine }}");
    assert_eq!(value["runs"]["steps"][1]["run"], "\"$GITHUB_ACTION_PATH/check.sh\"");
    assert_eq!(value["inputs"]["seconds"]["default"], "30");
}

/// The build, with a `cargo` that writes down its arguments.
#[test]
fn the_first_step_builds_the_command() {
    let folder = Folder::with("cargo", "#!/bin/sh\necho \"$@\" > \"$LOG\"\n");
    fs::set_permissions(folder.path("cargo"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path(".").display(), std::env::var("PATH").unwrap());
    let [log, later] = ["log", "later"].map(|name| folder.arg(name));
    let temporary = folder.arg(".");
    let (status, _, errors) = step(
        "build.sh",
        &folder,
        &[("PATH", &path), ("LOG", &log), ("RUNNER_TEMP", &temporary), ("GITHUB_PATH", &later)],
    );
    assert_eq!((status, errors.as_str()), (0, ""));
    let arguments = fs::read_to_string(log).unwrap();
    let place = format!("{temporary}/zobrist");
    let begin = format!("install --locked --quiet --root {place} --path ");
    let source = arguments.trim().strip_prefix(&begin).unwrap_or_else(|| panic!("{arguments}"));
    assert!(Path::new(source).join("Cargo.toml").is_file(), "{source}");
    assert_eq!(fs::read_to_string(later).unwrap(), format!("{place}/bin\n"));
}

#[test]
fn the_second_step_fails_without_an_engine() {
    let folder = Folder::new();
    let (status, out, errors) = step("check.sh", &folder, &[("ZOBRIST", ZOBRIST)]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(errors, "expected the command of the engine in ENGINE, got none\n");
    let variables = [("ZOBRIST", ZOBRIST), ("ENGINE", "true"), ("CHECK_SECONDS", "1")];
    let (status, _, errors) = step("check.sh", &folder, &variables);
    assert_eq!(status, 2);
    assert!(errors.contains("expected a UCI engine"), "{errors}");
}

#[test]
fn the_second_step_writes_the_report() {
    let Some(stockfish) = engine("stockfish") else { return };
    let folder = Folder::new();
    let summary = folder.arg("summary.md");
    let variables = [
        ("ZOBRIST", ZOBRIST),
        ("ENGINE", &*stockfish),
        ("CHECK_SECONDS", "1"),
        ("CHECK_ARGUMENTS", "--variants none --depth 0"),
        ("REPORT", "report.txt"),
        ("GITHUB_STEP_SUMMARY", &*summary),
    ];
    let (status, out, errors) = step("check.sh", &folder, &variables);
    assert_eq!((status, errors.as_str()), (0, ""), "{out}");
    assert!(out.ends_with("\nresult      no fault\n"), "{out}");
    assert_eq!(fs::read_to_string(folder.path("report.txt")).unwrap(), out);
    assert_eq!(fs::read_to_string(&summary).unwrap(), format!("```\n{out}```\n"));
    let Some(glaurung) = engine("glaurung") else { return };
    let variables = [variables[0], ("ENGINE", &*glaurung), variables[2], variables[3]];
    let (status, out, _) = step("check.sh", &folder, &variables);
    assert_eq!(status, 1, "{out}");
    assert_eq!(fs::read_to_string(folder.path("zobrist-engine.txt")).unwrap(), out);
}
