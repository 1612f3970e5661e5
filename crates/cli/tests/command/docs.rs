//! The tours in docs/ and the README, run as they stand: each command after a `$` in a `console`
//! block, with what it prints on both streams. A `toml` block that begins with `# NAME.toml` is a file.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use assert_cmd::Command;

use crate::tool::{Folder, ZOBRIST, run};

const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn the_readme_shows_output_of_its_command() {
    run_page("README.md", 1);
}

#[test]
fn players_see_the_output_shown() {
    run_page("docs/players.md", 20);
}

#[test]
fn authors_of_engines_see_the_output_shown() {
    run_page("docs/engines.md", 6);
}

#[test]
fn an_engine_is_checked_in_ten_minutes() {
    run_page("docs/your-engine.md", 30);
}

#[test]
fn simulation_and_go_show_their_output() {
    run_page("docs/simulation-and-go.md", 8);
}

#[test]
fn the_specification_of_indexes_shows_a_key_and_answers() {
    run_page("docs/index-format.md", 5);
}

#[test]
fn an_ellipsis_stands_for_lines_or_for_part_of_one() {
    let page = ["a", "…", "d … f"];
    assert!(matches(&page, &["a", "b", "c", "d e f"]));
    assert!(matches(&page, &["a", "d  f"]));
    assert!(!matches(&page, &["a", "b", "d e"]));
    assert!(!matches(&page, &["b", "d e f"]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(!matches(&["a", "b"], &["a"]));
    assert!(!matches(&["aba…aba"], &["aba"]));
}

/// Runs the commands of a page one after the other in one folder, and compares what they print.
#[track_caller]
fn run_page(page: &str, min_commands: usize) {
    let text = fs::read_to_string(Path::new(REPOSITORY).join(page)).unwrap();
    let folder = Folder::new();
    symlink(Path::new(REPOSITORY).join("data"), folder.path("data")).unwrap();
    let bin = Path::new(ZOBRIST).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());

    for (name, content) in files(&text) {
        folder.write(name, content);
    }
    let commands = commands(&text);
    assert!(commands.len() >= min_commands, "{page} has {} commands", commands.len());
    for (command, expected) in commands {
        let run = run(Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(folder.path("."))
            .env("PATH", &path)
            .env("XDG_CACHE_HOME", folder.path("cache")));
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert!(
            matches(&expected, &lines),
            "{page}: $ {command}\nexpected\n{}\ngot\n{}",
            expected.join("\n"),
            run.stdout
        );
    }
}

/// The `toml` blocks that begin with the name of a file, `# NAME.toml`, and these names.
fn files(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("\n```toml\n# ").skip(1);
    let blocks = blocks.map(|block| block.split_once("\n```\n").expect("an end of the block").0);
    blocks.filter_map(|block| block.split_once('\n')).collect()
}

/// The commands of all `console` blocks, each with the lines below it.
fn commands(page: &str) -> Vec<(String, Vec<&str>)> {
    let mut commands = Vec::new();
    for block in page.split("\n```console\n").skip(1) {
        let (block, _) = block.split_once("\n```\n").expect("an end of the block");
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                let command = command.replace("cargo run --release --", "zobrist");
                commands.push((command, Vec::new()));
            } else {
                commands.last_mut().expect("a command before its output").1.push(line);
            }
        }
    }
    commands
}

/// True if the lines are those expected, where `…` as a line stands for any number of lines, and
/// within a line for any text.
fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match (expected, lines) {
        ([], lines) => lines.is_empty(),
        (["…", rest @ ..], _) => (0..=lines.len()).any(|n| matches(rest, &lines[n..])),
        ([_, ..], []) => false,
        ([first, expected @ ..], [line, lines @ ..]) => {
            let is_same = match first.split_once('…') {
                Some((before, after)) => {
                    line.len() >= before.len() + after.len()
                        && line.starts_with(before)
                        && line.ends_with(after)
                }
                None => first == line,
            };
            is_same && matches(expected, lines)
        }
    }
}
