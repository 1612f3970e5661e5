//! `zobrist hash --unique`.

use std::collections::HashSet;

use crate::tool::{Folder, SAMPLE, START, column, zobrist, zobrist_on};

const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";

#[test]
fn the_first_occurrence_is_printed_as_it_came() {
    let lines = format!("{START} c0 first;\n{E4} - 0 1\n{START}\n{START} c0 third;\n{E4} - 5 9\n");
    let rows = zobrist_on(lines, ["hash", "--unique"]).done();
    assert_eq!(
        rows,
        format!("463b96181691fc9c\t{START} c0 first;\n823c9b50fd114196\t{E4} - 0 1\n")
    );
}

#[test]
fn csv_and_jsonl_too() {
    let lines = format!("{START}\n{START}\n");
    let rows = |format| zobrist_on(&lines, ["hash", "--unique", "--format", format]).done();
    assert_eq!(rows("csv"), format!("hash,fen\n463b96181691fc9c,{START}\n"));
    assert_eq!(rows("jsonl"), format!("{{\"hash\":\"463b96181691fc9c\",\"fen\":\"{START}\"}}\n"));
}

#[test]
fn the_rule_of_the_scheme_decides_what_is_new() {
    let pinned = "r1bqkb1r/pppp1ppp/2n2n2/8/2PPp3/4QN2/PP2PPPP/RNB1KB1R b KQkq";
    let lines = format!("{E4} e3 0 1\n{E4} - 0 1\n{pinned} d3 0 5\n{pinned} - 1 5\n");
    let new = |scheme| zobrist_on(&lines, ["hash", "--unique", "--scheme", scheme]).done();
    let numbers = |scheme| new(scheme).lines().count();
    assert_eq!(numbers("fen"), 4);
    assert_eq!(numbers("polyglot"), 3);
    assert_eq!(numbers("fide"), 2);
    assert_eq!(numbers("zobrist"), 2);
}

#[test]
fn occurrences_count_across_files_and_games() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n\n1. e4 d5 *\n");
    folder.write("b.pgn", "1. d4 *\n\n1. e4 e5 2. d4 *\n");
    let rows = folder.zobrist(["hash", "--unique", "a.pgn", "b.pgn"]).done();
    let places: Vec<String> = column(&rows, 1)
        .iter()
        .zip(column(&rows, 2))
        .map(|(game, ply)| format!("{game}.{ply}"))
        .collect();
    assert_eq!(places.join(" "), "1.0 1.1 1.2 2.2 1.1 2.3");
    folder.write("a.fen", format!("{START}\n"));
    let rows = folder.zobrist(["hash", "--unique", "a.fen", "a.fen"]).done();
    assert_eq!(rows.lines().count(), 1);
}

#[test]
fn the_width_of_the_hashes_plays_no_part() {
    let rows =
        |bits| zobrist(["hash", "--unique", "--scheme", "zobrist", "--bits", bits, SAMPLE]).done();
    let [narrow, middle, wide] = ["32", "64", "128"].map(rows);
    let fens = column(&wide, 3);
    assert!(fens == column(&narrow, 3) && fens == column(&middle, 3));
    // By 32 bits some of these two hundred thousand would be taken for others.
    let different = |rows| column(rows, 0).iter().collect::<HashSet<_>>().len();
    assert!(different(&narrow) < fens.len());
    assert_eq!((different(&middle), different(&wide)), (fens.len(), fens.len()));
}

#[test]
fn the_sample_has_as_many_positions_as_it_has_hashes() {
    for scheme in ["polyglot", "fide", "fen"] {
        let all = zobrist(["hash", "--scheme", scheme, SAMPLE]).done();
        let mut seen = HashSet::new();
        let first: Vec<&str> =
            all.lines().filter(|row| seen.insert(row.split('\t').next())).collect();
        let unique = zobrist(["hash", "--unique", "--scheme", scheme, SAMPLE]).done();
        assert!(first == unique.lines().collect::<Vec<_>>(), "{scheme}");
    }
}

#[test]
fn a_rejected_game_has_no_occurrences() {
    let games = "1. e4 Ke7 *\n\n1. e4 e5 *\n";
    let (rows, _) = zobrist_on(games, ["hash", "--input", "pgn", "--unique"]).rejected();
    assert_eq!(column(&rows, 1), ["2"; 3]);
}
