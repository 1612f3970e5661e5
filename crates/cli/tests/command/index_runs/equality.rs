//! An index built by many tasks is that of one machine.

use super::{
    build_planned, check_whole, combine_all, games, games_rows, index, keyed_files, manifest, plan,
    run_all, same_by_duckdb,
};
use crate::tool::{Folder, LINES, SAMPLE};

/// The sample in four files.
fn four_files() -> Folder {
    let folder = Folder::new();
    for (name, from, to) in [("a", 0, 700), ("b", 700, 1300), ("c", 1300, 1301), ("d", 1301, 2000)]
    {
        folder.write(&format!("{name}.pgn"), games(from, to));
    }
    folder
}

const FILES: &str = "a.pgn b.pgn c.pgn d.pgn";

#[test]
fn tasks_in_any_order_make_what_one_machine_makes() {
    let folder = four_files();
    let line = format!("planned {FILES} --runs 3 --files 5");
    assert_eq!(plan(&folder, &line), 3);
    index(&folder, "build other --plan planned/.building/plan.json").done();
    run_all(&folder, "planned", [2, 3, 1]);
    combine_all(&folder, "planned", 3);
    let commit = index(&folder, "commit planned");
    let closing = "zobrist: 2000 games, 219452 positions, 0 rejected in … s: planned\n";
    assert_eq!((commit.code, &*commit.closing), (0, closing), "{}", commit.stderr);
    let files = keyed_files(&folder, "planned");
    assert_eq!((files.len(), files.iter().all(|[_, _, rows]| *rows > 0)), (10, true));
    assert_eq!(files, keyed_files(&folder, "other"));
    assert_eq!(games_rows(&folder, "planned"), games_rows(&folder, "other"));
    same_by_duckdb(&folder, "rows", ["planned", "other"]);
    check_whole(&folder, "planned");
    check_whole(&folder, "other");
}

#[test]
fn answers_and_rows_are_those_of_a_plain_build() {
    let folder = four_files();
    index(&folder, &format!("build plain {FILES}")).done();
    build_planned(&folder, &format!("planned {FILES} --runs 3"), 2).done();
    let bounds = manifest(&folder, "planned")["game_files"].clone();
    let bounds = bounds.as_array().unwrap().iter();
    assert!(bounds.clone().any(|file| file["bound"].as_u64() > Some(2000)), "{bounds:?}");
    for line in LINES {
        let [got, expected] = ["planned", "plain"].map(|dir| {
            let run = folder.zobrist(["explore", dir, "--moves", line, "--format", "jsonl"]);
            (run.code, run.stdout, run.stderr)
        });
        assert_eq!(got, expected, "{line}");
        assert_eq!(got.1.contains("\"type\":\"move\""), line != "a4 a5 h4 h5", "{line}");
    }
    same_by_duckdb(&folder, "renumbered", ["planned", "plain"]);
}

/// The line of the help, with the command on the path.
#[test]
fn a_shell_can_run_all_tasks() {
    let folder = four_files();
    let line = format!(
        "runs=$(\"$Z\" index plan planned {FILES} --runs 4) && \
         seq \"$runs\" | xargs -P 2 -n 1 \"$Z\" index run planned && \
         seq 4 | xargs -P 2 -I{{}} \"$Z\" index combine planned {{}}/4 && \
         \"$Z\" index commit planned"
    );
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &line]).env("Z", crate::tool::ZOBRIST).current_dir(folder.path("."));
    let output = shell.output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b""[..]), "{messages}");
    assert!(messages.contains("zobrist: 2000 games, 219452 positions, 0 rejected"), "{messages}");
    check_whole(&folder, "planned");
}

#[test]
fn one_compressed_file_is_one_run() {
    let folder = Folder::new();
    assert_eq!(plan(&folder, &format!("planned {SAMPLE} --runs 7")), 1);
    run_all(&folder, "planned", [1]);
    combine_all(&folder, "planned", 1);
    index(&folder, "commit planned").done();
    index(&folder, &format!("build plain {SAMPLE}")).done();
    assert_eq!(keyed_files(&folder, "planned"), keyed_files(&folder, "plain"));
    assert_eq!(games_rows(&folder, "planned"), games_rows(&folder, "plain"));
}

/// A build by a plan that was stopped goes on after the runs that are done.
#[test]
fn a_build_by_a_plan_goes_on() {
    let folder = four_files();
    plan(&folder, &format!("planned {FILES} --runs 3"));
    std::fs::copy(folder.path("planned/.building/plan.json"), folder.path("plan.json")).unwrap();
    index(&folder, "build other --plan plan.json").done();
    // Another folder with the same plan, of which a task has done a run.
    let again = index(&folder, "build other --plan plan.json").refused();
    let expected = "zobrist: other holds an index already; --replace builds another in its place\n";
    assert_eq!(again, expected);
    index(&folder, "build other --plan plan.json --replace").done();
    check_whole(&folder, "other");
    let refused = index(&folder, "build other --plan plan.json a.pgn").refused();
    assert!(refused.contains("cannot be used with"), "{refused}");
    folder.write("other.json", "{\"format\": \"something\"}");
    let refused = index(&folder, "build third --plan other.json").refused();
    assert!(refused.contains("other.json cannot be used: expected the format zobrist-build-plan"));
    assert!(!folder.path("third").exists());
    let refused = index(&folder, "build third --plan none.json").refused();
    assert!(refused.contains("cannot read none.json"), "{refused}");
}
