//! `zobrist perft`: published numbers.

use crate::tool::zobrist;

#[track_caller]
fn counts(args: &str) -> String {
    let rows = zobrist(["perft"].into_iter().chain(args.split_whitespace())).done();
    let mut counts = Vec::new();
    for (ply, row) in (1..).zip(rows.lines()) {
        let (number, count) = row.split_once('\t').unwrap();
        assert_eq!(number, format!("{ply}"));
        counts.push(count);
    }
    counts.join(" ")
}

#[test]
fn move_paths() {
    assert_eq!(counts("4"), "20 400 8902 197281");
    assert_eq!(counts("4 --jobs 1"), "20 400 8902 197281");
    assert_eq!(counts("4 --jobs 1000000000"), "20 400 8902 197281");
    assert_eq!(counts("0"), "");
}

#[test]
fn different_positions_by_the_rule_of_the_scheme() {
    assert_eq!(counts("4 --unique"), "20 400 5362 72078");
    assert_eq!(counts("4 --unique --jobs 1"), "20 400 5362 72078");
    assert_eq!(counts("4 --unique --scheme fide"), "20 400 5362 72078");
    assert_eq!(counts("4 --unique --scheme polyglot"), "20 400 5362 72078");
    assert_eq!(counts("4 --unique --scheme zobrist"), "20 400 5362 72078");
    assert_eq!(counts("4 --unique --scheme zobrist"), "20 400 5362 72078");
    assert_eq!(counts("4 --unique --scheme fen"), "20 400 7602 101240");
}

