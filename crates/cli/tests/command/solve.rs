//! `zobrist solve`: positions of known value, and moves that are not a game.

use crate::tool::zobrist;

/// 25 moves into a line of best play from 44444.
const LATE: &str = "4444443265555536723332262";

fn solve<'a>(moves: &'a str, more: &[&'a str]) -> crate::tool::Run {
    zobrist(["solve", "connect4", "--table", "1MiB", "--moves", moves].iter().chain(more).copied())
}

/// The value after a name in the text.
#[track_caller]
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).trim()
}

#[test]
fn a_position_is_solved() {
    for jobs in ["1", "3"] {
        let text = solve(LATE, &["--jobs", jobs]).done();
        assert_eq!(field(&text, "value"), "loss in 16 plies");
        let line = field(&text, "line");
        assert_eq!(line.len(), 16);
        assert_eq!(field(&text, "best"), &line[..1]);
        assert!(field(&text, "nodes").parse::<u64>().unwrap() > 16);
        assert!(field(&text, "seconds").parse::<f64>().unwrap() >= 0.0);
        // The line is a game, at the end of which there is nothing to solve.
        let over = solve(&format!("{LATE}{line}"), &[]).refused();
        assert_eq!(over, "zobrist: the game is over after 41 moves: there is nothing to solve\n");
    }
}

#[test]
fn one_thread_searches_equal_nodes_each_time() {
    let nodes = || field(&solve(LATE, &["--jobs", "1"]).done(), "nodes").to_owned();
    assert_eq!(nodes(), nodes());
}

#[test]
fn a_win_with_the_next_move() {
    let text = solve("445566", &["--format", "csv", "--jobs", "1"]).done();
    let (header, row) = text.split_once('\n').unwrap();
    assert_eq!(header, "table,value,plies,best,line,nodes,seconds");
    let fields: Vec<&str> = row.trim().split(',').collect();
    assert_eq!(fields[..3], ["1048576", "win", "1"]);
    assert!(["3", "7"].contains(&fields[3]) && fields[3] == fields[4], "{row}");
    assert_eq!(field(&solve("445566", &[]).done(), "value"), "win in 1 ply");
}

#[test]
fn with_and_without_the_table() {
    let text = solve(LATE, &["--compare", "--jobs", "1"]).done();
    let (with, without) = text.split_once("without the table\n").unwrap();
    let nodes = |text| field(text, "nodes").parse::<u64>().unwrap();
    assert!(nodes(without) > nodes(with), "{text}");

    let rows = solve(LATE, &["--compare", "--format", "jsonl"]).done();
    let rows: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["table"], &rows[1]["table"]), (&1_048_576.into(), &0.into()));
    for row in rows {
        assert_eq!((&row["value"], &row["plies"]), (&"loss".into(), &16.into()));
    }
}

#[test]
fn moves_that_are_not_a_game_are_refused() {
    for (moves, why) in [
        ("448", "move 3: expected a column from 1 to 7, got '8'"),
        ("0", "move 1: expected a column from 1 to 7, got '0'"),
        ("4 4", "move 2: expected a column from 1 to 7, got ' '"),
        ("4e4", "move 2: expected a column from 1 to 7, got 'e'"),
        ("4444444", "move 7: column 4 is full: it has 6 stones already"),
        ("12121213", "move 8: the game was over before 3 was played; leave out what follows"),
    ] {
        let message = solve(moves, &[]).refused();
        assert_eq!(message, format!("zobrist: cannot read the moves {moves:?}: {why}\n"));
    }
    let message = solve("1212121", &[]).refused();
    assert_eq!(message, "zobrist: the game is over after 7 moves: there is nothing to solve\n");
}

#[test]
fn tables_that_are_too_large_are_refused() {
    for size in ["0", "63", "1000000GiB", "-1", "x", "1QiB", "99999999999999999999"] {
        let size = format!("--table={size}");
        let message = zobrist(["solve", "connect4", "--moves", LATE, &size]).refused();
        assert!(message.contains("expected") || message.contains("table"), "{message}");
    }
    zobrist(["solve", "chess"]).refused();
    zobrist(["solve"]).refused();
}
