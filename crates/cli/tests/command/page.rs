//! A page of documentation: its commands with what they print, and the files that it shows.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::tool::Folder;

pub const REPOSITORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The text of a page.
pub fn text(page: &str) -> String {
    fs::read_to_string(Path::new(REPOSITORY).join(page)).unwrap()
}

/// A folder like a checkout, for the commands of a page: with `data`, and the files that the page
/// shows.
pub fn checkout(text: &str) -> Folder {
    let folder = Folder::new();
    symlink(Path::new(REPOSITORY).join("data"), folder.path("data")).unwrap();
    for (name, content) in files(text) {
        folder.write(name, content);
    }
    folder
}

/// The `toml` blocks that begin with the name of a file, `# NAME.toml`, and these names.
fn files(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("\n```toml\n# ").skip(1);
    let blocks = blocks.map(|block| block.split_once("\n```\n").expect("an end of the block").0);
    blocks.filter_map(|block| block.split_once('\n')).collect()
}

/// The commands of all `console` blocks, each with the lines below it.
pub fn commands(page: &str) -> Vec<(String, Vec<&str>)> {
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
pub fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match (expected, lines) {
        ([], lines) => lines.is_empty(),
        (["…", rest @ ..], _) => (0..=lines.len()).any(|n| matches(rest, &lines[n..])),
        ([_, ..], []) => false,
        ([first, expected @ ..], [line, lines @ ..]) => {
            is_like(first, line) && matches(expected, lines)
        }
    }
}

/// True if the line is that expected, where each `…` stands for any text.
fn is_like(expected: &str, line: &str) -> bool {
    let Some((before, rest)) = expected.split_once('…') else { return expected == line };
    let Some(mut line) = line.strip_prefix(before) else { return false };
    let mut parts: Vec<&str> = rest.split('…').collect();
    let after = parts.pop().expect("a part");
    for part in parts {
        let Some(at) = line.find(part) else { return false };
        line = &line[at + part.len()..];
    }
    line.ends_with(after)
}
