//! All options of building work by tasks as they do in one build.

use super::{
    build_planned, check_whole, combine_all, games_rows, index, keyed_files, manifest, plan,
    run_all, same_by_duckdb, two_files,
};
use crate::rookie::{Engine, folder as folder_of_rookie};
use crate::tool::{Folder, gz};

/// Games with Elos, bad moves and a repetition.
const MIXED: &str = "[White \"A\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\n1. d4 d5 2. Nf3 Nf6 1-0\n\n\
    [White \"B\"]\n\n1. e5 *\n\n\
    [White \"C\"]\n[WhiteElo \"2100\"]\n[BlackElo \"1900\"]\n\n1. e4 e5 2. Ke2 Ke7 0-1\n\n\
    [White \"D\"]\n[WhiteElo \"2600\"]\n[BlackElo \"2300\"]\n\n1. e4 c5 2. Nf3 Ke4 *\n";

/// A plain build and one by tasks, with the same options, have the same exit status, rows, answers
/// and counts of sources, and say the same about the games.
#[track_caller]
fn same_with(folder: &Folder, files: &str, options: &str) {
    let args = format!("{files} {options} --replace").replace("  ", " ");
    let plain = index(folder, &format!("build plain {args}"));
    let runs = plan(folder, &format!("planned {args} --runs 2"));
    assert_eq!(runs, 2, "{options}");
    let mut messages = String::new();
    for number in 1..=runs {
        let run = index(folder, &format!("run planned {number}"));
        assert_eq!((run.code, &*run.stdout), (0, ""), "{options}: {}", run.stderr);
        messages += &run.stderr;
    }
    combine_all(folder, "planned", 2);
    let commit = index(folder, "commit planned");
    assert_eq!((commit.code, &*commit.stderr), (plain.code, ""), "{options}: {}", plain.stderr);
    assert_eq!(commit.closing, plain.closing.replace("plain", "planned"), "{options}");
    let of_games = |text: &str| -> Vec<String> {
        let games = text.lines().filter(|line| line.contains(" (byte "));
        // A task says the whole path.
        let whole = format!("{}/", folder.path("").display()).replace("//", "/");
        games.map(|line| line.replace(&whole, "")).collect()
    };
    // A run has no options of its own to name.
    let expected = plain.stderr.replace("; --keep-valid keeps the moves before it", "");
    assert_eq!(of_games(&messages), of_games(&expected), "{options}");
    let [got, expected] = ["planned", "plain"].map(|dir| manifest(folder, dir)["sources"].clone());
    assert_eq!(got, expected, "{options}");
    for moves in ["", "e4", "e4 e5", "d4"] {
        let [got, expected] = ["planned", "plain"].map(|dir| {
            let run = folder.zobrist(["explore", dir, "--moves", moves, "--format", "jsonl"]);
            (run.code, run.stdout)
        });
        assert_eq!(got, expected, "{options}");
    }
    same_by_duckdb(folder, "renumbered", ["planned", "plain"]);
    check_whole(folder, "planned");
}

#[test]
fn games_are_rejected_shortened_and_left_out_as_in_one_build() {
    let folder = two_files();
    folder.write("mixed.pgn", MIXED);
    for options in [
        "",
        "--keep-valid",
        "--max-ply 3",
        "--min-elo 2000",
        "--keep-valid --min-elo 2200 --max-ply 2",
        "--relative",
        "--files 3",
        "--scheme polyglot",
    ] {
        same_with(&folder, "a.pgn mixed.pgn", options);
    }
}

