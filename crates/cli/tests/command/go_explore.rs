//! `zobrist go explore`: what came next in positions, corners and sides.

use std::process::Command;

use crate::readers::python_with;
use crate::tool::{Folder, Run, ZOBRIST, run, zobrist_on};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/go_explore.py");

/// Games of which two have the same corner, and one on a smaller board.
pub fn games() -> Folder {
    let game = "(;SZ[19]PB[Ada]PW[Bob]RE[B+R]DT[2016-03-09];B[pd];W[dp];B[qf];W[nc])";
    let folder = Folder::with("a.sgf", game);
    // Half a turn, with the colors swapped.
    folder.write("b.sgf", "(;SZ[19]PB[Cleo]RE[W+2]DT[1999];W[dp];B[cn])");
    folder.write("c.sgf", "(;SZ[19];B[pd])(;SZ[9];B[gc];W[gg])(;SZ[19];B[jp];W[lq])");
    folder
}

fn explore(folder: &Folder, options: &[&str]) -> Run {
    let words = [&["go", "explore", "a.sgf", "b.sgf", "c.sgf"], options].concat();
    let mut command = assert_cmd::Command::new(ZOBRIST);
    command.args(words).current_dir(folder.path("."));
    let run = run(command.env("XDG_CACHE_HOME", folder.path("cache")));
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

#[test]
fn moves_that_followed_in_a_corner() {
    let folder = games();
    let run = explore(&folder, &["--corner", "Q16"]);
    let expected = "R14\tBlack\t1\t1\t0\t1\t2016\t2016\nR14\tWhite\t1\t1\t0\t0\t1999\t1999\n\
                    none\t\t1\t0\t0\t0\t\t\n";
    assert_eq!(run.stdout, expected);
    assert!(run.stderr.contains("zobrist: found in 3 of 5 games\n"), "{}", run.stderr);
    // In any corner, and not if it must stay where it is.
    assert_eq!(explore(&folder, &["--corner", "d4"]).stdout.lines().count(), 3);
    assert_eq!(explore(&folder, &["--corner", "b:Q4", "--exact"]).stdout, "");
    let exact = explore(&folder, &["--corner", "Q16", "--exact"]).stdout;
    assert_eq!(exact, "R14\tBlack\t1\t1\t0\t1\t2016\t2016\nnone\t\t1\t0\t0\t0\t\t\n");
    // Stones outside of a smaller corner do not matter.
    let small = explore(&folder, &["--corner", "Q16", "--corner-size", "5", "--exact"]).stdout;
    assert_eq!(small, "none\t\t2\t1\t0\t1\t2016\t2016\n");
    let two = explore(&folder, &["--corner", "b:Q16 b:R14", "--format", "csv"]).stdout;
    assert_eq!(
        two,
        "move,player,games,black_wins,white_wins,tenuki,first_year,last_year\n\
         O17,White,1,1,0,0,2016,2016\n"
    );
}

#[test]
fn games_are_listed_and_chosen_by_their_players() {
    let folder = games();
    let run = explore(&folder, &["--corner", "Q16", "--games"]);
    let expected = "a.sgf\t1\t1\tnone\tfalse\tR14\tBlack\t1\tAda\tBob\tB+R\t2016-03-09\n\
                    b.sgf\t1\t1\thalf-turn\ttrue\tR14\tWhite\t0\tCleo\t\tW+2\t1999\n\
                    c.sgf\t1\t1\tnone\tfalse\tnone\t\t0\t\t\t\t\n";
    assert_eq!(run.stdout, expected);
    let run = explore(&folder, &["--corner", "Q16", "--games", "--player", "BO"]);
    assert_eq!(run.stdout, expected.split_inclusive('\n').next().unwrap());
    assert!(run.stderr.contains("found in 1 of 1 game\n"), "{}", run.stderr);
}

#[test]
fn positions_and_sides() {
    let folder = games();
    folder.write("position.sgf", "(;SZ[19];B[pd];W[dp])");
    let run = explore(&folder, &["--position", "position.sgf"]);
    assert_eq!(run.stdout, "R14\tBlack\t1\t1\t0\t0\t2016\t2016\n");
    let rows = explore(&folder, &["--side", "K4"]).stdout;
    assert_eq!(rows, "M3\tWhite\t1\t0\t0\t0\t\t\n");
    // By any edge.
    let rows = explore(&folder, &["--side", "w:Q10"]).stdout;
    assert_eq!(rows.lines().count(), 1, "{rows}");
    let board = ["..../", "..../", ".X../", "...."].concat();
    let run = zobrist_on("(;SZ[4];W[cb];B[];W[bb])", ["go", "explore", "--board", &board]);
    assert_eq!(run.stdout, "pass\tWhite\t1\t0\t0\t0\t\t\n");
}

#[test]
fn what_is_asked_for_must_be_one_thing() {
    let refused = |options: &[&str]| {
        let run = zobrist_on("(;SZ[19])", [&["go", "explore"], options].concat());
        assert_eq!(run.code, 2, "{}", run.stdout);
        run.stderr
    };
    refused(&[]);
    refused(&["--corner", "Q16", "--side", "K4"]);
    let said = refused(&["--corner", "Q16 D4"]);
    assert!(said.contains("expected stones in one corner of 9 x 9 points"), "{said}");
    assert!(refused(&["--side", "D4"]).contains("expected stones on one side of 11 x 7 points"));
    assert!(refused(&["--side", "D4", "--size", "9"]).contains("at least 11 points each way"));
    assert!(refused(&["--corner", ""]).contains("got none"));
    assert!(refused(&["--corner", "x:D4"]).contains("expected b: or w:"));
    assert!(refused(&["--corner", "D4 D4"]).contains("cannot read --corner"));
    assert!(refused(&["--board", "./."]).contains("expected a position with a stone"));
}

/// A move that cannot be played ends its game, and is a rejection if nothing was found before.
#[test]
fn games_are_followed_as_far_as_they_go() {
    let game = "(;SZ[9];B[gc];W[gg];B[gg])";
    let run = zobrist_on(game, ["go", "explore", "--size", "9", "--board", "X . O/. . ./. . ."]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let run = zobrist_on(game, ["go", "explore", "--size", "9", "--corner", "A1 C1 A3"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("move 3: "), "{}", run.stderr);
}

#[test]
fn answers_are_those_of_a_replay_by_sgfmill() {
    let Some(python) = python_with("import sgfmill") else { return };
    let cache = Folder::new();
    let mut command = Command::new(python);
    command.args(["-B", SCRIPT, "--zobrist", ZOBRIST]).env("XDG_CACHE_HOME", cache.path("."));
    let output = command.output().unwrap();
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(output.status.success(), "{out}{err}");
}
