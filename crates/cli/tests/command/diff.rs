//! `zobrist diff`: by which features two positions differ.

use crate::tool::{START, zobrist};

#[test]
fn two_positions_by_fen() {
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(
        zobrist(["diff", START, e4]).done(),
        format!(
            "a\t463b96181691fc9c\t{START}\n\
             b\t823c9b50fd114196\t{e4}\n\
             -\tbb6e2924f03912ea\twhite pawn e2\n\
             -\tf8d626aaaf278509\twhite to move\n\
             +\t87bf02c6b49e2ae9\twhite pawn e4\n"
        )
    );
}

#[test]
fn two_lines_of_moves_that_polyglot_splits() {
    let a = "1.Nf3 Nf6 2.c4 Nc6 3.Qb3 e5 4.Qe3 e4 5.d4";
    let b = "1.c4 e5 2.d4 Nc6 3.Qd3 Nf6 4.Nf3 e4 5.Qe3";
    let board = "r1bqkb1r/pppp1ppp/2n2n2/8/2PPp3/4QN2/PP2PPPP/RNB1KB1R b KQkq";
    assert_eq!(
        zobrist(["diff", a, b]).done(),
        format!(
            "a\t4d4c9437aef0f22c\t{board} d3 0 5\n\
             b\t51d54ae49248628d\t{board} - 1 5\n\
             -\t1c99ded33cb890a1\ten passant file d\n"
        )
    );
    assert_eq!(
        zobrist(["diff", "--scheme", "fide", a, b]).done(),
        format!(
            "a\t51d54ae49248628d\t{board} - 0 5\n\
             b\t51d54ae49248628d\t{board} - 1 5\n"
        )
    );
}

#[test]
fn moves_may_be_written_in_many_ways() {
    for line in [
        "e4 e5 Bc4 Bc5 Nf3 Nf6 O-O",
        "1.e4 e5 2.Bc4 Bc5 3.Nf3 Nf6 4.O-O",
        "1. e4 e5 2. Bc4 Bc5 3. Nf3 Nf6 4. O-O",
        "1. e4 1... e5 2.Bc4! Bc5?! 3.Nf3 Nf6 4.O-O+",
        "e2e4 e7e5 f1c4 f8c5 g1f3 g8f6 e1g1",
        "e2e4 e7e5 f1c4 f8c5 g1f3 g8f6 e1h1",
        "e4 e7e5 Bc4 f8c5 Nf3 Nf6 0-0",
        "  e4  e5\nBc4\tBc5 Ngf3 Ngf6 O-O ",
    ] {
        let rows = zobrist(["diff", line, "1.Nf3 Nf6 2.e4 e5 3.Bc4 Bc5 4.O-O"]).done();
        let rows: Vec<&str> = rows.lines().collect();
        assert_eq!(rows.len(), 2, "{line}: {rows:?}");
    }
    let long = zobrist(["diff", "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd3 Qd6 0-0-0 0-0-0", "e4"]).done();
    assert!(long.contains("\t2kr1bnr/") && long.contains("/2KR1BNR w - - 8 6\n"), "{long}");
}

#[test]
fn a_line_and_a_position_and_no_moves_at_all() {
    let rows = zobrist(["diff", "", START]).done();
    assert_eq!(rows, format!("a\t463b96181691fc9c\t{START}\nb\t463b96181691fc9c\t{START}\n"));
}

#[test]
fn every_scheme_and_variant() {
    let args = ["--scheme", "zobrist", "--bits", "32", "--variant", "crazyhouse"];
    let rows = zobrist(["diff", "e4 d5 exd5", "d3 d5"].into_iter().chain(args)).done();
    let words: Vec<&str> = rows
        .lines()
        .skip(2)
        .map(|row| {
            let columns: Vec<&str> = row.split('\t').collect();
            assert_eq!(columns[1].len(), 8);
            columns[2]
        })
        .collect();
    assert!(words.contains(&"white pawns in the pocket, bit 0"), "{rows}");
}

#[test]
fn csv_and_jsonl() {
    let rows = zobrist(["diff", "--format", "csv", "d4", "d4"]).done();
    assert!(rows.starts_with("side,key,what\na,830eb9b20758d1de,rnbq"), "{rows}");
    let rows = zobrist(["diff", "--format", "jsonl", "d4", "d3"]).done();
    assert!(rows.contains("{\"side\":\"-\",\"key\":\""), "{rows}");
}

#[test]
fn unreadable_positions_and_illegal_moves_are_refused() {
    let message = |a| zobrist(["diff", a, "e4"]).refused();
    for (line, word, reason) in [
        ("e4 Ke7", "Ke7", "illegal move"),
        ("e2e5", "e2e5", "illegal move; did you mean e3 or e4?"),
        ("Nf3 d5 Nc3 d4 Nd3", "Nd3", "illegal move; did you mean d3?"),
        (
            "Nf3 d5 d3 d4 Nd2",
            "Nd2",
            "ambiguous move: more than one piece can make it; did you mean Nbd2 or Nfd2?",
        ),
    ] {
        let expected = format!("zobrist: cannot play {word:?} in the line {line:?}: {reason}\n");
        assert_eq!(message(line), expected);
    }
    assert_eq!(
        message("e4 hello"),
        "zobrist: cannot play \"hello\" in the line \"e4 hello\": \
         expected a move such as Nf3 or g1f3\n"
    );
    assert_eq!(
        message("4k3/8 w - - 0 1"),
        "zobrist: cannot read the position \"4k3/8 w - - 0 1\": \
         column 6: expected a slash and the next rank, got \" \"\n"
    );
    for line in ["Nd2", "e2e5", "O-O", "0-0", "0000 e4", "e4 1-0 e5", "P@e4"] {
        assert!(message(line).starts_with("zobrist: cannot play "), "{line}");
    }
    zobrist(["diff", "e4"]).refused();
    zobrist(["diff", "e4", "d4", "c4"]).refused();
}

/// Every word of a line is played or refused.
#[test]
fn moves_with_dots() {
    let hashes = |line: &str| {
        let rows = zobrist(["diff", line, "e4"]).done();
        rows.lines().next().unwrap().to_owned()
    };
    let captured = hashes("1.e4 d5 2. e5 f5 3. exf6");
    for line in
        ["e4 d5 e5 f5 exf6e.p.", "1... e4 d5 2.e5 f5 exf6 e.p.", "1.e4 1...d5 2.e5 f5 3.exf6!"]
    {
        assert_eq!(hashes(line), captured, "{line}");
    }
    // Dots alone mean nothing, as in games.
    for (line, plain) in [("1. e4 e5 2. Nf3.", "e4 e5 Nf3"), ("e4. e5..", "e4 e5")] {
        assert_eq!(hashes(line), hashes(plain), "{line}");
    }
    for line in ["Ke2.e4", "e4 Ke2.e5", "1.e4 x."] {
        let message = zobrist(["diff", line, "e4"]).refused();
        assert!(message.contains("cannot play"), "{line}: {message}");
    }
}

#[test]
fn moves_after_a_position_are_refused() {
    for tail in [" moves e2e4", " moves"] {
        let message = zobrist(["diff", &format!("{START}{tail}"), "e4"]).refused();
        assert!(message.contains("got one followed by moves"), "{message}");
        let (rows, messages) =
            crate::tool::zobrist_on(format!("{START}{tail}\n{START}\n"), ["hash"]).rejected();
        assert_eq!(rows, crate::tool::START_ROW);
        assert!(messages.contains("got one followed by moves"), "{messages}");
    }
}
