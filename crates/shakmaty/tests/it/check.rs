//! Checks of games by the rules: each type of finding, and what is none.

use zobrist_shakmaty::check::{FindingType, Referee};

/// The findings in a game: type, ply and detail.
#[track_caller]
fn findings(referee: &mut Referee, game: &str) -> Vec<(FindingType, usize, String)> {
    let findings = referee.check(game.as_bytes()).unwrap().expect("a game");
    findings.iter().map(|found| (found.finding_type, found.ply, found.detail.clone())).collect()
}

#[track_caller]
fn check(game: &str, expected: &[(FindingType, usize, &str)]) {
    let found = findings(&mut Referee::new(), game);
    let found: Vec<_> = found.iter().map(|(t, ply, detail)| (*t, *ply, &**detail)).collect();
    assert_eq!(found, expected, "{game}");
}

/// A position of a rook and a knight, with the moves of the clock.
fn from(clock: u32, moves: &str) -> String {
    format!("[FEN \"7k/8/8/8/8/8/8/RN5K w - - {clock} 90\"]\n\n{moves}")
}

/// Both knights go out and back `times` times, four plies each.
fn back_and_forth(times: usize) -> String {
    "Nf3 Nf6 Ng1 Ng8 ".repeat(times)
}

#[test]
fn repetitions_count_the_first_position_and_are_found_once() {
    use FindingType::{Fivefold, Threefold};
    check(&back_and_forth(1), &[]);
    check(&back_and_forth(2), &[(Threefold, 8, "plies 0, 4, 8")]);
    let fivefold = (Fivefold, 16, "plies 0, 4, 8, 12, 16");
    check(&back_and_forth(4), &[(Threefold, 8, "plies 0, 4, 8"), fivefold]);
    // The capture en passant is possible only the first time.
    let moves = "e4 Nh6 e5 d5 Ng1f3 Nh6g8 Nf3g1 Ng8h6 Ng1f3 Nh6g8 Nf3g1 Ng8h6";
    check(moves, &[]);
    check(&format!("{moves} Nf3 Ng8"), &[(Threefold, 13, "plies 5, 9, 13")]);
}

#[test]
fn plies_without_progress_include_those_before_the_first_position() {
    use FindingType::{AfterTheEnd, FiftyMoves, SeventyFiveMoves};
    check(&from(97, "Ra2 Kg8"), &[]);
    let fifty = "100 plies without a capture or a pawn move";
    check(&from(98, "Ra2 Kg8"), &[(FiftyMoves, 2, fifty)]);
    let seventy_five = "150 plies without a capture or a pawn move";
    let before = "149 plies without a capture or a pawn move";
    let both = [(FiftyMoves, 0, before), (SeventyFiveMoves, 1, seventy_five)];
    check(&from(149, "Ra2"), &both);
    let after = (AfterTheEnd, 2, "seventy-five moves at ply 1");
    check(&from(149, "Ra2 Kg8"), &[both[0], both[1], after]);
}

#[test]
fn bad_moves_end_the_check_and_the_result_is_not_judged() {
    use FindingType::{AfterTheEnd, IllegalMove};
    check("e4 e5 Ke3 Nf6 0-1", &[(IllegalMove, 3, "illegal move Ke3 at ply 3")]);
    let mate = "f3 e5 g4 Qh4#";
    check(
        &format!("{mate} a3 1-0"),
        &[(AfterTheEnd, 5, "checkmate at ply 4"), (IllegalMove, 5, "illegal move a3 at ply 5")],
    );
}

#[test]
fn the_result_is_that_of_the_tag_or_that_after_the_moves() {
    let mate = "f3 e5 g4 Qh4#";
    let wrong = [(FindingType::WrongResult, 4, "expected 0-1 (checkmate), got 1/2-1/2")];
    check(&format!("{mate} 1/2-1/2"), &wrong);
    check(&format!("[Result \"1/2-1/2\"]\n\n{mate} 0-1"), &wrong);
    check(&format!("[Result \"*\"]\n\n{mate} 1/2-1/2"), &wrong);
    check(&format!("{mate} 0-1"), &[]);
    check(&format!("{mate} *"), &[]);
    // Resigned.
    check("f3 e5 1-0", &[]);
}

#[test]
fn the_rules_are_those_of_the_variant() {
    let detail = "expected 1-0 (White won by the rules of atomic), got 0-1";
    let moves = "Nf3 a6 Ng5 a5 Nxf7";
    check(
        &format!("[Variant \"Atomic\"]\n\n{moves} 0-1"),
        &[(FindingType::WrongResult, 5, detail)],
    );
    check(&format!("{moves} 0-1"), &[]);
}

#[test]
fn a_referee_forgets_the_game_before_even_one_that_cannot_be_read() {
    let mut referee = Referee::new();
    assert_eq!(findings(&mut referee, &back_and_forth(2)).len(), 1);
    assert_eq!(referee.plies(), 8);
    let error = referee.check(b"Nf3 Nf6 {a comment").unwrap_err();
    assert!(!error.is_bad_move(), "{error}");
    assert_eq!(referee.check(b" \n\n").unwrap(), None);
    assert_eq!(findings(&mut referee, &back_and_forth(1)), []);
    assert_eq!(referee.plies(), 4);
}

#[test]
fn a_referee_looks_for_the_types_that_it_is_asked_for() {
    let game = back_and_forth(4) + "e4 1-0";
    let all = findings(&mut Referee::new(), &game);
    for finding_type in FindingType::BY_DEFAULT {
        let mut expected = all.clone();
        expected.retain(|found| found.0 == finding_type);
        assert_eq!(findings(&mut Referee::new().looking_for(&[finding_type]), &game), expected);
    }
    assert_eq!(findings(&mut Referee::new().looking_for(&[]), &game), []);
}

#[test]
fn types_are_parsed_by_their_names() {
    for finding_type in FindingType::ALL {
        assert_eq!(finding_type.name().parse(), Ok(finding_type));
        assert_eq!(finding_type.to_string(), finding_type.name());
        assert_eq!(finding_type.is_fault(), finding_type.description().starts_with("A fault: "));
    }
    let error = "Threefold".parse::<FindingType>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a type of finding (threefold, fivefold, fifty-moves, seventy-five-moves, \
         illegal-move, after-the-end, wrong-result, result, move-numbers, seven-tag-roster, dates, elo, \
         duplicate-tags, fen-without-setup, spellings), got \"Threefold\""
    );
}
