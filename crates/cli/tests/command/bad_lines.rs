//! Rejected lines: they are reported with file, line, byte and reason, and the rest is done.

use crate::tool::{
    COMPRESSIONS, Compress, Folder, START, START_ROW, many_lines, rows_of, zobrist, zobrist_on, zst,
};

#[test]
fn each_bad_line_is_reported_and_the_rest_is_done() {
    let lines = format!("{START}\nhello\n\n{START}\n8/8/8/8/8/8/8/8 w - - 0 1\n{START}");
    let folder = Folder::with("bad.fen", lines);
    let (rows, messages) = folder.zobrist(["hash", "bad.fen"]).rejected();
    assert_eq!(rows, START_ROW.repeat(3));
    assert_eq!(
        messages,
        format!(
            "zobrist: bad.fen:2 (byte 57): {}\n\
             zobrist: bad.fen:5 (byte 121): expected a legal position, got one with empty board, \
             missing king\n\
             zobrist: rejected 2 of 5 lines\n",
            not_fen('h')
        )
    );
}

#[test]
fn reasons_state_the_expected_form() {
    for (line, reason) in [
        ("x", &*not_fen('x')),
        ("\t", ""),
        (&START.replace(' ', "\t"), "column 44: expected a space after the board, got \"\\t\""),
        (
            "4k3/8/8/8/8/8/8",
            "column 16: expected a slash and the next rank, got the end of the line",
        ),
        ("4k3/8/9/8/8/8/8/4K3", "column 7: expected a piece or 1 to 8 empty squares, got \"9\""),
        ("4k3/8/8p/8/8/8/8/4K3", "column 8: expected a slash and the next rank, got \"p\""),
        ("4k3/8/8/8/8/8/8/4K2 w", "column 20: expected a piece or 1 empty square, got \" \""),
        (
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "column 21: expected the side to move, w or b, got \"x\"",
        ),
        (
            "  4k3/8/8/8/8/8/8/4K3  white - - 0 1",
            "column 25: expected a space after the side to move, got \"h\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w ? - 0 1",
            "column 23: expected castling rights, such as KQkq, or -, got \"?\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQB - 0 1",
            "column 25: expected at most two castling rights a side, got \"B\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "column 26: expected the rank of the en passant square, 1 to 8, got \"9\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "column 27: expected a digit of the halfmove clock, got \"-\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1.",
            "column 30: expected a digit of the move number, got \".\"",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "column 31: expected the end of the line, got \"2\""),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2 bm e4;",
            "column 31: expected the end of the line, got \"2\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 (a note)",
            "column 31: expected the end of the line, got \"(a\"",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - bm.1 e4;",
            "column 27: expected an opcode of letters, digits, _ and -, got \"bm.1\"; --lenient \
             accepts the line",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - id \"a; b",
            "column 30: expected a string with a closing quote, got \"\\\"a; b\"; --lenient accepts \
             the line",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 99999999999x 1",
            "column 38: expected a digit of the halfmove clock, got \"x\"; --lenient accepts the line",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w -",
            "column 24: expected an en passant square, such as e3, or -, got the end of the line; \
             --lenient accepts the line",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2",
            "column 31: expected only a position, got one followed by moves; play them first",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
            "expected a legal position, got one with invalid castling rights",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            "expected a legal position, got one with invalid ep square",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
            "expected a legal position, got one with opposite check",
        ),
        (
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "expected a legal position, got one with pawns on backrank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            "column 20: expected a position without a pocket, got one of another variant",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1",
            "column 27: expected a position without remaining checks, got one of another variant",
        ),
        ("[Event \"a game\"]", &(not_fen('[') + "; for games, say --input pgn")),
    ] {
        let run = zobrist_on(line, ["hash", "--input", "fen"]);
        if reason.is_empty() {
            assert_eq!(run.done(), "");
            continue;
        }
        let (rows, messages) = run.rejected();
        assert_eq!(rows, "");
        assert_eq!(
            messages,
            format!(
                "zobrist: standard input:1 (byte 0): {reason}\nzobrist: rejected 1 of 1 lines\n"
            )
        );
    }
}

#[test]
fn positions_of_the_wrong_variant_are_rejected() {
    let wrong = [
        ("racingkings", START, "invalid castling rights, what a rule of its variant excludes"),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1", "what a rule of its variant excludes"),
        ("horde", START, "too many kings"),
        ("chess", "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1", "missing king, pawns on backrank"),
    ];
    for (variant, line, kinds) in wrong {
        let args = ["hash", "--scheme", "zobrist", "--variant", variant];
        let (_, messages) = zobrist_on(line, args).rejected();
        assert!(messages.contains(&format!("got one with {kinds}\n")), "{variant}: {messages}");
    }
}

