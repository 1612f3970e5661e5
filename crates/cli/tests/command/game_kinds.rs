//! `zobrist check --only` and `--skip`: types of rows that are no faults, and those that are not
//! printed.

use crate::game_check::PLANTED;
use crate::tool::{zobrist, zobrist_on};

/// The types that are found only if they are asked for, and a game with a row of each, made for
/// this test.
const UNUSUAL: [(&str, &str); 8] = [
    ("duplicate-tags", "0\tduplicate-tags\tWhite 2 times"),
    ("dates", "0\tdates\tDate \"2023.02.29\": there is no such day"),
    ("elo", "0\telo\tWhiteElo \"high\": expected a number from 100 to 4000"),
    ("fen-without-setup", "0\tfen-without-setup\texpected SetUp \"1\" beside FEN, got none"),
    (
        "seven-tag-roster",
        "0\tseven-tag-roster\tmissing Event, Site, Round, Black; Date comes after White",
    ),
    ("spellings", "0\tspellings\twhite for White; e2-e4 for e4"),
    ("move-numbers", "1\tmove-numbers\texpected 1. before e2-e4, got 2."),
    ("result", "1\tresult\tthe tag says 1-0, the moves end with 0-1; after 0-1 comes 1/2-1/2"),
];
const GAME: &str = "[white \"Alder\"]\n[Date \"2023.02.29\"]\n[WhiteElo \"high\"]\n[White \"Birch\"]\n\
                    [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n2. e2-e4 0-1 1/2-1/2\n";

#[test]
fn unusual_texts_are_rows_if_they_are_asked_for_and_no_faults() {
    assert_eq!(zobrist_on(GAME, ["check"]).done(), "");
    for (name, row) in UNUSUAL {
        let rows = zobrist_on(GAME, ["check", "--only", name]).done();
        assert_eq!(rows, format!("standard input\t1\t{row}\n"));
    }
    let names = UNUSUAL.map(|(name, _)| name).join(",");
    let rows = zobrist_on(GAME, ["check", "--only", &names]).done();
    let mut found: Vec<&str> = rows.lines().collect();
    found.sort_unstable();
    let mut expected = UNUSUAL.map(|(_, row)| format!("standard input\t1\t{row}"));
    expected.sort_unstable();
    assert_eq!(found, expected);
    let json = zobrist_on(GAME, ["check", "--only", "elo", "--format", "jsonl"]).done();
    assert!(
        json.starts_with("{\"type\":\"elo\",\"file\":\"standard input\",\"game\":1,\"ply\":0,")
    );
}

/// A fault is one beside other types, too.
#[test]
fn a_fault_decides_the_exit_status_among_all_types() {
    let mate = "1. f2-f3 e5 2. g4 Qh4# 1-0\n";
    let (rows, _) = zobrist_on(mate, ["check", "--only", "spellings,wrong-result"]).rejected();
    assert_eq!(rows.lines().count(), 2, "{rows}");
    assert_eq!(zobrist_on(mate, ["check", "--only", "spellings"]).done().lines().count(), 1);
}

#[test]
fn types_are_skipped() {
    let all = zobrist_on(PLANTED, ["check"]).rejected().0;
    let type_of = |row: &str| row.split('\t').nth(3).unwrap().to_owned();
    for skipped in ["threefold", "illegal-move,after-the-end", "wrong-result,fifty-moves,elo"] {
        let (rows, _) = zobrist_on(PLANTED, ["check", "--skip", skipped]).rejected();
        let is_kept = |row: &&str| skipped.split(',').all(|name| name != type_of(row));
        let expected: Vec<&str> = all.lines().filter(is_kept).collect();
        assert_eq!(rows.lines().collect::<Vec<_>>(), expected, "{skipped}");
        assert!(expected.len() < all.lines().count());
    }
    // Skipped files do not count for the exit status.
    let mate = "1. f3 e5 2. g4 Qh4# 1-0\n";
    assert_eq!(zobrist_on(mate, ["check", "--skip", "wrong-result"]).done(), "");
    let only = ["check", "--only", "dates,elo", "--skip", "dates"];
    assert_eq!(zobrist_on(GAME, only).done().lines().count(), 1);
    let message = zobrist(["check", "--only", "elo", "--skip", "elo,dates"]).refused();
    assert_eq!(message, "zobrist: --skip leaves no type of rows to print; name fewer types\n");
}

/// Tags that stand on the line of another game are a spelling; chunks of games do not hide where
/// lines begin.
#[test]
fn games_that_begin_amid_a_line_are_told() {
    let game = format!("[Event \"a\"]\n\n1. e4 {{{}}} 1-0", "x".repeat(997));
    let apart = zobrist_on(format!("{game}\n").repeat(400), ["check", "--only", "spellings"]);
    assert_eq!(apart.done(), "");
    let glued = zobrist_on(format!("{game} ").repeat(400), ["check", "--only", "spellings"]).done();
    let expected: String = (2..=400)
        .map(|game| {
            format!("standard input\t{game}\t0\tspellings\ta game that begins amid a line\n")
        })
        .collect();
    assert_eq!(glued, expected);
}

#[test]
fn the_help_names_all_types() {
    let help = zobrist(["check", "--help"]).done();
    for (name, _) in UNUSUAL {
        assert!(help.contains(&format!("- {name}:")), "{name}: {help}");
    }
}
