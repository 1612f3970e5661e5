//! Checks of the text of games: each type of finding, and what is none.

use proptest::prelude::*;
use zobrist_shakmaty::check::{FindingType, Referee};
use zobrist_shakmaty::shakmaty::san::SanPlus;
use zobrist_shakmaty::shakmaty::{Chess, Color, Position};

/// The ply and the detail of the finding of one type.
#[track_caller]
fn found(finding_type: FindingType, game: &str) -> Option<(usize, String)> {
    let mut referee = Referee::new().looking_for(&[finding_type]);
    let findings = referee.check(game.as_bytes()).unwrap().expect("a game");
    assert!(findings.len() <= 1, "{findings:?}");
    findings.first().map(|found| {
        assert_eq!(found.finding_type, finding_type);
        (found.ply, found.detail.clone())
    })
}

/// The details of findings of one type in several games; empty for none.
#[track_caller]
fn check(finding_type: FindingType, cases: &[(&str, usize, &str)]) {
    for (game, ply, detail) in cases {
        let expected = (!detail.is_empty()).then(|| (*ply, (*detail).to_owned()));
        assert_eq!(found(finding_type, game), expected, "{game}");
    }
}

#[test]
fn results_that_differ() {
    check(
        FindingType::Result,
        &[
            ("[Result \"1-0\"]\n\n1. e4 1-0", 0, ""),
            ("[Result \"1:0\"]\n\n1. e4 1-0", 0, ""),
            ("[Result \"*\"]\n\n1. e4", 0, ""),
            ("[Result \"?\"]\n\n1. e4 *", 0, ""),
            ("1. e4 1-0", 0, ""),
            ("[Result \"1-0\"]\n\n1. e4 0-1", 1, "the tag says 1-0, the moves end with 0-1"),
            (
                "[Result \"draw\"]\n\n1. e4 e5 0-1",
                2,
                "the tag says 1/2-1/2, the moves end with 0-1",
            ),
            ("[Result \"*\"]\n\n1. e4 0-1", 1, "the tag says *, the moves end with 0-1"),
            ("[Result \"0-1\"]\n\n1. e4 *", 1, "the tag says 0-1, the moves end with *"),
            ("[Result \"won\"]\n\n1. e4 1-0", 1, "the tag \"won\" means no result"),
            ("1. e4 1-0 0-1 {so it was} *", 1, "after 1-0 comes 0-1, *"),
            ("[Result \"1-0\"]\n\n1. e4 * 1-0", 1, "after * comes 1-0"),
            // The result of a game that is not read to its end.
            ("[Result \"1-0\"]\n\n1. e4 e4 0-1", 0, ""),
        ],
    );
}

#[test]
fn move_numbers_are_those_of_the_moves() {
    check(
        FindingType::MoveNumbers,
        &[
            ("1. e4 e5 2. Nf3 Nc6 *", 0, ""),
            ("1.e4 1...e5 2.Nf3 2. ... Nc6 *", 0, ""),
            ("1. e4 1. e5 2 Nf3 2\u{2026} Nc6 *", 0, ""),
            ("e4 e5 Nf3 Nc6 *", 0, ""),
            ("1. e4 {2.} e5 (1... c5 7. Nf3) 2. $1 Nf3 3. *", 0, ""),
            ("1. e4 e5 3. Nf3 Nc6 5. Bb5 *", 3, "expected 2. before Nf3, got 3."),
            ("1. e4 2... e5 *", 2, "expected 1... before e5, got 2..."),
            ("1. e4 e5 2... Nf3 *", 3, "expected 2. before Nf3, got 2..."),
            ("1. e4 e5 99999999999999 Nf3 *", 3, "expected 2. before Nf3, got 4294967295."),
            ("[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 31\"]\n\n31... Kd8 32. Kd1 *", 0, ""),
            (
                "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 31\"]\n\n1... Kd8 2. Kd1 *",
                1,
                "expected 31... before Kd8, got 1...",
            ),
            // Up to the illegal move.
            ("1. e4 e4 7. e5 *", 0, ""),
        ],
    );
}

