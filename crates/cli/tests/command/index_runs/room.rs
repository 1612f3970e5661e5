//! Runs with more games than there is room for: the others get numbers after those of all runs.

use super::{
    build_planned, check_whole, games_rows, index, keyed_files, manifest, plan, same_by_duckdb,
};
use crate::tool::Folder;

/// A file of few long games, for as long as the sample of a plan, and then many short ones.
fn crowded() -> Folder {
    let comment = "a long comment ".repeat(20_000);
    let mut text = String::new();
    for number in 0..4 {
        text += &format!("[White \"Long {number}\"]\n\n1. e4 {{{comment}}} e5 *\n\n");
    }
    for number in 0..5000 {
        let first = ["e4", "d4", "c4"][number % 3];
        text += &format!("[White \"Short {number}\"]\n\n1. {first} c6 1-0\n\n");
    }
    let folder = Folder::with("crowded.pgn", text);
    folder.write("other.pgn", "1. e4 e5 *\n\n1. d4 d5 0-1\n");
    folder
}

#[test]
fn games_without_room_follow_all_others() {
    let folder = crowded();
    let line = "planned crowded.pgn other.pgn --runs 2";
    assert_eq!(plan(&folder, line), 2);
    index(&folder, "build same --plan planned/.building/plan.json").done();
    build_planned(&folder, line, 2).done();
    let files = manifest(&folder, "planned")["game_files"].clone();
    let number = |file: usize, field: &str| files[file][field].as_u64().unwrap();
    assert_eq!(files.as_array().unwrap().len(), 3, "{files}");
    assert!(number(0, "rows") < 5004 && number(0, "rows") + number(2, "rows") == 5004, "{files}");
    assert!(number(2, "first") >= number(1, "bound"), "{files}");
    check_whole(&folder, "planned");
    check_whole(&folder, "same");
    assert_eq!(keyed_files(&folder, "planned"), keyed_files(&folder, "same"));
    assert_eq!(games_rows(&folder, "planned"), games_rows(&folder, "same"));
    same_by_duckdb(&folder, "rows", ["planned", "same"]);
    index(&folder, "build plain crowded.pgn other.pgn").done();
    same_by_duckdb(&folder, "places", ["planned", "plain"]);
    for moves in ["", "e4", "d4 c6"] {
        let [got, expected] = ["planned", "plain"]
            .map(|dir| folder.zobrist(["explore", dir, "--moves", moves, "--format", "jsonl"]));
        let rows = |run: crate::tool::Run| (run.code, run.stdout, run.stderr);
        assert_eq!(rows(got), rows(expected));
    }
    // More games come after those.
    folder.write("more.pgn", "1. g3 *\n");
    index(&folder, "add planned more.pgn").done();
    check_whole(&folder, "planned");
    index(&folder, "merge planned").done();
    check_whole(&folder, "planned");
    assert_eq!(games_rows(&folder, "planned").len(), 5007);
}
