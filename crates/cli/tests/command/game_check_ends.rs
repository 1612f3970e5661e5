//! The verdicts of `zobrist check` on single games: which positions are the same, how games end,
//! and which results contradict that.

use crate::tool::zobrist_on;

/// Rows of a game as `ply type: detail`, separated by `; `. `fen` may be empty.
#[track_caller]
fn found(tags: &[(&str, &str)], moves: &str) -> String {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    let run = zobrist_on(format!("{tags}\n{moves}\n"), ["check"]);
    assert_eq!(run.stderr, "");
    let row = |row: &str| {
        let fields: Vec<&str> = row.split('\t').collect();
        assert_eq!(fields[..2], ["standard input", "1"]);
        format!("{} {}: {}", fields[2], fields[3], fields[4])
    };
    let rows: Vec<String> = run.stdout.lines().map(row).collect();
    let is_fault =
        |row: &String| ["illegal", "after", "wrong"].iter().any(|fault| row.contains(fault));
    assert_eq!(run.code, i32::from(rows.iter().any(is_fault)), "{rows:?}");
    rows.join("; ")
}

/// Rows of a game that begins in a position.
#[track_caller]
fn from(fen: &str, moves: &str) -> String {
    found(&[("FEN", fen)], moves)
}

/// Rows of a game of a variant; an empty FEN is its start position.
#[track_caller]
fn of_variant(variant: &str, fen: &str, moves: &str) -> String {
    let tags = [("Variant", variant), ("FEN", fen)];
    found(if fen.is_empty() { &tags[..1] } else { &tags }, moves)
}

#[test]
fn positions_with_other_castling_rights_are_different() {
    let rooks = "1. Rb1 Rb8 2. Ra1 Ra8 3. Rb1 Rb8 4. Ra1 Ra8";
    let fen = |rights: &str| format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
    assert_eq!(from(&fen("Kk"), &format!("{rooks} *")), "8 threefold: plies 0, 4, 8");
    assert_eq!(from(&fen("KQkq"), &format!("{rooks} *")), "");
    let one_more = format!("{rooks} 5. Rb1 Rb8 *");
    assert_eq!(from(&fen("KQkq"), &one_more), "10 threefold: plies 2, 6, 10");
}

/// The right to capture en passant counts if the capture is legal: not if the pawn is pinned.
#[test]
fn positions_with_another_en_passant_capture_are_different() {
    let knights = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let fen = |square: &str| format!("4k1n1/8/8/3pP3/8/8/8/4K1N1 w - {square} 0 1");
    assert_eq!(from(&fen("-"), &format!("{knights} *")), "8 threefold: plies 0, 4, 8");
    assert_eq!(from(&fen("d6"), &format!("{knights} *")), "");
    let one_more = format!("{knights} 5. Nf3 *");
    assert_eq!(from(&fen("d6"), &one_more), "9 threefold: plies 1, 5, 9");
    let pinned = "4r1n1/k7/8/3pP3/8/8/8/4K1N1 w - d6 0 1";
    assert_eq!(from(pinned, &format!("{knights} *")), "8 threefold: plies 0, 4, 8");
    // In a game, the double step is the move before.
    let played = "1. e4 a6 2. e5 d5 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 *";
    assert_eq!(found(&[], played), "");
    let other = played.replace("a6 2. e5 d5", "d5 2. e5 a6");
    assert_eq!(found(&[], &other), "12 threefold: plies 4, 8, 12");
}

#[test]
fn repetitions_need_not_follow_each_other() {
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 *";
    assert_eq!(found(&[], moves), "8 threefold: plies 0, 4, 8");
    let more = moves.replace('*', "5. Nc3 Nf6 6. Nb1 Ng8 7. Nf3 Nc6 8. Ng1 Nb8 *");
    let five = "8 threefold: plies 0, 4, 8; 16 fivefold: plies 0, 4, 8, 12, 16";
    assert_eq!(found(&[], &more), five);
    // Four times, over a long way.
    let long = "1. Na3 Na6 2. Rb1 Rb8 3. Ra1 Ra8 4. Rb1 Rb8 5. Nb5 Nb4 6. Nc3 Nc6 7. Na4 Na5 \
                8. Nc3 Nc6 9. Nb5 Nb4 10. Na3 Na6 *";
    assert_eq!(found(&[], long), "20 threefold: plies 4, 8, 20");
}

