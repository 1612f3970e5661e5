//! `zobrist hash` on lines of FEN and EPD.

use crate::tool::{START, START_ROW, column, many_lines, zobrist_on};

/// The nine positions that the book format's document publishes.
const PUBLISHED: &str = "\
463b96181691fc9c\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
823c9b50fd114196\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
0756b94461c50fb0\trnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2
662fafb965db29d4\trnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2
22a48b5a8e47ff78\trnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3
652a607ca3f242c1\trnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3
00fdd303c946bdd9\trnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4
3c8123ea7b067637\trnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3
5c3f9b829b279560\trnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4
";

fn fens(rows: &str) -> String {
    column(rows, 1).iter().map(|fen| format!("{fen}\n")).collect()
}

#[test]
fn the_published_positions_have_the_published_hashes() {
    assert_eq!(zobrist_on(fens(PUBLISHED), ["hash"]).done(), PUBLISHED);
    assert_eq!(zobrist_on(fens(PUBLISHED), ["hash", "--scheme", "polyglot"]).done(), PUBLISHED);
}

/// 1.Nf3 Nf6 2.c4 Nc6 3.Qb3 e5 4.Qe3 e4 5.d4, and the same position by other moves: the pawn that
/// could capture is pinned.
const PINNED: &str = "r1bqkb1r/pppp1ppp/2n2n2/8/2PPp3/4QN2/PP2PPPP/RNB1KB1R b KQkq d3 0 5";
const NO_CAPTURE: &str = "r1bqkb1r/pppp1ppp/2n2n2/8/2PPp3/4QN2/PP2PPPP/RNB1KB1R b KQkq - 1 5";

#[test]
fn a_pinned_capture_splits_polyglot_and_fen_but_not_fide() {
    let lines = format!("{PINNED}\n{NO_CAPTURE}\n");
    let hashes = |scheme| {
        let rows = zobrist_on(&lines, ["hash", "--scheme", scheme]).done();
        column(&rows, 0).join(" ")
    };
    assert_eq!(hashes("polyglot"), "4d4c9437aef0f22c 51d54ae49248628d");
    assert_eq!(hashes("fen"), "4d4c9437aef0f22c 51d54ae49248628d");
    assert_eq!(hashes("fide"), "51d54ae49248628d 51d54ae49248628d");
}

#[test]
fn the_schemes_differ_in_the_en_passant_file_only() {
    // After 1.e4 no pawn stands ready; after 1.e4 d5 2.e5 f5 one does, and may capture.
    let lines = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n\
        rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3\n";
    let hashes = |scheme| {
        let rows = zobrist_on(lines, ["hash", "--scheme", scheme]).done();
        column(&rows, 0).join(" ")
    };
    assert_eq!(hashes("polyglot"), "823c9b50fd114196 22a48b5a8e47ff78");
    assert_eq!(hashes("fide"), "823c9b50fd114196 22a48b5a8e47ff78");
    assert_eq!(hashes("fen"), "4d0dde8ef7cc031f 22a48b5a8e47ff78");
}

#[test]
fn hashes_have_as_many_digits_as_their_bits_need() {
    let row = |bits| zobrist_on(START, ["hash", "--scheme", "zobrist", "--bits", bits]).done();
    assert_eq!(row("32"), format!("dfa9ffb4\t{START}\n"));
    assert_eq!(row("64"), format!("9882d27d0682b557\t{START}\n"));
    assert_eq!(row("128"), format!("569ef306a0429e0270b9a8ee8771e71a\t{START}\n"));
    // The published hash with leading zeros.
    let king = "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4";
    assert_eq!(zobrist_on(king, ["hash"]).done(), format!("00fdd303c946bdd9\t{king}\n"));
}

#[test]
fn csv_has_a_header_and_quotes() {
    let lines = format!("{START}\n{START} id \"one, two\";\n");
    let rows = zobrist_on(lines, ["hash", "--format", "csv"]).done();
    assert_eq!(
        rows,
        format!(
            "hash,fen\n463b96181691fc9c,{START}\n\
             463b96181691fc9c,\"{START} id \"\"one, two\"\";\"\n"
        )
    );
}

#[test]
fn jsonl_is_an_object_a_line_with_the_hash_as_a_string() {
    let lines = format!("{START}\n{START} id \"one\";\n");
    let rows = zobrist_on(lines, ["hash", "--format", "jsonl"]).done();
    assert_eq!(
        rows,
        format!(
            "{{\"hash\":\"463b96181691fc9c\",\"fen\":\"{START}\"}}\n\
             {{\"hash\":\"463b96181691fc9c\",\"fen\":\"{START} id \\\"one\\\";\"}}\n"
        )
    );
}

