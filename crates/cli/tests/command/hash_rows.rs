//! Columns of `zobrist hash` that are there on request or with several files, and `-o`.

use std::fs;

use crate::tool::{Folder, SAMPLE, START, START_ROW, zobrist, zobrist_on, zst};

const HASH: &str = "463b96181691fc9c";
const SIGNED: &str = "5060803636482931868";
/// After 1.e4, a negative number.
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn lines_are_numbered_within_their_files() {
    let text = format!("\u{feff}\n{START}\r\n\nbad\n{START}");
    let (rows, _) = zobrist_on(&text, ["hash", "--number"]).rejected();
    assert_eq!(rows, format!("{HASH}\t2\t{START}\n{HASH}\t5\t{START}\n"));
    let (rows, _) = zobrist_on(&text, ["hash", "--number", "--format", "jsonl"]).rejected();
    assert!(rows.starts_with(&format!("{{\"hash\":\"{HASH}\",\"line\":2,\"fen\":\"")), "{rows}");
    let folder = Folder::with("a.fen", START);
    folder.write("b.fen", format!("\n{START}"));
    let csv = folder.zobrist(["hash", "--number", "--format", "csv", "a.fen", "b.fen"]).done();
    let expected = format!("hash,line,fen,file\n{HASH},1,{START},a.fen\n{HASH},2,{START},b.fen\n");
    assert_eq!(csv, expected);
    // Across the chunks that threads take.
    let many = format!("{START}\n").repeat(20_000);
    let rows = zobrist_on(many, ["hash", "--number", "--jobs", "3"]).done();
    let numbers = rows.lines().map(|row| row.split('\t').nth(1).unwrap().parse::<u64>().unwrap());
    assert!(numbers.eq(1..=20_000));
}

#[test]
fn games_have_no_numbers_of_lines() {
    let message = zobrist(["hash", "--number", SAMPLE]).refused();
    let expected =
        "zobrist: --number is for lines of positions, and these are games, whose rows have game";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn rows_of_several_files_end_in_the_file() {
    let folder = Folder::with("a.fen", START);
    folder.write("b\t.fen", START);
    folder.write("a.pgn", "*\n");
    let rows = folder.zobrist(["hash", "a.fen", "b\t.fen"]).done();
    assert_eq!(rows, format!("{HASH}\t{START}\ta.fen\n\\{HASH}\t{START}\tb\\t.fen\n"));
    let rows = folder.zobrist_on(START, ["hash", "a.fen", "-"]).done();
    assert_eq!(rows, format!("{HASH}\t{START}\ta.fen\n{HASH}\t{START}\tstandard input\n"));
    let rows = folder.zobrist(["hash", "a.pgn", "a.pgn", "--format", "csv"]).done();
    let row = format!("{HASH},1,0,{START},a.pgn\n");
    assert_eq!(rows, format!("hash,game,ply,fen,file\n{row}{row}"));
    let rows = folder.zobrist(["hash", "--text", "a.pgn", "a.fen", "--format", "jsonl"]).done();
    let objects: Vec<serde_json::Value> =
        rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!((&objects[0]["text"], &objects[0]["file"]), (&"*".into(), &"a.pgn".into()));
    assert_eq!(objects[1]["file"], "a.fen");
    // With one file there is no such column.
    assert_eq!(folder.zobrist(["hash", "a.fen"]).done(), START_ROW);
    assert!(!folder.zobrist(["hash", "--text", "a.pgn"]).done().contains("a.pgn"));
}

#[test]
fn signed_hashes_are_those_of_an_index() {
    let lines = format!("{START}\n{E4}\n");
    let rows = zobrist_on(&lines, ["hash", "--signed"]).done();
    assert_eq!(rows, format!("{SIGNED}\t{START}\n-9062197578030825066\t{E4}\n"));
    let json = zobrist_on(&lines, ["hash", "--signed", "--format", "jsonl"]).done();
    assert!(json.starts_with(&format!("{{\"hash\":{SIGNED},\"fen\":")), "{json}");
    let rows = zobrist_on("1. e4 *\n", ["hash", "--signed", "--input", "pgn"]).done();
    assert_eq!(rows, format!("{SIGNED}\t1\t0\t{START}\n-9062197578030825066\t1\t1\t{E4}\n"));
    for bits in ["32", "128"] {
        let args = ["hash", "--signed", "--scheme", "zobrist", "--bits", bits];
        let expected = format!(
            "zobrist: --signed is for hashes of 64 bits, and those of the scheme `zobrist` have \
             {bits}\n"
        );
        assert_eq!(zobrist(args).refused(), expected);
    }
}

#[test]
fn rows_go_to_a_file() {
    let folder = Folder::with("a.fen", format!("{START}\nbad\n"));
    folder.write("ok.fen", START);
    for args in [
        &["hash", "ok.fen"][..],
        &["hash", "--text", "ok.fen", "--format", "csv"],
        &["hash", "--bytes", "ok.fen", "--format", "jsonl"],
        &["hash", SAMPLE, "--unique"],
    ] {
        let expected = folder.zobrist(args.iter().copied()).done();
        let output = ["-o", "rows", "--force"];
        assert_eq!(folder.zobrist([args, &output].concat()).done(), "");
        assert!(fs::read_to_string(folder.path("rows")).unwrap() == expected, "{args:?}");
        assert_eq!(folder.zobrist([args, &["-o", "-"]].concat()).done(), expected);
    }
    let message = folder.zobrist(["hash", "ok.fen", "-o", "rows"]).refused();
    assert!(message.contains("the file exists; give --force to replace it"), "{message}");
    let message = folder.zobrist(["hash", "ok.fen", "-o", "ok.fen", "--force"]).refused();
    assert!(message.contains("it is an input; give another name"), "{message}");
    // The readable part is written, unless the command stops at a rejection.
    folder.zobrist(["hash", "a.fen", "-o", "some"]).rejected();
    assert_eq!(fs::read_to_string(folder.path("some")).unwrap(), START_ROW);
    for more in [&[][..], &["--format", "parquet"], &["--text"]] {
        let strict = [&["hash", "--strict", "-o", "none"][..], more].concat();
        let cut = [zst(format!("{START}\n")), zst("more")[..8].to_vec()].concat();
        folder.zobrist_on(cut, strict).rejected();
        assert!(!folder.path("none").exists(), "{more:?}");
    }
}

#[test]
fn a_wrong_hash_is_written_to_a_file() {
    let folder = Folder::with("log", format!("463b96181691fc9d\t{START}\n"));
    let (rows, _) = folder.zobrist(["hash", "--check", "log"]).rejected();
    folder.zobrist(["hash", "--check", "--strict", "log", "-o", "faults"]).rejected();
    assert_eq!(fs::read_to_string(folder.path("faults")).unwrap(), rows);
}
