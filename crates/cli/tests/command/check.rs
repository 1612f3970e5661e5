//! `zobrist hash --check`: the bugs of other programs, by name.

use crate::tool::{Folder, Run, SAMPLE, START, many_lines, rows_of, zobrist, zobrist_on};

// Keys of Polyglot's table.
const WHITE_TO_MOVE: u64 = 0xf8d626aaaf278509;
const FILE_E: u64 = 0xcf3145de0add4289;
const WHITE_KING_SIDE: u64 = 0x31d71dce64b2c310;
const WHITE_QUEEN_SIDE: u64 = 0xf165b587df898190;
const WHITE_PAWN_E2: u64 = 0xbb6e2924f03912ea;

const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
const E4_HASH: u64 = 0x823c9b50fd114196;
const KE2: &str = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3";
const KE2_HASH: u64 = 0x652a607ca3f242c1;

fn line(hash: u64, fen: &str) -> String {
    format!("{hash:016x}\t{fen}\n")
}

/// Asserts that a check found nothing wrong.
#[track_caller]
fn assert_right(check: Run) {
    assert_eq!((check.code, check.stdout.as_str()), (0, ""), "{}", check.stderr);
    assert!(check.stderr.starts_with("zobrist: ") && check.stderr.ends_with(", 0 wrong\n"));
    assert_eq!(check.stderr.lines().count(), 1, "{}", check.stderr);
}

/// The features in the row of a line with a wrong hash.
#[track_caller]
fn features(hash: u64, fen: &str) -> String {
    let (rows, messages) = zobrist_on(line(hash, fen), ["hash", "--check"]).rejected();
    assert!(messages.starts_with("zobrist: 1 line, 1 wrong\n"), "{messages}");
    let columns: Vec<&str> = rows.trim_end().split('\t').collect();
    assert_eq!((columns[0], columns[1], columns[4]), ("1", &*format!("{hash:016x}"), fen));
    assert_eq!(columns[2].len(), 16);
    columns[3].to_owned()
}

#[test]
fn equal_hashes_print_no_rows() {
    let rows = rows_of(&many_lines(5_000));
    assert_right(zobrist_on(&rows, ["hash", "--check"]));
    assert_right(zobrist_on("", ["hash", "--check"]));
    for (scheme, bits) in [("fide", "64"), ("zobrist", "32"), ("zobrist", "128")] {
        let rows = zobrist_on(E4, ["hash", "--scheme", scheme, "--bits", bits]).done();
        let args = ["hash", "--check", "--scheme", scheme, "--bits", bits];
        assert_right(zobrist_on(rows, args));
    }
}

#[test]
fn each_bug_is_named() {
    // The file after every double step, as `fen` does.
    assert_eq!(features(E4_HASH ^ FILE_E, E4), "surplus en passant file e");
    // A right that the king's move should have ended, and both.
    assert_eq!(features(KE2_HASH ^ WHITE_KING_SIDE, KE2), "surplus castling right white O-O");
    assert_eq!(
        features(KE2_HASH ^ WHITE_KING_SIDE ^ WHITE_QUEEN_SIDE, KE2),
        "surplus castling right white O-O + surplus castling right white O-O-O"
    );
    assert_eq!(features(E4_HASH ^ WHITE_TO_MOVE, E4), "surplus white to move");
    // A piece that moved and is still where it was.
    assert_eq!(features(E4_HASH ^ WHITE_PAWN_E2, E4), "surplus white pawn e2");
    let three = features(E4_HASH ^ WHITE_PAWN_E2 ^ FILE_E ^ WHITE_TO_MOVE, E4);
    assert_eq!(three, "surplus white pawn e2 + surplus en passant file e + surplus white to move");
    assert_eq!(
        features(E4_HASH ^ 0xdead_beef_1234_5678, E4),
        "no sum of up to four features explains it"
    );
    let four = WHITE_PAWN_E2 ^ FILE_E ^ WHITE_TO_MOVE ^ WHITE_KING_SIDE;
    assert_eq!(
        features(E4_HASH ^ four, E4),
        "surplus white pawn e2 + missing castling right white O-O + surplus en passant file e + \
         surplus white to move"
    );
}

