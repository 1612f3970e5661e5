//! `zobrist explain`: the sum of the terms is the hash.

use crate::tool::{START, column, zobrist, zobrist_on};

const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

#[test]
fn a_hash_is_explained_term_by_term() {
    let rows = zobrist(["explain", KINGS]).done();
    let last: Vec<&str> = rows.lines().rev().take(2).collect();
    assert_eq!(
        last,
        [
            "f8d626aaaf278509\tbedfd5fd22191d3c\twhite to move",
            "31d71dce64b2c310\t4609f3578d3e9835\tcastling right white O-O",
        ]
    );
    let mut features = column(&rows, 2);
    features.sort_unstable();
    assert_eq!(
        features,
        [
            "black king e8",
            "castling right white O-O",
            "white king e1",
            "white rook h1",
            "white to move",
        ]
    );
}

#[test]
fn the_keys_sum_to_the_hash() {
    let positions = [
        ("chess", START),
        ("chess", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
        ("chess960", "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - bm O-O;"),
        ("chess960", START),
        ("atomic", "8/8/8/8/8/8/4k3/R6R w - - 0 1"),
        ("antichess", "8/8/8/8/8/8/8/k7 b - - 0 1"),
        ("kingofthehill", START),
        ("3check", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+2 0 1"),
        ("crazyhouse", "4k3/8/8/1Pp5/8/8/8/2R~1K3[Pq] w - c6 0 1"),
        ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        ("horde", "r3k2r/8/8/8/8/8/8/QNBRP3 b kq - 0 1"),
    ];
    let schemes = [
        ("polyglot", "64"),
        ("fide", "64"),
        ("fen", "64"),
        ("zobrist", "32"),
        ("zobrist", "64"),
        ("zobrist", "128"),
    ];
    for (variant, fen) in positions {
        for (scheme, bits) in schemes {
            if scheme != "zobrist" && !variant.starts_with("chess") {
                continue;
            }
            let options = ["--scheme", scheme, "--bits", bits, "--variant", variant];
            let rows = zobrist(["explain", fen].into_iter().chain(options)).done();
            let mut sum = 0;
            for row in rows.lines() {
                let [key, hash] =
                    [0, 1].map(|index| u128::from_str_radix(column(row, index)[0], 16).unwrap());
                sum ^= key;
                assert_eq!(sum, hash, "{variant} {scheme}");
            }
            let hash = zobrist_on(fen, ["hash"].into_iter().chain(options)).done();
            let digits = bits.parse::<usize>().unwrap() / 4;
            assert_eq!(format!("{sum:0digits$x}\t{fen}\n"), hash, "{variant} {scheme} {bits}");
        }
    }
}

#[test]
fn csv_and_jsonl() {
    let rows = zobrist(["explain", KINGS, "--format", "csv"]).done();
    assert!(rows.starts_with("key,hash,feature\n"));
    assert!(rows.contains(",castling right white O-O\n"));
    let rows = zobrist(["explain", KINGS, "--format", "jsonl"]).done();
    let last = "{\"key\":\"f8d626aaaf278509\",\"hash\":\"bedfd5fd22191d3c\",\
        \"feature\":\"white to move\"}";
    assert_eq!(rows.lines().last(), Some(last));
}

#[test]
fn a_position_that_cannot_be_read_is_refused() {
    assert_eq!(
        zobrist(["explain", "hello"]).refused(),
        "zobrist: cannot read the position \"hello\": \
         column 1: expected FEN or EPD, which begins with a piece or 1 to 8 empty squares, \
         got \"h\"\n"
    );
    assert_eq!(
        zobrist(["explain", "8/8/8/8/8/8/8/8 w - - 0 1"]).refused(),
        "zobrist: cannot read the position \"8/8/8/8/8/8/8/8 w - - 0 1\": \
         expected a legal position, got one with empty board, missing king\n"
    );
    zobrist(["explain", ""]).refused();
    zobrist(["explain"]).refused();
    // Without quotes, the shell makes six words of a FEN.
    zobrist(["explain"].into_iter().chain(START.split(' '))).refused();
}

#[test]
fn spaces_around_do_not_matter() {
    let rows = zobrist(["explain", KINGS]).done();
    assert_eq!(zobrist(["explain", &format!("  {KINGS} \n")]).done(), rows);
}

#[test]
fn moves_lead_to_a_position() {
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let rows = zobrist(["explain", e4]).done();
    for line in ["e4", "1.e4", "1. e4", "e2e4", " e4! "] {
        assert_eq!(zobrist(["explain", line]).done(), rows, "{line}");
    }
    let message = zobrist(["explain", "e4 e4"]).refused();
    assert!(message.contains("cannot play \"e4\" in the line \"e4 e4\""), "{message}");
    // A slash later on does not make a FEN of it.
    let expected = zobrist(["explain", "e4 e5"]).done();
    for line in ["1.e4 e5 1/2-1/2", "{a/b} 1. e4 e 5 1/2-1/2 agreed"] {
        assert_eq!(zobrist(["explain", line]).done(), expected, "{line}");
        zobrist(["diff", "e4", line]).done();
    }
    let message = zobrist(["explain", "1/2-1/2 e4"]).refused();
    assert!(message.contains("cannot read the position"), "{message}");
}

#[test]
fn checks_that_remain_are_three_at_most() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4+3 0 1";
    let message = zobrist(["explain", "--scheme", "zobrist", "--variant", "3check", fen]).refused();
    let expected = "column 54: expected the checks that remain to each side, from 0+0 to 3+3, \
                    got \"4+3\"\n";
    assert!(message.ends_with(expected), "{message}");
}
