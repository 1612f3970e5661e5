//! A file that `pzstd` has written is cut, and its games have the places of the whole file.

use super::{
    build_planned, check_whole, games, games_rows, index, keyed_files, manifest, plan, pzstd,
    same_by_duckdb, unnumbered,
};
use crate::tool::Folder;

/// Games of the sample in frames that end anywhere, and a small file.
fn framed() -> Folder {
    let text = games(0, 400);
    let folder = Folder::with("games.pgn.zst", pzstd(text.as_bytes().chunks(41_117)));
    folder.write("small.pgn", games(400, 410));
    folder
}

/// File, number in it and offset of all games.
fn places(folder: &Folder, dir: &str) -> Vec<String> {
    let rows = index(folder, &format!("games {dir} --format csv"));
    assert_eq!(rows.code, 0, "{}", rows.stderr);
    let place = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        [cells[1], cells[2], cells[cells.len() - 1]].join(" ")
    };
    rows.stdout.lines().map(place).collect()
}

#[test]
fn games_of_pieces_have_true_numbers_and_offsets() {
    let folder = framed();
    let both = "games.pgn.zst small.pgn";
    for (files, runs) in [("games.pgn.zst", 2), (both, 3), (both, 4)] {
        index(&folder, &format!("build plain {files} --replace")).done();
        let dir = format!("planned{runs}");
        let line = format!("{dir} {files} --runs {runs}");
        assert_eq!(plan(&folder, &line), runs);
        build_planned(&folder, &line, 2).done();
        let files = manifest(&folder, &dir)["game_files"].clone();
        let pieces = files.as_array().unwrap().iter().filter(|file| !file["offset"].is_null());
        assert!(pieces.clone().count() >= 2, "{files}");
        assert!(pieces.clone().any(|file| file["before"].as_u64() > Some(0)), "{files}");
        assert_eq!(places(&folder, &dir), places(&folder, "plain"));
        assert_eq!(unnumbered(&folder, &dir), unnumbered(&folder, "plain"));
        same_by_duckdb(&folder, "renumbered", [&dir, "plain"]);
        check_whole(&folder, &dir);
        // The games of the first moves are named with their places.
        let of_explore = |dir: &str| {
            let args = ["explore", dir, "--moves", "e4 c5", "--games", "100", "--format", "csv"];
            let run = folder.zobrist(args);
            assert_eq!(run.code, 0);
            let from_number = |row: &str| row.split_once(',').unwrap().1.to_owned();
            run.stdout.lines().skip(1).map(from_number).collect::<Vec<_>>()
        };
        assert_eq!(of_explore(&dir), of_explore("plain"));
        let text = |dir: &str| {
            let run = index(&folder, &format!("games {dir} --from-source"));
            assert_eq!(run.code, 0, "{}", run.stderr);
            run.stdout
        };
        assert!(text(&dir) == text("plain"));
    }
}

#[test]
fn a_build_by_the_plan_has_the_same_pieces() {
    let folder = framed();
    plan(&folder, "planned games.pgn.zst --runs 3");
    index(&folder, "build other --plan planned/.building/plan.json").done();
    build_planned(&folder, "planned games.pgn.zst --runs 3", 1).done();
    assert_eq!(keyed_files(&folder, "planned"), keyed_files(&folder, "other"));
    assert_eq!(games_rows(&folder, "planned"), games_rows(&folder, "other"));
    same_by_duckdb(&folder, "rows", ["planned", "other"]);
    check_whole(&folder, "other");
}

#[test]
fn merging_and_removing_keep_the_places() {
    let folder = framed();
    index(&folder, "build plain games.pgn.zst").done();
    build_planned(&folder, "planned games.pgn.zst --runs 3", 2).done();
    let expected = places(&folder, "plain");
    index(&folder, "add planned small.pgn").done();
    index(&folder, "merge planned").done();
    assert_eq!(places(&folder, "planned")[..expected.len()], expected);
    check_whole(&folder, "planned");
    index(&folder, "remove planned small.pgn").done();
    assert_eq!(places(&folder, "planned"), expected);
    check_whole(&folder, "planned");
    assert_eq!(unnumbered(&folder, "planned"), unnumbered(&folder, "plain"));
    index(&folder, "add planned small.pgn").done();
    index(&folder, "remove planned games.pgn.zst").done();
    assert_eq!(places(&folder, "planned").len(), 11);
    check_whole(&folder, "planned");
}

/// Rejected games of a piece count in the numbers of the next one, and are reported where they are.
#[test]
fn rejected_games_of_pieces_are_counted() {
    let mut text = games(0, 60);
    let bad = "[White \"X\"]\n\n1. e5 *\n\n";
    let middle = text.find("\n\n[Event ").unwrap() + 2;
    text.insert_str(middle, bad);
    text.push_str(bad);
    let folder = Folder::with("games.pgn.zst", pzstd(text.as_bytes().chunks(9_973)));
    let plain = index(&folder, "build plain games.pgn.zst");
    let runs = plan(&folder, "planned games.pgn.zst --runs 3");
    assert_eq!(runs, 3);
    let mut lines = Vec::new();
    for number in 1..=runs {
        let run = index(&folder, &format!("run planned {number}"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        lines.extend(run.stderr.lines().map(str::to_owned));
    }
    index(&folder, "combine planned 1/1").done();
    let commit = index(&folder, "commit planned");
    assert_eq!((commit.code, &*commit.stderr), (1, ""));
    assert!(commit.closing.contains("60 games, ") && commit.closing.contains(", 2 rejected"));
    assert_eq!(places(&folder, "planned"), places(&folder, "plain"));
    assert!(plain.stderr.contains("games.pgn.zst:16 (byte 688): game 2: illegal move e5"));
    let of_piece =
        "byte 688 of the text of the piece from byte 0 of the file: game 2: illegal move e5";
    assert!(lines.iter().any(|line| line.contains(of_piece)), "{lines:?}");
    check_whole(&folder, "planned");
}