#[test]
fn lines_are_echoed_as_they_came() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let echo = |line: &str, args: &[&str]| {
        let rows = zobrist_on(line, args.iter().copied()).done();
        assert_eq!(rows, format!("463b96181691fc9c\t{line}\n"));
    };
    for line in [
        format!("{board} w KQkq - 0 1"),
        format!("{board} w KQkq - 0 1   "),
        format!("  {board} w  KQkq - 0 1"),
        format!("{board} w KQkq -"),
        format!("{board} w KQkq - 17 99"),
        format!("{board} w KQkq - bm e4; id \"a;b\"; c0 \"é\";"),
        format!("{board} w KQkq - 17"),
        format!("{board} w KQkq - 0 1 D1 20; D2 400;"),
        format!("{board} w KQkq -  draw_offer;id \"\";"),
        format!("{board} w KQkq - 0 1 ;D1 20 ;D2 400"),
        format!("{board} w KQkq - bm e4"),
        format!("{board} w HAha - 0 1"),
        format!("{board}_w_KQkq_-_0_1"),
    ] {
        echo(&line, &["hash"]);
        echo(&line, &["hash", "--lenient"]);
    }
    for rest in ["0 1 ;note 20", "0 1 and a note", "bm", "99999999999x 1"] {
        let line = format!("{board} w KQkq - {rest}");
        echo(&line, &["hash", "--lenient"]);
        zobrist_on(&line, ["hash"]).rejected();
    }
}

#[test]
fn missing_fields_take_their_defaults_if_asked() {
    let lines = "4k3/8/8/8/8/8/8/4K3\n4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let rows = zobrist_on(lines, ["hash", "--lenient"]).done();
    // Kings on e1 and e8, White to move: b5fdfc5d3132c498 ^ 13ae978d09fe5557 ^ f8d626aaaf278509.
    assert_eq!(column(&rows, 0), ["5e854d7a97eb14c6"; 2]);
}

#[test]
fn an_en_passant_square_is_echoed_if_the_scheme_ignores_it() {
    let line = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let rows = zobrist_on(line, ["hash", "--scheme", "fide"]).done();
    assert_eq!(rows, format!("823c9b50fd114196\t{line}\n"));
}

#[test]
fn ends_of_lines_blank_lines_and_a_byte_order_mark_do_not_matter() {
    for text in [
        START.to_owned(),
        format!("{START}\n"),
        format!("{START}\r\n"),
        format!("\n\r\n   \n{START}\n\n"),
        format!("\u{feff}{START}\n"),
        format!("\u{feff}{START}\r\n\r\n"),
    ] {
        assert_eq!(zobrist_on(&text, ["hash"]).done(), START_ROW, "{text:?}");
    }
}

#[test]
fn empty_input_prints_no_rows() {
    for text in ["", "\n", " \r\n\n"] {
        assert_eq!(zobrist_on(text, ["hash"]).done(), "");
        assert_eq!(zobrist_on(text, ["hash", "--format", "jsonl"]).done(), "");
        assert_eq!(zobrist_on(text, ["hash", "--format", "csv"]).done(), "hash,fen\n");
    }
}

#[test]
fn rows_keep_the_order_of_lines_with_any_number_of_threads() {
    let lines = many_lines(20_000);
    let all = zobrist_on(&lines, ["hash"]).done();
    assert_eq!(fens(&all), lines);
    for jobs in ["1", "2", "7", "1000000"] {
        assert!(all == zobrist_on(&lines, ["hash", "--jobs", jobs]).done(), "{jobs} jobs");
    }
}

/// A right that standard chess does not have, when the user has not asked for Chess960.
#[test]
fn an_explicit_variant_is_taken_at_its_word() {
    let line = "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\n";
    zobrist_on(line, ["hash"]).done();
    zobrist_on(line, ["hash", "--variant", "chess960"]).done();
    let (_, messages) = zobrist_on(line, ["hash", "--variant", "chess"]).rejected();
    assert!(messages.contains("invalid castling rights"), "{messages}");
}

/// Made for this test: lines as perft suites and engines write them.
#[test]
fn epd_as_perft_suites_and_engines_write_it() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let kings = "4k3/8/8/8/8/8/8/3K4 b - -";
    let lines = format!(
        "# a comment\n{start} 0 1 ;D1 20 ;D2 400\n{kings} bm Kd7\n{kings}; id \"no space\";\n{kings} 0 1; bm Kd7\n\
         {kings} 3 40 ce 13; id \"a; b\"\n#\n{kings}\n"
    );
    let rows = zobrist_on(&lines, ["hash", "--input", "fen"]).done();
    let expected =
        zobrist_on(format!("{start}\n{}", format!("{kings}\n").repeat(5)), ["hash"]).done();
    assert_eq!(column(&rows, 0), column(&expected, 0));
    let rows = zobrist_on(&lines, ["hash", "--lenient"]).done();
    assert_eq!(column(&rows, 0), column(&expected, 0));
    // The faults of the position stay faults.
    let line = "k7/1pp5/p2p4/N2q4/B7/8/1Q3PP1/5NK1 w KQkq - 0 1 ;D1 20\n";
    let (rows, messages) = zobrist_on(line, ["hash"]).rejected();
    assert_eq!(rows, "");
    assert!(messages.contains("invalid castling rights"), "{messages}");
}