#[test]
fn from_a_position() {
    let from = |fen: &str, more: &[&'static str]| {
        let rows = zobrist(["perft", "3", "--fen", fen].into_iter().chain(more.iter().copied()));
        let rows = rows.done();
        rows.lines().map(|row| row.split_once('\t').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(from(kiwipete, &[]), ["48", "2039", "97862"]);
    let endgame = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";
    assert_eq!(from(endgame, &[]), ["14", "191", "2812"]);
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(from(chess960, &[]), ["21", "528", "12189"]);
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(from(mate, &[]), ["0", "0", "0"]);
    assert_eq!(from(mate, &["--unique"]), ["0", "0", "0"]);
}

#[test]
fn every_variant() {
    for (variant, expected) in [
        ("chess960", "20 400 8902 197281"),
        ("atomic", "20 400 8902 197326"),
        ("antichess", "20 400 8067 153299"),
        ("kingofthehill", "20 400 8902 197281"),
        ("3check", "20 400 8902 197281"),
        ("crazyhouse", "20 400 8902 197281"),
        ("racingkings", "21 421 11264 296242"),
        ("horde", "8 128 1274 23310"),
    ] {
        assert_eq!(counts(&format!("4 --scheme zobrist --variant {variant}")), expected);
    }
}

#[test]
fn csv_and_jsonl() {
    let rows = zobrist(["perft", "2", "--format", "csv"]).done();
    assert_eq!(rows, "ply,count\n1,20\n2,400\n");
    let rows = zobrist(["perft", "2", "--unique", "--format", "jsonl"]).done();
    assert_eq!(rows, "{\"ply\":1,\"count\":20}\n{\"ply\":2,\"count\":400}\n");
}

#[test]
fn depths_out_of_range_are_refused() {
    // There are no moves from a mate, however deep the count.
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    for more in [&[][..], &["--unique"]] {
        let rows = zobrist(["perft", "255", "--fen", mate].into_iter().chain(more.iter().copied()));
        assert_eq!(rows.done().lines().last(), Some("255\t0"));
    }
    for depth in ["256", "4294967295", "99999999999999999999", "-1", "x", "1.5", ""] {
        let message = zobrist(["perft", depth]).refused();
        // A sign begins an option.
        let states_range = message.contains("expected a number of plies, from 0 to 255");
        assert_eq!(states_range, depth != "-1", "{message}");
    }
}

#[test]
fn a_position_that_cannot_be_read_is_refused() {
    let message = zobrist(["perft", "1", "--fen", "hello"]).refused();
    assert_eq!(
        message,
        "zobrist: cannot read the position \"hello\": \
         column 1: expected FEN or EPD, which begins with a piece or 1 to 8 empty squares, \
         got \"h\"\n"
    );
}

#[test]
fn a_table_changes_no_count() {
    for jobs in ["1", "2"] {
        for size in ["64", "100kB", "16MiB"] {
            let counted = counts(&format!("4 --table {size} --jobs {jobs}"));
            assert_eq!(counted, "20 400 8902 197281");
        }
    }
    assert_eq!(counts("5 --table 16MiB"), "20 400 8902 197281 4865609");
    for (variant, expected) in [
        ("chess960", "20 400 8902 197281"),
        ("atomic", "20 400 8902 197326"),
        ("antichess", "20 400 8067 153299"),
        ("3check", "20 400 8902 197281"),
        ("crazyhouse", "20 400 8902 197281"),
        ("racingkings", "21 421 11264 296242"),
        ("horde", "8 128 1274 23310"),
    ] {
        assert_eq!(
            counts(&format!("4 --table 1MiB --scheme zobrist --variant {variant}")),
            expected,
            "{variant}"
        );
    }
}

#[test]
fn a_table_changes_no_count_from_a_position() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let endgame = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -";
    for (fen, expected) in [(kiwipete, "48 2039 97862 4085603"), (endgame, "14 191 2812 43238")] {
        let rows = zobrist(["perft", "4", "--table", "8MiB", "--fen", fen]).done();
        let counts: Vec<&str> = rows.lines().map(|row| row.split_once('\t').unwrap().1).collect();
        assert_eq!(counts.join(" "), expected);
    }
}

#[test]
fn tables_that_are_too_large_are_refused() {
    for size in ["--table=0", "--table=63", "--table=1000000GiB", "--table=x", "--table=-1"] {
        let message = zobrist(["perft", "2", size]).refused();
        assert!(message.contains("table") || message.contains("expected"), "{message}");
    }
    for size in ["1.5MiB", "", "MiB", "1 MiBs", "99999999999999999999GiB", "16777216TiB"] {
        let message = zobrist(["perft", "2", "--table", size]).refused();
        assert!(message.contains("expected a size such as 512MiB"), "{message}");
    }
    zobrist(["perft", "2", "--table", "1MiB", "--unique"]).refused();
}

/// Number of walks of `steps` steps of a king from the fifth file of an edge of eight squares by
/// `ranks`.
fn walks(ranks: i32, steps: u32) -> u128 {
    let squares = || (0..8).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
    let mut walks: Vec<u128> = squares().map(|square| u128::from(square == (4, 0))).collect();
    for _ in 0..steps {
        let is_step = |(a, b): (i32, i32), (c, d): (i32, i32)| {
            (a, b) != (c, d) && (a - c).abs() <= 1 && (b - d).abs() <= 1
        };
        let to = |here| {
            let before = squares().zip(&walks).filter(|(there, _)| is_step(here, *there));
            before.map(|(_, walks)| walks).sum()
        };
        walks = squares().map(to).collect();
    }
    walks.iter().sum()
}

/// Behind locked pawns the kings walk independently, White on two ranks, Black on four.
#[test]
fn more_paths_than_a_number_holds_are_an_error() {
    let fen = "4k3/8/8/8/p1p1p1p1/P1P1P1P1/8/4K3 w - - 0 1";
    let paths = |ply: u32| walks(2, ply.div_ceil(2)) * walks(4, ply / 2);
    let run = zobrist(["perft", "255", "--table", "1MiB", "--fen", fen]);
    let plies = (1..).take_while(|ply| paths(*ply) < u128::from(u64::MAX));
    let rows: String = plies.map(|ply| format!("{ply}\t{}\n", paths(ply))).collect();
    assert_eq!((run.code, &run.stdout), (2, &rows));
    let first = rows.lines().count() + 1;
    assert_eq!(
        run.stderr,
        format!(
            "zobrist: expected fewer than 2^64 - 1 move paths, got as many or more at ply {first}\n"
        )
    );
}

/// Only counts of different positions depend on a scheme.
#[test]
fn paths_of_a_variant_need_no_scheme() {
    assert_eq!(counts("3 --variant atomic"), "20 400 8902");
    assert_eq!(counts("3 --variant atomic --table 1MiB"), "20 400 8902");
    let message = zobrist(["perft", "3", "--variant", "atomic", "--unique"]).refused();
    assert!(message.contains("`--scheme zobrist` has it"), "{message}");
}

#[test]
fn no_threads_are_refused() {
    let message = zobrist(["perft", "3", "--jobs", "0"]).refused();
    assert!(message.contains("expected a number of threads, 1 or more"), "{message}");
}