#[test]
fn bytes_that_are_not_utf8_have_their_own_reason() {
    let lines =
        [START.as_bytes(), b"\n4k3/\xff\xfe\n", START.as_bytes(), b" id \"\xe9\";\n"].concat();
    let (rows, messages) = zobrist_on(lines, ["hash"]).rejected();
    assert_eq!(rows, START_ROW);
    assert_eq!(
        messages,
        "zobrist: standard input:2 (byte 57): column 5: expected UTF-8, got an invalid sequence\n\
         zobrist: standard input:3 (byte 64): column 62: expected UTF-8, got an invalid sequence\n\
         zobrist: rejected 2 of 3 lines\n"
    );
}

/// Any byte may follow a number that is too large, and all formats print the line as it stands.
#[test]
fn lines_of_fen_are_utf8_to_the_end() {
    for format in ["text", "csv", "jsonl"] {
        let line = b"4k3/8/8/8/8/8/8/4K3 w - - 99999999999\xff 1";
        let (_, messages) = zobrist_on(line, ["hash", "--format", format]).rejected();
        let reason = "column 38: expected UTF-8, got an invalid sequence\n";
        assert!(messages.contains(reason), "{format}: {messages}");
    }
}

/// Columns count from the first byte of the line or argument, whatever is before the position.
#[test]
fn columns_are_those_of_the_line_as_it_stands() {
    let fault = "column {}: expected castling rights, such as KQkq, or -, got \"x\"\n";
    let fen = "4k3/8/8/8/8/8/8/4K3 w x - 0 1";
    let (_, messages) = zobrist_on(format!("\u{feff}{fen}\r\n"), ["hash"]).rejected();
    assert!(messages.contains(&fault.replace("{}", "23")), "{messages}");
    let line = format!("0x463b96181691fc9c\t{fen}\n");
    let (_, messages) = zobrist_on(line, ["hash", "--check"]).rejected();
    assert!(messages.contains(&fault.replace("{}", "42")), "{messages}");
    for command in [
        "explain",
        "diff e4",
        "perft 1 --fen",
        "explore games.pgn --fen",
        "keys forge --fen",
        "keys collisions --tree 1 --fen",
        "book check book.bin --fen",
    ] {
        let folder = Folder::with("games.pgn", "1. e4 *\n");
        folder.write("book.bin", [0; 16]);
        let argument = format!(" \t\n {fen} ");
        let args = command.split(' ').chain([&*argument]);
        let message = folder.zobrist(args).refused();
        assert!(message.ends_with(&fault.replace("{}", "27")), "{command}: {message}");
    }
}

#[test]
fn operations_end_in_a_semicolon() {
    for (rest, column, got) in [
        ("hello", 27, "hello"),
        ("0 1 hello world", 31, "hello"),
        ("bm Kd2; note \"a; b\"", 35, "note"),
        ("0 1 ;D1 5 ;note 25", 38, "note"),
    ] {
        let line = format!("4k3/8/8/8/8/8/8/4K3 w - - {rest}\n");
        let fault = format!(
            "column {column}: expected the end of the line, or an operation of EPD, which begins \
             with a letter and ends in a semicolon, got {got:?}"
        );
        let (rows, messages) = zobrist_on(&line, ["hash"]).rejected();
        assert_eq!(rows, "");
        let hint = "; --lenient accepts the line";
        assert!(messages.contains(&format!("(byte 0): {fault}{hint}\n")), "{messages}");
        zobrist_on(&line, ["hash", "--lenient"]).done();
        // A FEN that is an argument.
        let message = zobrist(["explain", line.trim_end()]).refused();
        assert!(message.ends_with(&format!("{fault}\n")), "{message}");
    }
    // There, fields may be missing.
    zobrist(["explain", "4k3/8/8/8/8/8/8/4K3 w"]).done();
    zobrist(["explain", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"a; b\";"]).done();
}

#[test]
fn the_checks_of_three_check_may_be_written_in_two_ways() {
    let args = ["hash", "--scheme", "zobrist", "--variant", "3check"];
    let board = "4k3/8/8/8/8/8/8/4K3 w - -";
    let hashes = |rests: &[&str]| -> Vec<String> {
        let lines: String = rests.iter().map(|rest| format!("{board} {rest}\n")).collect();
        zobrist_on(lines, args).done().lines().map(|row| row[..16].to_owned()).collect()
    };
    let given = hashes(&["1+2 0 1", "+2+1 0 1", "0 1 +2+1", "1+2", "1+2 5", "1+2 bm Kd2;"]);
    assert!(given.iter().all(|hash| *hash == given[0]), "{given:?}");
    assert_ne!(hashes(&["2+1 0 1"])[0], given[0]);
    for (rest, column) in [("0 1 +0+-0", 31), ("3+3 0 1 +0+0", 35), ("4+0 0 1", 27)] {
        let (_, messages) = zobrist_on(format!("{board} {rest}"), args).rejected();
        assert!(messages.contains(&format!(": column {column}: expected ")), "{messages}");
    }
}

#[test]
fn lenient_is_for_positions() {
    let message = zobrist(["hash", "--lenient", "--input", "pgn"]).refused();
    assert!(message.contains("--lenient is for positions, and these are games"), "{message}");
    assert!(zobrist(["hash", "--lenient", "--text"]).refused().contains("cannot be used with"));
}

