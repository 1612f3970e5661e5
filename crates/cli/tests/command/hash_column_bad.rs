//! Tables with faults: `zobrist hash --column` reports them and does the rest.

use std::fs;

use crate::tool::{Folder, START, first_line, zobrist_on, zst};

const HASH: &str = "463b96181691fc9c";

#[test]
fn rows_without_a_position_have_an_empty_key() {
    let folder = Folder::with(
        "a.csv",
        format!("n,fen\n1,{START}\n\"2\n\",bad\n3\n4,{START},5\n\n6,\"{START}\"x\n7,"),
    );
    let (rows, messages) = folder.zobrist(["hash", "--column", "fen", "a.csv"]).rejected();
    let expected = format!(
        "n,fen,key\n1,{START},{HASH}\n\"2\n\",bad,\n3,\n4,{START},5,\n\n6,\"{START}\"x,\n7,,"
    );
    assert_eq!(rows, expected);
    let bad = 7 + START.len() + 2 + 4;
    let (three, four) = (bad + 5, bad + 7);
    let six = four + START.len() + 6;
    assert_eq!(
        messages,
        format!(
            "zobrist: a.csv:4 (byte {}): column 2: expected a piece or 1 to 7 empty squares, got \
             \"a\"\n\
             zobrist: a.csv:5 (byte {three}): expected 2 columns, got 1\n\
             zobrist: a.csv:6 (byte {four}): expected 2 columns, got 3\n\
             zobrist: a.csv:8 (byte {}): expected a comma after the closing quote of the position\n\
             zobrist: a.csv:9 (byte {}): column 1: expected FEN or EPD, which begins with a piece \
             or 1 to 8 empty squares, got the end of the line\n\
             zobrist: rejected 5 of 6 rows\n",
            bad + 1,
            six + 2,
            six + START.len() + 8
        )
    );
}

#[test]
fn objects_that_cannot_take_a_key_are_left_out() {
    let lines = format!(
        "{{}}\n{{\"fen\":null}}\n{{\"fen\":\"x\"}}\n{{\"fen\":\"{START}\",\"key\":1}}\n[1]\n\
         {{\"fen\":\"{START}\"\n{{\"fen\":\"a\",\"fen\":\"b\"}}\nfen\n{{\"fen\":\"{START}\"}}\n"
    );
    let (rows, messages) = zobrist_on(lines, ["hash", "--column", "fen"]).rejected();
    assert_eq!(
        rows,
        format!(
            "{{\"key\":null}}\n{{\"fen\":null,\"key\":null}}\n{{\"fen\":\"x\",\"key\":null}}\n\
             {{\"fen\":\"{START}\",\"key\":\"{HASH}\"}}\n"
        )
    );
    for reason in [
        ":1 (byte 0): expected the member `fen`, got none\n",
        ":2 (byte 10): expected a position as a string, got null\n",
        ":3 (byte 23): column 1: expected FEN or EPD",
        ": the object has a member `key` already; left out\n",
        ": expected a JSON object: invalid type: sequence; left out\n",
        ": expected a JSON object: EOF while parsing an object; left out\n",
        ": expected a JSON object: got the member `fen` twice; left out\n",
        ": expected a JSON object: expected ",
        "zobrist: rejected 8 of 9 rows\n",
    ] {
        assert!(messages.contains(reason), "{reason}: {messages}");
    }
}

#[test]
fn a_missing_column_is_refused_with_those_that_are_there() {
    for (table, column, expected) in [
        ("a,\"b c\",d\n", "fen", "expected a header with the column `fen`, got `a`, `b c`, `d`\n"),
        ("a\tb\n", "fen", "expected a header with the column `fen`, got `a`, `b`\n"),
        ("", "fen", "expected a header with the column `fen`, got none\n"),
        ("\n\n", "fen", "expected a header with the column `fen`, got none\n"),
        ("fen,key\n", "fen", "the header has a column `key` already; rename or remove it\n"),
        ("fen,fen\n", "fen", "expected one column `fen` in the header, got 2; rename the others\n"),
        ("a,b\n", "3", "expected a column 3, got a first row of 2; a name stands for a column"),
        ("{}\n", "1", "JSON lines have names and no numbers; say --column NAME\n"),
        ("\"fen\n", "fen", "expected a first record, got one with a quote that is not closed\n"),
    ] {
        let message = zobrist_on(table, ["hash", "--column", column]).refused();
        assert!(message.contains(expected), "{table:?}: {message}");
    }
    assert_eq!(zobrist_on("", ["hash", "--column", "2"]).done(), "");
    let folder = Folder::with("a.jsonl", "");
    assert_eq!(folder.zobrist(["hash", "--column", "fen", "a.jsonl"]).done(), "");
}

