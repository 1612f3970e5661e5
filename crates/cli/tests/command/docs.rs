//! The tours in docs/ and the README, run as they stand: each command after a `$` in a `console`
//! block, with what it prints on both streams. A `toml` block that begins with `# NAME.toml` is a
//! file. DuckDB is its Python module, by tests/readers/duckdb_csv.py.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use assert_cmd::Command;

use crate::page::{REPOSITORY, checkout, commands, matches, text};
use crate::readers::python;
use crate::tool::{Folder, ZOBRIST, run, say, zobrist_on};

/// The first page, the three doors that it has, and the tour behind the third.
const FIRST_PAGES: [&str; 5] =
    ["README.md", "docs/players.md", "docs/engines.md", "docs/simulation-and-go.md", "docs/go.md"];

#[test]
fn the_readme_shows_output_of_its_command() {
    run_page("README.md", 4);
}

#[test]
fn recipes_are_one_line_each() {
    let page = text("docs/recipes.md");
    let tasks = page.split("\n### ").skip(1);
    for task in tasks.clone() {
        assert_eq!(commands(&format!("\n{task}")).len(), 1, "{task}");
    }
    assert!(tasks.count() >= 20);
    run_page("docs/recipes.md", 20);
}

#[test]
fn no_command_line_of_the_first_pages_is_left_unrun() {
    for page in FIRST_PAGES {
        let page_text = text(page);
        let mut fences = page_text.lines().filter(|line| line.starts_with("```"));
        while let Some(fence) = fences.next() {
            assert!(
                ["```console", "```rust", "```sql", "```text", "```sh"].contains(&fence),
                "{page} has a block {fence}"
            );
            assert_eq!(fences.next(), Some("```"), "{page}");
        }
        // Commands that take minutes, or a browser, are run by `.ci/run` and `.ci/page`.
        let elsewhere = [
            "\n```sh\ncargo test --workspace\ncargo install --path crates/cli\n```\n",
            "\n```sh\nnpm --prefix crates/commands-serve/web ci && npm --prefix crates/commands-serve/web run build\n\
             cargo run --release -- serve data/club.pgn.gz --open\n```\n",
            "\n```sh\ncargo install --path crates/cli --features object-storage\n```\n",
        ];
        let known: usize = elsewhere.iter().map(|block| page_text.matches(block).count()).sum();
        assert_eq!(page_text.matches("\n```sh\n").count(), known, "{page}");
        // Within a sentence stand names of commands, and no file or text that one could be run
        // with.
        let prose: String = page_text.split("\n```").step_by(2).collect();
        let inline = prose.split('`').skip(1).step_by(2);
        for code in inline.filter(|code| code.starts_with("zobrist ")) {
            assert!(!code.contains(['.', '"', '/']), "{page}: `{code}` is not run");
        }
    }
}

#[test]
fn the_description_of_rookie_is_that_of_its_page() {
    let description = text("data/rookie/rookie.toml");
    assert!(text("docs/your-engine.md").contains(&format!("```toml\n{description}```\n")));
}

#[test]
fn players_see_the_output_shown() {
    run_page("docs/players.md", 20);
}

#[test]
fn authors_of_engines_see_the_output_shown() {
    run_page("docs/engines.md", 6);
}

/// The formula gives what is shown below it.
#[test]
fn an_index_of_all_games_is_projected() {
    run_page("docs/scale.md", 5);
    let Some(python) = python() else { return };
    let page = text("docs/scale.md");
    let block = |language: &str| {
        let (_, block) = page.split_once(&format!("\n```{language}\n")).unwrap();
        block.split_once("```\n").unwrap().0
    };
    let output = std::process::Command::new(python).args(["-c", block("python")]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), block("text"));
}

#[test]
fn an_engine_is_checked_in_ten_minutes() {
    run_page("docs/your-engine.md", 30);
}

#[test]
fn programs_of_any_game_see_the_output_shown() {
    run_page("docs/any-game.md", 21);
}

#[test]
fn simulation_and_go_show_their_output() {
    run_page("docs/simulation-and-go.md", 8);
}

#[test]
fn authors_of_go_programs_see_the_output_shown() {
    run_page("docs/go.md", 5);
}

#[test]
fn a_session_over_gtp_shows_its_replies() {
    run_page("docs/gtp.md", 4);
}

/// The page has every command of the session, and no other.
#[test]
fn the_page_on_gtp_has_every_command() {
    let list = zobrist_on("list_commands\n", ["go", "gtp"]).done();
    let listed: Vec<&str> = list.trim_start_matches("= ").trim_end().lines().collect();
    let page = text("docs/gtp.md");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut named: Vec<&str> = rows.filter_map(|row| row.split(['`', ' ']).next()).collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!(named, listed);
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
    assert!(matches(&["a … c … e"], &["a b c d e"]));
    assert!(!matches(&["a … c … c"], &["a b c"]));
}

/// Runs the commands of a page one after the other in one folder, and compares what they print.
#[track_caller]
fn run_page(page: &str, min_commands: usize) {
    let text = text(page);
    let folder = checkout(&text);
    let has_duckdb = !text.contains("$ duckdb ") && !text.contains("&& duckdb ") || duckdb(&folder);
    let bin = Path::new(ZOBRIST).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{}:{path}", folder.path("bin").display(), bin.display());

    let commands = commands(&text);
    assert!(commands.len() >= min_commands, "{page} has {} commands", commands.len());
    for (command, expected) in commands {
        if command.contains("duckdb ") && !has_duckdb {
            say(&format!("{page}: $ {command}"));
            continue;
        }
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

/// Puts the command `duckdb` into `bin`. False if there is no Python that has its module.
fn duckdb(folder: &Folder) -> bool {
    let Some(python) = python() else { return false };
    fs::create_dir(folder.path("bin")).unwrap();
    let script = format!("{REPOSITORY}/tests/readers/duckdb_csv.py");
    folder.write("bin/duckdb", format!("#!/bin/sh\nexec '{python}' -B '{script}' \"$@\"\n"));
    fs::set_permissions(folder.path("bin/duckdb"), fs::Permissions::from_mode(0o755)).unwrap();
    true
}