#[test]
fn the_scheme_names_the_convention() {
    let fen = line(E4_HASH ^ FILE_E, E4);
    assert_right(zobrist_on(&fen, ["hash", "--check", "--scheme", "fen"]));
    let (rows, _) = zobrist_on(&fen, ["hash", "--check", "--scheme", "fide"]).rejected();
    assert!(rows.contains("\tsurplus en passant file e\t"));
}

#[test]
fn the_bugs_of_variants_have_names_too() {
    let house = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1";
    let args = ["--scheme", "zobrist", "--bits", "128", "--variant", "crazyhouse"];
    let with = |fen: String| zobrist_on(fen, ["hash"].into_iter().chain(args)).done();
    let row = with(format!("{house}[] w Qkq - 0 1"));
    let forgotten = row.replace("[]", "[r]");
    let (rows, _) = zobrist_on(forgotten, ["hash", "--check"].into_iter().chain(args)).rejected();
    assert!(rows.contains("\tmissing black rooks in the pocket, bit 0\t"), "{rows}");
}

#[test]
fn lines_are_numbered_and_shaped_by_the_format() {
    let wrong = line(E4_HASH ^ WHITE_KING_SIDE, E4);
    let text =
        format!("{}\n\r\n{wrong}{}", line(E4_HASH, E4), line(1, &format!("{START} id \"a\";")));
    let check = |format| {
        let (rows, messages) =
            zobrist_on(&text, ["hash", "--check", "--format", format]).rejected();
        assert_eq!(
            messages,
            "zobrist: 3 lines, 2 wrong\n  missing castling right white O-O: 1 line, at 4\n  \
             no sum of few features explains it: 1 line, at 5\n"
        );
        rows
    };
    let hash = format!("{:016x}", E4_HASH ^ WHITE_KING_SIDE);
    assert_eq!(
        check("text"),
        format!(
            "4\t{hash}\t823c9b50fd114196\tmissing castling right white O-O\t{E4}\n\
             5\t0000000000000001\t463b96181691fc9c\tno sum of up to four features explains it\t{START} id \"a\";\n"
        )
    );
    assert_eq!(
        check("csv"),
        format!(
            "line,hash,expected,features,fen\n\
             4,{hash},823c9b50fd114196,missing castling right white O-O,{E4}\n\
             5,0000000000000001,463b96181691fc9c,no sum of up to four features explains it,\
             \"{START} id \"\"a\"\";\"\n"
        )
    );
    assert_eq!(
        check("jsonl").lines().next().unwrap(),
        format!(
            "{{\"line\":4,\"hash\":\"{hash}\",\"expected\":\"823c9b50fd114196\",\
             \"features\":\"missing castling right white O-O\",\"move\":null,\"fen\":\"{E4}\"}}"
        )
    );
}

#[test]
fn of_several_files_each_row_names_its_own() {
    let folder = Folder::with("a.txt", line(E4_HASH ^ FILE_E, E4));
    folder.write("b,c.txt", line(E4_HASH, E4) + &line(E4_HASH ^ FILE_E, E4));
    let args = ["hash", "--check", "a.txt", "b,c.txt", "--format"];
    let check = |format| folder.zobrist(args.into_iter().chain([format])).rejected().0;
    let row = format!("4d0dde8ef7cc031f\t823c9b50fd114196\tsurplus en passant file e\t{E4}");
    assert_eq!(check("text"), format!("1\t{row}\ta.txt\n2\t{row}\tb,c.txt\n"));
    let rows = check("csv");
    assert!(rows.starts_with("line,hash,expected,features,fen,file\n"), "{rows}");
    assert!(rows.ends_with(&format!("{E4},\"b,c.txt\"\n")), "{rows}");
    assert!(check("jsonl").ends_with(",\"file\":\"b,c.txt\"}\n"));
    folder.write("d\te", line(E4_HASH ^ FILE_E, E4));
    let (rows, _) = folder.zobrist(["hash", "--check", "a.txt", "d\te"]).rejected();
    assert_eq!(rows, format!("1\t{row}\ta.txt\n\\1\t{row}\td\\te\n"));
}

