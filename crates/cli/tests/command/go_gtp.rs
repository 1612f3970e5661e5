//! `zobrist go gtp`: the protocol, and moves. Games are set up in `go_gtp_setup`, scored in
//! `go_gtp_score`, and read and written in `go_gtp_files`.

use std::collections::BTreeSet;

use crate::tool::zobrist_on;

/// The answers to some commands, one each.
#[track_caller]
pub fn answers(options: &[&str], commands: &str) -> Vec<String> {
    let (answers, messages) = told(options, commands);
    assert_eq!(messages, "");
    answers
}

/// The answers, and what is said on standard error.
#[track_caller]
pub fn told(options: &[&str], commands: &str) -> (Vec<String>, String) {
    let run = zobrist_on(commands, [&["go", "gtp"], options].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    (run.stdout.split_terminator("\n\n").map(str::to_owned).collect(), run.stderr)
}

/// The answer to the last command.
#[track_caller]
pub fn last_answer(commands: &str) -> String {
    answers(&[], commands).pop().unwrap()
}

/// Each command stands after the commands that set its game up, and its answer is compared.
#[track_caller]
pub fn each(before: &str, expected: &[(&str, &str)]) {
    for (command, answer) in expected {
        assert_eq!(last_answer(&format!("{before}{command}\n")), *answer, "{command}");
    }
}

#[test]
fn the_protocol() {
    let answers = answers(
        &[],
        "protocol_version\n1 name # a comment\n\n# nothing\n2 known_command play\n\
         3 known_command fly\n4 fly\n5 boardsize\n6 boardsize 26\n7 boardsize x\n8 komi y\n\
         9 play green A1\n10 play b I5\n11 quit\nname\n",
    );
    let expected = [
        "= 2",
        "=1 Zobrist",
        "=2 true",
        "=3 false",
        "?4 unknown command",
        "?5 syntax error",
        "?6 unacceptable size",
        "?7 boardsize not an integer",
        "?8 komi not a float",
        "?9 invalid color \"green\": expected black or white",
    ];
    assert_eq!(answers[..10], expected);
    assert!(answers[10].starts_with("?10 invalid vertex: \"I5\""));
    assert_eq!(answers[11..], ["=11"]);
}

/// A number belongs to a command, and has an answer; empty lines have none.
#[test]
fn every_number_is_answered() {
    let answers = answers(&[], "7\n\n \t\r\n# 8\n9 # name\n\t10\tname\t\r\nname\r\n007\n11");
    let unknown = |id: &str| format!("?{id} unknown command");
    let expected = [unknown("7"), unknown("9"), "=10 Zobrist".to_owned(), "= Zobrist".to_owned()];
    assert_eq!(answers[..4], expected);
    assert_eq!(answers[4..], [unknown("007"), unknown("11")]);
}

#[test]
fn a_game() {
    let answers = answers(
        &["--rules", "simple", "--suicide", "forbidden"],
        "rectangular_boardsize 3 2\nkomi 0.5\nplay b A1\nplay w B1\nplay w A2\nis_legal b A1\n\
         all_legal b\nshowboard\nundo\nundo\nis_legal b A2\nget_komi\nprintsgf\nzobrist_hash\n\
         clear_board\nundo\ngenmove b\nplay w pass\n",
    );
    assert_eq!(
        answers[5..7],
        ["= 0", "= B2 C1 C2"].map(str::to_owned).map(|a| a.replace("B2 C1 C2", "C1 B2 C2"))
    );
    assert!(
        answers[7].starts_with("= \n   A B C\n 2 O . . 2\n 1 . O . 1\n   A B C\nBlack to move")
    );
    assert_eq!(answers[10], "= 1");
    assert_eq!(answers[11], "= 0.5");
    assert_eq!(answers[12], "= (;GM[1]FF[4]SZ[3:2]KM[0.5];B[ab])");
    assert_eq!(answers[15], "? cannot undo");
    assert!(answers[16].starts_with("= ") && answers[17] == "=");
}

/// A size that is a number is refused as a size.
#[test]
fn no_board_has_a_size_below_1() {
    let answers =
        answers(&[], "boardsize -5\nboardsize 0\nboardsize 99999999999999999999\nboardsize -\n");
    assert_eq!(
        answers,
        [
            "? unacceptable size",
            "? unacceptable size",
            "? unacceptable size",
            "? boardsize not an integer"
        ]
    );
}

/// Every command that is listed is known and answers something other than that it is not; no name
/// comes twice.
#[test]
fn listed_commands_are_known() {
    let list = last_answer("list_commands\n");
    let names: Vec<&str> = list.trim_start_matches("= ").lines().collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    let of_the_protocol = [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "undo",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "loadsgf",
        "showboard",
    ];
    for name in of_the_protocol {
        assert!(names.contains(&name), "{name}");
    }
    // A generator that makes no move is no part of it.
    assert!(!names.contains(&"reg_genmove"));
    for name in names {
        // A file that cannot be written, and for all others too much, or nonsense.
        let answers = answers(&[], &format!("known_command {name}\n{name} no/file 2 3 4 5 6 7\n"));
        assert_eq!(answers[0], "= true");
        if name != "quit" {
            assert!(answers[1].starts_with("? "), "{name}: {}", answers[1]);
            assert_ne!(answers[1], "? unknown command", "{name}");
        }
    }
}

/// Preprocessing by section 3.1 of the specification: tabs are spaces, other control characters and
/// comments go, and so do lines with nothing else. Names of commands are exact; colors and vertices
/// are in capitals or not.
#[test]
fn what_clients_send_around_a_command() {
    each(
        "boardsize 9\nplay b c3\n",
        &[
            ("\tis_legal\tw \u{7}c\u{0}3\r", "= 0"),
            ("5\u{1b} is_legal White D4 # play b d4", "=5 1"),
            ("is_legal wHITE d4#", "= 1"),
            ("is_legal B PASS", "= 1"),
            (
                "is_legal W i4",
                "? invalid vertex: \"i4\" is not a move: expected pass, or a point such as D4: \
          a letter from A to Z except I, then a row from 1 to 25",
            ),
            ("is_legal W", "? syntax error"),
            ("IS_LEGAL w d4", "? unknown command"),
            ("99999999999999999999 name", "=99999999999999999999 Zobrist"),
            ("-1 name", "? unknown command"),
        ],
    );
    let bytes = b"na\xffme\n\x00\x01\n1 name\xe9\nname\r".to_vec();
    let output = zobrist_on(bytes, ["go", "gtp"]).done();
    assert_eq!(output, "? unknown command\n\n?1 unknown command\n\n= Zobrist\n\n");
}

/// Commands that GoGui, Sabaki, twogtp and KGS send before a game.
#[test]
fn before_a_game() {
    let answers = answers(
        &[],
        "name\nversion\nprotocol_version\nlist_commands\nknown_command kata-analyze\nboardsize 9\n\
         clear_board\nkomi 6.5\ntime_settings 300 30 5\nkgs-time_settings byoyomi 600 30 5\n\
         kgs-rules new_zealand\nkata-set-rules chinese\ntime_left b 299 0\ngogui-analyze_commands\n",
    );
    assert!(answers.iter().all(|answer| answer.starts_with('=')), "{answers:?}");
    assert_eq!(answers[4], "= false");
    assert_eq!(answers[5..13], ["="; 8]);
}

#[test]
fn moves_are_taken_back() {
    let setup = "boardsize 5\nfixed_handicap 2\nclear_board\nset_free_handicap a1 b2\nplay w c3\nplay b pass\n";
    each(
        setup,
        &[
            ("undo", "="),
            ("gg-undo 2\nundo", "? cannot undo"),
            ("gg-undo 3", "? cannot undo"),
            ("gg-undo 3\nlist_stones w", "= C3"),
            ("gg-undo\ngg-undo\nlist_stones b", "= A1 B2"),
            ("gg-undo 0", "="),
            ("gg-undo -1", "? syntax error"),
            ("undo 1", "? syntax error"),
        ],
    );
}

#[test]
fn sequences_are_played_whole_or_not_at_all() {
    each(
        "boardsize 5\nplay b a1\n",
        &[
            ("gogui-play_sequence w b2 B c3 W pass", "="),
            ("gogui-play_sequence w b2 B c3\nlist_stones b", "= A1 C3"),
            ("gogui-play_sequence", "="),
            ("gogui-play_sequence w b2 b b2", "? illegal move: B2 already has a White stone"),
            ("gogui-play_sequence w b2 b b2\nlist_stones w", "="),
            ("gogui-play_sequence w b2 b", "? syntax error"),
            ("gogui-play_sequence w b2 red c3", "? invalid color \"red\": expected black or white"),
        ],
    );
}

#[test]
fn positions_are_set_up() {
    each(
        "boardsize 5\n",
        &[
            ("gogui-setup b a1 w b1 b a2\nlist_stones b", "= A1 A2"),
            // One takes the place of the other.
            ("gogui-setup b a1 w a1\nlist_stones w", "= A1"),
            (
                "gogui-setup w a2 w b1 b a1",
                "? cannot set up: the chain of the stone on A1 has no liberty",
            ),
            ("gogui-setup w f1", "? invalid vertex: F1 is off the board of 5 x 5"),
            ("gogui-setup w", "? syntax error"),
            (
                "gogui-setup b a1\ngogui-setup_player w\nprintsgf",
                "= (;GM[1]FF[4]SZ[5]KM[7.5]AB[ae]PL[W])",
            ),
            // After a move it has a place of its own, and goes with the move.
            (
                "play b c3\ngogui-setup w a1\nprintsgf",
                "= (;GM[1]FF[4]SZ[5]KM[7.5];B[cc];AW[ae]PL[W])",
            ),
            ("play b c3\ngogui-setup w a1\nundo\nlist_stones w", "="),
            ("play b c3\ngogui-setup w a1\nundo\nundo", "? cannot undo"),
            ("gogui-setup_player b\ngogui-setup\nprintsgf", "= (;GM[1]FF[4]SZ[5]KM[7.5])"),
            (
                "play b c3\ngogui-setup_player w\ngogui-setup b c3\nprintsgf",
                "= (;GM[1]FF[4]SZ[5]KM[7.5];B[cc])",
            ),
            (
                "play b c3\ngogui-setup_player b\nprintsgf",
                "= (;GM[1]FF[4]SZ[5]KM[7.5];B[cc];PL[B])",
            ),
            ("gogui-setup_player red", "? invalid color \"red\": expected black or white"),
        ],
    );
}

/// The hash is that of `go hash`, and the canonical one is the same for all images.
#[test]
fn hashes() {
    let canonical = |sgf: &str| {
        let output = zobrist_on(sgf, ["go", "hash", "--canonical"]).done();
        let row = output.lines().last().unwrap().to_owned();
        format!("= {}", row.split_once('\t').unwrap().0)
    };
    let hash = canonical("(;SZ[9];B[dc];W[ee])");
    for image in ["b d7\nplay w e5", "b g4\nplay w e5", "b c6\nplay w e5"] {
        let commands = format!("boardsize 9\nplay {image}\nzobrist_hash canonical\n");
        assert_eq!(last_answer(&commands), hash);
    }
    let commands = "rectangular_boardsize 3 5\nplay b a1\nzobrist_hash canonical\n";
    assert_eq!(last_answer(commands), canonical("(;SZ[3:5];B[ca])"));
    let plain = zobrist_on("(;SZ[9];B[dc])", ["go", "hash"]).done();
    let row = plain.lines().last().unwrap();
    let hash = last_answer("boardsize 9\nplay b d7\nzobrist_hash\n");
    assert!(row.starts_with(&hash[2..]), "{row} {hash}");
    each(
        "",
        &[("zobrist_hash 128", "? syntax error"), ("zobrist_hash canonical 1", "? syntax error")],
    );
}

/// GoGui reads a line as type, label and command; each command is one of the session.
#[test]
fn gogui_is_offered_commands_that_work() {
    let list = last_answer("gogui-analyze_commands\n");
    let game = "boardsize 5\nplay b c3\nplay w b2\n";
    for line in list.trim_start_matches("= ").lines() {
        let [kind, label, command]: [&str; 3] =
            line.split('/').collect::<Vec<_>>().try_into().unwrap();
        assert!(["string", "plist", "bwboard", "none"].contains(&kind), "{line}");
        assert!(!label.is_empty(), "{line}");
        let command = command.replace("%m", "b").replace("%p", "C3");
        let (answers, _) = told(&[], &format!("{game}{command}\n"));
        assert!(answers[3].starts_with('='), "{command}: {}", answers[3]);
    }
}

#[test]
fn chains_and_repetitions() {
    let ko = "boardsize 4\ngogui-setup b b1 b a2 b b3 w c1 w d2 w c3 w b2\nplay b c2\n";
    each(
        ko,
        &[
            ("zobrist-forbidden w", "= A1 B2"),
            ("zobrist-forbidden b", "="),
            ("is_legal w b2", "= 0"),
            ("play w b2", "? illegal move: B2 repeats the position after move 0"),
            ("zobrist-repetitions", "="),
            ("zobrist-chain c2", "= C2"),
            ("zobrist-chain b2", "? no stone on B2: expected one"),
            ("zobrist-chain e5", "? invalid vertex: E5 is off the board of 4 x 4"),
            ("zobrist-liberties c2", "= B2"),
            (
                "zobrist-liberties pass",
                "? invalid vertex: \"pass\" is not the name of a point: expected a \
          letter from A to Z except I, then a row from 1 to 25, as in D4",
            ),
            ("play b b4\nplay b c4\nzobrist-chain B3", "= B3 B4 C4"),
            ("play b b4\nzobrist-liberties B3", "= B2 A3 A4 C4"),
            ("zobrist-area", "= \n\"\" \"\" \"\" \"\"\n\"\" b w \"\"\nb b b w\nb b w w"),
        ],
    );
    // By rules that allow it, a repetition is played and listed.
    let again = format!("{ko}kata-set-rule ko SIMPLE\nplay w d4\nplay b a4\nplay w b2\n");
    each(
        &again,
        &[
            ("play b c2", "? illegal move: C2 repeats the position after move 3"),
            ("zobrist-repetitions", "="),
            (
                "gg-undo 3\nplay w pass\nplay b pass\nplay w b2\nzobrist-repetitions",
                "= move 4, White B2: the board after move 0",
            ),
        ],
    );
}