#[test]
fn the_clock_of_the_fen_counts() {
    let fen = |clock: u32| format!("8/8/4k3/8/8/3K4/8/R6r w - - {clock} 90");
    let plies = |count: u32| format!("{count} plies without a capture or a pawn move");
    assert_eq!(from(&fen(98), "1. Rb1 *"), "");
    assert_eq!(from(&fen(99), "1. Rb1 *"), format!("1 fifty-moves: {}", plies(100)));
    assert_eq!(from(&fen(130), "*"), format!("0 fifty-moves: {}", plies(130)));
    let both = format!("0 fifty-moves: {}; 1 seventy-five-moves: {}", plies(149), plies(150));
    assert_eq!(from(&fen(149), "1. Rb1 1/2-1/2"), both);
    assert_eq!(
        from(&fen(149), "1. Rb1 Rh2 2. Rb2 0-1"),
        format!(
            "{both}; 2 after-the-end: seventy-five moves at ply 1; \
             3 wrong-result: expected 1/2-1/2 (seventy-five moves), got 0-1"
        )
    );
    // After a capture the last position is not over.
    assert_eq!(
        from(&fen(149), "1. Ra2 Rh2 2. Rxh2 1-0"),
        format!("{both}; 2 after-the-end: seventy-five moves at ply 1")
    );
    // Mate and stalemate take precedence.
    let mate = "k7/8/1K6/8/8/8/8/7R w - - 149 90";
    assert_eq!(from(mate, "1. Rh8# 1-0"), format!("0 fifty-moves: {}", plies(149)));
    let stalemate = "k7/8/1K6/8/8/8/8/2Q5 w - - 99 90";
    assert_eq!(from(stalemate, "1. Qc7 1/2-1/2"), "");
}

#[test]
fn a_bad_move_ends_the_game() {
    for (moves, expected) in [
        ("1. e4 e5 2. Ke3 Nc6 0-1", "3 illegal-move: illegal move Ke3 at ply 3"),
        ("1. e4 -- 2. d4 *", "2 illegal-move: null move -- at ply 2"),
        ("1. Nf3 a6 2. Nc3 a5 3. Nb5 a4 4. Nd4 *", "7 illegal-move: ambiguous move Nd4 at ply 7"),
        ("1. e4 Nd4x 2. d4 *", "2 illegal-move: expected a move, got \"Nd4x\""),
        ("e5", "1 illegal-move: illegal move e5 at ply 1"),
        // The result is that of a game that was not read to its end.
        (
            "1. f3 e5 2. g4 Qh4# 3. Kf2 1-0",
            "5 after-the-end: checkmate at ply 4; 5 illegal-move: illegal move Kf2 at ply 5",
        ),
        // A word is no move after the end.
        ("1. f3 e5 2. g4 Qh4# wins 0-1", "5 illegal-move: expected a move, got \"wins\""),
        ("1. f3 e5 2. g4 Qh4# mate 0-1", ""),
    ] {
        assert_eq!(found(&[], moves), expected, "{moves}");
    }
}

#[test]
fn a_game_goes_on_after_its_end() {
    let dead = "8/8/8/3k4/8/8/3p4/3K4 w - - 0 1";
    assert_eq!(from(dead, "1. Kxd2 1/2-1/2"), "");
    assert_eq!(
        from(dead, "1. Kxd2 Ke4 2. Ke2 1-0"),
        "2 after-the-end: dead position at ply 1; \
         3 wrong-result: expected 1/2-1/2 (dead position), got 1-0"
    );
    let stalemate = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    assert_eq!(
        from(stalemate, "1. Qc7 1-0"),
        "1 wrong-result: expected 1/2-1/2 (stalemate), got 1-0"
    );
    assert_eq!(
        from(stalemate, "1. Qc7 Ka7 1-0"),
        "2 after-the-end: stalemate at ply 1; 2 illegal-move: illegal move Ka7 at ply 2"
    );
    // The rest is checked, and the last position decides about the result.
    assert_eq!(
        found(
            &[("Result", "0-1")],
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 \
             9. f3 e5 10. g4 Qh4# 0-1"
        ),
        "8 threefold: plies 0, 4, 8; 16 fivefold: plies 0, 4, 8, 12, 16; \
         17 after-the-end: fivefold repetition at ply 16"
    );
    // The first position may be the end.
    assert_eq!(
        from("8/8/8/3k4/8/8/8/3K4 w - - 0 1", "1. Ke2 *"),
        "1 after-the-end: dead position at ply 0"
    );
    assert_eq!(
        from("k6R/8/1K6/8/8/8/8/8 b - - 0 1", "1/2-1/2"),
        "0 wrong-result: expected 1-0 (checkmate), got 1/2-1/2"
    );
}