#[test]
fn line_numbers_go_on_beyond_the_first_chunk_and_begin_anew_in_each_file() {
    let mut lines: Vec<String> = rows_of(&many_lines(10_000)).lines().map(String::from).collect();
    for index in [4_000, 9_999] {
        lines[index].replace_range(0..16, "0000000000000000");
    }
    let text = lines.join("\r\n");
    let folder = Folder::with("a.txt", &text);
    let (rows, _) = folder.zobrist(["hash", "--check", "a.txt", "a.txt"]).rejected();
    let numbers: Vec<&str> = rows.lines().map(|row| row.split('\t').next().unwrap()).collect();
    assert_eq!(numbers, ["4001", "10000", "4001", "10000"]);
}

#[test]
fn hashes_may_be_written_in_other_ways() {
    let king = "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4";
    for hash in [
        "00fdd303c946bdd9",
        "fdd303c946bdd9",
        "FDD303C946BDD9",
        "0xfdd303c946bdd9",
        "0XFDD303C946BDD9",
        " 00fdd303c946bdd9 ",
        "000000000000fdd303c946bdd9",
    ] {
        assert_right(zobrist_on(format!("{hash}\t{king}\n"), ["hash", "--check"]));
    }
}

#[test]
fn fields_that_are_not_hashes_are_rejected() {
    for hash in ["", "0x", "hello", "+1", "-1", "1 2", "1463b96181691fc9c", "0x0x1", "é"] {
        let text = format!("{hash}\t{START}\n");
        let (rows, messages) = zobrist_on(text, ["hash", "--check"]).rejected();
        assert_eq!(rows, "");
        assert_eq!(
            messages,
            format!(
                "zobrist: standard input:1 (byte 0): expected a hash of up to 16 hex digits, \
                 got {hash:?}\nzobrist: rejected 1 of 1 lines\nzobrist: 1 line, 0 wrong\n"
            )
        );
    }
    let args = ["hash", "--check", "--scheme", "zobrist", "--bits", "32"];
    let (_, messages) = zobrist_on(format!("123456789\t{START}\n"), args).rejected();
    assert!(messages.contains("expected a hash of up to 8 hex digits, got \"123456789\""));
}

/// Rows of games have two more columns.
#[test]
fn the_error_for_rows_of_games_names_the_columns_to_keep() {
    let rows = zobrist_on("1. e4 *\n", ["hash", "--input", "pgn"]).done();
    let (_, messages) = zobrist_on(&rows, ["hash", "--check"]).rejected();
    assert!(
        messages.contains("a line with more columns, of which `cut -f 1,4` leaves"),
        "{messages}"
    );
    let lines: Vec<_> = rows.lines().map(|row| row.split('\t').collect::<Vec<_>>()).collect();
    let lines: String = lines.iter().map(|row| format!("{}\t{}\n", row[0], row[3])).collect();
    assert_right(zobrist_on(lines, ["hash", "--check"]));
}

#[test]
fn lines_of_another_shape_are_rejected_and_the_rest_is_done() {
    let good = line(E4_HASH, E4);
    let wrong = line(E4_HASH ^ FILE_E, E4);
    let text = format!("{good}{START}\n463b96181691fc9c {START}\n1\tbad\n{wrong}");
    let (rows, messages) = zobrist_on(&text, ["hash", "--check"]).rejected();
    assert_eq!(
        rows,
        format!("5\t4d0dde8ef7cc031f\t823c9b50fd114196\tsurplus en passant file e\t{E4}\n")
    );
    let shape = "expected hash, tab, FEN; got a line without a tab";
    assert_eq!(
        messages,
        format!(
            "zobrist: standard input:2 (byte {}): {shape}\n\
             zobrist: standard input:3 (byte {}): {shape}\n\
             zobrist: standard input:4 (byte {}): column 4: expected a piece or 1 to 7 empty \
             squares, got \"a\"\n\
             zobrist: rejected 3 of 5 lines\n\
             zobrist: 5 lines, 1 wrong\n  surplus en passant file e: 1 line, at 5\n",
            good.len(),
            good.len() + START.len() + 1,
            good.len() + 2 * START.len() + 19,
        )
    );
    let (rows, messages) = zobrist_on(&text, ["hash", "--check", "--strict"]).rejected();
    assert_eq!(rows, "");
    assert_eq!(messages.lines().count(), 3, "{messages}");
    let not_utf8 = [b"1\t4k3/\xff\n", good.as_bytes()].concat();
    let (_, messages) = zobrist_on(not_utf8, ["hash", "--check"]).rejected();
    assert!(messages.contains("column 7: expected UTF-8, got an invalid sequence\n"), "{messages}");
}

