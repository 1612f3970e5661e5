//! `zobrist check`: its rows, formats, exit status and options, over files and standard input.

use crate::tool::{COMPRESSIONS, Folder, Run, SAMPLE, first_line, zobrist, zobrist_on};

/// A finding of each type. The games that are numbered 5 and 6 cannot be read, and the last is
/// sound.
pub const PLANTED: &str = r#"[Event "the same position five times"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8
9. e4 1/2-1/2

[Event "75 moves"]
[FEN "8/8/4k3/8/8/3K4/8/R6r w - - 148 80"]

80. Rb1 Rh2 1/2-1/2

[Event "mate by Black"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

[Event "a move after mate"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 3. a3 0-1

[Event "unread"]

1. e4 { never closed

[Event "unread"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

1. e4 *

[Event "sound"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"#;

/// The rows of the planted games.
const ROWS: &[(u64, u64, &str, &str)] = &[
    (1, 8, "threefold", "plies 0, 4, 8"),
    (1, 16, "fivefold", "plies 0, 4, 8, 12, 16"),
    (1, 17, "after-the-end", "fivefold repetition at ply 16"),
    (2, 0, "fifty-moves", "148 plies without a capture or a pawn move"),
    (2, 2, "seventy-five-moves", "150 plies without a capture or a pawn move"),
    (3, 4, "wrong-result", "expected 0-1 (checkmate), got 1-0"),
    (4, 5, "after-the-end", "checkmate at ply 4"),
    (4, 5, "illegal-move", "illegal move a3 at ply 5"),
];

/// The rows as text or CSV.
fn rows_of(file: &str, separator: char, is_wanted: impl Fn(&str) -> bool) -> String {
    let mut rows = String::new();
    for (game, ply, kind, detail) in ROWS.iter().filter(|row| is_wanted(row.2)) {
        let quote = if separator == ',' && detail.contains(',') { "\"" } else { "" };
        let detail = format!("{quote}{detail}{quote}");
        let [game, ply] = [game, ply].map(u64::to_string);
        rows += &[file, &game, &ply, kind, &detail].join(&separator.to_string());
        rows.push('\n');
    }
    rows
}

/// The messages about the games that cannot be read.
fn messages(file: &str) -> String {
    let place = |what: &str| {
        let at = PLANTED.find(what).unwrap();
        format!("{file}:{} (byte {at})", PLANTED[..at].matches('\n').count() + 1)
    };
    format!(
        "zobrist: {}: game 5: expected PGN, got an unterminated comment\n\
         zobrist: {}: game 6: FEN tag: expected a legal position, got one with empty board, \
         missing king\n\
         zobrist: rejected 2 of 7 games\n",
        place("{ never"),
        place("8/8/8/8/8/8/8/8 w"),
    )
}

/// The rows of a run, without the messages about rejected games.
#[track_caller]
fn checked(run: Run, code: i32) -> String {
    assert_eq!(run.code, code, "{}", run.stderr);
    run.stdout
}

#[test]
fn text_has_a_row_for_each_finding() {
    let folder = Folder::with("games.pgn", PLANTED);
    let (rows, told) = folder.zobrist(["check", "games.pgn"]).rejected();
    assert_eq!(rows, rows_of("games.pgn", '\t', |_| true));
    assert_eq!(told, messages("games.pgn"));
    let (rows, told) = zobrist_on(PLANTED, ["check"]).rejected();
    assert_eq!(rows, rows_of("standard input", '\t', |_| true));
    assert_eq!(told, messages("standard input"));
}

#[test]
fn csv_has_a_header() {
    let folder = Folder::with("games.pgn", PLANTED);
    let (rows, _) = folder.zobrist(["check", "games.pgn", "--format", "csv"]).rejected();
    let header = "file,game,ply,type,detail\n";
    assert_eq!(rows, header.to_owned() + &rows_of("games.pgn", ',', |_| true));
    let none = zobrist_on("1. e4 *", ["check", "--format", "csv"]).done();
    assert_eq!(none, header);
}

#[test]
fn json_lines_begin_with_the_type() {
    let folder = Folder::with("games.pgn", PLANTED);
    let (rows, _) = folder.zobrist(["check", "games.pgn", "--format", "jsonl"]).rejected();
    let row = |(game, ply, kind, detail): &(u64, u64, &str, &str)| {
        format!(
            "{{\"type\":\"{kind}\",\"file\":\"games.pgn\",\"game\":{game},\"ply\":{ply},\
             \"detail\":\"{detail}\"}}\n"
        )
    };
    assert_eq!(rows, ROWS.iter().map(row).collect::<String>());
}

/// Repetitions and long play are no fault.
#[test]
fn the_exit_status_is_that_of_the_rows_that_are_printed() {
    let readable =
        PLANTED.replace("{ never closed", "*").replace("8/8/8/8/8/8/8/8 w", "k7/8/8/8/8/8/8/K6R w");
    let readable = readable.replace("w - - 0 1\"]\n\n1. e4 *", "w - - 0 1\"]\n\n1. Kb2 *");
    let folder = Folder::with("games.pgn", &readable);
    let check = |only: &'static str| folder.zobrist(["check", "games.pgn", "--only", only]);
    for (only, code) in [
        ("threefold", 0),
        ("fivefold", 0),
        ("fifty-moves", 0),
        ("seventy-five-moves", 0),
        ("illegal-move", 1),
        ("after-the-end", 1),
        ("wrong-result", 1),
        ("threefold,fivefold,fifty-moves,seventy-five-moves", 0),
        ("fifty-moves,wrong-result", 1),
    ] {
        let run = check(only);
        assert_eq!((run.code, run.stderr.as_str()), (code, ""), "{only}");
        let is_wanted = |kind: &str| only.split(',').any(|name| name == kind);
        assert_eq!(run.stdout, rows_of("games.pgn", '\t', is_wanted), "{only}");
    }
    let message = check("mate").refused();
    assert!(message.contains("[possible values: threefold, fivefold, fifty-moves, "), "{message}");
}

/// A game that cannot be read counts whatever rows are printed.
#[test]
fn a_game_that_cannot_be_read_is_never_success() {
    let (rows, told) = zobrist_on(PLANTED, ["check", "--only", "threefold"]).rejected();
    assert_eq!(rows, rows_of("standard input", '\t', |kind| kind == "threefold"));
    assert_eq!(told, messages("standard input"));
}

#[test]
fn strict_stops_at_the_first_game_that_cannot_be_read() {
    let bad_later = PLANTED.to_owned() + "\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let (rows, told) = zobrist_on(bad_later, ["check", "--strict"]).rejected();
    assert_eq!(rows, rows_of("standard input", '\t', |_| true));
    let end = "zobrist: rejected 1 of 5 games; stopped at the first\n";
    assert!(told.ends_with(end) && told.lines().count() == 2, "{told}");
}

#[test]
fn several_files_are_numbered_each_from_1() {
    let folder = Folder::with("a\tb.pgn", "1. e4 *\n\n1. e5 *\n");
    for (end, compress) in COMPRESSIONS {
        folder.write(&format!("c.pgn.{end}"), compress(b"\xef\xbb\xbf1. d5 *\n\n1. d4 d4 *\n"));
    }
    let files = ["a\tb.pgn", "c.pgn.zst", "-", "c.pgn.gz", "c.pgn.bz2"];
    let args = || ["check", "--jobs", "3"].into_iter().chain(files);
    let (rows, told) = folder.zobrist_on("1. a6 *", args()).rejected();
    let mut expected = "\\a\\tb.pgn\t2\t1\tillegal-move\tillegal move e5 at ply 1\n".to_owned();
    for file in &files[1..] {
        expected += &if *file == "-" {
            "standard input\t1\t1\tillegal-move\tillegal move a6 at ply 1\n".to_owned()
        } else {
            format!(
                "{file}\t1\t1\tillegal-move\tillegal move d5 at ply 1\n\
                 {file}\t2\t2\tillegal-move\tillegal move d4 at ply 2\n"
            )
        };
    }
    assert_eq!((rows.as_str(), told.as_str()), (expected.as_str(), ""));
    assert!(folder.zobrist(["check", "missing.pgn"]).refused().contains("cannot open missing.pgn"));
}

/// Many games, for many chunks: rows are in the order of the input with any number of threads.
#[test]
fn threads_do_not_change_the_rows() {
    let games: String = (0..20_000)
        .map(|number| match number % 3 {
            0 => "1. f3 e5 2. g4 Qh4# 1-0\n\n".to_owned(),
            1 => format!("[Round \"{number}\"]\n\n1. e4 {{{}}} e5 *\n\n", "x".repeat(number % 97)),
            _ => "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n".to_owned(),
        })
        .collect();
    let expected: String = (0..20_000)
        .filter_map(|number| {
            let (ply, what) = match number % 3 {
                0 => (4, "wrong-result\texpected 0-1 (checkmate), got 1-0"),
                1 => return None,
                _ => (8, "threefold\tplies 0, 4, 8"),
            };
            Some(format!("games.pgn\t{}\t{ply}\t{what}\n", number + 1))
        })
        .collect();
    let folder = Folder::with("games.pgn", games);
    for jobs in ["1", "2", "7"] {
        let rows = checked(folder.zobrist(["check", "games.pgn", "--jobs", jobs]), 1);
        assert!(rows == expected, "with {jobs} threads: {} bytes", rows.len());
    }
}

#[test]
fn a_closed_pipe_is_silence() {
    let games = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n".repeat(50_000);
    let folder = Folder::with("games.pgn", games);
    let row = first_line(&folder, ["check", "games.pgn"]);
    assert_eq!(row, "games.pgn\t1\t8\tthreefold\tplies 0, 4, 8\n");
}

/// The games of the sample end before a third repetition: a claim by the coming move is no
/// repetition.
#[test]
fn the_sample_is_sound() {
    assert_eq!(zobrist(["check", SAMPLE]).done(), "");
}

#[test]
fn a_text_without_games_has_no_rows() {
    assert_eq!(zobrist_on("", ["check"]).done(), "");
    let (rows, messages) = zobrist_on("; only a comment\n", ["check"]).rejected();
    assert_eq!(rows, "");
    assert!(messages.contains("it looks like comments alone; "), "{messages}");
}