/// The result is that of the tag and, if that is missing or `*`, the one after the moves.
#[test]
fn a_result_is_compared_as_the_index_takes_it() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    let wrong = |got: &str| format!("4 wrong-result: expected 0-1 (checkmate), got {got}");
    for (tag, marker, expected) in [
        (None, "1-0", wrong("1-0")),
        (None, "1/2-1/2", wrong("1/2-1/2")),
        (None, "0-1", String::new()),
        (None, "*", String::new()),
        (None, "", String::new()),
        (Some("*"), "1-0", wrong("1-0")),
        (Some("*"), "*", String::new()),
        (Some("0-1"), "1-0", String::new()),
        (Some("1-0"), "0-1", wrong("1-0")),
        (Some("won"), "1-0", wrong("1-0")),
        (Some("1:0"), "0-1", wrong("1-0")),
    ] {
        let tags = tag.map(|tag| ("Result", tag));
        let rows = found(tags.as_slice(), &format!("{mate} {marker}"));
        assert_eq!(rows, expected, "{tag:?} {marker}");
    }
    // A game that is not over may have any result.
    for result in ["1-0", "0-1", "1/2-1/2"] {
        assert_eq!(found(&[("Result", result)], &format!("1. e4 {result}")), "");
    }
}

#[test]
fn variants_end_by_their_own_rules() {
    assert_eq!(
        of_variant("Atomic", "", "1. Nf3 a6 2. Ng5 a5 3. Nxf7# 0-1"),
        "5 wrong-result: expected 1-0 (White won by the rules of atomic), got 0-1"
    );
    assert_eq!(
        of_variant("Atomic", "", "1. Nf3 a6 2. Ng5 a5 3. Nxf7# a4 1-0"),
        "6 after-the-end: White won by the rules of atomic at ply 5; \
         6 illegal-move: illegal move a4 at ply 6"
    );
    assert_eq!(
        of_variant("King of the Hill", "", "1. e4 e5 2. Ke2 a6 3. Kd3 a5 4. Kc4 a4 5. Kd5 1/2-1/2"),
        "9 wrong-result: expected 1-0 (White won by the rules of kingofthehill), got 1/2-1/2"
    );
    // The side without a move wins.
    let blocked = "8/p7/8/P7/8/8/8/8 b - - 0 1";
    assert_eq!(
        of_variant("Antichess", blocked, "1... a6 1/2-1/2"),
        "1 wrong-result: expected 1-0 (White won by the rules of antichess), got 1/2-1/2"
    );
    assert_eq!(
        of_variant("Racing Kings", "8/1k4K1/8/8/8/8/8/8 w - - 0 1", "1. Kg8 Kb8 1-0"),
        "2 wrong-result: expected 1/2-1/2 (drawn by the rules of racingkings), got 1-0"
    );
    assert_eq!(
        of_variant("Three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "1. Ra8+ 0-1"),
        "1 wrong-result: expected 1-0 (White won by the rules of 3check), got 0-1"
    );
}

/// Kings alone can win on the hill, pieces return in Crazyhouse, and checks that remain distinguish
/// positions.
#[test]
fn variants_change_which_draws_there_are() {
    let kings = "8/8/3k4/8/8/8/8/3K4 w - - 0 1";
    assert_eq!(from(kings, "1. Ke1 *"), "1 after-the-end: dead position at ply 0");
    assert_eq!(of_variant("King of the Hill", kings, "1. Ke1 Ke6 *"), "");
    let rooks = "4k3/8/8/8/8/8/8/R3K2r w - - 149 90";
    assert!(from(rooks, "1. Kd2 *").contains("seventy-five-moves"));
    assert_eq!(of_variant("Crazyhouse", rooks, "1. Kd2 *"), "");
    // A knight is dropped, captured, dropped by the other side and captured again.
    let knight = "3k4/7p/8/8/8/8/P7/3K4[N] w - - 0 1";
    let cycle = "N@d7 Kxd7 Kd2 N@d3 Kxd3 Kc7 Kd2 Kc8 Kd1 Kd8";
    let twice = of_variant("Crazyhouse", knight, &format!("{cycle} {cycle} *"));
    assert_eq!(twice, "20 threefold: plies 0, 10, 20");
    let checks = "1. Ra8+ Kd7 2. Ra1 Ke8 3. Ra8+ Kd7 4. Ra1 Ke8 *";
    let fen = |checks: &str| format!("4k3/8/8/8/8/8/8/R3K3 w - -{checks} 0 1");
    assert_eq!(from(&fen(""), checks), "8 threefold: plies 0, 4, 8");
    assert_eq!(of_variant("Three-check", &fen(" 3+3"), checks), "");
}

#[test]
fn chess960_is_checked() {
    let fen = "1r2k3/8/8/8/8/8/8/4K1R1 w Kq - 0 1";
    assert_eq!(
        of_variant("Chess960", fen, "1. O-O O-O-O 2. Kh1 Kb8 3. Kg1 Kc8 4. Kh1 Kb8 5. Kg1 Kc8 *"),
        "10 threefold: plies 2, 6, 10"
    );
}