#[test]
fn strict_does_not_stop_at_a_wrong_hash() {
    let text = line(0, E4) + &line(1, E4);
    let (rows, messages) = zobrist_on(text, ["hash", "--check", "--strict"]).rejected();
    assert_eq!(rows.lines().count(), 2);
    let summary =
        "zobrist: 2 lines, 2 wrong\n  no sum of few features explains it: 2 lines, first at 1\n";
    assert_eq!(messages, summary);
}

/// The rows of games hold more columns than a check reads.
#[test]
fn the_sample_checks_against_itself() {
    let rows = zobrist(["hash", SAMPLE]).done();
    let lines: String = rows
        .lines()
        .take(50_000)
        .map(|row| {
            let columns: Vec<&str> = row.split('\t').collect();
            format!("{}\t{}\n", columns[0], columns[3])
        })
        .collect();
    assert_right(zobrist_on(lines, ["hash", "--check"]));
}

/// The hash of the start position is 463b96181691fc9c.
#[test]
fn moves_may_follow_the_fen() {
    let text = [
        line(E4_HASH, &format!("{START} moves e2e4")),
        line(E4_HASH, &format!("{START} moves e4")),
        line(E4_HASH, &format!("{START}  moves  1. e4 ")),
        line(0x463b96181691fc9c, &format!("{START} moves")),
        line(KE2_HASH, &format!("{START} moves e2e4 d7d5 e4e5 f7f5 e1e2")),
        line(KE2_HASH, &format!("{START} moves 1.e4 d5 2.e5 f5 3.Ke2")),
        line(E4_HASH, "startpos moves e2e4"),
        line(E4_HASH, "position startpos moves e2e4"),
        line(0x463b96181691fc9c, "startpos"),
        line(0x463b96181691fc9c, "startpos moves"),
        line(E4_HASH, &format!("position fen {START} moves e4")),
        line(E4_HASH, &format!("fen {E4}")),
        // Four fields, and operations before the moves.
        line(E4_HASH, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"a\"; moves e2e4"),
    ];
    assert_right(zobrist_on(text.concat(), ["hash", "--check"]));
    let moves = format!("{START} moves e2e4 d7d5 e4e5 f7f5 e1e2");
    assert_eq!(
        features(KE2_HASH ^ WHITE_KING_SIDE, &moves),
        "surplus castling right white O-O, by the move e1e2"
    );
}

/// JSON has the moves apart from the features.
#[test]
fn the_moves_are_a_field_of_json() {
    let json = |hash: u64, fen: &str| {
        let args = ["hash", "--check", "--format", "jsonl"];
        let (row, _) = zobrist_on(line(hash, fen), args).rejected();
        let row: serde_json::Value = serde_json::from_str(&row).unwrap();
        [row["features"].clone(), row["move"].clone()]
    };
    let moves = format!("{START} moves e2e4 d7d5 e4e5 f7f5 e1e2");
    let right = json(KE2_HASH ^ WHITE_KING_SIDE, &moves);
    assert_eq!(right[0], "surplus castling right white O-O");
    assert_eq!(right[1], serde_json::json!(["e1e2"]));
    let turn = json(E4_HASH ^ WHITE_TO_MOVE, "startpos moves e2e4");
    assert_eq!(turn[1], serde_json::json!(["e2e4"]));
    assert_eq!(json(KE2_HASH ^ WHITE_TO_MOVE, &moves)[1], serde_json::Value::Null);
    let pawn = json(KE2_HASH ^ WHITE_PAWN_E2 ^ FILE_E, "startpos moves e2e4 d7d5 e4e5 f7f5 e1e2");
    assert_eq!(pawn[1], serde_json::json!(["e2e4"]));
}