/// The reason of a line that is not a FEN from its first byte on.
fn not_fen(got: char) -> String {
    format!(
        "column 1: expected FEN or EPD, which begins with a piece or 1 to 8 empty squares, got {:?}",
        got.to_string()
    )
}

/// Lines for several chunks with some bad ones, their messages, and the good ones.
fn spoiled() -> (String, Vec<(usize, usize)>, String) {
    let (mut text, mut places, mut good) = (String::new(), Vec::new(), String::new());
    for (number, line) in (1..).zip(many_lines(30_000).lines()) {
        if number % 4999 == 0 || number == 2 {
            places.push((number, text.len()));
            text += "spoiled\n";
        } else {
            text += line;
            text += "\n";
            good += line;
            good += "\n";
        }
    }
    assert!(text.len() > 512 << 10);
    (text, places, good)
}

#[test]
fn lines_and_bytes_are_right_beyond_the_first_chunk_and_inside_compressed_files() {
    let (text, places, good) = spoiled();
    let rows = rows_of(&good);
    let plain: (&str, Compress) = ("fen", <[u8]>::to_vec);
    for (end, compress) in COMPRESSIONS.into_iter().chain([plain]) {
        let name = format!("spoiled.{end}");
        let folder = Folder::with(&name, compress(text.as_bytes()));
        for jobs in ["1", "4"] {
            let (found, messages) = folder.zobrist(["hash", "--jobs", jobs, &name]).rejected();
            assert!(found == rows, "{end}");
            let mut expected: String = places
                .iter()
                .map(|(line, byte)| {
                    format!("zobrist: {name}:{line} (byte {byte}): {}\n", not_fen('s'))
                })
                .collect();
            expected += &format!("zobrist: rejected {} of 30000 lines\n", places.len());
            assert_eq!(messages, expected);
        }
    }
}

#[test]
fn strict_stops_at_the_first() {
    let (text, places, good) = spoiled();
    let first: String = good.lines().take(1).map(|line| format!("{line}\n")).collect();
    let (rows, messages) = zobrist_on(&text, ["hash", "--strict"]).rejected();
    assert_eq!(rows, rows_of(&first));
    assert_eq!(
        messages,
        format!(
            "zobrist: standard input:2 (byte {}): {}\n\
             zobrist: rejected 1 of 2 lines; stopped at the first\n",
            places[0].1,
            not_fen('s')
        )
    );
    // And beyond the first chunk.
    let (before, spoiled) = text.split_at(places[4].1);
    let before = before.replace("spoiled\n", "");
    let (rows, messages) = zobrist_on(before.clone() + spoiled, ["hash", "--strict"]).rejected();
    assert!(rows == rows_of(&before));
    assert_eq!(messages.lines().count(), 2, "{messages}");
    // Only rejected lines stop the run.
    assert_eq!(zobrist_on(START, ["hash", "--strict"]).done(), START_ROW);
}

#[test]
fn every_file_counts_its_own_lines() {
    let folder = Folder::with("a.fen", "bad\n");
    folder.write("b.fen", format!("{START}\nbad"));
    folder.write("c.fen", zst(format!("\n\n{START}\r\nbad\n")));
    let (rows, messages) = folder.zobrist(["hash", "a.fen", "b.fen", "c.fen"]).rejected();
    let row = START_ROW.trim_end();
    assert_eq!(rows, format!("{row}\tb.fen\n{row}\tc.fen\n"));
    let reason = "column 2: expected a piece or 1 to 7 empty squares, got \"a\"";
    assert_eq!(
        messages,
        format!(
            "zobrist: a.fen:1 (byte 0): {reason}\n\
             zobrist: b.fen:2 (byte 57): {reason}\n\
             zobrist: c.fen:4 (byte 60): {reason}\n\
             zobrist: rejected 3 of 5 lines\n"
        )
    );
}

#[test]
fn a_line_of_more_than_a_mebibyte_is_skipped() {
    let long = "x".repeat((1 << 20) + (1 << 18));
    let text = format!("{START}\n{long}\n{START}\nbad\n{long}");
    let folder = Folder::with("long.fen", &text);
    let (rows, messages) = folder.zobrist(["hash", "long.fen"]).rejected();
    assert_eq!(rows, START_ROW.repeat(2));
    let offset = START.len() + 1 + long.len() + 1;
    assert_eq!(
        messages,
        format!(
            "zobrist: long.fen:2 (byte 57): expected at most 1048576 bytes, got more; skipped\n\
             zobrist: long.fen:4 (byte {}): column 2: expected a piece or 1 to 7 empty squares, \
             got \"a\"\n\
             zobrist: long.fen:5 (byte {}): expected at most 1048576 bytes, got more; skipped\n\
             zobrist: rejected 3 of 5 lines\n",
            offset + 57,
            offset + 57 + 4
        )
    );
    let (rows, messages) = folder.zobrist(["hash", "--strict", "long.fen"]).rejected();
    assert_eq!(rows, START_ROW);
    assert!(messages.ends_with("zobrist: rejected 1 of 2 lines; stopped at the first\n"));
}