#[test]
fn an_archive_that_is_cut_off_is_accepted_in_part() {
    let folder = two_files();
    let whole = gz(std::fs::read(folder.path("b.pgn")).unwrap());
    folder.write("cut.pgn.gz", &whole[..whole.len() / 2]);
    same_with(&folder, "a.pgn cut.pgn.gz", "--partial");
    let sources = manifest(&folder, "planned")["sources"].clone();
    assert_eq!((&sources[0]["partial"], &sources[1]["partial"]), (&false.into(), &true.into()));

    assert_eq!(plan(&folder, "strict a.pgn cut.pgn.gz --runs 2"), 2);
    let message = index(&folder, "run strict 2").refused();
    assert!(message.contains("cut.pgn.gz:") && message.contains("truncated"), "{message}");
    assert!(message.contains("nothing was kept; mend the file and plan the build again"));
    let missing = index(&folder, "commit strict").refused();
    assert!(missing.contains("build what is missing: 1, 2;"), "{missing}");
    // Other runs are built all the same.
    run_all(&folder, "strict", [1]);
}

#[test]
fn a_scheme_of_ones_own_is_that_of_the_plan() {
    let folder = folder_of_rookie(&Engine::new());
    folder.write("a.pgn", super::games(0, 20));
    folder.write("mixed.pgn", MIXED);
    same_with(&folder, "a.pgn mixed.pgn", "--scheme rookie.toml");
    // No task needs its file.
    plan(&folder, "again a.pgn mixed.pgn --scheme rookie.toml");
    std::fs::remove_file(folder.path("rookie.toml")).unwrap();
    run_all(&folder, "again", [1]);
    combine_all(&folder, "again", 1);
    assert_eq!(index(&folder, "commit again").code, 1);
    index(&folder, "build same --plan planned/.building/plan.json").refused();
    assert_eq!(manifest(&folder, "again")["scheme"], manifest(&folder, "planned")["scheme"]);
    check_whole(&folder, "again");
}

#[test]
fn duplicates_are_not_left_out() {
    let folder = two_files();
    for option in ["--dedup", "--dedup=exact", "--dedup=players"] {
        let message = index(&folder, &format!("plan planned a.pgn {option}")).refused();
        assert_eq!(
            message,
            "zobrist: expected a build by many tasks to keep duplicates, since no task sees all \
             games; build on one machine to leave them out, or list them in the complete index; \
             `zobrist index build --dedup` leaves them out, `zobrist index duplicates` lists them\n"
        );
        assert!(!folder.path("planned").exists());
    }
}

#[test]
fn runs_without_games_are_no_harm() {
    let folder = two_files();
    folder.write("none.pgn", "[White \"X\"]\n\n1. e5 *\n");
    let commit = build_planned(&folder, "planned empty.pgn none.pgn --runs 2", 3);
    assert_eq!(commit.code, 1, "{}", commit.stderr);
    assert_eq!(commit.closing, "zobrist: 0 games, 0 positions, 1 rejected in … s: planned\n");
    check_whole(&folder, "planned");
    let line = "mixed empty.pgn a.pgn none.pgn --runs 3";
    assert_eq!(build_planned(&folder, line, 2).code, 1);
    check_whole(&folder, "mixed");
    index(&folder, "build plain a.pgn").done();
    assert_eq!(keyed_files(&folder, "mixed")[0][1], keyed_files(&folder, "plain")[0][1]);
    assert_eq!(games_rows(&folder, "mixed").len(), 20);
}

/// A folder and standard input as sources.
#[test]
fn sources_are_files() {
    let folder = two_files();
    let message = folder.zobrist_on("1. e4 *\n", ["index", "plan", "planned", "-"]).refused();
    assert!(message.contains("-: expected a file whose name is UTF-8"), "{message}");
    let message = index(&folder, "plan planned none.pgn").refused();
    assert_eq!(message, "zobrist: cannot open none.pgn: No such file or directory (os error 2)\n");
    assert!(!folder.path("planned").exists());
    let twice = index(&folder, "plan planned a.pgn b.pgn a.pgn --runs 2");
    assert_eq!((twice.code, &*twice.stdout), (1, "2\n"), "{}", twice.stderr);
    assert!(twice.stderr.contains("a.pgn"), "{}", twice.stderr);
}