#[test]
fn a_scheme_among_the_inputs_is_refused_and_the_option_named() {
    let scheme = zobrist(["schemes", "show", "polyglot"]).done();
    let folder = Folder::with("mine.toml", scheme);
    folder.write("log.txt", line(E4_HASH, E4));
    folder.write("other.toml", format!("{START}\n"));
    for args in [&["hash", "--check", "mine.toml", "log.txt"][..], &["hash", "mine.toml"]] {
        let message = folder.zobrist(args.iter().copied()).refused();
        assert!(message.contains("mine.toml describes a scheme"), "{message}");
        assert!(message.contains("say --scheme mine.toml"), "{message}");
    }
    assert_right(folder.zobrist(["hash", "--check", "--scheme", "mine.toml", "log.txt"]));
    // Another file of this name is read as any other.
    folder.zobrist(["hash", "other.toml"]).done();
    folder.zobrist(["hash", "--bytes", "mine.toml"]).done();
}

#[test]
fn castling_may_be_written_by_the_rook() {
    for (variant, fen, moves) in [
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e1h1", "O-O"]),
        ("chess960", "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1", ["e1b1", "O-O-O", "1.O-O-O"]),
    ] {
        let args = ["--variant", variant];
        let after = zobrist_on(
            match variant {
                "chess" => "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
                _ => "1r2k2r/8/8/8/8/8/8/2KR3R b hb - 1 1",
            },
            ["hash"].into_iter().chain(args),
        );
        let hash = after.done()[..16].to_owned();
        let lines: String = moves.iter().map(|m| format!("{hash}\t{fen} moves {m}\n")).collect();
        assert_right(zobrist_on(lines, ["hash", "--check"].into_iter().chain(args)));
    }
}

#[test]
fn what_cannot_be_played_or_read_is_named_with_its_column() {
    for (rest, reason) in [
        (" moves e2e4 e7e4", "column 86: cannot play \"e7e4\": illegal move"),
        (" moves 1.e4 1...Nd4", "column 90: cannot play \"Nd4\": illegal move"),
        (" moves hello", "column 81: cannot play \"hello\": expected a move such as Nf3 or g1f3"),
        (" moves e4\te5", "a line with more columns"),
        (
            " note moves e4",
            "column 75: expected the end of the line, or an operation of EPD, which begins with a \
             letter and ends in a semicolon, got \"note\"; --lenient accepts the line",
        ),
        (" bm e4;\t1\t2", "a line with more columns"),
    ] {
        let (rows, messages) =
            zobrist_on(line(1, &format!("{START}{rest}")), ["hash", "--check"]).rejected();
        assert_eq!(rows, "");
        assert!(messages.contains(reason), "{messages}");
    }
    for (text, reason) in [
        ("startpos e2e4", "column 27: expected `moves` after `startpos`, got \"e2e4\""),
        ("startpos moves e2e5", "column 33: cannot play \"e2e5\": illegal move"),
        ("position startpos moves e2e5", "column 42: cannot play \"e2e5\": illegal move"),
        ("startposition", "column 18: expected"),
    ] {
        let (rows, messages) = zobrist_on(line(1, text), ["hash", "--check"]).rejected();
        assert_eq!(rows, "");
        assert!(messages.contains(reason), "{messages}");
    }
    let (_, messages) =
        zobrist_on(line(1, "4k3/8/8/8/8/8/8/4K3 w - -1 moves e1e2"), ["hash", "--check"])
            .rejected();
    assert!(messages.contains(": column 43: expected a space after the en passant"), "{messages}");
    let lenient = line(0x463b96181691fc9c, &format!("{START} and a note"));
    assert_right(zobrist_on(lenient, ["hash", "--check", "--lenient"]));
}

#[test]
fn help_explains_the_two_hashes() {
    let help = zobrist(["hash", "--help"]).done();
    let words: Vec<&str> = help.split_whitespace().collect();
    assert!(words.join(" ").contains("the hash that was read, the correct hash"), "{help}");
}
