//! `zobrist go gtp`: what it answers.

use crate::tool::zobrist_on;

/// The answers to some commands, one each.
fn answers(options: &[&str], commands: &str) -> Vec<String> {
    let output = zobrist_on(commands, [&["go", "gtp"], options].concat()).done();
    output.split_terminator("\n\n").map(str::to_owned).collect()
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
         all_legal b\nshowboard\nundo\nundo\nis_legal b A2\nfinal_score\nprintsgf\nzobrist_hash\n\
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
    assert_eq!(answers[11], "= B+5.5");
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

/// Komi in binary is not what was said, but the score is.
#[test]
fn scores_have_the_decimals_of_komi() {
    for (komi, expected) in [
        ("10.7", "= W+1.7"),
        ("8.7", "= B+0.3"),
        ("9.00", "= 0"),
        ("-0.1", "= B+9.1"),
        ("6", "= B+3"),
        ("9.125", "= W+0.125"),
    ] {
        let commands = format!("boardsize 3\nkomi {komi}\nplay b B2\nfinal_score\n");
        assert_eq!(answers(&[], &commands)[3], expected, "{komi}");
    }
}