#[test]
fn the_seven_tags() {
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let of = |names: &[&str]| -> Option<(usize, String)> {
        let tags: String = names.iter().map(|name| format!("[{name} \"*\"]\n")).collect();
        found(FindingType::SevenTagRoster, &format!("{tags}\n1. e4 *"))
    };
    let detail = |detail: &str| Some((0, detail.to_owned()));
    assert_eq!(of(&roster), None);
    assert_eq!(of(&[&roster[..], &["ECO", "Opening"]].concat()), None);
    assert_eq!(of(&["event", "SITE", "Date", "Round", "White", "Black", "Result"]), None);
    assert_eq!(of(&[]), detail("missing Event, Site, Date, Round, White, Black, Result"));
    assert_eq!(
        of(&["Event", "Date", "Site", "White", "Black", "Result"]),
        detail("missing Round; Site comes after Date")
    );
    assert_eq!(of(&[&roster[..6], &["ECO", "Result"]].concat()), detail("Result comes after ECO"));
    // A tag that comes again is another type's.
    assert_eq!(of(&[&roster[..], &["Event"]].concat()), None);
}

#[test]
fn dates_elos_and_duplicates() {
    check(
        FindingType::Dates,
        &[
            ("[Date \"2024.02.29\"]\n[UTCDate \"????.??.??\"]\n\n*", 0, ""),
            (
                "[Date \"2023.02.29\"]\n[eventdate \"1 May\"]\n[UTCDate \"2024-05-01\"]\n\n*",
                0,
                "Date \"2023.02.29\": there is no such day; UTCDate \"2024-05-01\": expected YYYY.MM.DD, with ? \
                 for what is not known",
            ),
        ],
    );
    check(
        FindingType::Elo,
        &[
            ("[WhiteElo \"2850\"]\n[BlackElo \"?\"]\n\n*", 0, ""),
            ("[WhiteElo \"-\"]\n[BlackElo \"\"]\n[TeamElo \"x\"]\n\n*", 0, ""),
            (
                "[WhiteElo \"2400?\"]\n[blackelo \"99999999999\"]\n\n*",
                0,
                "WhiteElo \"2400?\": expected a number from 100 to 4000; BlackElo \"99999999999\": expected a \
                 number from 100 to 4000",
            ),
            ("[WhiteElo \"0\"]\n\n*", 0, "WhiteElo \"0\": expected a number from 100 to 4000"),
            (
                "[WhiteElo \"+2000\"]\n\n*",
                0,
                "WhiteElo \"+2000\": expected a number from 100 to 4000",
            ),
        ],
    );
    let many = "[Date \"x\"]\n".repeat(20) + "\n*";
    let (_, detail) = found(FindingType::Dates, &many).unwrap();
    assert!(detail.matches("Date \"x\"").count() == 8 && detail.ends_with("; 12 more"), "{detail}");
    check(
        FindingType::DuplicateTags,
        &[
            ("[White \"a\"]\n[Black \"a\"]\n\n*", 0, ""),
            (
                "[White \"a\"]\n[Team \"x\"]\n[white \"b\"]\n[team \"x\"]\n[WHITE \"c\"]\n\n*",
                0,
                "White 3 times, Team 2 times",
            ),
        ],
    );
}

#[test]
fn a_fen_needs_setup() {
    let fen = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]";
    let none = "expected SetUp \"1\" beside FEN, got none";
    check(
        FindingType::FenWithoutSetup,
        &[
            (&format!("[SetUp \"1\"]\n{fen}\n\n*"), 0, ""),
            (&format!("{fen}\n[setup \"1\"]\n\n*"), 0, ""),
            ("[FEN \"\"]\n\n1. e4 *", 0, ""),
            ("[FEN \"?\"]\n\n1. e4 *", 0, ""),
            (&format!("{fen}\n\n*"), 0, none),
            (&format!("{}\n\n*", fen.replace("FEN", "fen")), 0, none),
            (
                &format!("[SetUp \"0\"]\n{fen}\n\n*"),
                0,
                "expected SetUp \"1\" beside FEN, got \"0\"",
            ),
        ],
    );
}

