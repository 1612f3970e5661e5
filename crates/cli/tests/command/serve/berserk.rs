//! The routes of lichess's explorer, asked by somebody else's client: berserk.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Server;
use super::lichess_games::write_mixed;
use crate::readers::python_with;
use crate::tool::SAMPLE;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/explorer_client.py");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/serve-api.md");
const MODULES: &str = "import berserk, chess, duckdb, requests";

#[track_caller]
fn agrees(python: &str, games: &Path, positions: &str) {
    let server = Server::start(&[games.to_str().unwrap()]);
    let url = format!("http://{}", server.address);
    let mut command = Command::new(python);
    command.args(["-B", SCRIPT, "--positions", positions, &url]).arg(games);
    let output = command.output().unwrap();
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(
        output.status.success() && out.starts_with(&format!("{positions} positions")),
        "{out}{err}"
    );
}

#[test]
fn berserk_reads_positions_and_games_of_the_sample() {
    let Some(python) = python_with(MODULES) else { return };
    agrees(&python, Path::new(SAMPLE), "40");
}

#[test]
fn berserk_reads_castling_and_leaves_games_without_a_result_out() {
    let Some(python) = python_with(MODULES) else { return };
    let folder = write_mixed();
    agrees(&python, &folder.path("mixed.pgn"), "150");
}

#[test]
fn the_client_of_the_page_runs() {
    let Some(python) = python_with(MODULES) else { return };
    let page = fs::read_to_string(PAGE).unwrap();
    let code = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let server = Server::start(&[SAMPLE]);
    let code = code.replace("127.0.0.1:8960", &server.address).replace("\n  ", "\n");
    let output = Command::new(python).args(["-c", code.trim()]).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Sicilian Defense\n", "{err}");
}