/// A quote that is never closed loses its own line and no other.
#[test]
fn an_open_quote_loses_one_line() {
    for filler in [0, 20_000] {
        let more = format!("1,{START}\n").repeat(filler);
        let table = format!("n,fen\n1,{START}\n\"2,{START}\n{more}3,{START}\n");
        let (rows, messages) = zobrist_on(&table, ["hash", "--column", "fen"]).rejected();
        let whole = format!(",{START},{HASH}\n");
        let expected = format!("n,fen,key\n1{whole}{}3{whole}", format!("1{whole}").repeat(filler));
        assert!(rows == expected, "{filler}");
        let reason = match filler {
            0 => "expected a row, got a quote that is not closed; left out",
            _ => {
                "expected at most 1048576 bytes, got more in a record (is a quote not closed?); skipped"
            }
        };
        let byte = 6 + 2 + START.len() + 1;
        assert_eq!(
            messages,
            format!(
                "zobrist: standard input:3 (byte {byte}): {reason}\n\
                 zobrist: rejected 1 of {} rows\n",
                filler + 3
            )
        );
    }
}

#[test]
fn rows_have_up_to_a_mebibyte() {
    let row = |length: usize| {
        let rest = format!(",{START}");
        "\"".to_owned() + &"x\n".repeat((length - rest.len() - 2) / 2) + "\"" + &rest
    };
    let limit = (1 << 20) - usize::from((START.len() + 1) % 2 == 1);
    let most = row(limit);
    assert!((1 << 20) - most.len() < 2);
    let table = format!("n,fen\n{most}\r\n1,{START}\n");
    let rows = zobrist_on(&table, ["hash", "--column", "fen"]).done();
    assert_eq!(rows.matches(HASH).count(), 2);
    let table = format!("n,fen\n{}\n2,{START}\n", row((1 << 20) + 100));
    let (rows, messages) = zobrist_on(&table, ["hash", "--column", "fen"]).rejected();
    assert!(rows.ends_with(&format!("\n2,{START},{HASH}\n")));
    assert!(
        messages.contains(":2 (byte 6): expected at most 1048576 bytes"),
        "{}",
        &messages[..200]
    );
    // In JSON and TSV too.
    let long = "x".repeat(1 << 20);
    let lines = format!("{{\"a\":\"{long}\"}}\n{{\"fen\":\"{START}\"}}\n");
    let (rows, messages) = zobrist_on(&lines, ["hash", "--column", "fen"]).rejected();
    assert_eq!(rows, format!("{{\"fen\":\"{START}\",\"key\":\"{HASH}\"}}\n"));
    assert!(messages.contains(":1 (byte 0): expected at most 1048576 bytes, got more; skipped\n"));
}

#[test]
fn strict_stops_at_the_first_row() {
    let table = format!("fen\n{START}\nbad\n{START}\n");
    let (rows, messages) = zobrist_on(&table, ["hash", "--strict", "--column", "fen"]).rejected();
    assert_eq!(rows, format!("fen,key\n{START},{HASH}\nbad,\n"));
    assert!(messages.ends_with("zobrist: rejected 1 of 2 rows; stopped at the first\n"));
    let folder = Folder::with("a.csv", &table);
    let strict = ["hash", "--strict", "--column", "fen", "a.csv", "-o", "b.csv"];
    folder.zobrist(strict).rejected();
    assert!(!folder.path("b.csv").exists());
    folder.zobrist(["hash", "--column", "fen", "a.csv", "-o", "b.csv"]).rejected();
    let keyed = fs::read_to_string(folder.path("b.csv")).unwrap();
    assert_eq!(keyed, format!("fen,key\n{START},{HASH}\nbad,\n{START},{HASH}\n"));
}

#[test]
fn a_file_that_fails_is_reported_after_its_rows() {
    let cut = [zst(format!("fen\n{START}\n")), zst("more")[..8].to_vec()].concat();
    let folder = Folder::with("cut.csv.zst", cut);
    folder.write("b.csv", format!("fen\n{START}\n"));
    let files = ["hash", "--column", "fen", "cut.csv.zst", "b.csv"];
    let (rows, messages) = folder.zobrist(files).rejected();
    assert_eq!(rows, format!("fen,key\n{START},{HASH}\n{START},{HASH}\n"));
    assert!(messages.contains("zobrist: cut.csv.zst:3 (byte 61): cannot be read"), "{messages}");
}

#[test]
fn a_closed_pipe_is_silence() {
    let folder = Folder::with("a.csv", format!("fen\n{}", format!("{START}\n").repeat(50_000)));
    assert_eq!(first_line(&folder, ["hash", "--column", "fen", "a.csv"]), "fen,key\n");
}