#[test]
fn spellings_of_moves() {
    let capture = "[FEN \"r3k2r/P7/8/3p4/4P3/2N5/8/R3K2R w KQkq - 0 1\"]\n\n1.";
    for (word, san) in [
        ("Nd5", "Nxd5"),
        ("N:d5", "Nxd5"),
        ("Nc3xd5", "Nxd5"),
        ("ed5", "exd5"),
        ("ed", "exd5"),
        ("e:d5", "exd5"),
        ("e4d5", "exd5"),
        ("exd5=", "exd5"),
        ("exd5+-", "exd5"),
        ("exd5++", "exd5"),
        ("0-0", "O-O"),
        ("o-o", "O-O"),
        ("OO", "O-O"),
        ("O\u{2013}O", "O-O"),
        ("Ke1-g1", "O-O"),
        ("0-0-0", "O-O-O"),
        ("\u{2658}xd5", "Nxd5"),
        ("e4-e5", "e5"),
        ("e 5", "e5"),
        ("N\nxd5", "Nxd5"),
        ("N xd5", "Nxd5"),
    ] {
        let shown = word.replace('\n', " ");
        let expected = Some((1, format!("{shown} for {san}")));
        assert_eq!(found(FindingType::Spellings, &format!("{capture} {word} *")), expected);
        for usual in [san.to_owned(), format!("{san}+"), format!("{san}#"), format!("{san}!?")] {
            assert_eq!(found(FindingType::Spellings, &format!("{capture} {usual} *")), None);
        }
    }
    let promotion = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1.";
    for word in ["a8Q", "a8(Q)", "a8/Q", "a8=q", "a8 =Q", "a7a8Q"] {
        let expected = Some((1, format!("{word} for a8=Q")));
        assert_eq!(found(FindingType::Spellings, &format!("{promotion} {word}+ *")), {
            // The sign belongs to the word.
            expected.map(|(ply, detail)| (ply, detail.replace(" for", "+ for")))
        });
    }
    let en_passant = "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1.";
    check(
        FindingType::Spellings,
        &[
            (&format!("{en_passant} exd6e.p. *"), 1, "exd6e.p. for exd6"),
            (&format!("{en_passant} exd6 e.p. *"), 1, "e.p. alone"),
            (&format!("{en_passant} exd6 *"), 0, ""),
        ],
    );
}

#[test]
fn spellings_of_what_stands_between_the_moves() {
    check(
        FindingType::Spellings,
        &[
            ("% escaped\n1. e4 $1 {c} (1. d4 d5 2. c2-c4) e5!? ; c\n2. Nf3 1/2-1/2\n", 0, ""),
            ("1 e4 1...e5 2.Nf3\r\nNc6\r\n\r\n*\r\n", 0, ""),
            ("1. e4 e5\r2. Nf3 *", 2, "carriage returns as line ends"),
            ("1: e4 e5 2, Nf3 *", 0, "a number with :; a number with ,"),
            ("1. e4 1\u{2026} e5 *", 1, "\u{2026} for ..."),
            ("1.\u{a0}e4 *", 0, "spaces other than those of ASCII"),
            ("1. e4 +- e5 = *", 1, "+- alone; = alone"),
            ("1. f3 e5 2. g4 Qh4 mate 0-1", 4, "mate alone"),
            ("1. e4 N e5 D *", 2, "N for $146; D for $220"),
            ("1. e4 e5\n> 2. Nf3 *", 2, "lines that begin with >"),
            ("1. e4 e5\n   2. Nf3 *", 2, "lines that begin with blanks"),
            ("1. e4 e5 1\u{2013}0", 2, "1\u{2013}0 for 1-0"),
            ("1. e4 e5 \u{bd}-\u{bd}", 2, "\u{bd}-\u{bd} for 1/2-1/2"),
            ("1. e4 e5 1-0 Black resigns", 2, "Black after the result; resigns after the result"),
            ("1. e4 e5 1-0\n\x1a", 2, "Ctrl-Z"),
            ("1. e4 1/2 e5 *", 1, "1/2 alone"),
        ],
    );
}

