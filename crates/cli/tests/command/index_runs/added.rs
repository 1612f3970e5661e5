//! Plans beside an index, in its place, and plans that are given up.

use std::fs;

use super::{
    build_planned, check_whole, combine_all, files_below, games_rows, index, keyed_files, manifest,
    plan, run_all, same_by_duckdb, two_files,
};
use crate::tool::Folder;

/// An index of `a.pgn`.
fn with_index() -> Folder {
    let folder = two_files();
    index(&folder, "build idx a.pgn --max-ply 30").done();
    folder
}

fn starts(folder: &Folder) -> String {
    folder.zobrist(["explore", "idx", "--format", "jsonl"]).stdout
}

#[test]
fn games_are_planned_beside_an_index() {
    let folder = with_index();
    let before = starts(&folder);
    let runs = plan(&folder, "idx b.pgn empty.pgn --add --runs 2 --max-ply 30");
    assert_eq!(runs, 2);
    run_all(&folder, "idx", [2, 1]);
    combine_all(&folder, "idx", 2);
    // Until the end, the index answers as before.
    assert_eq!(starts(&folder), before);
    index(&folder, "verify idx").done();
    let commit = index(&folder, "commit idx");
    assert_eq!(commit.code, 0, "{}", commit.stderr);
    assert_eq!(games_rows(&folder, "idx").len(), 60);
    check_whole(&folder, "idx");
    index(&folder, "build plain a.pgn --max-ply 30").done();
    index(&folder, "add plain b.pgn empty.pgn --max-ply 30").done();
    assert_eq!(keyed_files(&folder, "idx"), keyed_files(&folder, "plain"));
    let of = |dir: &str| folder.zobrist(["explore", dir, "--format", "jsonl"]).done();
    assert_eq!(of("idx"), of("plain"));
    index(&folder, "merge idx").done();
    index(&folder, "merge plain").done();
    same_by_duckdb(&folder, "renumbered", ["idx", "plain"]);
}

#[test]
fn files_that_are_there_already_are_left_out() {
    let folder = with_index();
    let left_out = "zobrist: a.pgn is in the index already (same name, size and time); it is left \
                    out (--again adds it all the same)\n";
    let run = index(&folder, "plan idx a.pgn --add");
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (1, "", left_out));
    assert_eq!(files_below(&folder.path("idx/.building")), Vec::<String>::new());
    let run = index(&folder, "plan idx a.pgn b.pgn --add --runs 2");
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (1, "1\n", left_out));
    abandon(&folder);
    let run = index(&folder, "plan idx a.pgn --add --again");
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "1\n", ""));
    run_all(&folder, "idx", [1]);
    combine_all(&folder, "idx", 1);
    assert_eq!(index(&folder, "commit idx").code, 0);
    assert_eq!(games_rows(&folder, "idx").len(), 40);
    check_whole(&folder, "idx");
}

#[track_caller]
fn abandon(folder: &Folder) {
    let run = index(folder, "plan idx --abandon");
    let expected = "zobrist: the plan of idx is removed, with all that its runs have made\n";
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", expected));
}

#[test]
fn an_index_is_replaced_at_the_end() {
    let folder = with_index();
    let message = index(&folder, "plan idx b.pgn").refused();
    assert_eq!(
        message,
        "zobrist: idx holds an index already; --add plans games beside it, and --replace an index \
         in its place\n"
    );
    let before = starts(&folder);
    assert_eq!(plan(&folder, "idx b.pgn --replace --scheme polyglot"), 1);
    run_all(&folder, "idx", [1]);
    combine_all(&folder, "idx", 1);
    assert_eq!(starts(&folder), before);
    index(&folder, "commit idx").done();
    assert_eq!(manifest(&folder, "idx")["scheme"], "polyglot");
    assert_eq!(games_rows(&folder, "idx").len(), 40);
    check_whole(&folder, "idx");
}

#[test]
fn a_plan_that_is_given_up_leaves_the_index_as_it_was() {
    let folder = with_index();
    let before = files_below(&folder.path("idx"));
    let text = fs::read(folder.path("idx/manifest.json")).unwrap();
    for option in ["--add", "--replace"] {
        plan(&folder, &format!("idx b.pgn {option}"));
        run_all(&folder, "idx", [1]);
        combine_all(&folder, "idx", 1);
        assert_ne!(files_below(&folder.path("idx")), before);
        abandon(&folder);
        assert_eq!(files_below(&folder.path("idx")), before);
        assert!(fs::read(folder.path("idx/manifest.json")).unwrap() == text);
    }
    let message = index(&folder, "plan idx --abandon").refused();
    assert_eq!(
        message,
        "zobrist: idx holds no plan of a build; plan it first; `zobrist index plan` makes one\n"
    );
    index(&folder, "plan none --abandon").refused();
    assert!(!folder.path("none").exists());
}

#[test]
fn planning_the_same_again_changes_nothing_and_something_else_is_refused() {
    let folder = two_files();
    assert_eq!(plan(&folder, "idx a.pgn b.pgn --runs 2 --max-ply 9"), 2);
    let before = fs::read(folder.path("idx/.building/plan.json")).unwrap();
    run_all(&folder, "idx", [1]);
    let made = files_below(&folder.path("idx"));
    assert_eq!(plan(&folder, "idx a.pgn b.pgn --runs 2 --max-ply 9"), 2);
    for other in [
        "a.pgn b.pgn --runs 2",
        "a.pgn b.pgn --runs 1 --max-ply 9",
        "a.pgn --runs 2 --max-ply 9",
        "b.pgn a.pgn --runs 2 --max-ply 9",
        "a.pgn b.pgn --runs 2 --max-ply 9 --files 2",
        "a.pgn b.pgn --runs 2 --max-ply 9 --scheme polyglot",
        "a.pgn b.pgn --runs 2 --max-ply 9 --partial",
        "a.pgn b.pgn --runs 2 --max-ply 9 --keep-valid",
        "a.pgn b.pgn --runs 2 --max-ply 9 --relative",
    ] {
        assert_eq!(
            index(&folder, &format!("plan idx {other}")).refused(),
            "zobrist: idx holds the plan of a build that is not complete; commit or abandon it \
             first; `zobrist index commit idx` or `zobrist index plan idx --abandon`\n",
            "{other}"
        );
    }
    assert!(fs::read(folder.path("idx/.building/plan.json")).unwrap() == before);
    assert_eq!(files_below(&folder.path("idx")), made);
}

/// Next month's files, again and again.
#[test]
fn an_index_grows_by_plans_alone() {
    let folder = two_files();
    build_planned(&folder, "idx a.pgn", 1).done();
    build_planned(&folder, "idx b.pgn --add", 2).done();
    build_planned(&folder, "idx empty.pgn --add", 1).done();
    check_whole(&folder, "idx");
    assert_eq!(games_rows(&folder, "idx").len(), 60);
    index(&folder, "remove idx a.pgn").done();
    build_planned(&folder, "idx a.pgn --add", 1).done();
    check_whole(&folder, "idx");
    assert_eq!(games_rows(&folder, "idx").len(), 60);
}