#[test]
fn spellings_of_tags() {
    check(
        FindingType::Spellings,
        &[
            ("[Event \"a\"]\n[MyTag \"b\"]\n\n*", 0, ""),
            (
                "[event \"a\"]\n[WHITEELO \"2000\"]\n\n*",
                0,
                "event for Event; WHITEELO for WhiteElo",
            ),
            ("[White \u{201c}Alder\u{201d}]\n\n*", 0, "typographic quotes around a tag's value"),
            ("[White \"\u{201c}Alder\u{201d}\"]\n\n*", 0, ""),
            ("[Result \"1/2\"]\n\n1/2-1/2", 0, "Result \"1/2\" for 1/2-1/2"),
            ("[Result \"1-0 \"]\n\n1-0", 0, "Result \"1-0 \" for 1-0"),
            ("[Event \"a\"]\n  [Site \"b\"]\n\n*", 0, "lines that begin with blanks"),
            ("{c}\n> [Site \"b\"]\n\n*", 0, "lines that begin with >"),
        ],
    );
    let mut referee = Referee::new().looking_for(&[FindingType::Spellings]);
    let game = b"[Event \"a\"]\n\n1. e4 *";
    let found = referee.check_amid_line(game).unwrap().unwrap();
    assert_eq!(found[0].detail, "a game that begins amid a line");
    assert_eq!(referee.check(game).unwrap().unwrap(), []);
}

#[test]
fn many_spellings_are_counted() {
    let moves = "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. c2-c3 Ng8-f6 5. d2-d3 d7-d6 *";
    let (ply, detail) = found(FindingType::Spellings, moves).unwrap();
    assert!(ply == 1 && detail.ends_with("Ng8-f6 for Nf6; 2 more"), "{detail}");
}

/// Findings come in the order of their plies, whatever their types, and only those that are asked
/// for.
#[test]
fn findings_of_all_types_come_in_order() {
    let game =
        "[fen \"8/8/4k3/8/8/3K4/8/R6r w - - 148 80\"]\n[Result \"1-0\"]\n\n1. Ra1-b1 Rh2 0-1";
    let mut referee = Referee::new().looking_for(&FindingType::ALL);
    let findings = referee.check(game.as_bytes()).unwrap().unwrap();
    let found: Vec<_> =
        findings.iter().map(|found| (found.ply, found.finding_type.name())).collect();
    assert_eq!(
        found,
        [
            (0, "fifty-moves"),
            (0, "seven-tag-roster"),
            (0, "fen-without-setup"),
            (0, "spellings"),
            (1, "move-numbers"),
            (2, "seventy-five-moves"),
            (2, "wrong-result"),
            (2, "result"),
        ]
    );
}

/// Writes a random game as the standard does, section 8.2.
fn written(choices: &[u8]) -> String {
    let mut position = Chess::default();
    let mut text = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
                    [Result \"*\"]\n\n"
        .to_owned();
    for choice in choices {
        let moves = position.legal_moves();
        let Some(m) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        if position.turn() == Color::White {
            text += &format!("{}. ", position.fullmoves());
        }
        text += &SanPlus::from_move(position.clone(), *m).to_string();
        text += if choice % 7 == 0 { "\n" } else { " " };
        position.play_unchecked(*m);
    }
    text + "*\n"
}

proptest! {
    #[test]
    fn games_in_the_form_of_the_standard_have_no_findings(
        choices in prop::collection::vec(any::<u8>(), 0..120)
    ) {
        let unusual = &FindingType::ALL[FindingType::BY_DEFAULT.len()..];
        let mut referee = Referee::new().looking_for(unusual);
        let text = written(&choices);
        prop_assert_eq!(referee.check(text.as_bytes()).unwrap().unwrap(), [], "{}", text);
    }
}
